"""Commands as one tap each: what the button says, the odds of a blow or a shot, the fields it sends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext, ngettext
from msgspec import structs

from heraut.kernel import Command, to_plain
from heraut.skirmish import commands as c
from heraut.skirmish.tables import slots
from heraut.skirmish.view import ChanceView
from heraut.speech import Language, say_command
from heraut.web.game import Game
from heraut.web.offers import new_id
from heraut.web.says import room_words

TAPS = (
    c.BeginFight,
    c.Proceed,
    c.Announce,
    c.GoOn,
    c.Choose,
    c.Strike,
    c.Shoot,
    c.Charge,
    c.Prepare,
    c.Dodge,
    c.Move,
    c.Disengage,
    c.GetUp,
    c.Draw,
    c.PickUp,
    c.Escape,
    c.Order,
    c.KeepOrdering,
    c.Survive,
    c.Delay,
    c.Yield,
    c.Display,
    c.Uncover,
    c.EndFight,
)
"""Commands that are one tap each, in the order they are shown."""
SEIZING = (c.Style.GRAPPLE, c.Style.THROW)
MAIN = (c.BeginFight, c.Proceed)
HOPELESS = 0.005
"""The chance under which a blow or a shot is put among the rare ones."""


@dataclass(frozen=True, slots=True)
class Tap:
    """A command as one button."""

    label: str
    type: str
    who: str
    target: str
    fields: tuple[tuple[str, str], ...]
    id: str
    note: str = ""
    hit: int | None = None
    harm: int | None = None
    main: bool = False
    rare: bool = False
    key: str = ""


def taps(game: Game, spoken: Language) -> tuple[Tap, ...]:
    """The buttons of the visitor's usual commands, those of one kind together."""
    found = [command for command in game.legal if isinstance(command, TAPS)]
    words = room_words("skirmish", spoken)
    chances = {fighter.id: fighter.own.chances for fighter in game.view.fighters if fighter.own is not None}
    return tuple(
        tap(command, chances, words, spoken) for command in sorted(found, key=lambda command: TAPS.index(type(command)))
    )


def tap(
    command: Command,
    chances: Mapping[str, tuple[ChanceView, ...]],
    words: Mapping[str, str],
    spoken: Language,
) -> Tap:
    """The button of a legal command."""
    sent = _sent(command)
    told = _chance(command, chances.get(str(sent.get("who", "")), ()))
    return Tap(
        label=label(command, words, spoken),
        type=type(command).__name__,
        who=str(sent.get("who", "")),
        target=str(sent.get("target", "")),
        fields=tuple((key, _field(value)) for key, value in sent.items()),
        id=new_id(),
        note=_note(command),
        hit=None if told is None else _percent(told.hit),
        harm=None if told is None or not told.harm else _percent(told.harm),
        main=isinstance(command, MAIN),
        rare=_seldom(command) or (told is not None and told.hit < HOPELESS),
    )


def _seldom(command: Command) -> bool:
    """Preparing a strike and laying hands on somebody are kept apart from what one does most of the time."""
    return isinstance(command, c.Prepare) or (isinstance(command, c.Strike) and command.style in SEIZING)


def label(command: Command, words: Mapping[str, str], spoken: Language) -> str:
    """What a button says; its character and its target stand above it."""

    def word(code: str) -> str:
        return words.get(code, code)

    match command:
        case c.Announce(actions=number):
            return ngettext("%(number)s action", "%(number)s actions", number) % {"number": number}
        case c.Choose(option=option):
            return _capital(word(option))
        case c.Strike(style=style) if style in SEIZING:
            return _capital(word(style))
        case c.Strike(aim=aim, weapon=weapon) if aim:
            return gettext("Viser : %(zone)s · %(weapon)s") % {"zone": word(aim), "weapon": word(weapon)}
        case c.Strike(style=style, weapon=weapon) if style is not c.Style.PLAIN:
            return f"{_capital(word(style))} · {word(weapon)}"
        case c.Shoot(weapon=weapon, distance=distance):
            return gettext("Tirer · %(weapon)s · %(distance)s m") % {"weapon": word(weapon), "distance": distance}
        case c.Charge(shield=True):
            return gettext("Charger au bouclier")
        case c.Prepare(style=style):
            return gettext("Préparer : %(style)s") % {"style": word(style)}
        case c.Order(order=order, gain=gain):
            return " · ".join(_capital(word(one)) for one in (order, gain) if one)
        case c.GoOn(on=on):
            return gettext("Poursuivre") if on else gettext("Cesser")
        case _:
            return " · ".join([say_command(command, spoken), *_details(command, word)])


def _details(command: Command, word: Any) -> list[str]:
    """The words and ticks of a command that has no label of its own."""
    flags = {
        "fast": gettext("en courant"),
        "evading": gettext("en feintant"),
        "acrobatic": gettext("acrobatique"),
        "swap": gettext("à la place de l'action"),
    }
    shown = {key: value for key, value in _sent(command).items() if key not in ("who", "target")}
    named = [
        word(str(value)) for value in shown.values() if isinstance(value, str | int) and not isinstance(value, bool)
    ]
    return named + [flags[key] for key, value in shown.items() if value is True and key in flags]


def _note(command: Command) -> str:
    """What a number of actions brings: its segments and its penalty [SK-DECL-3]."""
    if not isinstance(command, c.Announce):
        return ""
    row = next((row for row in slots() if row.actions == command.actions), None)
    if row is None or not row.segments:
        return gettext("attendre")
    segments = gettext("segments %s") % " ".join(map(str, row.segments))
    cost = ngettext("−%s dé", "−%s dés", row.penalty) % row.penalty if row.penalty else ""
    return ", ".join(filter(None, (segments, cost)))


def keyed(found: Iterable[Tap]) -> tuple[Tap, ...]:
    """The first nine buttons answer to the keys 1 to 9."""
    return tuple(
        replace(one, key=str(place)) if place <= 9 and not one.main else one for place, one in enumerate(found, 1)
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _chance(command: Command, chances: tuple[ChanceView, ...]) -> ChanceView | None:
    """The odds the view gives for this very blow, charge or shot."""
    match command:
        case c.Strike(second="", draw=""):
            sought = (command.target, command.weapon, str(command.style), command.aim, 0)
        case c.Charge(shield=False):
            sought = (command.target, command.weapon, "charge", "", 0)
        case c.Shoot():
            sought = (command.target, command.weapon, "plain", "", command.distance)
        case _:
            return None
    return next((one for one in chances if (one.target, one.weapon, one.style, one.aim, one.distance) == sought), None)


def _percent(chance: float) -> int:
    """In per cent; 0 and 100 are kept for what cannot happen and what is sure."""
    return round(100 * chance) if chance in (0, 1) else min(99, max(1, round(100 * chance)))


def _sent(command: Command) -> dict[str, Any]:
    """The fields a form must send: those that are not at their default; the seat is filled in."""
    defaults = {
        field.encode_name: to_plain(field.default) for field in structs.fields(type(command)) if not field.required
    }
    plain = to_plain(command)
    return {
        key: value
        for key, value in plain.items()
        if key not in ("type", "seat") and (key not in defaults or value != defaults[key])
    }


def _field(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else ""
    return "\n".join(map(str, value)) if isinstance(value, list | tuple) else str(value)

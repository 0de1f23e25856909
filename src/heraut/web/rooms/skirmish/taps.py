"""Commands as taps: what a button says, the odds of a blow or a shot, the fields it sends."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.utils.translation import gettext, ngettext
from msgspec import structs

from heraut.kernel import Command, to_plain
from heraut.skirmish import commands as c
from heraut.skirmish.chances import ChanceView
from heraut.skirmish.commands import Style
from heraut.skirmish.tables import number, slots
from heraut.speech import Language, say_command
from heraut.web.game import Game
from heraut.web.offers import new_id
from heraut.web.rooms.skirmish.families import WRESTLING, family
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
    c.Extract,
    c.Tighten,
    c.Hurl,
    c.Release,
    c.Escape,
    c.Order,
    c.KeepOrdering,
    c.TakeOver,
    c.Defy,
    c.Stare,
    c.BreakStare,
    c.TakePosture,
    c.Jump,
    c.Survive,
    c.Delay,
    c.Yield,
    c.EndLong,
    c.Display,
    c.Frighten,
    c.Uncover,
    c.EndFight,
)
"""Commands that are taps, in the order they are shown."""
MAIN = (c.BeginFight, c.Proceed)
MOST_LEGAL = 5000
"""How many legal commands are looked at: forty fighters have thousands, most of them attacks."""
Word = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Tap:
    """A command as one button; of one family there may be several, by target and by option."""

    label: str
    type: str
    who: str
    target: str
    family: str
    option: str
    fields: tuple[tuple[str, str], ...]
    id: str
    note: str = ""
    main: bool = False


def taps(game: Game, spoken: Language, later: Collection[str] = ()) -> tuple[Tap, ...]:
    """The buttons of the visitor's usual commands; attacks of those whose turn comes `later` are not shown yet."""
    if game.visitor.seat is None:
        return ()
    legal = islice(game.engine.legal(game.history.state, game.visitor.seat), MOST_LEGAL)
    found = [command for command in legal if isinstance(command, TAPS) and not _waits(command, later)]
    words = room_words("skirmish", spoken)
    chances = {fighter.id: fighter.own.chances for fighter in game.view.fighters if fighter.own is not None}
    return tuple(tap(command, chances, words, spoken) for command in sorted(found, key=_rank))


def _waits(command: Command, later: Collection[str]) -> bool:
    return bool(getattr(command, "target", "")) and getattr(command, "who", "") in later


def _rank(command: Command) -> tuple[int, bool]:
    """The order of `TAPS`; laying hands on somebody comes after charges."""
    wrestles = isinstance(command, c.Strike) and command.style in WRESTLING
    return TAPS.index(c.Charge if wrestles else type(command)), wrestles


def tap(
    command: Command,
    chances: Mapping[str, tuple[ChanceView, ...]],
    words: Mapping[str, str],
    spoken: Language,
) -> Tap:
    """The button of a legal command."""

    def word(code: str) -> str:
        return words.get(code, code)

    sent = _sent(command)
    said = label(command, word, spoken)
    belongs, option = family(command, word, said)
    chance = _chance(command, chances.get(str(sent.get("who", "")), ()))
    return Tap(
        label=said,
        type=type(command).__name__,
        who=str(sent.get("who", "")),
        target=str(sent.get("target", "")),
        family=belongs,
        option=option,
        fields=tuple((key, _field(value)) for key, value in sent.items()),
        id=new_id(),
        note=_price(command) if chance is None else odds(chance),
        main=isinstance(command, MAIN),
    )


def label(command: Command, word: Word, spoken: Language) -> str:
    """What a button says; its character and its target stand beside it."""
    match command:
        case c.Announce(actions=number):
            return ngettext("%(number)s action", "%(number)s actions", number) % {"number": number}
        case c.Choose(option=option):
            return _capital(word(option))
        case c.Strike(style=Style.GRAPPLE | Style.THROW as style):
            return _capital(word(style))
        case c.Strike(aim=aim, weapon=weapon) if aim:
            return gettext("Viser : %(zone)s · %(weapon)s") % {"zone": word(aim), "weapon": word(weapon)}
        case c.Strike(style=Style.ACROBATIC, weapon=weapon):
            return f"{_capital(word('acrobatic-attack'))} · {word(weapon)}"
        case c.Strike(style=style, weapon=weapon) if style is not Style.PLAIN:
            return f"{_capital(word(style))} · {word(weapon)}"
        case c.Shoot(weapon=weapon, distance=distance):
            return gettext("Tirer · %(weapon)s · %(distance)s m") % {"weapon": word(weapon), "distance": distance}
        case c.Charge(shield=True):
            return gettext("Charger au bouclier")
        case c.Prepare(style=style):
            named = word("acrobatic-attack" if style is Style.ACROBATIC else style)
            return gettext("Préparer : %(style)s") % {"style": named}
        case c.Order(order=order, gain=gain):
            return " · ".join(_capital(word(one)) for one in (order, gain) if one)
        case c.GoOn() | c.TakePosture() | c.Frighten():
            return _plainly(command)
        case _:
            return " · ".join([say_command(command, spoken), *_details(command, word)])


def _plainly(command: c.GoOn | c.TakePosture | c.Frighten) -> str:
    match command:
        case c.Frighten(side=side):
            return gettext("Terreur causée par : %s") % side
        case c.GoOn(on=on):
            return gettext("Poursuivre") if on else gettext("Cesser")
        case c.TakePosture(posture=posture):
            return gettext("S'allonger") if posture == "prone" else gettext("S'accroupir")


def _details(command: Command, word: Word) -> list[str]:
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


def _price(command: Command) -> str:
    """What it costs: the segments and the penalty of an announcement, the die of an undeclared action."""
    match command:
        case c.Announce(actions=actions):
            return _announced(actions)
        case c.Choose(option="dodge" | "acrobatic"):
            return _undeclared()
        case c.Dodge(swap=False) | c.Jump(swap=False) | c.Disengage(swap=False) | c.Move(fast=True, swap=False):
            return _undeclared()
        case _:
            return ""


def _announced(actions: int) -> str:
    """The segments of so many actions and their penalty [SK-DECL-3]."""
    row = next((row for row in slots() if row.actions == actions), None)
    if row is None or not row.segments:
        return gettext("attendre")
    segments = gettext("segments %s") % " ".join(map(str, row.segments))
    cost = ngettext("−%s dé", "−%s dés", row.penalty) % row.penalty if row.penalty else ""
    return ", ".join(filter(None, (segments, cost)))


def _undeclared() -> str:
    """A die on all that follows in the turn, unless the action of the segment is given for it [SK-UND-3, SK-ACT-3]."""
    cost = number("undeclared-cost")
    return ngettext("puis −%s dé ce tour", "puis −%s dés ce tour", cost) % cost


def odds(chance: ChanceView) -> str:
    """How likely it gets through, and what it then does."""
    facts = {"hit": _percent(chance.hit), "harm": _percent(chance.harm), "won": _percent(chance.won)}
    match chance.style:
        case Style.TRIP:
            return gettext("touche %(hit)s %%, fait tomber ou chanceler %(won)s %%") % facts
        case Style.GRAPPLE:
            return gettext("touche %(hit)s %%, tient %(won)s %%") % facts
        case Style.THROW:
            return gettext("touche %(hit)s %%, projette %(won)s %%") % facts
        case _:
            return gettext("touche %(hit)s %%, blesse %(harm)s %%") % facts


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _chance(command: Command, chances: tuple[ChanceView, ...]) -> ChanceView | None:
    """The odds the view gives for this very blow, charge or shot."""
    match command:
        case c.Strike(second="", draw=""):
            sought = (command.target, command.weapon, str(command.style), command.aim, 0)
        case c.Charge(shield=shield):
            sought = (command.target, command.weapon, "shield" if shield else "charge", "", 0)
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

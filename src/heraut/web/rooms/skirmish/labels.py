"""What a button says: the deed, its price, its odds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext, ngettext
from msgspec import structs

from heraut.kernel import Command, to_plain
from heraut.skirmish.answers import Choose
from heraut.skirmish.chances import ChanceView
from heraut.skirmish.disengage import Disengage
from heraut.skirmish.missiles import Shoot
from heraut.skirmish.moves import Dodge, Jump, Move, TakePosture
from heraut.skirmish.orders import Order
from heraut.skirmish.strikes import Charge, Prepare, Strike, Style
from heraut.skirmish.tables import number, slots
from heraut.skirmish.terror import Frighten
from heraut.skirmish.turn import Announce, GoOn
from heraut.speech import Language, say_command
from heraut.web.rooms.skirmish.families import capital

Word = Callable[[str], str]


def label(command: Command, word: Word, spoken: Language) -> str:
    """What a button says; its character and its target stand beside it."""
    match command:
        case Announce(actions=many):
            return ngettext("%(number)s action", "%(number)s actions", many) % {"number": many}
        case Choose(option=option):
            return capital(word(option))
        case Strike(style=Style.GRAPPLE | Style.THROW as style):
            return capital(word(style))
        case Strike(aim=aim, weapon=weapon) if aim:
            return gettext("Viser : %(zone)s · %(weapon)s") % {"zone": word(aim), "weapon": word(weapon)}
        case Strike(style=Style.ACROBATIC, weapon=weapon):
            return f"{capital(word('acrobatic-attack'))} · {word(weapon)}"
        case Strike(style=style, weapon=weapon) if style is not Style.PLAIN:
            return f"{capital(word(style))} · {word(weapon)}"
        case Shoot(weapon=weapon, distance=distance):
            return gettext("Tirer · %(weapon)s · %(distance)s m") % {"weapon": word(weapon), "distance": distance}
        case Charge(shield=True):
            return gettext("Charger au bouclier")
        case Prepare(style=style):
            named = word("acrobatic-attack" if style is Style.ACROBATIC else style)
            return gettext("Préparer : %(style)s") % {"style": named}
        case Order(order=order, gain=gain):
            return " · ".join(capital(word(one)) for one in (order, gain) if one)
        case GoOn() | TakePosture() | Frighten():
            return _plainly(command)
        case _:
            return " · ".join([say_command(command, spoken), *_details(command, word)])


def _plainly(command: GoOn | TakePosture | Frighten) -> str:
    match command:
        case Frighten(side=side):
            return gettext("Terreur causée par : %s") % side
        case GoOn(on=on):
            return gettext("Poursuivre") if on else gettext("Cesser")
        case TakePosture(posture=posture):
            return gettext("S'allonger") if posture == "prone" else gettext("S'accroupir")


def _details(command: Command, word: Word) -> list[str]:
    """The words and ticks of a command that has no label of its own."""
    flags = {
        "fast": gettext("en courant"),
        "evading": gettext("en feintant"),
        "acrobatic": gettext("acrobatique"),
        "swap": gettext("à la place de l'action"),
    }
    shown = {key: value for key, value in sent(command).items() if key not in ("who", "target")}
    named = [
        word(str(value)) for value in shown.values() if isinstance(value, str | int) and not isinstance(value, bool)
    ]
    return named + [flags[key] for key, value in shown.items() if value is True and key in flags]


def price(command: Command) -> str:
    """What it costs: the segments and the penalty of an announcement, the die of an undeclared action."""
    match command:
        case Announce(actions=actions):
            return _announced(actions)
        case Choose(option="dodge" | "acrobatic"):
            return _undeclared()
        case Dodge(swap=False) | Jump(swap=False) | Disengage(swap=False) | Move(fast=True, swap=False):
            return _undeclared()
        case _:
            return ""


def _announced(actions: int) -> str:
    """The segments of so many actions and their penalty [SK-DECL-3]."""
    row = slots().get(actions)
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


def _percent(chance: float) -> int:
    """In per cent; 0 and 100 are kept for what cannot happen and what is sure."""
    return round(100 * chance) if chance in (0, 1) else min(99, max(1, round(100 * chance)))


def sent(command: Command) -> dict[str, Any]:
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

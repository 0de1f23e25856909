"""Taps by family: first what one does, then to whom, then how."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from heraut.kernel import Command
from heraut.skirmish import moves as moves_
from heraut.skirmish.disengage import Disengage
from heraut.skirmish.engagement import Yield
from heraut.skirmish.grips import Hurl, Release, Tighten
from heraut.skirmish.missiles import Shoot
from heraut.skirmish.moves import Dodge, TakePosture
from heraut.skirmish.orders import KeepOrdering, Order
from heraut.skirmish.slots import Delay, Survive
from heraut.skirmish.strikes import Charge, Prepare, Strike, Style
from heraut.skirmish.terror import Display
from heraut.skirmish.turn import Announce, GoOn
from heraut.skirmish.weapons import Draw, PickUp

if TYPE_CHECKING:
    from heraut.web.rooms.skirmish.taps import Tap

WRESTLING = (Style.TRIP, Style.GRAPPLE, Style.THROW)
Word = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Move:
    """One thing a character may do: its targets, its options, a button for each pair of them."""

    number: int
    label: str
    targets: tuple[str, ...]
    options: tuple[str, ...]
    taps: tuple[Tap, ...]
    key: str = ""


def family(command: Command, word: Word, label: str) -> tuple[str, str]:
    """The family of a command and its option there; a command alone of its kind is its own family."""
    match command:
        case Strike(style=style) if style in WRESTLING:
            return gettext("Lutter"), capital(word(style))
        case Strike(style=Style.PLAIN, aim=aim, weapon=weapon):
            return gettext("Frapper"), ", ".join(filter(None, (capital(word(weapon)), word(aim) if aim else "")))
        case Strike():
            return gettext("Frapper"), label
        case Shoot(weapon=weapon, distance=distance):
            return gettext("Tirer"), f"{capital(word(weapon))}, {distance} m"
        case Charge(shield=shield, weapon=weapon):
            return gettext("Charger"), gettext("Au bouclier") if shield else capital(word(weapon))
        case Prepare(style=style):
            return gettext("Préparer"), capital(word("acrobatic-attack" if style is Style.ACROBATIC else style))
        case moves_.Move() | Dodge() | Disengage() | Draw() | PickUp() | Display():
            named, _, rest = label.partition(" · ")
            return named, capital(rest) or named
        case _:
            shared = _shared(command)
            return (shared, label) if shared else (label, "")


def _shared(command: Command) -> str:
    """What several commands are ways of."""
    match command:
        case Announce() | GoOn():
            return gettext("Annoncer")
        case Survive():
            return gettext("Survie")
        case Order() | KeepOrdering():
            return gettext("Commander")
        case Tighten() | Hurl() | Release():
            return gettext("La prise")
        case Delay() | Yield():
            return gettext("Attendre")
        case TakePosture():
            return gettext("Se baisser")
        case _:
            return ""


def moves(taps: tuple[Tap, ...], foes: tuple[str, ...], *, keyed: bool) -> tuple[Move, ...]:
    """The families of some taps in their order; opponents one is in melee with come first."""
    found: dict[str, list[Tap]] = {}
    for tap in taps:
        found.setdefault(tap.family, []).append(tap)
    return tuple(
        Move(
            number,
            label,
            tuple(sorted(dict.fromkeys(tap.target for tap in alike if tap.target), key=lambda id: id not in foes)),
            tuple(dict.fromkeys(tap.option for tap in alike if tap.option)),
            tuple(alike),
            str(number) if keyed and number <= 9 else "",
        )
        for number, (label, alike) in enumerate(found.items(), 1)
    )


def capital(text: str) -> str:
    """With a capital first letter, the rest as it is."""
    return text[:1].upper() + text[1:]

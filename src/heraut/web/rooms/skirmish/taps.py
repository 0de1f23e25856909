"""Commands as taps: one button each, with the fields it sends."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from heraut.kernel import Command
from heraut.skirmish.answers import Choose
from heraut.skirmish.chances import ChanceView
from heraut.skirmish.disengage import Disengage, GetUp
from heraut.skirmish.engagement import Yield
from heraut.skirmish.game_master import EndLong
from heraut.skirmish.grips import Escape, Extract, Hurl, Release, Tighten
from heraut.skirmish.missiles import Shoot
from heraut.skirmish.moves import Dodge, Jump, Move, TakePosture
from heraut.skirmish.orders import KeepOrdering, Order, TakeOver
from heraut.skirmish.secrecy import Uncover
from heraut.skirmish.slots import Delay, Survive
from heraut.skirmish.stares import BreakStare, Defy, Stare
from heraut.skirmish.strikes import Charge, Prepare, Strike
from heraut.skirmish.terror import Display, Frighten
from heraut.skirmish.turn import Announce, BeginFight, EndFight, GoOn, Proceed
from heraut.skirmish.weapons import Draw, PickUp
from heraut.speech import Language
from heraut.web.game import Game
from heraut.web.rooms.skirmish.families import WRESTLING, family
from heraut.web.rooms.skirmish.labels import label, odds, price, sent
from heraut.web.says import room_words

TAPS = (
    BeginFight,
    Proceed,
    Announce,
    GoOn,
    Choose,
    Strike,
    Shoot,
    Charge,
    Prepare,
    Dodge,
    Move,
    Disengage,
    GetUp,
    Draw,
    PickUp,
    Extract,
    Tighten,
    Hurl,
    Release,
    Escape,
    Order,
    KeepOrdering,
    TakeOver,
    Defy,
    Stare,
    BreakStare,
    TakePosture,
    Jump,
    Survive,
    Delay,
    Yield,
    EndLong,
    Display,
    Frighten,
    Uncover,
    EndFight,
)
"""Commands that are taps, in the order they are shown."""
MAIN = (BeginFight, Proceed)
MOST_LEGAL = 5000
"""How many legal commands are looked at: forty fighters have thousands, most of them attacks."""


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
    wrestles = isinstance(command, Strike) and command.style in WRESTLING
    return TAPS.index(Charge if wrestles else type(command)), wrestles


def tap(
    command: Command,
    chances: Mapping[str, tuple[ChanceView, ...]],
    words: Mapping[str, str],
    spoken: Language,
) -> Tap:
    """The button of a legal command."""

    def word(code: str) -> str:
        return words.get(code, code)

    given = sent(command)
    said = label(command, word, spoken)
    belongs, option = family(command, word, said)
    chance = _chance(command, chances.get(str(given.get("who", "")), ()))
    return Tap(
        label=said,
        type=type(command).__name__,
        who=str(given.get("who", "")),
        target=str(given.get("target", "")),
        family=belongs,
        option=option,
        fields=tuple((key, _field(value)) for key, value in given.items()),
        note=price(command) if chance is None else odds(chance),
        main=isinstance(command, MAIN),
    )


def _chance(command: Command, chances: tuple[ChanceView, ...]) -> ChanceView | None:
    """The odds the view gives for this very blow, charge or shot."""
    match command:
        case Strike(second="", draw=""):
            sought = (command.target, command.weapon, str(command.style), command.aim, 0)
        case Charge(shield=shield):
            sought = (command.target, command.weapon, "shield" if shield else "charge", "", 0)
        case Shoot():
            sought = (command.target, command.weapon, "plain", "", command.distance)
        case _:
            return None
    return next((one for one in chances if (one.target, one.weapon, one.style, one.aim, one.distance) == sought), None)


def _field(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else ""
    return "\n".join(map(str, value)) if isinstance(value, list | tuple) else str(value)

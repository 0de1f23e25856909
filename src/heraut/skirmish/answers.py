"""The answers to what an action waits for: dice, rulings, choices, a number of a roll changed before it counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from heraut.kernel.engine import ImpossibleEvent, Outcome, on
from heraut.kernel.message import Chance, Command, Event, PublicEvent, Roll, rolls
from heraut.kernel.names import FATE, ORGANISER, ClauseId, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house
from heraut.skirmish.need import DecisionNeed, DiceNeed, Faces, Need, NeedAnswer, Pool, RulingNeed, Set, refuse
from heraut.skirmish.procedure import FightSubject, overridden, read
from heraut.skirmish.sheet import MOST_DICE
from heraut.skirmish.state import ByGameMaster, FighterEvent, Pending, State


class Rule(ByGameMaster, frozen=True, kw_only=True):
    """The game master settles the number he was asked for."""

    value: int


class Choose(Command, frozen=True, kw_only=True):
    """Somebody chooses among the options offered."""

    option: str


class Override(ByGameMaster, frozen=True, kw_only=True):
    """Change a number of the roll that is due: dice, flat, difficulty, or the result itself [SK-GEN-6]."""

    number: str
    value: int
    who: str = ""


class Asked(PublicEvent, frozen=True, kw_only=True):
    """The action waits for this; `asked` and `of` name it for the log."""

    need: Need
    asked: str
    of: str


class DiceRolled(FighterEvent, frozen=True, kw_only=True):
    """Dice have fallen for a character."""

    roll: str
    faces: tuple[int, ...]
    total: int
    flat: int = 0
    critical: bool = False
    difficulty: int | None = None
    clause: ClauseId
    reveals: ClassVar[bool] = True


class Ruled(PublicEvent, frozen=True, kw_only=True):
    """The game master was asked for a number and settled it."""

    ruling: str
    offered: int
    value: int
    who: str = ""
    clause: ClauseId


class Chosen(FighterEvent, frozen=True, kw_only=True):
    """Somebody chose."""

    decision: str
    option: str
    clause: ClauseId


class Overridden(FighterEvent, frozen=True, kw_only=True):
    """The game master changed a number of the roll that was due; both values are kept."""

    number: str
    computed: int
    value: int
    clause: ClauseId = ClauseId("SK-GEN-6")


class Ended(PublicEvent, frozen=True, kw_only=True):
    """The action is over."""


def due(state: State) -> Need | None:
    """What the action under way waits for."""
    return None if state.pending is None else state.pending.need


def not_now(state: State) -> Refusal:
    """The answer to what is not awaited: what is."""
    return house(HouseCode.WRONG_PHASE, state.step.value if state.pending is None else wanted(due(state)))


def wanted(need: Need | None) -> str:
    """What is waited for, by the key of its sentence."""
    return "skirmish-roll" if isinstance(need, DiceNeed) or need is None else need.code


def roll_due(state: State, command: Roll) -> Outcome:
    """The dice that are due, pool after pool."""
    if not isinstance(need := due(state), DiceNeed):
        return not_now(state)
    return chance(need).refusal(command.faces) or tuple(_rolls(state, need, iter(command.faces)))


def _rolls(state: State, need: DiceNeed, faces: Iterator[int]) -> Iterator[Event]:
    for pool in need.pools:
        yield _fallen(state, need, pool, tuple(next(faces) for _ in range(pool.dice)))


def _fallen(state: State, need: DiceNeed, pool: Pool, faces: tuple[int, ...]) -> DiceRolled:
    throw = read(state, pool, faces)
    return DiceRolled(
        who=pool.who,
        roll=pool.roll,
        faces=faces,
        total=throw.total,
        flat=pool.flat,
        critical=throw.critical,
        difficulty=pool.difficulty,
        clause=need.clause,
    )


def override(state: State, command: Override) -> Outcome:
    """A number of a roll that is due, before it counts; a result that is set ends the roll [SK-GEN-6]."""
    if not isinstance(need := due(state), DiceNeed):
        return not_now(state)
    pool = next((pool for pool in need.pools if command.who in ("", pool.who)), None)
    if pool is None or (len(need.pools) > 1 and not command.who):
        return refuse("SK-GEN-6", "override-whom", command.who)
    computed = {"dice": pool.dice, "flat": pool.flat, "difficulty": pool.difficulty, "result": pool.flat}
    before, settles = computed.get(command.number), command.number == "result"
    if before is None or (settles and len(need.pools) > 1):
        return refuse("SK-GEN-6", "override-what", command.number)
    if command.number == "dice" and not 1 <= command.value <= MOST_DICE:
        return refuse(
            "SK-GEN-6", "number-out-of-range", "Override.value", asked=command.value, allowed=f"1..{MOST_DICE}"
        )
    event = Overridden(who=pool.who, number=command.number, computed=before, value=command.value)
    if not settles:
        return (event,)
    changed = overridden(need, pool.who, command.number, command.value)
    return event, _fallen(state, need, changed.pools[0], ())


def rule(state: State, command: Rule) -> Outcome:
    """The number the game master was asked for."""
    if not isinstance(need := due(state), RulingNeed):
        return not_now(state)
    if not need.low <= command.value <= need.high:
        return refuse(need.clause, "ruling-out-of-range", asked=command.value, allowed=f"{need.low}..{need.high}")
    return (Ruled(ruling=need.code, offered=need.offered, value=command.value, who=need.who, clause=need.clause),)


def choose(state: State, command: Choose) -> Outcome:
    """One of the options, by whom they are offered to; the game master speaks for all, but not for their survival."""
    if not isinstance(need := due(state), DecisionNeed):
        return not_now(state)
    if command.seat not in (need.seat, ORGANISER):
        return house(HouseCode.NOT_YOUR_SEAT, command.seat)
    if command.seat != need.seat and command.option == "survive":
        return refuse("SK-SRV-1", "survival-is-the-players", need.who)
    if command.option not in need.options:
        return refuse(need.clause, "no-such-option", command.option, allowed=", ".join(need.options))
    return (Chosen(who=need.who, decision=need.code, option=command.option, clause=need.clause),)


def answer_of(event: Event) -> NeedAnswer:
    """What an event answers, as the rules take it."""
    match event:
        case DiceRolled():
            return Faces(event.faces)
        case Overridden():
            return Set(event.who, event.number, event.value)
        case Ruled():
            return event.value
        case Chosen():
            return event.option
        case _:
            raise TypeError(f"{type(event).__name__} answers nothing")


def chance(need: DiceNeed) -> Chance:
    """The dice of a need, pool after pool."""
    return Chance(tuple(pool.sides for pool in need.pools for _ in range(pool.dice)), need.seat)


def _take_answer(state: State, event: Event) -> State:
    pending = _pending(state, event)
    return replace(state, pending=replace(pending, answers=(*pending.answers, answer_of(event)), need=None))


def _pending(state: State, event: Event) -> Pending:
    if state.pending is None:
        raise ImpossibleEvent(state, event)
    return state.pending


def legal_answers(need: Need | None, seat: Seat) -> Iterator[Command]:
    """The answers a seat may give; for FATE, every way the dice may fall."""
    match need:
        case DiceNeed() if seat == FATE:
            yield from rolls(chance(need))
        case RulingNeed() if seat == ORGANISER:
            for value in sorted({need.offered, *(edge for edge in (need.low, need.high) if abs(edge) < 100)}):
                yield Rule(value=value)
        case DecisionNeed() if seat in (need.seat, ORGANISER):
            for option in need.options:
                if seat == need.seat or option != "survive":
                    yield Choose(seat=seat, option=option)
        case _:
            return


SUBJECT = FightSubject(
    answers=(on(Rule, rule), on(Choose, choose), on(Override, override), on(Roll, roll_due)),
    evolves=(
        on(Asked, lambda state, event: replace(state, pending=replace(_pending(state, event), need=event.need))),
        on(DiceRolled, _take_answer),
        on(Ruled, _take_answer),
        on(Chosen, _take_answer),
        on(Overridden, _take_answer),
        on(Ended, lambda state, _event: replace(state, pending=None)),
    ),
)

"""The engine of the skirmish."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heraut.kernel import (
    FATE,
    ORGANISER,
    Command,
    EngineId,
    Event,
    HouseCode,
    Instant,
    Refusal,
    Roll,
    RulesVersion,
    Seat,
    house,
)
from heraut.skirmish import events as e
from heraut.skirmish.awaiting import awaits, chance
from heraut.skirmish.commands import AnyCommand, Choose, Override, Rule
from heraut.skirmish.decide.limits import beyond_limits
from heraut.skirmish.decide.play import PLAYS, check
from heraut.skirmish.events import AnyEvent
from heraut.skirmish.evolve import evolve
from heraut.skirmish.legal import legal
from heraut.skirmish.muster import start
from heraut.skirmish.need import Answer, Decision, Dice, Faces, Need, Pool, Ruling, Set
from heraut.skirmish.procedure import MOST_DICE, Progress, overridden, read, run
from heraut.skirmish.refusing import refuse
from heraut.skirmish.secrecy import shielded, wait_unseen, waits_unseen
from heraut.skirmish.settings import Settings
from heraut.skirmish.state import Pending, State
from heraut.skirmish.view import view

__all__ = [
    "awaits",
    "commands",
    "decide",
    "events",
    "evolve",
    "id",
    "legal",
    "next_tick",
    "rules",
    "seats",
    "settings",
    "start",
    "view",
]

id = EngineId("skirmish")
rules = RulesVersion("saga-skirmish-1")
settings = Settings
commands = AnyCommand
events = AnyEvent


def seats(state: State) -> Mapping[Seat, str]:
    """The players, and the game master in the organiser's seat."""
    return {ORGANISER: "MJ", **state.settings.players}


def next_tick(state: State) -> Instant | None:  # noqa: ARG001  # the shape of every engine
    """Never: a fight has no deadline, its seconds pass when the game master says so."""
    return None


def decide(state: State, command: Command) -> tuple[Event, ...] | Refusal:
    """An answer to what the action under way waits for, or a new action."""
    if command.seat != FATE and command.seat not in seats(state):
        return house(HouseCode.UNKNOWN_SEAT, command.seat)
    if not isinstance(command, Roll) and (refusal := beyond_limits(command)):
        return refusal
    if waits_unseen(state, command.seat):
        return wait_unseen()
    if state.pending is not None:
        return _answer(state, state.pending, command)
    play = PLAYS.get(type(command))
    if play is None:
        return house(HouseCode.WRONG_PHASE, state.step.value)
    if refusal := check(state, command):
        return refusal
    progress = run(play.steps, state, command)
    whole = progress.events
    if progress.need is not None:
        whole = (_began(command), *progress.events, _asked(progress.need))
    return shielded(state, command, progress.need, whole)


def _answer(state: State, pending: Pending, command: Command) -> tuple[Event, ...] | Refusal:
    answered = _answered(state, pending.need, command)
    if isinstance(answered, Refusal):
        return answered
    answers = pending.answers + tuple(_as_answer(event) for event in answered)
    progress = run(PLAYS[type(pending.command)].steps, pending.origin, pending.command, answers)
    events = (*answered, *progress.events, _next(progress))
    return shielded(state, pending.command, pending.need, events)


def _next(progress: Progress) -> Event:
    return e.Ended() if progress.need is None else _asked(progress.need)


def _began(command: Command) -> Event:
    actor = getattr(command, "who", command.seat)
    return e.Began(command=command, action=type(command).__name__, actor=actor)  # type: ignore[arg-type]


def _asked(need: Need) -> Event:
    if isinstance(need, Dice):
        return e.Asked(need=need, asked=need.pools[0].roll, of=", ".join(pool.who for pool in need.pools))
    return e.Asked(need=need, asked=need.code, of=need.who)


# --- answers


def _answered(state: State, need: Need | None, command: Command) -> tuple[Event, ...] | Refusal:
    match command, need:
        case Roll(), Dice():
            return _rolled(state, need, command.faces)
        case Override(), Dice():
            return _overridden(state, need, command)
        case Rule(), Ruling():
            return _ruled(need, command)
        case Choose(), Decision():
            return _chosen(need, command)
        case _:
            return house(HouseCode.WRONG_PHASE, _wanted(need))


def _wanted(need: Need | None) -> str:
    return "skirmish-roll" if isinstance(need, Dice) or need is None else need.code


def _rolled(state: State, need: Dice, faces: tuple[int, ...]) -> tuple[Event, ...] | Refusal:
    if refusal := chance(need).refusal(faces):
        return refusal
    return tuple(_rolls(state, need, iter(faces)))


def _rolls(state: State, need: Dice, faces: Iterator[int]) -> Iterator[Event]:
    for pool in need.pools:
        yield _fallen(state, need, pool, tuple(next(faces) for _ in range(pool.dice)))


def _fallen(state: State, need: Dice, pool: Pool, faces: tuple[int, ...]) -> e.DiceRolled:
    throw = read(state, pool, faces)
    return e.DiceRolled(
        who=pool.who,
        roll=pool.roll,
        faces=faces,
        total=throw.total,
        flat=pool.flat,
        critical=throw.critical,
        difficulty=pool.difficulty,
        clause=need.clause,
    )


def _overridden(state: State, need: Dice, command: Override) -> tuple[Event, ...] | Refusal:
    """A number of a roll that is due, before it counts; a result that is set ends the roll [SK-GEN-6]."""
    if command.seat != ORGANISER:
        return house(HouseCode.NOT_YOUR_SEAT, command.seat)
    pool = next((pool for pool in need.pools if command.who in ("", pool.who)), None)
    if pool is None or (len(need.pools) > 1 and not command.who):
        return refuse("SK-GEN-6", "override-whom", command.who)
    computed = {"dice": pool.dice, "flat": pool.flat, "difficulty": pool.difficulty, "result": pool.flat}
    before = computed.get(command.number)
    whole_result = command.number == "result" and len(need.pools) > 1
    if before is None or whole_result or (command.number == "dice" and not 1 <= command.value <= MOST_DICE):
        return refuse("SK-GEN-6", "override-what", command.number)
    event = e.Overridden(who=pool.who, number=command.number, computed=before, value=command.value)
    if command.number != "result":
        return (event,)
    changed = overridden(need, pool.who, command.number, command.value)
    return event, _fallen(state, need, changed.pools[0], ())


def _ruled(need: Ruling, command: Rule) -> tuple[Event, ...] | Refusal:
    if command.seat != ORGANISER:
        return house(HouseCode.NOT_YOUR_SEAT, command.seat)
    if not need.low <= command.value <= need.high:
        return refuse(need.clause, "ruling-out-of-range", asked=command.value, allowed=f"{need.low}..{need.high}")
    return (e.Ruled(ruling=need.code, offered=need.offered, value=command.value, who=need.who, clause=need.clause),)


def _chosen(need: Decision, command: Choose) -> tuple[Event, ...] | Refusal:
    if command.seat not in (need.seat, ORGANISER):
        return house(HouseCode.NOT_YOUR_SEAT, command.seat)
    if command.seat != need.seat and command.option == "survive":
        return refuse("SK-SRV-1", "survival-is-the-players", need.who)
    if command.option not in need.options:
        return refuse(need.clause, "no-such-option", command.option, allowed=", ".join(need.options))
    return (e.Chosen(who=need.who, decision=need.code, option=command.option, clause=need.clause),)


def _as_answer(event: Event) -> Answer:
    match event:
        case e.DiceRolled():
            return Faces(event.faces)
        case e.Overridden():
            return Set(event.who, event.number, event.value)
        case e.Ruled():
            return event.value
        case e.Chosen():
            return event.option
        case _:
            raise TypeError(f"{type(event).__name__} answers nothing")

"""
How an action is played: the scene its rules play on, what it asks for, the answers, the subject it belongs to.

An action is a generator that yields events (what happened) and needs (dice, rulings, choices). When it meets a need
nobody has answered yet it stops there; when the answer comes it runs again from the beginning, in the state it began
in, with all the answers so far. So a rule is written in the order the sheet tells it, and only commands and answers
are ever stored.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, cast

from msgspec.structs import replace

from heraut.kernel.engine import Case, ImpossibleEvent, Subject, on
from heraut.kernel.message import Chance, Command, Event, PublicEvent, Roll, rolls
from heraut.kernel.names import FATE, ORGANISER, ClauseId, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.model import Outcome, Total
from heraut.skirmish.need import DecisionNeed, DiceNeed, Faces, Need, NeedAnswer, Pool, RulingNeed, Set, refuse
from heraut.skirmish.settings import Rulings
from heraut.skirmish.state import ByGameMaster, FighterEvent, Pending, State

MOST_DICE, MOST_LEVEL = 30, 100
"""As much as a sheet may give."""
T = TypeVar("T")
Steps = Generator[Event | Need, Any, T]


class FightScene:
    """
    The state as an action plays on it.

    `past`, in simultaneous actions, is the state at the beginning of the exchange: rolls are read from it, effects are
    applied to the present [SK-PRI-4].
    """

    __slots__ = ("past", "state")

    def __init__(self, state: State, past: State | None = None) -> None:
        self.state = state
        self.past = past

    def now(self, who: str) -> Fighter:
        """The character as he is."""
        return self.state.fighters[who]

    def seen(self, who: str) -> Fighter:
        """The character as rolls read him."""
        return (self.past or self.state).fighters[who]

    @property
    def read(self) -> State:
        """The state that rolls are read from."""
        return self.past or self.state


@dataclass(frozen=True, slots=True)
class Throw:
    """A roll that was made, against its difficulty if it has one."""

    pool: Pool
    faces: tuple[int, ...]
    total: int
    critical: bool
    outcome: Outcome

    @property
    def success(self) -> bool:
        """Whether the difficulty was reached."""
        return self.outcome.success


Action = Callable[[FightScene, Command], Steps[None]]
Happens = Callable[[State, Event], tuple[Event, State]]
"""The event as it is told, and the state after it."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an action has come: what happened since the last answer, and what it waits for."""

    events: tuple[Event, ...]
    need: Need | None
    throws: tuple[Throw, ...] = ()
    """The rolls the action has made from its beginning."""


def run(action: Action, origin: State, command: Command, given: Sequence[NeedAnswer], happens: Happens) -> Progress:
    """Play the action with these answers, as far as it goes."""
    scene = FightScene(origin)
    steps = action(scene, command)
    supplied = iter(given)
    told: list[Event] = []
    throws: list[Throw] = []
    reply: object = None
    while True:
        try:
            met = steps.send(reply)
        except StopIteration:
            return Progress(tuple(told), None, tuple(throws))
        reply = None
        if isinstance(met, Event):
            event, scene.state = happens(scene.state, met)
            told.append(event)
        elif isinstance(met, RulingNeed) and origin.options.rulings is Rulings.SHEET:
            reply = met.offered
        else:
            waiting, reply, taken = _take(scene.state, met, supplied)
            if taken:
                told.clear()
            if waiting is not None:
                return Progress(tuple(told), waiting, tuple(throws))
            if isinstance(met, DiceNeed):
                throws += cast("tuple[Throw, ...]", reply)


def _take(state: State, need: Need, supplied: Iterator[NeedAnswer]) -> tuple[Need | None, object, bool]:
    """The reply to a need from the answers left, or the need as it stands when they run out."""
    taken = False
    faces: list[tuple[int, ...]] = []
    while not isinstance(need, DiceNeed) or len(faces) < len(need.pools):
        answer = next(supplied, None)
        if answer is None:
            return need, None, taken
        taken = True
        match answer:
            case Set(who, number, value) if isinstance(need, DiceNeed):
                need = overridden(need, who, number, value)
            case Faces(found):
                faces.append(found)
            case _:
                return None, answer, True
    return None, tuple(read(state, pool, found) for pool, found in zip(need.pools, faces, strict=True)), taken


def overridden(need: DiceNeed, who: str, number: str, value: int) -> DiceNeed:
    """The same dice with one number changed; a result that is set needs no dice."""

    def change(pool: Pool) -> Pool:
        if who not in ("", pool.who):
            return pool
        match number:
            case "dice":
                return replace(pool, dice=value)
            case "flat":
                return replace(pool, flat=value)
            case "difficulty":
                return replace(pool, difficulty=value)
            case _:
                return replace(pool, dice=0, flat=value, critical=False)

    return replace(need, pools=tuple(change(pool) for pool in need.pools))


def read(state: State, pool: Pool, faces: tuple[int, ...]) -> Throw:
    """The faces as the dice model reads them; those of a table, and a result without dice, are plain sums."""
    if pool.table or not pool.dice:
        total = Total(faces, sum(faces) + pool.flat, False)
    else:
        total = state.model.roll(pool.dice, pool.flat, iter(faces))
    if not pool.critical:
        total = Total(total.faces, total.total, False)
    difficulty = pool.difficulty
    if difficulty is None:
        outcome = Outcome(not total.critical, 0, 0)
    else:
        outcome = state.model.outcome(total.total, total.critical, difficulty)
    return Throw(pool, faces, total.total, total.critical, outcome)


# --- subjects


@dataclass(frozen=True)
class ActionPlay:
    """A command that begins an action: why it may be refused, and the steps it is played in."""

    kind: type[Command]
    check: Callable[[State, Command], Refusal | None]
    steps: Action


class FightSubject(Subject[State], frozen=True):
    """One subject of the fight: its actions, and what its events change."""

    plays: tuple[ActionPlay, ...] = ()


C = TypeVar("C", bound=Command)
F = TypeVar("F", bound=FighterEvent)


def play(
    kind: type[C], check: Callable[[State, C], Refusal | None], steps: Callable[[FightScene, C], Steps[None]]
) -> ActionPlay:
    """An action of a subject; that the three belong together is checked here, and only here."""
    return ActionPlay(kind, cast("Callable[[State, Command], Refusal | None]", check), cast("Action", steps))


def tell(kind: type[C], check: Callable[[State, C], Refusal | None], event: Callable[[State, C], Event]) -> ActionPlay:
    """A command that is judged and done: one event, which waits for nothing."""

    def steps(scene: FightScene, command: C) -> Steps[None]:
        yield event(scene.state, command)

    return play(kind, check, steps)


def on_fighter(kind: type[F], change: Callable[[Fighter, F], Fighter]) -> Case[State, State]:
    """An event about one character that changes him alone."""

    def changed(state: State, event: F) -> State:
        return replace(state, fighters={**state.fighters, event.who: change(state.fighters[event.who], event)})

    return on(kind, changed)


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


def answered(state: State, need: Need | None, command: Command) -> tuple[Event, ...] | Refusal:
    """What comes of an answer to what is due, or why it is none."""
    match command, need:
        case Roll(), DiceNeed():
            return _rolled(state, need, command.faces)
        case Override(), DiceNeed():
            return _overridden(state, need, command)
        case Rule(), RulingNeed():
            return _ruled(need, command)
        case Choose(), DecisionNeed():
            return _chosen(need, command)
        case _:
            return house(HouseCode.WRONG_PHASE, wanted(need))


def wanted(need: Need | None) -> str:
    """What is waited for, by the key of its sentence."""
    return "skirmish-roll" if isinstance(need, DiceNeed) or need is None else need.code


def _rolled(state: State, need: DiceNeed, faces: tuple[int, ...]) -> tuple[Event, ...] | Refusal:
    return chance(need).refusal(faces) or tuple(_rolls(state, need, iter(faces)))


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


def _overridden(state: State, need: DiceNeed, command: Override) -> tuple[Event, ...] | Refusal:
    """A number of a roll that is due, before it counts; a result that is set ends the roll [SK-GEN-6]."""
    if command.seat != ORGANISER:
        return house(HouseCode.NOT_YOUR_SEAT, command.seat)
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


def _ruled(need: RulingNeed, command: Rule) -> tuple[Event, ...] | Refusal:
    if command.seat != ORGANISER:
        return house(HouseCode.NOT_YOUR_SEAT, command.seat)
    if not need.low <= command.value <= need.high:
        return refuse(need.clause, "ruling-out-of-range", asked=command.value, allowed=f"{need.low}..{need.high}")
    return (Ruled(ruling=need.code, offered=need.offered, value=command.value, who=need.who, clause=need.clause),)


def _chosen(need: DecisionNeed, command: Choose) -> tuple[Event, ...] | Refusal:
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


def _take_answer(state: State, event: Event) -> State:
    pending = _pending(state, event)
    return replace(state, pending=replace(pending, answers=(*pending.answers, answer_of(event)), need=None))


def _pending(state: State, event: Event) -> Pending:
    if state.pending is None:
        raise ImpossibleEvent(state, event)
    return state.pending


SUBJECT = FightSubject(
    evolves=(
        on(Asked, lambda state, event: replace(state, pending=replace(_pending(state, event), need=event.need))),
        on(DiceRolled, _take_answer),
        on(Ruled, _take_answer),
        on(Chosen, _take_answer),
        on(Overridden, _take_answer),
        on(Ended, lambda state, _event: replace(state, pending=None)),
    )
)

"""Why a command is refused: each check returns a refusal, or None; and what no table would mean, beyond any limit."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import structs

from heraut.kernel.message import Command
from heraut.kernel.names import ORGANISER, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house, together
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.need import refuse
from heraut.skirmish.state import ByFighter, FightStep, OfFighter, State


def unknown(state: State, *ids: str) -> Refusal | None:
    """Characters that do not fight here."""
    wrong = next((id for id in ids if id not in state.fighters), None)
    return None if wrong is None else refuse("HOUSE-PHASE-1", "unknown-fighter", wrong)


def speaks_for(state: State, seat: Seat, who: str) -> Refusal | None:
    """A character is played from his own seat or the game master's."""
    if refusal := unknown(state, who):
        return refusal
    if seat not in (state.fighters[who].seat, ORGANISER):
        return house(HouseCode.NOT_YOUR_SEAT, seat)
    return None


def in_step(state: State, *steps: FightStep) -> Refusal | None:
    """The fight must stand at one of these steps."""
    return None if state.step in steps else house(HouseCode.WRONG_PHASE, state.step.value)


def celtic(state: State, clause: str) -> Refusal | None:
    """Terror and trophies belong to the Celtic setting."""
    return None if state.options.celtic else refuse(clause, "not-celtic")


def able(state: State, command: ByFighter) -> Refusal | None:
    """In the fight and free to do more than watch."""
    if refusal := speaks_for(state, command.seat, command.who):
        return refusal
    fighter = state.fighters[command.who]
    if fighter.out is not None:
        return refuse("SK-TER-10", "out", fighter.id)
    if fighter.long is not None:
        return refuse("SK-LNG-3", "in-long-action", fighter.id)
    if fighter.effect("at-bay") is not None:
        return refuse("SK-BAY-1", "at-bay", fighter.id)
    return refuse("SK-BAY-2", "cowed", fighter.id) if fighter.effect("cowed") is not None else None


def free_of_melee(state: State, who: str) -> Refusal | None:
    """Engaged, one can only fight hand to hand, dodge, do what takes no attention, or give orders [SK-ENG-4]."""
    return refuse("SK-ENG-4", "engaged", who) if state.foes(who) else None


def free_of_holds(state: State, who: str) -> Refusal | None:
    """Whoever is seized gets free by a dodge or a wound of two levels, and by nothing else [SK-GRP-3]."""
    return refuse("SK-GRP-3", "held", who) if state.hold_on(who) else None


def sound_of_limb(fighter: Fighter) -> Refusal | None:
    """An unusable leg or foot bears no run, jump, charge or acrobatics [SK-CRI-8]."""
    return refuse("SK-CRI-8", "lame", fighter.id) if fighter.lame else None


def may_react(
    state: State, command: ByFighter, *, swap: bool, movement: bool = False, dodge: bool = False
) -> Refusal | None:
    """Whether an undeclared action may begin now [SK-UND-1]."""
    if refusal := in_step(state, FightStep.OPENING, FightStep.ACTING) or able(state, command):
        return refusal
    fighter = state.fighters[command.who]
    if fighter.effect("frozen") is not None:
        return refuse("SK-SUR-3", "frozen", fighter.id)
    if fighter.rising and not dodge:
        return refuse("SK-POS-3", "rising", fighter.id)
    if fighter.acted and not movement and not dodge:
        return refuse("SK-TURN-7", "one-action", fighter.id)
    if swap and swappable(state, fighter) is None:
        return refuse("SK-ACT-4", "no-slot-to-swap", fighter.id, asked=state.segment)
    return None


def swappable(state: State, fighter: Fighter) -> int | None:
    """The slot an undeclared action may take the place of: this segment's, or a later one by setting [SK-ACT-4]."""
    if fighter.open_slot(state.segment):
        return state.segment
    if not state.options.swap_future_slot:
        return None
    return next((slot.segment for slot in fighter.slots if fighter.open_slot(slot.segment)), None)


def has_slot(state: State, command: ByFighter, target: str = "") -> Refusal | None:
    """Whether a declared action may be carried out now [SK-DECL-6]."""
    if (command.who, target) in state.exchanges:
        return (
            in_step(state, FightStep.ACTING)
            or speaks_for(state, command.seat, command.who)
            or _still_open(state, command)
        )
    if refusal := in_step(state, FightStep.ACTING) or able(state, command):
        return refusal
    fighter = state.fighters[command.who]
    if fighter.rising:
        return refuse("SK-POS-3", "rising", fighter.id)
    if refusal := _still_open(state, command):
        return refusal
    return refuse("SK-TURN-7", "one-action", fighter.id) if fighter.acted else None


def _still_open(state: State, command: ByFighter) -> Refusal | None:
    fighter = state.fighters[command.who]
    if fighter.open_slot(state.segment):
        return None
    return refuse("SK-DECL-6", "no-slot", fighter.id, asked=state.segment)


def may_attack(state: State, command: ByFighter, target: str) -> Refusal | None:
    """Whether an offensive action against this target may be carried out now, the order of the segment apart."""
    if refusal := has_slot(state, command, target) or unknown(state, target):
        return refusal
    fighter, foe = state.fighters[command.who], state.fighters[target]
    if foe.side == fighter.side:
        return refuse("HOUSE-PHASE-1", "same-side", foe.id)
    if foe.hidden:
        return refuse("HOUSE-PHASE-1", "unknown-fighter", target)
    if (flight := fighter.effect("fleeing")) is not None:
        return refuse(flight.clause, "fleeing", fighter.id)
    return None


def check_named(state: State, command: OfFighter) -> Refusal | None:
    """About a character who fights here."""
    return unknown(state, command.who)


# --- numbers, words and lists beyond any limit


USUAL = (-200, 200)
LIMITS = {"dice": (-30, 30), "distance": (0, 100_000), "wounds": (-50, 50), "fatigue": (-50, 50), "segments": (0, 1000)}
"""The least and the most of a field, whatever its command; the others are `USUAL`."""
LETTERS, MEN = 200, 200


def beyond_limits(command: Command) -> Refusal | None:
    """Every field of the command that is out of its limits."""
    return together(tuple(_beyond(command)))


def _beyond(command: Command) -> Iterator[Refusal]:
    for name, value in structs.asdict(command).items():
        field = f"{type(command).__name__}.{name}"
        match value:
            case bool():
                continue
            case int() | Fraction() as number:
                low, high = LIMITS.get(name, USUAL)
                if number < low or number > high:
                    asked = number if isinstance(number, int) and abs(number) < 10**9 else "…"
                    yield refuse("SK-GEN-6", "number-out-of-range", field, asked=asked, allowed=f"{low}..{high}")
            case str() if len(value) > LETTERS:
                yield refuse("SK-GEN-6", "too-long", field, asked=len(value), allowed=LETTERS)
            case tuple() if name != "answers" and (len(value) > MEN or any(len(str(one)) > LETTERS for one in value)):
                yield refuse("SK-GEN-6", "too-long", field, asked=len(value), allowed=MEN)

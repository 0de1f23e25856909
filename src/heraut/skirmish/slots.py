"""Declared actions: spent, swapped, delayed, lost, in a row; survival mode; long actions [sections 5 to 13]."""

from __future__ import annotations

from msgspec.structs import replace

from heraut.kernel.engine import on
from heraut.kernel.names import ORGANISER
from heraut.kernel.refusal import Refusal
from heraut.skirmish.checks import able, free_of_melee, in_step, may_react, speaks_for, swappable
from heraut.skirmish.effects import EffectChanged, gain
from heraut.skirmish.fighter import ActionSlot, Fate, Fighter, LongAction, Moment, Scope, Until, Use, refate
from heraut.skirmish.need import Part, refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, on_fighter, play
from heraut.skirmish.rolls import roll, rule
from heraut.skirmish.state import ByFighter, FighterEvent, FightStep, State, changed
from heraut.skirmish.tables import clause_of, number, slots


class Delay(ByFighter, frozen=True, kw_only=True):
    """Put the action of this segment off by some segments [SK-DLY-1]."""

    by: int = 1


class Survive(ByFighter, frozen=True, kw_only=True):
    """Switch to survival mode [SK-SRV-1]."""


class BeginLong(ByFighter, frozen=True, kw_only=True):
    """Begin a long action [SK-LNG-1]."""

    name: str
    segments: int = 0


class SlotUsed(FighterEvent, frozen=True, kw_only=True):
    """A declared action was spent on something."""

    segment: int
    use: str


class Acted(FighterEvent, frozen=True, kw_only=True):
    """An undeclared action that is no movement was begun in this segment [SK-TURN-7]."""


class SlotSwapped(FighterEvent, frozen=True, kw_only=True):
    """A declared action was given up for an undeclared one [SK-ACT-3]."""

    segment: int


class SlotStruck(FighterEvent, frozen=True, kw_only=True):
    """A lost action strikes a slot out [SK-CON-1]."""

    segment: int


class LossCarried(FighterEvent, frozen=True, kw_only=True):
    """
    A lost action waits for the next slot [SK-CON-2]; `first`: it strikes the first of the next turn only.

    It waits up to the end of the turn `until`; 0, in fights written before that was stored: of the next turn.
    """

    first: bool = False
    until: int = 0


class LossPaid(FighterEvent, frozen=True, kw_only=True):
    """A loss that waited has struck a slot."""

    first: bool = False


class SlotsDelayed(FighterEvent, frozen=True, kw_only=True):
    """The remaining slots moved; those beyond the last segment of the turn are lost [SK-DLY-2]."""

    by: int
    last: int = 5


class SlotsGivenUp(FighterEvent, frozen=True, kw_only=True):
    """The remaining slots are given up for a long action [SK-LNG-3]."""


class SurvivalDue(FighterEvent, frozen=True, kw_only=True):
    """Survival mode starts at that moment."""

    at: Moment


class SurvivalBegan(FighterEvent, frozen=True, kw_only=True):
    """Survival mode: a slot in every segment left, as with so many declared actions [SK-SRV-4]."""

    segments: tuple[int, ...]
    declared: int = 5


class LongBegan(FighterEvent, frozen=True, kw_only=True):
    """A long action begins; `patient`: whom it tends."""

    name: str
    segments: int = 0
    patient: str = ""


class LongKept(FighterEvent, frozen=True, kw_only=True):
    """A long action goes on for another turn."""


class LongEnded(FighterEvent, frozen=True, kw_only=True):
    """A long action is over."""


class PreparationLost(FighterEvent, frozen=True, kw_only=True):
    """The preparation is used or wasted."""


class OrderClosed(FighterEvent, frozen=True, kw_only=True):
    """The series is done, or interrupted and lost."""

    lost: bool = False


def spend(scene: FightScene, who: str, use: str) -> Steps[None]:
    """Use the declared action of this segment; what it breaks off is lost [SK-SPC-3, SK-CMD-9]."""
    fighter = scene.now(who)
    yield SlotUsed(who=who, segment=scene.state.segment, use=use)
    if fighter.prepared is not None and use != fighter.prepared.style:
        yield PreparationLost(who=who)
    if fighter.series is not None and use != "order":
        yield OrderClosed(who=who, lost=True)


def swap(scene: FightScene, who: str) -> Steps[None]:
    """Give up a declared action for an undeclared one, which then costs nothing [SK-ACT-3]."""
    fighter = scene.now(who)
    segment = swappable(scene.state, fighter)
    assert segment is not None
    yield SlotSwapped(who=who, segment=segment)
    yield from break_off(scene, who)


def break_off(scene: FightScene, who: str) -> Steps[None]:
    """What took several actions in a row is lost when one of them goes elsewhere."""
    fighter = scene.now(who)
    if fighter.prepared is not None:
        yield PreparationLost(who=who)
    if fighter.series is not None:
        yield OrderClosed(who=who, lost=True)


def pay_undeclared(scene: FightScene, who: str, action: str, *, swapped: bool, dodge: bool = False) -> Steps[None]:
    """
    Each undeclared action not swapped for a slot costs 1d on every later action of the turn [SK-UND-3].

    A wounded leg makes dodges dearer, swapped or not [SK-CRI-4].
    """
    extra = sum(found.dice for found in scene.now(who).effects if found.scope is Scope.DODGE_COST) if dodge else 0
    dice = extra + (0 if swapped else number("undeclared-cost"))
    if dice:
        yield gain(scene, who, "undeclared", "SK-UND-3", Until.TURN, scope=Scope.ACTIONS, dice=dice, of=action)


def lose_actions(scene: FightScene, who: str, count: int) -> Steps[None]:
    """
    Lost actions strike the next unused slots, or wait for the next turn [SK-CON-1, SK-CON-2].

    A slot being used at the same time in a simultaneous exchange is not struck [SK-PRI-4].
    """
    if scene.now(who).series is not None:
        yield OrderClosed(who=who, lost=True)
    answering = scene.state.answers(who)
    for _ in range(count):
        here = scene.state.segment
        left = [slot.segment for slot in scene.now(who).slots if slot.fate is Fate.OPEN and slot.segment >= here]
        left = [segment for segment in left if not (answering and segment == here)]
        if left:
            yield SlotStruck(who=who, segment=left[0])
        elif scene.state.options.lost_action_carries:
            yield LossCarried(who=who, until=scene.state.turn + 1)


def pay_losses(scene: FightScene, who: str) -> Steps[None]:
    """Losses that waited strike the first slots there are [SK-TURN-4, SK-SRV-12]."""
    fighter = scene.now(who)
    if fighter.forfeits_first:
        if fighter.slots and fighter.slots[0].fate is Fate.OPEN:
            yield SlotStruck(who=who, segment=fighter.slots[0].segment)
        yield LossPaid(who=who, first=True)
    while (left := _first_open(scene.now(who))) is not None and scene.now(who).losses:
        yield SlotStruck(who=who, segment=left)
        yield LossPaid(who=who)


def _first_open(fighter: Fighter) -> int | None:
    return next((slot.segment for slot in fighter.slots if slot.fate is Fate.OPEN), None)


def begin_survival(scene: FightScene, who: str) -> Steps[None]:
    """From now on as with five declared actions [SK-SRV-4]; not retroactive [SK-SRV-5, SK-SRV-6, SK-SRV-12]."""
    fighter = scene.now(who)
    if fighter.long is not None:
        yield LongEnded(who=who)
    gone = {slot.segment for slot in fighter.slots if slot.fate in (Fate.USED, Fate.SWAPPED, Fate.STRUCK)}
    last = number("segments")
    left = tuple(segment for segment in range(max(1, scene.state.segment), last + 1) if segment not in gone)
    yield SurvivalBegan(who=who, segments=left, declared=last)
    if fighter.effect("declared") is not None:
        yield EffectChanged(who=who, code="declared")
    yield gain(scene, who, "declared", "SK-SRV-4", Until.TURN, scope=Scope.ACTIONS, dice=slots()[last].penalty)
    if scene.state.segment:
        yield from pay_losses(scene, who)


def ask_survival(scene: FightScene, who: str) -> Steps[None]:
    """A reaction roll of 15 or more: now, or in the next segment [SK-SRV-2, SK-SRV-3]."""
    least = number("survival-difficulty")
    difficulty = yield from rule("skirmish-survival-difficulty", "SK-SRV-2", least, who=who, low=least)
    aims = (Part("survival", clause_of("survival-difficulty"), flat=difficulty),)
    throw = yield from roll(scene, who, "survival", "reaction", Use.FREE, "SK-SRV-2", aims=aims)
    if throw.success:
        yield from begin_survival(scene, who)
        return
    here = scene.state.now
    last = here.segment == number("segments")
    yield SurvivalDue(who=who, at=Moment(here.turn + 1, 1) if last else Moment(here.turn, here.segment + 1))


def may_survive(fighter: Fighter) -> bool:
    """Once is enough [SK-SRV-9]."""
    return fighter.out is None and not fighter.survival and fighter.survival_at is None


def delay(scene: FightScene, command: Delay) -> Steps[None]:
    """All the remaining slots move by as much [SK-DLY-1]."""
    last = number("segments")
    gone = any(slot.fate is Fate.OPEN and slot.segment + command.by > last for slot in scene.now(command.who).slots)
    yield SlotsDelayed(who=command.who, by=command.by, last=last)
    if gone:  # a lost slot breaks a series of orders [SK-CMD-9]
        yield from break_off(scene, command.who)


def check_delay(state: State, command: Delay) -> Refusal | None:
    """In the segment of the slot, before it is used [SK-DLY-3]."""
    if refusal := in_step(state, FightStep.OPENING, FightStep.ACTING) or able(state, command):
        return refusal
    fighter = state.fighters[command.who]
    if command.by < 1:
        return refuse("SK-DLY-1", "delay-too-short", fighter.id, asked=command.by, allowed=1)
    if not fighter.open_slot(state.segment):
        return refuse("SK-DLY-3", "no-slot", fighter.id, asked=state.segment)
    return None


def survive(scene: FightScene, command: Survive) -> Steps[None]:
    """The player's own decision [SK-SRV-1]."""
    yield from ask_survival(scene, command.who)


def check_survive(state: State, command: Survive) -> Refusal | None:
    """The game master can neither impose nor forbid it [SK-SRV-1]; one roll is enough [SK-SRV-9]."""
    if refusal := in_step(state, FightStep.OPENING, FightStep.ACTING) or speaks_for(state, command.seat, command.who):
        return refusal
    fighter = state.fighters[command.who]
    if command.seat == ORGANISER != fighter.seat:
        return refuse("SK-SRV-1", "survival-is-the-players", fighter.id)
    if fighter.out is not None:
        return refuse("SK-TER-10", "out", fighter.id)
    return None if may_survive(fighter) else refuse("SK-SRV-9", "survival-asked", fighter.id)


def begin_long(scene: FightScene, command: BeginLong) -> Steps[None]:
    """Something that takes longer than a segment."""
    yield from take_up_long(scene, command.who, command.name, command.segments)


def take_up_long(scene: FightScene, who: str, name: str, segments: int, patient: str = "") -> Steps[None]:
    """No slot is needed; those left are given up [SK-LNG-3]."""
    yield LongBegan(who=who, name=name, segments=segments, patient=patient)
    yield SlotsGivenUp(who=who)
    yield from break_off(scene, who)


def check_begin_long(state: State, command: ByFighter) -> Refusal | None:
    """At the beginning of a segment [SK-TURN-5], by somebody not engaged [SK-ENG-4]."""
    if refusal := in_step(state, FightStep.OPENING) or may_react(state, command, swap=False):
        return refusal
    return free_of_melee(state, command.who)


def _loss_carried(state: State, event: LossCarried) -> State:
    if event.first:
        return changed(state, event.who, forfeits_first=True)
    losses = state.fighters[event.who].losses + 1
    return changed(state, event.who, losses=losses, losses_until=event.until)


def _with_until(state: State, event: LossCarried) -> LossCarried:
    """At first it was not stored how long a loss waits."""
    return event if event.until or event.first else replace(event, until=state.turn + 1)


def _loss_paid(fighter: Fighter, event: LossPaid) -> Fighter:
    return replace(fighter, forfeits_first=False) if event.first else replace(fighter, losses=fighter.losses - 1)


def _slots_delayed(fighter: Fighter, event: SlotsDelayed) -> Fighter:
    def later(slot: ActionSlot) -> ActionSlot:
        if slot.fate is not Fate.OPEN:
            return slot
        moved = slot.segment + event.by
        return ActionSlot(moved) if moved <= event.last else ActionSlot(slot.segment, Fate.LOST)

    return replace(fighter, slots=tuple(later(slot) for slot in fighter.slots))


def _slots_given_up(fighter: Fighter, _event: SlotsGivenUp) -> Fighter:
    given = tuple(ActionSlot(slot.segment, Fate.LOST) if slot.fate is Fate.OPEN else slot for slot in fighter.slots)
    return replace(fighter, slots=given)


def _survival_began(fighter: Fighter, event: SurvivalBegan) -> Fighter:
    kept = tuple(slot for slot in fighter.slots if slot.segment not in event.segments)
    slots = tuple(sorted((*kept, *(ActionSlot(segment) for segment in event.segments)), key=lambda slot: slot.segment))
    return replace(fighter, survival=True, survival_at=None, declared=event.declared, slots=slots)


def _long_began(state: State, event: LongBegan) -> State:
    long = LongAction(event.name, state.now, event.segments, patient=event.patient)
    return changed(state, event.who, long=long)


def _long_kept(state: State, event: LongKept) -> State:
    long = state.fighters[event.who].long
    kept = long and replace(long, decided=True)
    return replace(changed(state, event.who, long=kept, declared=0), announced=True)


SUBJECT = FightSubject(
    plays=(
        play(Delay, check_delay, delay),
        play(Survive, check_survive, survive),
        play(BeginLong, check_begin_long, begin_long),
    ),
    evolves=(
        on_fighter(SlotUsed, lambda fighter, event: replace(refate(fighter, event.segment, Fate.USED), acted=True)),
        on_fighter(Acted, lambda fighter, _event: replace(fighter, acted=True)),
        on_fighter(SlotSwapped, lambda fighter, event: refate(fighter, event.segment, Fate.SWAPPED)),
        on_fighter(SlotStruck, lambda fighter, event: refate(fighter, event.segment, Fate.STRUCK)),
        on(LossCarried, _loss_carried),
        on_fighter(LossPaid, _loss_paid),
        on_fighter(SlotsDelayed, _slots_delayed),
        on_fighter(SlotsGivenUp, _slots_given_up),
        on_fighter(SurvivalDue, lambda fighter, event: replace(fighter, survival_at=event.at)),
        on_fighter(SurvivalBegan, _survival_began),
        on(LongBegan, _long_began),
        on(LongKept, _long_kept),
        on_fighter(LongEnded, lambda fighter, _event: replace(fighter, long=None)),
        on_fighter(PreparationLost, lambda fighter, _event: replace(fighter, prepared=None)),
        on_fighter(OrderClosed, lambda fighter, _event: replace(fighter, series=None)),
    ),
    completes=(on(LossCarried, _with_until),),
)

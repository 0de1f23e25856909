"""What actions cost: slots, dice, lost actions, survival mode."""

from __future__ import annotations

from heraut.kernel import ClauseId
from heraut.skirmish import events as e
from heraut.skirmish.asking import roll, rule
from heraut.skirmish.decide.checks import swappable
from heraut.skirmish.effect import Effect, Moment, Scope, Until, Use
from heraut.skirmish.fighter import Fate, Fighter
from heraut.skirmish.need import Part
from heraut.skirmish.procedure import Scene, Steps
from heraut.skirmish.tables import clause_of, number, slots


def spend(scene: Scene, who: str, use: str) -> Steps[None]:
    """Use the declared action of this segment; what it breaks off is lost [SK-SPC-3, SK-CMD-9]."""
    fighter = scene.now(who)
    yield e.SlotUsed(who=who, segment=scene.state.segment, use=use)
    if fighter.prepared is not None and use != fighter.prepared.style:
        yield e.PreparationLost(who=who)
    if fighter.series is not None and use != "order":
        yield e.OrderClosed(who=who, lost=True)


def swap(scene: Scene, who: str) -> Steps[None]:
    """Give up a declared action for an undeclared one, which then costs nothing [SK-ACT-3]."""
    fighter = scene.now(who)
    segment = swappable(scene.state, fighter)
    assert segment is not None
    yield e.SlotSwapped(who=who, segment=segment)
    yield from break_off(scene, who)


def break_off(scene: Scene, who: str) -> Steps[None]:
    """What took several actions in a row is lost when one of them goes elsewhere."""
    fighter = scene.now(who)
    if fighter.prepared is not None:
        yield e.PreparationLost(who=who)
    if fighter.series is not None:
        yield e.OrderClosed(who=who, lost=True)


def pay_undeclared(scene: Scene, who: str, action: str, *, swapped: bool, dodge: bool = False) -> Steps[None]:
    """
    Each undeclared action not swapped for a slot costs 1d on every later action of the turn [SK-UND-3].

    A wounded leg makes dodges dearer, swapped or not [SK-CRI-4].
    """
    extra = sum(found.dice for found in scene.now(who).effects if found.scope is Scope.DODGE_COST) if dodge else 0
    dice = extra + (0 if swapped else number("undeclared-cost"))
    if dice:
        yield gain(scene, who, "undeclared", "SK-UND-3", Until.TURN, scope=Scope.ACTIONS, dice=dice, of=action)


def gain(  # noqa: PLR0913  # an effect is made of that many things
    scene: Scene,
    who: str,
    code: str,
    clause: str,
    until: Until,
    *,
    scope: Scope = Scope.NONE,
    dice: int = 0,
    flat: int = 0,
    of: str = "",
    limit: int = 0,
) -> e.EffectGained:
    """An effect that begins now."""
    effect = Effect(
        code=code,
        clause=ClauseId(clause),
        since=scene.state.now,
        until=until,
        scope=scope,
        dice=dice,
        flat=flat,
        of=of,
        limit=limit,
    )
    return e.EffectGained(who=who, code=code, effect=effect)


def frighten(scene: Scene, who: str, dice: int, clause: str) -> Steps[None]:
    """Fear of several causes adds up [SK-TER-12]; it weighs on offensive actions [SK-TER-8]."""
    fear = scene.now(who).effect("fear")
    if fear is not None:
        yield e.EffectChanged(who=who, code="fear", dice=fear.dice + dice)
    else:
        yield gain(scene, who, "fear", clause, Until.FEAR, scope=Scope.OFFENSIVE, dice=dice)


def unbalance(scene: Scene, who: str, clause: str) -> e.EffectGained:
    """A failed acrobatic action: 1d until the end of the turn [SK-CON-5]."""
    dice = number("off-balance-dice")
    return gain(scene, who, "off-balance", clause, Until.TURN, scope=Scope.ACTIONS, dice=dice)


def lose_actions(scene: Scene, who: str, count: int) -> Steps[None]:
    """
    Lost actions strike the next unused slots, or wait for the next turn [SK-CON-1, SK-CON-2].

    A slot being used at the same time in a simultaneous exchange is not struck [SK-PRI-4].
    """
    if scene.now(who).series is not None:
        yield e.OrderClosed(who=who, lost=True)
    answering = any(key[0] == who for key in scene.state.exchanges)
    for _ in range(count):
        here = scene.state.segment
        left = [slot.segment for slot in scene.now(who).slots if slot.fate is Fate.OPEN and slot.segment >= here]
        left = [segment for segment in left if not (answering and segment == here)]
        if left:
            yield e.SlotStruck(who=who, segment=left[0])
        elif scene.state.options.lost_action_carries:
            yield e.LossCarried(who=who, until=scene.state.turn + 1)


def pay_losses(scene: Scene, who: str) -> Steps[None]:
    """Losses that waited strike the first slots there are [SK-TURN-4, SK-SRV-12]."""
    fighter = scene.now(who)
    if fighter.forfeits_first:
        if fighter.slots and fighter.slots[0].fate is Fate.OPEN:
            yield e.SlotStruck(who=who, segment=fighter.slots[0].segment)
        yield e.LossPaid(who=who, first=True)
    while (left := _first_open(scene.now(who))) is not None and scene.now(who).losses:
        yield e.SlotStruck(who=who, segment=left)
        yield e.LossPaid(who=who)


def _first_open(fighter: Fighter) -> int | None:
    return next((slot.segment for slot in fighter.slots if slot.fate is Fate.OPEN), None)


def begin_survival(scene: Scene, who: str) -> Steps[None]:
    """From now on as with five declared actions [SK-SRV-4]; not retroactive [SK-SRV-5, SK-SRV-6, SK-SRV-12]."""
    fighter = scene.now(who)
    if fighter.long is not None:
        yield e.LongEnded(who=who)
    gone = {slot.segment for slot in fighter.slots if slot.fate in (Fate.USED, Fate.SWAPPED, Fate.STRUCK)}
    last = number("segments")
    left = tuple(segment for segment in range(max(1, scene.state.segment), last + 1) if segment not in gone)
    yield e.SurvivalBegan(who=who, segments=left, declared=last)
    if fighter.effect("declared") is not None:
        yield e.EffectChanged(who=who, code="declared")
    yield gain(scene, who, "declared", "SK-SRV-4", Until.TURN, scope=Scope.ACTIONS, dice=slots()[last].penalty)
    if scene.state.segment:
        yield from pay_losses(scene, who)


def ask_survival(scene: Scene, who: str) -> Steps[None]:
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
    yield e.SurvivalDue(who=who, at=Moment(here.turn + 1, 1) if last else Moment(here.turn, here.segment + 1))


def may_survive(fighter: Fighter) -> bool:
    """Once is enough [SK-SRV-9]."""
    return fighter.out is None and not fighter.survival and fighter.survival_at is None

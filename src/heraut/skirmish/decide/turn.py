"""The turn: reactions, announcements, five segments [SK-TURN-4, SK-TURN-5, SK-TURN-6]."""

from __future__ import annotations

from heraut.kernel import ORGANISER, HouseCode, Refusal, house
from heraut.skirmish import commands as c
from heraut.skirmish import events as e
from heraut.skirmish.decide.checks import able, in_step, is_game_master, may_react, speaks_for
from heraut.skirmish.decide.economy import (
    ask_survival,
    begin_survival,
    break_off,
    gain,
    may_survive,
    pay_losses,
)
from heraut.skirmish.decide.harm import fall_out, harm
from heraut.skirmish.effect import Moment, Scope, Until, Use
from heraut.skirmish.pools import build, level_of
from heraut.skirmish.procedure import Scene, Steps, ask_trait, roll_each
from heraut.skirmish.refusing import refuse
from heraut.skirmish.state import Fate, Fighter, State, Step
from heraut.skirmish.tables import number, slots

# --- the opening of a turn


def begin_fight(scene: Scene, _command: c.BeginFight) -> Steps[None]:
    """The first turn."""
    yield e.FightBegan()
    yield from open_turn(scene)


def check_begin_fight(state: State, command: c.BeginFight) -> Refusal | None:
    """Once, by the game master."""
    return is_game_master(command.seat) or in_step(state, Step.BEFORE)


def open_turn(scene: Scene) -> Steps[None]:
    """Survival mode that is due, reaction rolls, the order of announcing [SK-TURN-2, SK-TURN-4]."""
    yield e.TurnBegan(turn=scene.state.turn + 1)
    for fighter in tuple(scene.state.active):
        if fighter.survival_at is not None and fighter.survival_at <= Moment(scene.state.turn, 1):
            yield from begin_survival(scene, fighter.id)
    yield from react_all(scene, tuple(fighter.id for fighter in scene.state.active))
    yield e.OrderSet(order=announcing_order(scene.state))
    if next_announcer(scene.state) is None:
        yield from close_announcements(scene)


def react_all(scene: Scene, ids: tuple[str, ...]) -> Steps[None]:
    """Reaction rolls of many at once; no critical failure is looked for [SK-DICE-13]."""
    for who in ids:
        yield from ask_trait(scene, who, "reaction")
    pools = [build(scene.state, scene.now(who), "reaction", "reaction", Use.FREE, critical=False) for who in ids]
    thrown = yield from roll_each(scene, pools, "SK-TURN-2")
    for who in ids:
        yield e.ReactionRead(who=who, total=thrown[who].total)


def announcing_order(state: State) -> tuple[str, ...]:
    """The slowest first; ties by reaction level, then roster order [SK-TURN-3]."""
    quickness = sorted(state.active, key=lambda one: (one.reaction or 0, level_of(one, "reaction")))
    return tuple(fighter.id for fighter in quickness)


def next_announcer(state: State) -> Fighter | None:
    """Who must speak now: first those in a long action, who go on or stop, then the order of announcing."""
    waiting = [state.fighters[who] for who in state.order]
    waiting = [fighter for fighter in waiting if fighter.out is None and fighter.declared is None]
    undecided = (fighter for fighter in waiting if fighter.long is not None)
    return next(undecided, waiting[0] if waiting else None)


def reorder(_scene: Scene, command: c.Reorder) -> Steps[None]:
    """The game master's order of announcing."""
    yield e.OrderSet(order=command.order)


def check_reorder(state: State, command: c.Reorder) -> Refusal | None:
    """Before the first announcement only, everybody once."""
    if refusal := is_game_master(command.seat) or in_step(state, Step.ANNOUNCING):
        return refusal
    if state.announced or sorted(command.order) != sorted(state.order):
        return refuse("SK-TURN-3", "reorder-too-late")
    return None


def go_on(scene: Scene, command: c.GoOn) -> Steps[None]:
    """Keep a long action for this turn, or stop it and announce [SK-LNG-2]."""
    if not command.on:
        yield e.LongEnded(who=command.who)
        return
    yield e.LongKept(who=command.who)
    if next_announcer(scene.state) is None:
        yield from close_announcements(scene)


def check_go_on(state: State, command: c.GoOn) -> Refusal | None:
    """At the start of a turn, for a character in a long action."""
    if refusal := in_step(state, Step.ANNOUNCING) or speaks_for(state, command.seat, command.who):
        return refusal
    fighter = state.fighters[command.who]
    if fighter.long is None or fighter.declared is not None:
        return refuse("SK-LNG-2", "no-long-action", fighter.name)
    return None


def announce(scene: Scene, command: c.Announce) -> Steps[None]:
    """The number fixes the slots and the price of the whole turn [SK-DECL-2, SK-DECL-3]."""
    row = slots()[command.actions]
    yield e.Announced(who=command.who, actions=command.actions, segments=row.segments)
    if row.penalty:
        yield gain(scene, command.who, "declared", "SK-DECL-3", Until.TURN, scope=Scope.ACTIONS, dice=row.penalty)
    if next_announcer(scene.state) is None:
        yield from close_announcements(scene)


def check_announce(state: State, command: c.Announce) -> Refusal | None:
    """In turn, once, from none to five."""
    if refusal := in_step(state, Step.ANNOUNCING) or speaks_for(state, command.seat, command.who):
        return refusal
    fighter = state.fighters[command.who]
    expected = next_announcer(state)
    if fighter.declared is not None:
        return refuse("SK-DECL-1", "already-announced", fighter.name)
    if expected is None or expected.id != command.who:
        return refuse("SK-TURN-2", "not-your-turn-to-announce", None if expected is None else _shown_name(expected))
    if fighter.long is not None:
        return refuse("SK-LNG-3", "in-long-action", fighter.name)
    if not 0 <= command.actions <= number("segments"):
        return refuse("SK-DECL-2", "too-many-actions", fighter.name, asked=command.actions, allowed=number("segments"))
    return None


def _shown_name(fighter: Fighter) -> str:
    return "?" if fighter.hidden else fighter.name


def close_announcements(scene: Scene) -> Steps[None]:
    """Losses that waited strike out slots, then segment 1 [SK-TURN-4]."""
    for fighter in tuple(scene.state.active):
        yield from pay_losses(scene, fighter.id)
    yield from begin_segment(scene, 1)


# --- segments


def begin_segment(scene: Scene, segment: int) -> Steps[None]:
    """Survival mode due now starts; falling bodies fall on [SK-TURN-5]."""
    yield e.SegmentBegan(segment=segment)
    for fighter in tuple(scene.state.active):
        if fighter.survival_at is not None and fighter.survival_at <= scene.state.now:
            yield from begin_survival(scene, fighter.id)
    for fighter in tuple(scene.state.fighters.values()):
        if fighter.falling:
            yield e.Falling(who=fighter.id, segments=fighter.falling + 1)


def proceed(scene: Scene, _command: c.Proceed) -> Steps[None]:
    """From the beginning of the segment to its actions, and on to the next segment or turn."""
    if scene.state.step is Step.OPENING:
        yield e.OpeningClosed(segment=scene.state.segment)
        return
    yield from end_segment(scene)
    if scene.state.segment < number("segments"):
        yield from begin_segment(scene, scene.state.segment + 1)
        return
    yield from end_turn(scene)
    yield from open_turn(scene)


def check_proceed(state: State, command: c.Proceed) -> Refusal | None:
    """The game master keeps the clock."""
    return is_game_master(command.seat) or in_step(state, Step.OPENING, Step.ACTING)


def end_segment(scene: Scene) -> Steps[None]:
    """Slots not used vanish and break what needed actions in a row; those getting up rise."""
    segment = scene.state.segment
    for fighter in tuple(scene.state.active):
        if fighter.open_slot(segment):
            yield from break_off(scene, fighter.id)
        if fighter.rising > 1:
            yield e.RiseBegan(who=fighter.id, segments=fighter.rising - 1)
        elif fighter.rising:
            yield e.PostureTaken(who=fighter.id, posture="standing")
        if fighter.long is not None and fighter.long.segments and _lasted(scene, fighter) >= fighter.long.segments:
            yield e.LongEnded(who=fighter.id)
    yield e.SegmentEnded(segment=segment)


def _lasted(scene: Scene, fighter: Fighter) -> int:
    assert fighter.long is not None
    since, here = fighter.long.since, scene.state.now
    return (here.turn - since.turn) * number("segments") + here.segment - since.segment + 1


def end_turn(scene: Scene) -> Steps[None]:
    """Fear falls by 1d [SK-TER-11], deadlines pass [SK-CRI-5], the turn's conditions end [SK-TURN-6]."""
    turn = scene.state.turn
    for fighter in tuple(scene.state.fighters.values()):
        fear = fighter.effect("fear")
        if fear is not None:
            yield e.EffectChanged(who=fighter.id, code="fear", dice=fear.dice - number("fear-fall"))
        dying = next((found for found in fighter.effects if found.until is Until.DEADLINE), None)
        if dying is not None and turn >= dying.limit:
            yield e.EffectChanged(who=fighter.id, code=dying.code)
            yield from fall_out(scene, fighter.id, "dead")
    yield e.TurnEnded(turn=turn)


def yield_first(_scene: Scene, command: c.Yield) -> Steps[None]:
    """Whoever may arrange the segment may also let the other go first."""
    yield e.Yielded(who=command.who)


def check_yield(state: State, command: c.Yield) -> Refusal | None:
    """With an unused slot of this segment."""
    if refusal := in_step(state, Step.ACTING) or speaks_for(state, command.seat, command.who):
        return refusal
    fighter = state.fighters[command.who]
    if fighter.yielded or not fighter.open_slot(state.segment):
        return refuse("SK-PRI-2", "nothing-to-yield", fighter.name)
    return None


def delay(scene: Scene, command: c.Delay) -> Steps[None]:
    """All the remaining slots move by as much [SK-DLY-1]."""
    last = number("segments")
    gone = any(slot.fate is Fate.OPEN and slot.segment + command.by > last for slot in scene.now(command.who).slots)
    yield e.SlotsDelayed(who=command.who, by=command.by)
    if gone:  # a lost slot breaks a series of orders [SK-CMD-9]
        yield from break_off(scene, command.who)


def check_delay(state: State, command: c.Delay) -> Refusal | None:
    """In the segment of the slot, before it is used [SK-DLY-3]."""
    if refusal := in_step(state, Step.OPENING, Step.ACTING) or able(state, command):
        return refusal
    fighter = state.fighters[command.who]
    if command.by < 1:
        return refuse("SK-DLY-1", "delay-too-short", fighter.name, asked=command.by, allowed=1)
    if not fighter.open_slot(state.segment):
        return refuse("SK-DLY-3", "no-slot", fighter.name, asked=state.segment)
    return None


def survive(scene: Scene, command: c.Survive) -> Steps[None]:
    """The player's own decision [SK-SRV-1]."""
    yield from ask_survival(scene, command.who)


def check_survive(state: State, command: c.Survive) -> Refusal | None:
    """The game master can neither impose nor forbid it [SK-SRV-1]; one roll is enough [SK-SRV-9]."""
    if refusal := in_step(state, Step.OPENING, Step.ACTING) or speaks_for(state, command.seat, command.who):
        return refusal
    fighter = state.fighters[command.who]
    if command.seat == ORGANISER != fighter.seat:
        return refuse("SK-SRV-1", "survival-is-the-players", fighter.name)
    if fighter.out is not None:
        return refuse("SK-TER-10", "out", fighter.name)
    return None if may_survive(fighter) else refuse("SK-SRV-9", "survival-asked", fighter.name)


# --- long actions, the end


def begin_long(scene: Scene, command: c.BeginLong) -> Steps[None]:
    """No slot is needed; those left are given up [SK-LNG-3]."""
    yield e.LongBegan(who=command.who, name=command.name, segments=command.segments)
    yield e.SlotsGivenUp(who=command.who)
    yield from break_off(scene, command.who)


def check_begin_long(state: State, command: c.BeginLong) -> Refusal | None:
    """At the beginning of a segment [SK-TURN-5]."""
    return in_step(state, Step.OPENING) or may_react(state, command, swap=False)


def end_long(scene: Scene, command: c.EndLong) -> Steps[None]:
    """The game master ends it, perhaps shortening a distance for some fatigue [SK-LNG-5]."""
    yield e.LongEnded(who=command.who)
    if command.fatigue:
        yield from harm(scene, command.who, 0, command.fatigue)


def check_end_long(state: State, command: c.EndLong) -> Refusal | None:
    """Of a character in one."""
    if refusal := is_game_master(command.seat) or speaks_for(state, command.seat, command.who):
        return refusal
    if state.fighters[command.who].long is None or command.fatigue < 0:
        return refuse("SK-LNG-4", "no-long-action", state.fighters[command.who].name)
    return None


def end_fight(_scene: Scene, _command: c.EndFight) -> Steps[None]:
    """The fight is over."""
    yield e.FightEnded()


def check_end_fight(state: State, command: c.EndFight) -> Refusal | None:
    """By the game master, once."""
    if refusal := is_game_master(command.seat):
        return refusal
    return house(HouseCode.WRONG_PHASE, state.step.value) if state.step is Step.OVER else None

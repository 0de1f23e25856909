"""What one may see of a fight, built up from nothing."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from heraut.kernel.message import Awaited
from heraut.kernel.names import FATE, OFFICIALS, ORGANISER, ClauseId, Seat
from heraut.skirmish.answers import chance
from heraut.skirmish.chances import ChanceView, ThreatView, chances
from heraut.skirmish.ending import still_turns
from heraut.skirmish.engagement import listed, relations
from heraut.skirmish.fighter import ActionSlot, Effect, Fighter, Reflex, Temperament, Until
from heraut.skirmish.need import DecisionNeed, DiceNeed, Need, RulingNeed
from heraut.skirmish.pace import PassedOver, passed_over
from heraut.skirmish.secrecy import UNSEEN, as_suspected, owns, sees, waits_unseen
from heraut.skirmish.settings import FightOptions
from heraut.skirmish.sheet import CharacterSheet, TrophyHead
from heraut.skirmish.state import Duel, FightStep, Hold, State, Stuck, Tactic, next_announcer
from heraut.skirmish.turn import segments_left


class OwnView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What only a character's player and the game master see of him."""

    sheet: CharacterSheet
    effects: tuple[Effect, ...] = ()
    losses: int = 0
    survival_due: bool = False
    prepared: str = ""
    orders_spent: int = 0
    orders_needed: int = 0
    heads: tuple[TrophyHead, ...] = ()
    chances: tuple[ChanceView, ...] = ()
    planned: int | None = None
    reflex: Reflex | None = None
    entrusted: Temperament | None = None


class FighterView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A character as those who see him see him: commands go by his id, people read his name."""

    id: str
    called: str = msgspec.field(default="", name="name")
    kind: str
    side: str
    side_called: str = msgspec.field(default="", name="side_name")
    seat: Seat
    chief: str = ""
    unit: str = ""
    unit_called: str = msgspec.field(default="", name="unit_name")
    hidden: bool = False
    reaction: int | None = None
    declared: int | None = None
    survival: bool = False
    slots: tuple[ActionSlot, ...] = ()
    wounds: int = 0
    fatigue: int = 0
    posture: str = "standing"
    held: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    speed: Fraction | None = None
    out: str | None = None
    long: str = ""
    long_left: int = 0
    """Segments his long action still takes, this one counted; 0 where nobody has said how long it takes."""
    falling: int = 0
    rising: int = 0
    dodged: bool = False
    uncommanded: bool = False
    conditions: tuple[str, ...] = ()
    foes: tuple[str, ...] = ()
    own: OwnView | None = None

    @property
    def name(self) -> str:
        """How he is called; told apart from his id only where the two differ."""
        return self.called or self.id

    @property
    def side_name(self) -> str:
        """How his side is called."""
        return self.side_called or self.side

    @property
    def unit_name(self) -> str:
        """How those are called he is commanded with."""
        return self.unit_called or self.unit


class OrderView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Two opponents: who goes first (nobody: both at once), and by which clause."""

    one: str
    other: str
    first: str | None
    clause: ClauseId


class FightView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A fight as one viewer may see it."""

    step: FightStep
    turn: int
    segment: int
    options: FightOptions
    fighters: tuple[FighterView, ...]
    actors: tuple[str, ...] = ()
    orders: tuple[OrderView, ...] = ()
    due: Need | None = None
    busy: bool = False
    threat: ThreatView | None = None
    at_once: bool = False
    one_by_one: bool = False
    holds: tuple[Hold, ...] = ()
    stuck: tuple[Stuck, ...] = ()
    tactics: tuple[tuple[str, Tactic], ...] = ()
    slowed: tuple[tuple[str, Fraction], ...] = ()
    duel: Duel | None = None
    report: tuple[tuple[str, Effect], ...] = ()
    still: int = 0
    """Turns without a blow, once they are enough to call the fight off."""
    passed_over: tuple[PassedOver, ...] = ()
    """The hidden characters whom going on would pass over: the game master's to know."""

    def name_of(self, id: str) -> str:
        """How somebody in sight is called."""
        return next((fighter.name for fighter in self.fighters if fighter.id == id), id)


def fight_view(state: State, viewer: Seat | None, threat: ThreatView | None = None) -> FightView:
    """The fight as the viewer may see it: hidden enemies, secret rolls and surprise are not there."""
    state = as_suspected(state, viewer)
    seen = {fighter.id: fighter for fighter in state.fighters.values() if sees(viewer, fighter)}
    need = state.pending.need if state.pending is not None else None
    unseen = waits_unseen(state, viewer)
    return FightView(
        step=state.step,
        turn=state.turn,
        segment=state.segment,
        options=state.options,
        fighters=tuple(_fighter(state, fighter, viewer, seen) for fighter in seen.values()),
        actors=tuple(fighter.id for fighter in listed(state) if fighter.id in seen) if state.segment else (),
        orders=tuple(_orders(state, seen)),
        due=None if unseen else need,
        busy=unseen or need is not None,
        threat=threat if not unseen and isinstance(need, DecisionNeed) and viewer in (need.seat, *OFFICIALS) else None,
        at_once=state.rolls_at_once,
        one_by_one=state.stops_everywhere,
        holds=tuple(hold for hold in state.holds if hold.grappler in seen and hold.held in seen),
        stuck=tuple(stuck for stuck in state.stuck if stuck.owner in seen and stuck.victim in seen),
        tactics=tuple((chief, _tactic(tactic, seen)) for chief, tactic in state.tactics.items() if chief in seen),
        slowed=tuple((who, by) for who, by in state.slowed.items() if not who or who in seen),
        duel=state.duel,
        report=tuple(_report(seen)) if state.step is FightStep.OVER else (),
        still=still_turns(state),
        passed_over=passed_over(state) if viewer in OFFICIALS and state.pending is None else (),
    )


def _fighter(state: State, fighter: Fighter, viewer: Seat | None, seen: dict[str, Fighter]) -> FighterView:
    return FighterView(
        id=fighter.id,
        called=fighter.called,
        kind=fighter.sheet.name,
        side=fighter.side,
        side_called=state.names.get(fighter.side, ""),
        seat=fighter.seat,
        chief=fighter.chief if fighter.chief in seen else "",
        unit=fighter.unit,
        unit_called=state.names.get(fighter.unit, ""),
        hidden=fighter.hidden,
        reaction=fighter.reaction if fighter.reaction_anew is None else fighter.reaction_anew,
        declared=fighter.declared,
        survival=fighter.survival,
        slots=fighter.slots,
        wounds=fighter.wounds,
        fatigue=fighter.fatigue,
        posture=fighter.posture.value,
        held=fighter.held,
        dropped=fighter.dropped,
        speed=fighter.motion.speed if fighter.motion is not None else None,
        out=fighter.out.value if fighter.out is not None else None,
        long=fighter.long.name if fighter.long is not None else "",
        long_left=segments_left(fighter, state.now),
        falling=fighter.falling,
        rising=fighter.rising,
        dodged=fighter.dodge is not None,
        uncommanded=fighter.uncommanded,
        conditions=tuple(dict.fromkeys(effect.code for effect in fighter.effects)),
        foes=tuple(foe for foe in state.foes(fighter.id) if foe in seen),
        own=_own(state, fighter, seen) if owns(viewer, fighter) else None,
    )


def _own(state: State, fighter: Fighter, seen: dict[str, Fighter]) -> OwnView:
    return OwnView(
        sheet=fighter.sheet,
        effects=fighter.effects,
        losses=fighter.losses,
        survival_due=fighter.survival_at is not None,
        prepared=fighter.prepared.style if fighter.prepared is not None else "",
        orders_spent=fighter.series.spent if fighter.series is not None else 0,
        orders_needed=fighter.series.needed if fighter.series is not None else 0,
        heads=fighter.heads,
        chances=tuple(chances(state, fighter, seen)),
        planned=state.plans.get(fighter.id),
        reflex=fighter.reflex,
        entrusted=fighter.entrusted,
    )


def _orders(state: State, seen: dict[str, Fighter]) -> Iterator[OrderView]:
    """Who goes first, pair by pair."""
    for one, other, found in relations(state):
        if one in seen and other in seen:
            yield OrderView(one, other, found.first, found.clause)


def _tactic(tactic: Tactic, seen: dict[str, Fighter]) -> Tactic:
    return Tactic(tactic.gain, tactic.bonus, tuple(man for man in tactic.men if man in seen))


def _report(seen: dict[str, Fighter]) -> Iterator[tuple[str, Effect]]:
    """What a fight leaves behind: wounds that last, hourly rolls, care that is needed [SK-CRI-5]."""
    for fighter in seen.values():
        for effect in fighter.effects:
            lasting = effect.until in (Until.RECOVERY, Until.DEADLINE, Until.LIFTED)
            if lasting and effect.clause.startswith(("SK-CRI", "SK-PRE")):
                yield fighter.id, effect


def awaits(state: State, viewer: Seat | None) -> tuple[Awaited, ...]:
    """What the fight waits for, as far as the viewer may know; nothing once it is over."""
    if waits_unseen(state, viewer):
        return (Awaited(ORGANISER, UNSEEN, ClauseId("SK-TURN-1")),)
    if state.pending is not None and state.pending.need is not None:
        return (_need(state.pending.need),)
    match state.step:
        case FightStep.BEFORE:
            begins = "skirmish-begin" if state.options.celtic else "skirmish-begin-plainly"
            return (Awaited(ORGANISER, begins, ClauseId("SK-TURN-1")),)
        case FightStep.ANNOUNCING:
            return tuple(_announcement(state))
        case FightStep.OPENING:
            return (Awaited(ORGANISER, "skirmish-opening", ClauseId("SK-TURN-5"), subject=state.segment),)
        case FightStep.ACTING:
            return (
                *_actors(state, viewer),
                Awaited(ORGANISER, "skirmish-proceed", ClauseId("SK-TURN-5"), subject=state.segment),
            )
        case _:
            return ()


def _need(need: Need) -> Awaited:
    if isinstance(need, DiceNeed):
        subject = ", ".join(pool.who for pool in need.pools)
        return Awaited(FATE, "skirmish-roll", need.clause, chance=chance(need), subject=subject)
    seat: Seat = ORGANISER if isinstance(need, RulingNeed) else need.seat
    return Awaited(seat, need.code, need.clause, subject=need.who)


def _announcement(state: State) -> Iterator[Awaited]:
    fighter = next_announcer(state)
    if fighter is not None:
        code = "skirmish-announce" if fighter.long is None else "skirmish-go-on"
        yield Awaited(fighter.seat, code, ClauseId("SK-TURN-2"), subject=fighter.id)


def _actors(state: State, viewer: Seat | None) -> Iterator[Awaited]:
    for fighter in listed(as_suspected(state, viewer)):
        if fighter.open_slot(state.segment) and fighter.long is None and sees(viewer, fighter):
            yield Awaited(fighter.seat, "skirmish-act", ClauseId("SK-DECL-6"), subject=fighter.id)

"""Who is engaged with whom, who holds whom, and who goes first in a segment [SK-PRI-7]."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from heraut.kernel.engine import on
from heraut.kernel.message import PublicEvent
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.skirmish.checks import in_step, speaks_for
from heraut.skirmish.fighter import Fighter, Until
from heraut.skirmish.need import refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, on_fighter, tell
from heraut.skirmish.sheet import WeaponDelivery
from heraut.skirmish.state import Between, ByFighter, FighterEvent, FightStep, Hold, Precedence, State, changed, pair
from heraut.skirmish.tables import number


class Yield(ByFighter, frozen=True, kw_only=True):
    """Let the others act first in this segment: whoever may arrange it may do so [SK-PRI-2]."""


class Engaged(Between, frozen=True, kw_only=True):
    """Two characters are in melee."""


class Parted(Between, frozen=True, kw_only=True):
    """Two characters are no longer in melee."""


class Seized(Between, frozen=True, kw_only=True):
    """A character is held."""

    total: int
    restraint: int


class HoldEnded(Between, frozen=True, kw_only=True):
    """A hold is over."""


class Yielded(FighterEvent, frozen=True, kw_only=True):
    """A character lets the others go first."""


class PrecedenceSet(PublicEvent, frozen=True, kw_only=True):
    """Who acts first of two, in this segment, and by which clause."""

    first: str
    second: str
    clause: ClauseId = ClauseId("SK-BAY-3")


class ExchangeOpened(Between, frozen=True, kw_only=True):
    """Simultaneous actions: the second may still answer as he was before [SK-PRI-4]."""


class ExchangeClosed(Between, frozen=True, kw_only=True):
    """The answer was given."""


def precedence(state: State, one: str, other: str, *, melee: bool) -> Precedence:
    """Who of two opponents goes first in this segment; `melee`: both would strike with what they hold."""
    if (settled := state.precedence.get(pair(one, other))) is not None:
        return settled
    a, b = state.fighters[one], state.fighters[other]
    a_acts, b_acts = a.open_slot(state.segment), b.open_slot(state.segment)
    if melee and a_acts and b_acts and (longer := _longer(a, b)) is not None:
        return longer
    if a_acts != b_acts:
        holder = a if a_acts else b
        if holder.surprise is None:
            return Precedence(holder.id, ClauseId("SK-PRI-2"))
    return _quicker(a, b, ClauseId("SK-PRI-3" if a_acts or b_acts else "SK-PRI-6"))


def _longer(a: Fighter, b: Fighter) -> Precedence | None:
    """A long weapon strikes before a short one, the longer of two before the other [SK-WPN-3, SK-WPN-4]."""
    mine, theirs = a.main_weapon, b.main_weapon
    if mine.long != theirs.long:
        return Precedence(a.id if mine.long else b.id, ClauseId("SK-WPN-3"))
    if mine.long and mine.length != theirs.length:
        return Precedence(a.id if mine.length > theirs.length else b.id, ClauseId("SK-WPN-4"))
    return None


def _quicker(a: Fighter, b: Fighter, clause: ClauseId) -> Precedence:
    lead = reaction(a) - reaction(b)
    if abs(lead) < number("initiative-lead"):
        return Precedence(None, ClauseId("SK-PRI-4"))
    return Precedence(a.id if lead > 0 else b.id, clause)


def reaction(fighter: Fighter) -> int:
    """The reaction that counts in comparisons: the turn's or this segment's [SK-PRI-5], modified for surprise."""
    rolled = fighter.reaction if fighter.reaction_anew is None else fighter.reaction_anew
    return (rolled or 0) + (fighter.surprise or 0)


def waits_for(state: State, who: str, target: str, *, melee: bool) -> str | None:
    """The opponent who must act, or let him go first, before he may."""
    for other in dict.fromkeys((target, *state.foes(who))):
        rival = state.fighters[other]
        ready = rival.out is None and rival.open_slot(state.segment) and not rival.yielded
        if other != who and ready and precedence(state, who, other, melee=melee).first == other:
            return other
    return None


def in_order(state: State, who: str, target: str, *, melee: bool) -> Refusal | None:
    """Nobody acts before an opponent who has the right to go first and has not yielded it [SK-PRI-2, SK-PRI-3]."""
    if (who, target) in state.exchanges:
        return None
    rival = waits_for(state, who, target, melee=melee)
    if rival is None:
        return None
    return refuse(precedence(state, who, rival, melee=melee).clause, "not-first", state.fighters[rival].id)


def begin_exchange(scene: FightScene, who: str, target: str, *, melee: bool) -> Steps[None]:
    """
    Simultaneous actions [SK-PRI-4].

    The first to speak opens the exchange, if the other could answer in this segment; the answer is rolled in the
    state the exchange began in.
    """
    state = scene.state
    if (who, target) in state.exchanges:
        scene.past = state.exchanges[who, target]
        yield ExchangeClosed(who=who, target=target)
        return
    answers = state.fighters[target].open_slot(state.segment) and state.fighters[target].out is None
    if answers and precedence(state, who, target, melee=melee).first is None:
        yield ExchangeOpened(who=target, target=who)


def check_yield(state: State, command: Yield) -> Refusal | None:
    """With an unused slot of this segment."""
    if refusal := in_step(state, FightStep.ACTING) or speaks_for(state, command.seat, command.who):
        return refusal
    fighter = state.fighters[command.who]
    if fighter.yielded or not fighter.open_slot(state.segment):
        return refuse("SK-PRI-2", "nothing-to-yield", fighter.id)
    return None


def _seized(state: State, event: Seized) -> State:
    hold = Hold(event.who, event.target, event.total, event.restraint)
    return replace(state, holds=(*_without(state, event), hold))


def _hold_ended(state: State, event: HoldEnded) -> State:
    effects = state.fighters[event.target].effects
    kept = tuple(effect for effect in effects if (effect.until, effect.of) != (Until.HOLD, event.who))
    return replace(changed(state, event.target, effects=kept), holds=_without(state, event))


def _without(state: State, event: Seized | HoldEnded) -> tuple[Hold, ...]:
    return tuple(hold for hold in state.holds if (hold.grappler, hold.held) != (event.who, event.target))


def _precedence_set(state: State, event: PrecedenceSet) -> State:
    first = Precedence(event.first, event.clause)
    return replace(state, precedence={**state.precedence, pair(event.first, event.second): first})


def _exchange_opened(state: State, event: ExchangeOpened) -> State:
    before = state if state.pending is None else replace(state, pending=None)
    return replace(state, exchanges={**state.exchanges, (event.who, event.target): before})


def _exchange_closed(state: State, event: ExchangeClosed) -> State:
    left = {key: before for key, before in state.exchanges.items() if key != (event.who, event.target)}
    return replace(state, exchanges=left)


def listed(state: State) -> tuple[Fighter, ...]:
    """
    The actors of the segment in the order shown: declared slots first, then by reaction, then roster order.

    Whoever a simultaneous action has put out is among them until he has answered it [SK-PRI-4].
    """
    acting = (one for one in state.fighters.values() if one.out is None or state.answers(one.id))
    return tuple(sorted(acting, key=lambda one: (not one.open_slot(state.segment), -reaction(one))))


def relations(state: State) -> Iterator[tuple[str, str, Precedence]]:
    """Each opposing pair that may act on the other in this segment, and who of them goes first [SK-PRI-7]."""
    if not state.segment:
        return
    for one, other in combinations(state.active, 2):
        meets = one.open_slot(state.segment) or other.open_slot(state.segment) or pair(one.id, other.id) in state.melee
        if one.side != other.side and meets:
            close = WeaponDelivery.PROJECTILE not in (one.main_weapon.delivery, other.main_weapon.delivery)
            yield one.id, other.id, precedence(state, one.id, other.id, melee=close)


SUBJECT = FightSubject(
    plays=(tell(Yield, check_yield, lambda _, command: Yielded(who=command.who)),),
    evolves=(
        on(Engaged, lambda state, event: replace(state, melee=state.melee | {pair(event.who, event.target)})),
        on(Parted, lambda state, event: replace(state, melee=state.melee - {pair(event.who, event.target)})),
        on(Seized, _seized),
        on(HoldEnded, _hold_ended),
        on_fighter(Yielded, lambda fighter, _event: replace(fighter, yielded=True)),
        on(PrecedenceSet, _precedence_set),
        on(ExchangeOpened, _exchange_opened),
        on(ExchangeClosed, _exchange_closed),
    ),
)

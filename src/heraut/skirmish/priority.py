"""Who acts first inside a segment, pair by pair [SK-PRI-7]."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from heraut.kernel import ClauseId
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.sheet import Delivery
from heraut.skirmish.state import State, pair
from heraut.skirmish.tables import number


class Precedence(NamedTuple):
    """Who of two goes first (None: both at once), and by which clause."""

    first: str | None
    clause: ClauseId


def precedence(state: State, one: str, other: str, *, melee: bool) -> Precedence:
    """Who of two opponents goes first in this segment; `melee`: both would strike with what they hold."""
    if (decided := state.precedence.get(pair(one, other))) is not None:
        return Precedence(decided, ClauseId("SK-BAY-3"))
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
    """The reaction that counts in comparisons, modified for surprise."""
    return (fighter.reaction or 0) + (fighter.surprise or 0)


def waits_for(state: State, who: str, target: str, *, melee: bool) -> str | None:
    """The opponent who must act, or let him go first, before he may."""
    for other in dict.fromkeys((target, *state.foes(who))):
        rival = state.fighters[other]
        ready = rival.out is None and rival.open_slot(state.segment) and not rival.yielded
        if other != who and ready and precedence(state, who, other, melee=melee).first == other:
            return other
    return None


def listed(state: State) -> tuple[Fighter, ...]:
    """The actors of the segment in the order shown: declared slots first, then by reaction, then roster order."""
    return tuple(sorted(state.active, key=lambda one: (not one.open_slot(state.segment), -reaction(one))))


def relations(state: State) -> Iterator[tuple[str, str, Precedence]]:
    """Each opposing pair that may act on the other in this segment, and who of them goes first [SK-PRI-7]."""
    if not state.segment:
        return
    for one, other in combinations(state.active, 2):
        meets = one.open_slot(state.segment) or other.open_slot(state.segment) or pair(one.id, other.id) in state.melee
        if one.side != other.side and meets:
            close = Delivery.PROJECTILE not in (one.main_weapon.delivery, other.main_weapon.delivery)
            yield one.id, other.id, precedence(state, one.id, other.id, melee=close)

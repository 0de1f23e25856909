"""Why each pair, float and bye is what it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from heraut.kernel import ClauseId, Fact, Reason, exact
from heraut.tournament.pairing.contender import Swiss, Wishes
from heraut.tournament.pairing.field import Couple, Field
from heraut.tournament.pairing.weighted import MOST_WISHED

Why = tuple[Reason, ...]


def reason(clause: str, code: str, **facts: Fact) -> Reason:
    """A reason with its facts by name."""
    return Reason(ClauseId(clause), code, facts)


def as_fact(number: int | Fraction) -> Fact:
    """Points as a sentence may quote them."""
    return number if isinstance(number, int) else exact(number)


def pair_reasons(
    format: Swiss, field: Field, order: Sequence[int], couples: Iterable[Couple], again: Mapping[Couple, int]
) -> list[Why]:
    """The reason of each pair, in the order they were made; `again` says how often those have met who meet again."""
    if format is Swiss.SAGA:
        return _saga(field, order, couples, again)
    same_pile: dict[int | Fraction, Why] = {}
    return [_steamroller(field, couple, again, same_pile) for couple in couples]


def _saga(field: Field, order: Sequence[int], couples: Iterable[Couple], again: Mapping[Couple, int]) -> list[Why]:
    """Name those passed over: already met, or kept for others."""
    reasons = []
    waiting: list[int] = []
    coming = iter(order)
    for first, second in couples:
        if waiting:
            del waiting[0]
        else:
            next(coming)
        if second in waiting:
            passed = waiting[: waiting.index(second)]
            waiting.remove(second)
        else:
            passed = waiting
            while (other := next(coming)) != second:
                waiting.append(other)
        reasons.append(_saga_pair(field, first, passed, again.get((first, second), 0)) if passed or again else _NEXT)
    return reasons


_NEXT = (reason("ST-PAIR-5", "pair-next"),)


def _saga_pair(field: Field, first: int, passed: Sequence[int], times: int) -> Why:
    if times:
        return (reason("ST-PAIR-5", "pair-rematch", times=times),)
    if not passed:
        return _NEXT
    names = tuple(field.seats[player] for player in passed)
    if all(field.have_met(first, player) for player in passed):
        return (reason("ST-PAIR-5", "pair-past-met", passed=names),)
    if all(not field.free(first, player) for player in passed):
        return (reason("HOUSE-WISH-1", "pair-past-kin", passed=names),)
    return (reason("ST-PAIR-5", "pair-past-kept", passed=names),)


def _steamroller(
    field: Field, couple: Couple, again: Mapping[Couple, int], same_pile: dict[int | Fraction, Why]
) -> Why:
    first, second = (field.contenders[player] for player in couple)
    if couple in again:
        return (reason("SR-PAIR-8", "pair-rematch-flagged", times=again[couple]),)
    if first.points != second.points:
        facts: dict[str, Fact] = {
            "seat": first.id,
            "points": as_fact(first.points),
            "other": second.id,
            "lower": as_fact(second.points),
        }
        return (Reason(ClauseId("SR-PAIR-5"), "pair-float", facts),)
    if first.points not in same_pile:
        same_pile[first.points] = (reason("SR-PAIR-4", "pair-pile", points=as_fact(first.points)),)
    return same_pile[first.points]


def bye_reason(format: Swiss, field: Field, bye: int) -> Reason:
    """Why the bye is this player's."""
    player = field.contenders[bye]
    fewest = min(contender.byes for contender in field.contenders)
    eligible = [contender for contender in field.contenders if contender.byes == fewest]
    facts: dict[str, Fact] = {"seat": player.id, "byes": player.byes, "points": as_fact(player.points)}
    if format is Swiss.SAGA:
        code = "bye-lowest" if player is eligible[-1] else "bye-spares-rematch"
        return Reason(ClauseId("ST-PAIR-7"), code, facts)
    lowest = min(contender.points for contender in field.contenders)
    clause, code = ("SR-BYE-4", "bye-drawn") if player.points == lowest else ("SR-BYE-6", "bye-drawn-higher")
    return Reason(ClauseId(clause), code, facts)


def round_reasons(format: Swiss, rematches: int) -> list[Reason]:
    """What could not be avoided."""
    if not rematches:
        return []
    clause = "ST-PAIR-5" if format is Swiss.SAGA else "SR-PAIR-8"
    return [reason(clause, "round-rematches", rematches=rematches)]


def given_up(wishes: Wishes, round: int) -> list[Reason]:
    """The wishes that were not weighed, because too many players would have had to be weighed together."""
    apart = {"clubs-given-up": wishes.clubs_apart, "teams-given-up": wishes.teams_apart}
    return [reason("HOUSE-WISH-5", code, most=MOST_WISHED) for code, wish in apart.items() if wish.holds(round)]


def kin_reasons(field: Field, couples: Iterable[Couple]) -> list[Reason]:
    """The members of one club or team whom nothing could keep apart."""
    if not field.has_kin:
        return []
    return [
        reason("HOUSE-WISH-3", "kin-meet", first=field.seats[first], second=field.seats[second])
        for first, second in couples
        if field.are_kin(first, second)
    ]

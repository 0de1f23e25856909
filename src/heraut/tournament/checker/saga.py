"""
A SAGA round checked [ST-PAIR-3, ST-PAIR-5, ST-PAIR-7].

A choice is right when every opponent earlier on the player's list would have cost the round a repeat meeting more.
Where the list is followed to the letter there is nothing to refute; where somebody was passed over, the players left
are matched again without them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Reason
from heraut.tournament.checker.round import Couple, Finding, Participant, RoundFinding, broken, least_total


def check_saga(
    players: Sequence[Participant], couples: Sequence[Couple], bye: Seat | None, *, wins_first: bool = False
) -> RoundFinding:
    """The verdict on a Swiss round."""
    faults = tuple(broken(players, couples, bye))
    if faults:
        return RoundFinding(Finding.REFUTED, faults)
    line = sorted(players, key=lambda player: _placing(player, wins_first=wins_first))
    faults = (*_bye_faults(line, bye), *_order_faults([player for player in line if player.id != bye], couples))
    if faults:
        return RoundFinding(Finding.REFUTED, faults)
    repeats = sum(_repeats(*pair) for pair in _by_name(line, couples))
    return RoundFinding(Finding.PROVEN, (Reason(ClauseId("ST-PAIR-5"), "check-saga-proof", {"repeats": repeats}),))


def _placing(player: Participant, *, wins_first: bool) -> tuple[object, ...]:
    leading = (-player.wins, -player.points) if wins_first else (-player.points, -player.wins)
    return (*leading, -player.resistance, player.number, player.id)


def _repeats(one: Participant, other: Participant) -> int:
    return one.met.get(other.id, 0)


def _apart(one: Participant, other: Participant) -> int:
    return int(one.group is not None and one.group == other.group)


def _weight(one: Participant, other: Participant) -> int:
    """Repeat meetings first; members of one group only where that costs none [ST-PAIR-13]."""
    return _repeats(one, other) * _GROUPS + _apart(one, other)


_GROUPS = 1 << 32


def _least(players: Sequence[Participant]) -> int:
    """The least weight of a round; 0 without looking when everyone has at least half of the others to play."""
    members = Counter(player.group for player in players)
    barred = max((len(p.met) + (0 if p.group is None else members[p.group] - 1) for p in players), default=0)
    return 0 if 2 * (len(players) - 1 - barred) >= len(players) else least_total(players, _weight)


def _by_name(line: Sequence[Participant], couples: Sequence[Couple]) -> list[tuple[Participant, Participant]]:
    """The pairs in the order the procedure makes them, the better placed player first."""
    place = {player.id: number for number, player in enumerate(line)}
    ranks = sorted(sorted((place[first], place[second])) for first, second in couples)
    return [(line[better], line[worse]) for better, worse in ranks]


def _bye_faults(line: Sequence[Participant], bye: Seat | None) -> Iterator[Reason]:
    """Fewest byes, then fewest repeat meetings, then lowest [ST-PAIR-7]."""
    if bye is None:
        return
    fewest = min(player.byes for player in line)
    eligible = [player for player in line if player.byes == fewest]
    chosen = next((place for place, player in enumerate(eligible) if player.id == bye), None)
    if chosen is None:
        yield Reason(ClauseId("ST-PAIR-7"), "check-bye-again", {"seat": bye, "fewest": fewest})
        return
    cost = _least([player for player in line if player.id != bye])
    for place, rival in enumerate(eligible):
        if place < chosen and cost == 0:
            continue
        other = _least([player for player in line if player is not rival])
        if other < cost or (other == cost and place > chosen):
            yield Reason(ClauseId("ST-PAIR-7"), "check-bye", {"seat": bye, "due": rival.id})
            return


def _order_faults(line: list[Participant], couples: Sequence[Couple]) -> Iterator[Reason]:
    made = _by_name(line, couples)
    target, least = sum(_weight(*pair) for pair in made), _least(line)
    if target > least:
        facts = {"repeats": target // _GROUPS, "least": least // _GROUPS}
        yield Reason(ClauseId("ST-PAIR-5"), "check-repeats", facts)
        return
    left = {player.id: player for player in line}
    for first, second in made:
        del left[first.id]
        for rival in _earlier(first, second, left.values()):
            rest = [player for player in left.values() if player is not rival]
            if _weight(first, rival) + _least(rest) <= target:
                facts_of = {"first": first.id, "second": second.id, "due": rival.id}
                yield Reason(ClauseId("ST-PAIR-5"), "check-order", facts_of)
                return
        del left[second.id]
        target -= _weight(first, second)


def _earlier(first: Participant, chosen: Participant, others: Iterable[Participant]) -> Iterator[Participant]:
    """Those before the chosen opponent on the player's list, fewest meetings first, then pairing order."""
    own = _weight(first, chosen)
    passed = False
    for other in others:
        passed = passed or other is chosen
        if passed and not own:
            return
        weight = _weight(first, other)
        if weight < own or (weight == own and not passed):
            yield other

"""
A second opinion on the pairing of a round, in words of its own: it knows nothing of how rounds are paired.

A round as the checker reads it, who was there and what they had; what SAGA and what Steamroller ask of its pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from math import lcm
from typing import TypeVar

import msgspec

from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Fact, Reason, exact

Points = int | Fraction
Couple = tuple[Seat, Seat]
P = TypeVar("P")
_GROUPS = 1 << 32
MOST_PLAYERS = 300
MOST_BITS = 118
"""What can be weighed exactly: so many players, with costs of so many bits."""


class Participant(msgspec.Struct, frozen=True):
    """A player as they stood before the round; `met` counts the games against each opponent."""

    id: Seat
    points: Points = 0
    wins: int = 0
    resistance: Points = 0
    number: int = 0
    byes: int = 0
    met: Mapping[Seat, int] = {}
    group: str | None = None
    """The club or team whose members were to be kept apart in this round, if that was asked."""


class Finding(StrEnum):
    """How sure we are."""

    PROVEN = "proven"
    REFUTED = "refuted"
    OPEN = "open"
    """No fault found, and no proof either: the round is too entangled for the checker."""


class RoundFinding(msgspec.Struct, frozen=True, omit_defaults=True):
    """The finding on one round, with each fault, or with what the proof rests on."""

    finding: Finding
    reasons: tuple[Reason, ...] = ()


def broken(players: Sequence[Participant], couples: Sequence[Couple], bye: Seat | None) -> Iterator[Reason]:
    """Whoever is left out, there twice, or unknown."""
    named = Counter(seat for couple in couples for seat in couple)
    if bye is not None:
        named[bye] += 1
    for player in players:
        times = named.pop(player.id, 0)
        if times != 1:
            yield Reason(ClauseId("HOUSE-WISH-4"), "check-once", {"seat": player.id, "times": times})
    for stranger in named:
        yield Reason(ClauseId("HOUSE-WISH-4"), "check-stranger", {"seat": stranger})


def least_total(players: Sequence[P], cost: Callable[[P, P], int]) -> int:
    """Over every perfect pairing of an even number of players, by a matching of greatest weight."""
    if not players:
        return 0
    import rustworkx  # noqa: PLC0415  # only the rounds that arithmetic cannot settle need it

    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(players)))
    costs = {(i, j): cost(players[i], players[j]) for i in range(len(players)) for j in range(i)}
    graph.add_edges_from([(i, j, -amount) for (i, j), amount in costs.items()])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sum(costs[max(pair), min(pair)] for pair in matching)


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


_Pair = tuple[Participant, Participant]


def check_steamroller(players: Sequence[Participant], couples: Sequence[Couple], bye: Seat | None) -> RoundFinding:
    """The verdict on a round."""
    faults = tuple(broken(players, couples, bye)) or tuple(_drawn_bye_faults(players, bye))
    if faults:
        return RoundFinding(Finding.REFUTED, faults)
    named = {player.id: player for player in players}
    pairs = [_downward(named[first], named[second]) for first, second in couples]
    return _judge([player for player in players if player.id != bye], pairs)


def _downward(one: Participant, other: Participant) -> _Pair:
    return (one, other) if one.points >= other.points else (other, one)


def _rematch(one: Participant, other: Participant) -> int:
    return int(other.id in one.met)


def _fewest_rematches(players: Sequence[Participant]) -> int:
    free = len(players) - 1 - max((len(player.met) for player in players), default=0)
    return 0 if 2 * free >= len(players) else least_total(players, _rematch)


def _drawn_bye_faults(players: Sequence[Participant], bye: Seat | None) -> Iterator[Reason]:
    if bye is None:
        return
    fewest = min(player.byes for player in players)
    spared = [player for player in players if player.byes == fewest]
    lowest = min(player.points for player in spared)
    candidates = [player for player in spared if player.points == lowest]
    if bye not in {player.id for player in candidates}:
        names = tuple(player.id for player in candidates)
        yield Reason(ClauseId("SR-BYE-6"), "check-bye-drawn", {"seat": bye, "due": names})
        return
    cost = _fewest_rematches([player for player in players if player.id != bye])
    if cost and any(_fewest_rematches([p for p in players if p is not rival]) < cost for rival in candidates):
        yield Reason(ClauseId("SR-BYE-7"), "check-bye-rematch", {"seat": bye, "rematches": cost})


class _Level(msgspec.Struct, frozen=True):
    """One pile of the round: its points, players, floats down and the points they fall in all."""

    points: Points
    players: list[Participant]
    floats: int
    fall: Points


def _levels(players: Sequence[Participant], pairs: Sequence[_Pair]) -> list[_Level]:
    piles: dict[Points, list[Participant]] = {}
    for player in sorted(players, key=lambda player: -player.points):
        piles.setdefault(player.points, []).append(player)
    falls: dict[Points, list[Points]] = {points: [] for points in piles}
    for upper, lower in pairs:
        if upper.points != lower.points:
            falls[upper.points].append(upper.points - lower.points)
    return [_Level(points, pile, len(falls[points]), sum(falls[points])) for points, pile in piles.items()]


def _judge(players: Sequence[Participant], pairs: Sequence[_Pair]) -> RoundFinding:
    rematches = sum(_rematch(*pair) for pair in pairs)
    if rematches and rematches > (least := _fewest_rematches(players)):
        facts: dict[str, Fact] = {"rematches": rematches, "least": least}
        return RoundFinding(Finding.REFUTED, (Reason(ClauseId("SR-PAIR-7"), "check-rematches", facts),))
    levels = _levels(players, pairs)
    start = 0 if rematches else _first_excess(levels, 0)
    if start is None:
        return RoundFinding(Finding.PROVEN, (Reason(ClauseId("SR-PAIR-7"), "check-bounds", {"piles": len(levels)}),))
    return _match_again(levels[start:], pairs, rematches)


def _first_excess(levels: Sequence[_Level], taken: int) -> int | None:
    """The last clean cut above the first pile that exceeds its bounds; None when no pile does."""
    cut = 0
    for number, level in enumerate(levels):
        if not taken:
            cut = number
        parity = (len(level.players) - taken) % 2
        step = level.points - levels[number + 1].points if number + 1 < len(levels) else 0
        if level.floats != parity or level.fall != parity * step:
            return cut
        taken = parity
    return None


def _match_again(levels: Sequence[_Level], pairs: Sequence[_Pair], rematches: int) -> RoundFinding:
    window, beneath = _window(levels)
    players = [player for level in window for player in level.players]
    scale = _Scale(window, beneath[0].points if beneath else None)
    best = least_total([*players, *([None] * len(players) if beneath else [])], scale.cost)
    own = scale.total(window, rematches)
    if own == best and not beneath:
        return RoundFinding(
            Finding.PROVEN, (Reason(ClauseId("SR-PAIR-7"), "check-matched", {"players": len(players)}),)
        )
    if own != best and not beneath:
        points = exact(scale.worse_at(own, best))
        return RoundFinding(Finding.REFUTED, (Reason(ClauseId("SR-PAIR-7"), "check-floats", {"points": points}),))
    crossing = sum(upper.points >= window[-1].points > lower.points for upper, lower in pairs)
    proven = own == best and crossing <= 1 and _first_excess(beneath, crossing) is None
    reason = Reason(ClauseId("SR-PAIR-7"), "check-matched" if proven else "check-open", {"players": len(players)})
    return RoundFinding(Finding.PROVEN if proven else Finding.OPEN, (reason,))


def _window(levels: Sequence[_Level]) -> tuple[Sequence[_Level], Sequence[_Level]]:
    """As many piles from the top as can be weighed exactly, and those beneath."""
    for count in range(len(levels), 0, -1):
        window, beneath = levels[:count], levels[count:]
        scale = _Scale(window, beneath[0].points if beneath else None)
        if count == 1 or (sum(len(level.players) for level in window) <= MOST_PLAYERS and scale.bits <= MOST_BITS):
            break
    return window, beneath


class _Scale:
    """The goals of SR-PAIR-7 as one whole number: rematches, then floats and falls pile by pile from the top."""

    def __init__(self, window: Sequence[_Level], floor: Points | None) -> None:
        self._floor = floor
        lowest = window[-1].points if floor is None else floor
        self._unit = _unit([level.points - lowest for level in window])
        self._shift: dict[Points, tuple[int, int]] = {}
        self.bits = 1
        for level in reversed(window):
            size = len(level.players)
            fall = self.bits
            floats = fall + int(size * (level.points - lowest) / self._unit).bit_length() + 1
            self.bits = floats + size.bit_length()
            self._shift[level.points] = (floats, fall)
        self._rematch = self.bits
        self.bits += sum(len(level.players) for level in window).bit_length()

    def cost(self, one: Participant | None, other: Participant | None) -> int:
        """What a pair costs; None is anyone beneath the window."""
        if one is None or other is None:
            player = one or other
            return 0 if player is None else self._float(player.points, self._floor or 0)
        upper, lower = _downward(one, other)
        return (_rematch(one, other) << self._rematch) + self._float(upper.points, lower.points)

    def _float(self, upper: Points, lower: Points) -> int:
        if upper == lower:
            return 0
        floats, fall = self._shift[upper]
        return (1 << floats) + (int((upper - lower) / self._unit) << fall)

    def total(self, window: Sequence[_Level], rematches: int) -> int:
        """What the round itself costs."""
        own = rematches << self._rematch
        for level in window:
            floats, fall = self._shift[level.points]
            own += (level.floats << floats) + (int(level.fall / self._unit) << fall)
        return own

    def worse_at(self, own: int, best: int) -> Points:
        """The highest pile in which the round does worse than the best."""
        order = sorted(self._shift, reverse=True)
        return next((points for points in order if own >> self._shift[points][1] > best >> self._shift[points][1]), 0)


def _unit(falls: Sequence[Points]) -> Fraction:
    """The largest fraction of a point of which every fall is a whole number."""
    return Fraction(1, lcm(*(fall.denominator for fall in falls)))

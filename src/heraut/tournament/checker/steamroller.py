"""
A Steamroller round checked [SR-PAIR-7, SR-BYE-6].

A pile floats at least as many players as its parity asks once those taken by floats from above are gone, and a float
falls at least to the next pile. A round that nowhere exceeds these bounds is proven by arithmetic. Where it does, the
piles from the last clean cut on are matched again by weight; if they are too many, those below are replaced by players
whom anyone may meet, which can only make things look easier, so that a round that is no worse is proven all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm

import msgspec

from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Fact, Reason, exact
from heraut.tournament.checker.round import Couple, Finding, Participant, Points, RoundFinding, broken, least_total

_Pair = tuple[Participant, Participant]

MOST_PLAYERS = 300
MOST_BITS = 118
"""What can be weighed exactly: so many players, with costs of so many bits."""


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

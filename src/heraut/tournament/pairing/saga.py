"""
SAGA Swiss rounds [ST-PAIR-1 to ST-PAIR-13].

From the top: each player meets the first opponent of their list (fewest meetings, then pairing order) for whom the
rest can still be paired with as few repeat meetings as possible.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from heraut.kernel.refusal import Reason, exact
from heraut.tournament.pairing.contender import Contender, PairingOrder
from heraut.tournament.pairing.field import Couple, Couples, PairingField, Why, reason, safe_size, walk_freely, whole
from heraut.tournament.pairing.forest import NOBODY, greatest_matching, single, spareable, walk_inside
from heraut.tournament.pairing.weighted import MOST_WISHED, Cost, Digits, TooManyWishes, least_cost_matching


class SagaSwiss(msgspec.Struct, frozen=True):
    """The Swiss system of SAGA; it draws its lots beforehand, as the contenders' numbers."""

    order: PairingOrder = PairingOrder.POINTS
    fewest_clause = unavoidable_clause = "ST-PAIR-5"

    def line(self, contenders: Sequence[Contender]) -> list[int]:
        """TP, wins, Resistance, draw number; or wins first [ST-PAIR-3]."""
        points = whole([contender.points for contender in contenders])
        wins = [contender.wins for contender in contenders]
        resistance = whole([contender.resistance for contender in contenders])
        first, second = (points, wins) if self.order is PairingOrder.POINTS else (wins, points)
        numbers = [contender.number for contender in contenders]
        line: Iterable[int] = range(len(contenders))
        if len(set(numbers)) < len(numbers):  # then by name, so that the order of the list never matters
            line = sorted(line, key=lambda i: contenders[i].id)
        piles: dict[int, list[int]] = defaultdict(list)
        for i in line:
            piles[first[i]].append(i)
        keys = _keys(second, resistance, numbers)
        for pile in piles.values():
            pile.sort(key=keys.__getitem__)
        return [i for value in sorted(piles, reverse=True) for i in piles[value]]

    judged_line = line

    def choose_bye(self, field: PairingField) -> int:
        """Fewest byes; then fewest repeat meetings in the round; then lowest in the order [ST-PAIR-7]."""
        fewest = min(contender.byes for contender in field.contenders)
        eligible = [i for i, contender in enumerate(field.contenders) if contender.byes == fewest]
        everyone = range(len(field))
        if len(field) - 1 >= safe_size(field.reluctance(everyone)):
            return eligible[-1]
        graph, alive = field.graph(everyone), (1 << len(field)) - 1
        mate = greatest_matching(graph, alive)
        painless = [i for i in eligible if spareable(graph, mate, alive) >> i & 1]
        lowest = (painless or eligible)[-1]
        if (painless and len(single(mate, alive)) == 1) or _faults_are_alike(field, everyone):
            return lowest
        if not any(field.have_met(*couple) for couple in walk_inside(field, [i for i in everyone if i != lowest])):
            return lowest  # as few kin as can be, and nobody again
        return _weighted(field, list(everyone), eligible)[1]

    def pair_rest(self, field: PairingField, players: Sequence[int]) -> tuple[Couples, list[Couple]]:
        """
        The pairs in the order they are made, and those of them that may be repeats [ST-PAIR-5, ST-PAIR-6].

        Asks for an even number of players, in pairing order.
        """
        couples, left = walk_freely(field, players, safe_size(field.reluctance(players)))
        while field.has_kin:  # a club has shrunk by now, and with it what need be kept
            more, left = walk_freely(field, left, safe_size(field.reluctance(left)))
            if not more:
                break
            couples.extend(more)
        tail = walk_inside(field, left)
        if any(field.have_met(*couple) for couple in tail) and not _faults_are_alike(field, left):
            tail = _weighted(field, left, [])[0]
        couples.extend(tail)
        return couples, tail

    def weight(self, times: int) -> int:
        """Each game between the two [ST-PAIR-5]."""
        return times

    def bye_reason(self, field: PairingField, bye: int) -> Reason:
        """The lowest of those with the fewest byes, or one whose bye spares a repeat meeting."""
        player = field.contenders[bye]
        fewest = min(contender.byes for contender in field.contenders)
        eligible = [contender for contender in field.contenders if contender.byes == fewest]
        code = "bye-lowest" if player is eligible[-1] else "bye-spares-rematch"
        return reason("ST-PAIR-7", code, seat=player.id, byes=player.byes, points=exact(player.points))

    def pair_reasons(
        self, field: PairingField, order: Sequence[int], couples: Iterable[Couple], again: Mapping[Couple, int]
    ) -> list[Why]:
        """Name those passed over: already met, or kept for others."""
        reasons: list[Why] = []
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
            remarkable = passed or again
            reasons.append(_pair_reason(field, first, passed, again.get((first, second), 0)) if remarkable else _NEXT)
        return reasons

    def bye_faults(self, field: PairingField, bye: int) -> Iterator[Reason]:
        """Another should have had it [ST-PAIR-7]."""
        due = self.choose_bye(field)
        if due != bye:
            yield reason("ST-PAIR-7", "hand-bye", seat=field.seats[bye], due=field.seats[due])

    def order_faults(self, field: PairingField, couples: Sequence[Couple], best: Couples) -> Iterator[Reason]:
        """The first player who should have met somebody else [ST-PAIR-5]."""
        for made, due in zip(sorted(couples), sorted(best), strict=True):
            if made != due:
                first, second, wanted = (field.seats[player] for player in (*made, due[1]))
                yield reason("ST-PAIR-5", "hand-out-of-order", first=first, second=second, due=wanted)
                return


def _keys(greatest: list[int], greater: list[int], least: list[int]) -> list[int]:
    """Three criteria as one number, the smallest for whom the first two are great and the last is small."""
    span = max(least, default=0) - min(least, default=0) + 1
    wide = span * (max(greater, default=0) - min(greater, default=0) + 1)
    return [c - b * span - a * wide for a, b, c in zip(greatest, greater, least, strict=True)]


def _faults_are_alike(field: PairingField, players: Sequence[int]) -> bool:
    """Whether every unfree pair weighs the same, so that counting pairs is enough."""
    weights = set()
    for place, i in enumerate(players):
        weights |= {_fault(field, i, j) for j in players[:place] if not field.free(i, j)}
        if len(weights) > 1:
            return False
    return True


def _weighted(field: PairingField, players: list[int], eligible: list[int]) -> tuple[list[Couple], int]:
    """
    The same walk as one matching of least cost, for repeat meetings of different weight.

    Criteria: repeat meetings, each as often as it happened; kin; then, if there are players eligible for the bye,
    the lowest of them; then for each player from the top the place of the opponent in their list.
    """
    n = len(players)
    if n > MOST_WISHED and field.has_kin:
        raise TooManyWishes
    most = max(field.times(i, j) for i in players for j in players)
    digits = Digits([most * n, n, n, *([n] * n)])
    costs: list[list[Cost]] = [[None] * n for _ in range(n)]
    for i in range(n):
        later = sorted(range(i + 1, n), key=lambda j: (_fault(field, players[i], players[j]), j))
        for rank, j in enumerate(later):
            times, kin = _fault(field, players[i], players[j])
            costs[i][j] = costs[j][i] = digits.at(0, times) + digits.at(1, kin) + digits.at(3 + i, rank)
    if eligible:
        nobody: list[Cost] = [digits.at(2, n - i) if i in eligible else None for i in range(n)]
        costs = [[*row, cost] for row, cost in zip(costs, nobody, strict=True)] + [[*nobody, None]]
    mate = least_cost_matching(costs)
    couples = [(players[i], players[j]) for i, j in enumerate(mate) if i < j < n]
    return couples, mate[n] if eligible else NOBODY


def _fault(field: PairingField, i: int, j: int) -> tuple[int, int]:
    return field.times(i, j), int(field.are_kin(i, j))


_NEXT = (reason("ST-PAIR-5", "pair-next"),)


def _pair_reason(field: PairingField, first: int, passed: Sequence[int], times: int) -> Why:
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

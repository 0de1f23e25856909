"""The Swiss system of Steamroller: shuffled piles from the top, a bye drawn among the lowest [SR-PAIR, SR-BYE]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec

from heraut.kernel.refusal import Reason, exact
from heraut.tournament.lots import Lots
from heraut.tournament.pairing.contender import Contender
from heraut.tournament.pairing.field import Couple, Couples, PairingField, Why, reason, safe_size, whole
from heraut.tournament.pairing.forest import greatest_matching, spareable
from heraut.tournament.pairing.piles import Piles, pair_pile, pair_window


class SteamrollerSwiss(msgspec.Struct, frozen=True):
    """Steamroller's rounds: what is drawn is drawn from the seed, anew for each round [SR-PAIR-10]."""

    round: int
    seed: int
    fewest_clause, unavoidable_clause = "SR-PAIR-7", "SR-PAIR-8"

    def line(self, contenders: Sequence[Contender]) -> list[int]:
        """Piles by tournament points, highest first, each shuffled [SR-PAIR1-1, SR-PAIR-3]."""
        names = [contender.id for contender in contenders]
        points = whole([contender.points for contender in contenders])
        by_name = sorted(range(len(names)), key=names.__getitem__)
        line = Lots(self.seed, f"piles of round {self.round}").shuffled(by_name)
        line.sort(key=points.__getitem__, reverse=True)
        return line

    def judged_line(self, contenders: Sequence[Contender]) -> list[int]:
        """By points, then by name."""
        return sorted(range(len(contenders)), key=lambda i: (-contenders[i].points, contenders[i].id))

    def choose_bye(self, field: PairingField) -> int:
        """Drawn at random among those who may have it [SR-BYE-3, SR-BYE-4]."""
        candidates = bye_candidates(field)
        return candidates[Lots(self.seed, f"bye of round {self.round}").below(len(candidates))]

    def pair_rest(self, field: PairingField, players: Sequence[int]) -> tuple[Couples, Couples]:
        """
        The best pairing by SR-PAIR-7, first in the shuffled order among equals, and the pairs that may be rematches.

        Asks for an even number of players.
        """
        points = whole([contender.points for contender in field.contenders])
        piles = Piles(field, _split(players, points))
        couples, doubtful = Couples(), Couples()
        pile = 0
        while pile < len(piles.piles):
            paired = pair_pile(piles, pile)
            if paired is None:
                paired, pile = pair_window(piles, pile, points)
                doubtful.extend(paired)
            else:
                pile += 1
                piles.take(pile, [second for first, second in paired if points[second] != points[first]])
            couples.extend(paired)
        return couples, doubtful

    def weight(self, times: int) -> int:
        """A pair is a rematch or it is none, however often it was played [SR-PAIR-7]."""
        return min(times, 1)

    def bye_reason(self, field: PairingField, bye: int) -> Reason:
        """Drawn in the lowest pile, or in the lowest that has players with the fewest byes."""
        player = field.contenders[bye]
        lowest = min(contender.points for contender in field.contenders)
        clause, code = ("SR-BYE-4", "bye-drawn") if player.points == lowest else ("SR-BYE-6", "bye-drawn-higher")
        return reason(clause, code, seat=player.id, byes=player.byes, points=exact(player.points))

    def pair_reasons(
        self, field: PairingField, _order: Sequence[int], couples: Iterable[Couple], again: Mapping[Couple, int], /
    ) -> list[Why]:
        """Of one pile, a float, or a rematch that is flagged."""
        same_pile: dict[int | Fraction, Why] = {}
        return [_pile_reason(field, couple, again, same_pile) for couple in couples]

    def bye_faults(self, field: PairingField, bye: int) -> Iterator[Reason]:
        """None of those among whom it is drawn [SR-BYE-6]."""
        due = bye_candidates(field)
        if bye not in due:
            names = tuple(field.seats[player] for player in due)
            yield reason("SR-BYE-6", "hand-bye-drawn", seat=field.seats[bye], due=names)

    def order_faults(self, field: PairingField, couples: Sequence[Couple], best: Couples) -> Iterator[Reason]:
        """The highest pile that floats more players, or farther, than it need [SR-PAIR-7]."""
        for points in sorted({contender.points for contender in field.contenders}, reverse=True):
            made, goal = (_floats(field, pairs, points) for pairs in (couples, best))
            if made != goal:
                code = "hand-floats" if made[0] != goal[0] else "hand-floats-far"
                yield reason("SR-PAIR-7", code, points=exact(points), floats=made[0], least=goal[0])
                return


def bye_candidates(field: PairingField) -> list[int]:
    """
    The lowest pile that has players with the fewest byes [SR-BYE-5, SR-BYE-6].

    Of these, the ones whose bye leaves the round with the fewest rematches [SR-BYE-7].
    """
    fewest = min(contender.byes for contender in field.contenders)
    spared = [i for i, contender in enumerate(field.contenders) if contender.byes == fewest]
    lowest = min(field.contenders[i].points for i in spared)
    return _painless(field, [i for i in spared if field.contenders[i].points == lowest])


def _painless(field: PairingField, candidates: list[int]) -> list[int]:
    strangers = field.without_kin() if field.has_kin else field
    everyone = range(len(field))
    if len(candidates) == 1 or len(field) - 1 >= safe_size(strangers.reluctance(everyone)):
        return candidates
    graph, alive = strangers.graph(everyone), (1 << len(field)) - 1
    spare = spareable(graph, greatest_matching(graph, alive), alive)
    return [i for i in candidates if spare >> i & 1] or candidates


def _split(players: Sequence[int], points: Sequence[int]) -> list[list[int]]:
    piles: list[list[int]] = []
    for player in players:
        if not piles or points[piles[-1][0]] != points[player]:
            piles.append([])
        piles[-1].append(player)
    return piles


def _pile_reason(
    field: PairingField, couple: Couple, again: Mapping[Couple, int], same_pile: dict[int | Fraction, Why]
) -> Why:
    first, second = (field.contenders[player] for player in couple)
    if couple in again:
        return (reason("SR-PAIR-8", "pair-rematch-flagged", times=again[couple]),)
    if first.points != second.points:
        points, lower = exact(first.points), exact(second.points)
        return (reason("SR-PAIR-5", "pair-float", seat=first.id, points=points, other=second.id, lower=lower),)
    if first.points not in same_pile:
        same_pile[first.points] = (reason("SR-PAIR-4", "pair-pile", points=exact(first.points)),)
    return same_pile[first.points]


def _floats(field: PairingField, couples: Iterable[Couple], points: object) -> tuple[int, object]:
    """How many players leave this pile downwards, and how far in all."""
    falls = [
        field.contenders[i].points - field.contenders[j].points
        for i, j in couples
        if field.contenders[i].points == points != field.contenders[j].points
    ]
    return len(falls), sum(falls)

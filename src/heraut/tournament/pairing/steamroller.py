"""Steamroller rounds [SR-PAIR1, SR-PAIR, SR-BYE]."""

from __future__ import annotations

from collections.abc import Sequence

from heraut.tournament.lots import Lots
from heraut.tournament.pairing.contender import Contender
from heraut.tournament.pairing.field import Field, whole
from heraut.tournament.pairing.forest import greatest_matching, spareable
from heraut.tournament.pairing.line import Couples, safe_size
from heraut.tournament.pairing.piles import Piles, pair_pile
from heraut.tournament.pairing.window import pair_window


def shuffled_piles(contenders: Sequence[Contender], round: int, seed: int) -> list[int]:
    """
    Piles by tournament points, highest first, each shuffled [SR-PAIR1-1, SR-PAIR-3, SR-PAIR-10].

    Contenders are named by their place in the list.
    """
    names = [contender.id for contender in contenders]
    points = whole([contender.points for contender in contenders])
    line = Lots(seed, f"piles of round {round}").shuffled(sorted(range(len(names)), key=names.__getitem__))
    line.sort(key=points.__getitem__, reverse=True)
    return line


def choose_bye(field: Field, round: int, seed: int) -> int:
    """Drawn at random among those who may have it [SR-BYE-3, SR-BYE-4]."""
    candidates = bye_candidates(field)
    return candidates[Lots(seed, f"bye of round {round}").below(len(candidates))]


def bye_candidates(field: Field) -> list[int]:
    """
    The lowest pile that has players with the fewest byes [SR-BYE-5, SR-BYE-6].

    Of these, the ones whose bye leaves the round with the fewest rematches [SR-BYE-7].
    """
    fewest = min(contender.byes for contender in field.contenders)
    spared = [i for i, contender in enumerate(field.contenders) if contender.byes == fewest]
    lowest = min(field.contenders[i].points for i in spared)
    return _painless(field, [i for i in spared if field.contenders[i].points == lowest])


def _painless(field: Field, candidates: list[int]) -> list[int]:
    strangers = field.without_kin() if field.has_kin else field
    everyone = range(len(field))
    if len(candidates) == 1 or len(field) - 1 >= safe_size(strangers.reluctance(everyone)):
        return candidates
    graph, alive = strangers.graph(everyone), (1 << len(field)) - 1
    spare = spareable(graph, greatest_matching(graph, alive), alive)
    return [i for i in candidates if spare >> i & 1] or candidates


def pair_rest(field: Field, players: Sequence[int]) -> tuple[Couples, Couples]:
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


def _split(players: Sequence[int], points: Sequence[int]) -> list[list[int]]:
    piles: list[list[int]] = []
    for player in players:
        if not piles or points[piles[-1][0]] != points[player]:
            piles.append([])
        piles[-1].append(player)
    return piles

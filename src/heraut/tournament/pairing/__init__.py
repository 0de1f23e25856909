"""Who plays whom: optimal by each format's own order of goals, the same for the same seed, with the reasons."""

from heraut.tournament.format import Format
from heraut.tournament.lots import Lots, draw_numbers
from heraut.tournament.pairing.assess import assess
from heraut.tournament.pairing.contender import NO_WISHES, Apart, Contender, PairingOrder, Wishes
from heraut.tournament.pairing.finals import final_tables, pair_ranking_round
from heraut.tournament.pairing.pairs import Pair, Pairing
from heraut.tournament.pairing.rounds import pair_round

__all__ = [
    "NO_WISHES",
    "Apart",
    "Contender",
    "Format",
    "Lots",
    "Pair",
    "Pairing",
    "PairingOrder",
    "Wishes",
    "assess",
    "draw_numbers",
    "final_tables",
    "pair_ranking_round",
    "pair_round",
]

"""
How much stronger is the searching bot? `python -m bench._campaign_bots [GAMES]`: minutes, so not part of `make bench`.

Two-player games against the heuristic bot, every seed played twice with sides swapped.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor

from bench.campaign import CORES, begin
from bench.figures import Figures
from heraut.campaign.bots.play import Level, play
from heraut.campaign.chance import SplitMix
from heraut.campaign.state import Finished, State
from heraut.kernel import Seat

GAMES = 200


def won(number: int) -> bool:
    """Whether the searching bot wins this game; it sits first in even ones."""
    sides: tuple[Level, Level] = ("searching", "heuristic") if number % 2 == 0 else ("heuristic", "searching")
    levels = {Seat("ana"): sides[0], Seat("ben"): sides[1]}
    state: State = begin(2)
    for played in play(state, levels, SplitMix(number // 2)):
        state = played.state
    assert isinstance(state.phase, Finished)
    return levels[state.phase.ranking[0].seat] == "searching"


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    with ProcessPoolExecutor(CORES) as pool:
        wins = sum(pool.map(won, range(games)))
    figures = Figures()
    figures.at_least(f"the searching bot against the heuristic one, wins of {games} games", 100 * wins / games, 70, "%")
    figures.end()


if __name__ == "__main__":
    main()

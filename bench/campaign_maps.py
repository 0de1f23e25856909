"""New maps: how fair they are compared with the standard one over many seeds, and how long one takes."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor

from bench.figures import Figures
from heraut.campaign.map import default_map
from heraut.campaign.map_fairness import unfairness
from heraut.campaign.map_generator import generate

SEEDS, CORES = 30, 2
PLAYERS = (2, 3, 4, 5, 6)


def made(asked: tuple[int, int]) -> tuple[int, float, float]:
    """The players, the unfairness of a new map less that of the standard one, and the processor time it took."""
    players, seed = asked
    begun = time.process_time()
    found = generate(players, seed)
    standard = unfairness(default_map(), default_map().starts[players])
    return players, float(unfairness(found, found.starts[players]) - standard), time.process_time() - begun


def main() -> None:
    figures = Figures()
    with ProcessPoolExecutor(CORES) as pool:
        maps = list(pool.map(made, [(players, seed) for players in PLAYERS for seed in range(SEEDS)], chunksize=5))
    for players in PLAYERS:
        worst = max(more for count, more, _ in maps if count == players)
        figures.at_most(f"{SEEDS} new maps for {players}: the worst, compared with the standard one", worst, 0)
    figures.at_most("a new map, the slowest of all", max(taken for _, _, taken in maps), 8, "s of a processor")
    figures.end()


if __name__ == "__main__":
    main()

"""The campaign: whole games of random bots, folding, and a cost that grows with the events and not faster."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from bench.figures import Figures, seconds
from heraut.campaign import engine
from heraut.campaign.bots.play import play
from heraut.campaign.settings import CampaignPlayer, Level, Settings
from heraut.campaign.state import State
from heraut.kernel.codec import decode, encode
from heraut.kernel.engine import evolve_all
from heraut.kernel.message import Event
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal
from heraut.pseudorandom import SplitMix

NAMES = ("ana", "ben", "chloe", "david", "emma", "farid")
GAMES, CORES = 1000, 2


def begin(players: int, **chosen: Any) -> State:
    seated = tuple(CampaignPlayer(Seat(name), name, outer=name == "ana") for name in NAMES[:players])
    state = engine.start(Settings(players=seated, **chosen), engine.rules)
    assert not isinstance(state, Refusal)
    return state


def game(seed: int, players: int, level: Level = "random", **chosen: Any) -> tuple[Event, ...]:
    """The events of a whole game among bots."""
    state = begin(players, **chosen)
    told = play(state, dict.fromkeys(state.game.seats, level), SplitMix(seed))
    return tuple(event for played in told for event in played.events)


def length(seed: int) -> int:
    return len(game(seed, 2 + seed % 5))


def load_and_fold(lines: list[bytes], players: int, **chosen: Any) -> State:
    return evolve_all(engine, begin(players, **chosen), [decode(line, engine.events) for line in lines])


def effort(work: Callable[[], object], *, times: int = 5) -> float:
    """The least processor time of some runs: a busy machine does not change how a cost grows."""
    taken = []
    for _ in range(times):
        begun = time.process_time()
        work()
        taken.append(time.process_time() - begun)
    return min(taken)


def folding(turns: int, clock: Callable[[Callable[[], object]], float] = effort) -> tuple[float, int]:
    """The seconds to load and fold a six-player game of so many turns, and its events."""
    chosen = {"turns": turns, "prestige_to_win": 9}
    lines = [encode(event) for event in game(1, 6, **chosen)]
    return clock(lambda: load_and_fold(lines, 6, **chosen)), len(lines)


def main() -> None:
    figures = Figures()
    begun = time.perf_counter()
    with ProcessPoolExecutor(CORES) as pool:
        lengths = list(pool.map(length, range(GAMES), chunksize=20))
    figures.at_most(f"{GAMES} games of random bots on {CORES} cores", time.perf_counter() - begun, 120, "s")
    figures.note("events of such a game, on average", sum(lengths) / GAMES)
    six, _ = folding(6, seconds)
    figures.at_most("six players, six turns: load and fold", six * 1000, 50, "ms")
    short, few = folding(20)  # by then the map is full: a turn is like the next
    long, many = folding(200)
    figures.at_most("cost of an event in a game ten times as long, compared", (long / many) / (short / few), 1.5)
    figures.end()


if __name__ == "__main__":
    main()

"""
How much stronger is one bot than another? `python -m bench._campaign_bots FILE [GAMES] [FIRST] [SECOND] [EFFORT]`.

Two-player games, every seed played twice with sides swapped; hours for the tree bot, so not part of `make bench`. Each
game is a line of FILE, and a game that stands there is not played again: what was stopped goes on. EFFORT is what the
tree bot spends on an answer, if it is not to be its usual one.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import cast

from bench.campaign import begin
from bench.figures import Figures
from heraut.campaign.bots import search
from heraut.campaign.bots.play import play
from heraut.campaign.settings import Level
from heraut.campaign.state import Finished, State
from heraut.kernel.names import Seat
from heraut.lab.estimates import wilson
from heraut.pseudorandom import SplitMix

GAMES, LEAST = 100, 65


def won(number: int, first: Level, second: Level) -> bool:
    """Whether the first of the two wins this game; it sits first in even ones."""
    sides = (first, second) if number % 2 == 0 else (second, first)
    levels = {Seat("ana"): sides[0], Seat("ben"): sides[1]}
    state: State = begin(2)
    for played in play(state, levels, SplitMix(number // 2)):
        state = played.state
    assert isinstance(state.phase, Finished)
    return levels[state.phase.ranking[0].seat] == first


def main() -> None:
    """Play what is missing and tell the figure."""
    file, games, first, second, *effort = [
        *sys.argv[1:],
        *("duel.jsonl", GAMES, "tree", "searching")[len(sys.argv) - 1 :],
    ]
    if effort:
        search.EFFORT = int(effort[0])
    kept = Path(file)
    known = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    for number in range(len(known), int(games)):
        begun = time.process_time()
        one = won(number, cast("Level", first), cast("Level", second))
        known.append(
            {"game": number, "won": one, "seconds": round(time.process_time() - begun, 1), "effort": search.EFFORT}
        )
        with kept.open("a") as told:
            told.write(json.dumps(known[-1]) + "\n")
    share = wilson(sum(one["won"] for one in known) / len(known), len(known))
    figures = Figures()
    figures.at_least(f"{first} against {second}, wins of {len(known)} games", 100 * share.value, LEAST, "%")
    figures.note("95 % sure: from", 100 * share.low)
    figures.note("to", 100 * share.high)
    figures.end()


if __name__ == "__main__":
    main()

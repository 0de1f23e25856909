"""A table checked, a sheet folded, a match replayed, a picture drawn."""

from __future__ import annotations

from bench.figures import Figures, seconds
from heraut.ask.scenario import CHECK, SCORE
from heraut.kernel.engine import evolve_all
from heraut.kernel.refusal import Refusal
from heraut.press.diagram import diagram
from heraut.scenario import engine
from heraut.scenario.facts import Facts, Side
from heraut.scenario.library import every
from heraut.scenario.roles import StateRoles
from heraut.scenario.settings import Settings
from heraut.scenario.setup import SkipSetup
from heraut.scenario.signing import CountEnd
from heraut.scenario.turns import EndTurn

MILLI = 1e3
ANA, BEN = "ana", "ben"
WOODS = ",".join(
    f'{{"id": "w{n}", "kind": "uneven", "by": "{by}", "shape": [[{x},{y}],[{x + 6},{y}],[{x + 6},{y + 4}]]}}'
    for n, (by, x, y) in enumerate([("first", 6, 24), ("second", 6, 6), ("first", 30, 24), ("second", 30, 6)])
)
TABLE = f'{{"scenario": "conquest", "pieces": [{WOODS}]}}'
TURNS = tuple(Facts(by=by, turn=turn, near={"marker_1": 2}) for turn in range(1, 7) for by in Side)
SHEET = '{"scenario": "overrun", "turns": []}'


def match() -> object:
    """A whole Conquest by plain facts."""
    state = engine.start(Settings(scenario="conquest", players={ANA: "Ana", BEN: "Ben"}), engine.rules)
    commands = [StateRoles(ANA, ANA), SkipSetup(ANA), *(EndTurn(ANA, facts) for facts in TURNS), CountEnd(ANA)]
    for command in commands:
        events = engine.decide(state, command)
        assert not isinstance(events, Refusal), events
        state = evolve_all(engine, state, events)
    return state


if __name__ == "__main__":
    found = Figures()
    CHECK.ask(TABLE)
    found.at_most("a table of four pieces checked", seconds(lambda: CHECK.ask(TABLE), times=20) * MILLI, 20, "ms")
    found.at_most("a sheet asked", seconds(lambda: SCORE.ask(SHEET), times=20) * MILLI, 5, "ms")
    found.at_most("a match of twelve turns, decided and folded", seconds(match, times=20) * MILLI, 50, "ms")
    drawn = seconds(lambda: [diagram(one, "fr") for one in every()], times=5)
    found.at_most("all pictures drawn", drawn * MILLI, 200, "ms")
    found.end()

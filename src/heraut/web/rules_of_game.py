"""
The rules one game is played by: the edition of the tables it began with, and the scenarios it brought with it.

The journal puts the edition in force around the engine (`journal/history.py`). Whoever tells of a game outside of it
does so here: a page, the news a page is told, a card in a list, a program that plays.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from heraut.journal.history import History
from heraut.rulesets.editions import edition_of, in_force
from heraut.scenario.definition import Scenario
from heraut.scenario.library import with_own
from heraut.scenario.own import own_scenario
from heraut.web.game import present_settings


@contextmanager
def under_rules_of(history: History) -> Iterator[None]:
    """Read every table in the game's edition and know its own scenarios, here and in whatever is called from here."""
    with in_force(edition_of(history.header.rules)), with_own(own_scenarios_of(history)):
        yield


def own_scenarios_of(history: History) -> dict[str, Scenario]:
    """The organiser's own scenarios an event brings with its settings, by their ids."""
    texts: dict[str, str] = getattr(present_settings(history), "own_scenarios", {})
    return {id: found for id, text in texts.items() if (found := own_scenario(text)) is not None}

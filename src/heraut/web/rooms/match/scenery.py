"""The scenario a match plays and its picture."""

from __future__ import annotations

from django.utils.safestring import SafeString, mark_safe

from heraut.kernel import decode
from heraut.press.diagram import diagram
from heraut.scenario.definition import Scenario
from heraut.scenario.settings import Settings, arranged
from heraut.web.game import Game, language


def settings_of(game: Game) -> Settings:
    """What fixes the match."""
    found: Settings = decode(bytes(game.header.settings), Settings)
    return found


def played(game: Game) -> Scenario:
    """The scenario as this match plays it."""
    scenario = arranged(settings_of(game))
    assert isinstance(scenario, Scenario)
    return scenario


def picture_of(game: Game) -> SafeString:
    """Its diagram: our own SVG, every word in it escaped."""
    drawn = diagram(played(game), language(), marker_mm=settings_of(game).options.marker_mm, shown="untitled")
    return mark_safe(drawn)

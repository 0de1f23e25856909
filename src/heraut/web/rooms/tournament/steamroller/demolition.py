"""
Demolition as the organiser defines it [SR-S15-1]: in words, for players to read, or whole, so that its score is kept.

Whole means the form of `rulesets/steamroller_2011/scenarios/*.toml`: a `[[scenario]]` with its elements and scoring;
the deployment zones of radial scenarios are there by themselves [SR-S15-2].
"""

from __future__ import annotations

from typing import Any

import msgspec

from heraut.kernel.codec import Malformed, from_plain, to_plain
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal
from heraut.rulesets.tables import rows
from heraut.scenario import library
from heraut.scenario.arrangement import arranged
from heraut.scenario.definition import Element, Scenario
from heraut.scenario.settings import Settings
from heraut.speech.sentences import say_refusal
from heraut.web.game import language

DEMOLITION = "demolition"


def demolition(text: str) -> Scenario | None:
    """The scenario a text defines whole; None for words. `Malformed` says what is missing."""
    if "[scenario" not in text:
        return None
    try:
        raw: Any = msgspec.toml.decode(text)["scenario"]
    except (msgspec.DecodeError, KeyError) as error:
        raise Malformed(f"{error} - at `$.scenario_15`") from error
    row = raw[0] if isinstance(raw, list) else raw
    listed = library.find(DEMOLITION)
    assert listed is not None
    try:
        found: Scenario = from_plain({**to_plain(listed), "available": True, **row}, Scenario)
    except Malformed as error:
        raise Malformed(f"{str(error).partition(' - at `')[0]} - at `$.scenario_15`") from error
    return msgspec.structs.replace(found, elements=(*found.elements, *_zones(found)))


def _zones(found: Scenario) -> tuple[Element, ...]:
    own = {element.id for element in found.elements}
    return tuple(zone for zone in rows("steamroller_2011", "deployment", "radial", Element) if zone.id not in own)


def check_demolition(text: str) -> None:
    """Refuse at once a definition that could not be played, with what is missing."""
    found = demolition(text)
    played = None if found is None else arranged(as_played(found))
    if isinstance(played, Refusal):
        raise Malformed(f"{say_refusal(played, language())} - at `$.scenario_15`")


def as_played(found: Scenario) -> Settings:
    """A match of it between two players."""
    return Settings(scenario=DEMOLITION, players={Seat("one"): "1", Seat("two"): "2"}, definition=found)

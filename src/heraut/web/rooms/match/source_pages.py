"""
What the pages of a match ask of the rules its scenario comes from: one object a source, found by the scenario's own.

A third source is one entry here, and one in each table of `press` that goes by the source.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from django.utils.translation import gettext_lazy as _

from heraut.press.paper import Section
from heraut.press.rules import PlayConditions, reference_rules
from heraut.scenario.definition import Property, Scenario, Source
from heraut.scenario.sheet import Ended
from heraut.speech.sentences import Language
from heraut.web.rooms.definition import Text

TURNS: Mapping[str, Text] = {
    "name": _("Tour"),
    "end": _("Fin du tour"),
    "note": _("Noter la fin du tour"),
    "correct": _("Corriger ce tour"),
    "noted": _("Les tours notés"),
}
SEQUENCES: Mapping[str, Text] = {
    "name": _("Séquence"),
    "end": _("Fin de la séquence"),
    "note": _("Noter la fin de la séquence"),
    "correct": _("Corriger cette séquence"),
    "noted": _("Les séquences notées"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcePages:
    """How the scenarios of one source are played on the phones."""

    usual: Mapping[str, tuple[Property, ...]]
    """Kinds of terrain and what they usually do. Not a rule: the rulebook's terrain table is the event's to enter."""
    properties: tuple[Property, ...]
    """What may be said of a piece of terrain."""
    ends: tuple[Ended, ...]
    """The ends that people state."""
    turn_words: Mapping[str, Text] = field(default_factory=lambda: TURNS)
    """What is called a turn: a player's « séquence » where « tour » is both players'."""
    counts: Literal["CountEnd", "CountArmies"] = "CountEnd"
    """The command that counts at the end: what was slain or the dice still generated, or what is left of the armies."""
    has_casters: bool = False
    """Whether a side loses with its casters."""
    deploys_whole: bool = False
    """Whether an army is deployed all at once; else some units at a time."""
    loses_without_dice: bool = False
    """Whether a side with no dice to roll for its orders loses at once [ST-LOSS-1]."""
    has_reference_sheet: bool = False
    """Whether all its scenarios share rules that players bring on a sheet of their own [SR-DUTY-3]."""

    @property
    def counts_armies(self) -> bool:
        """Whether the end counts what is left of the armies."""
        return self.counts == "CountArmies"

    def shared_rules(self, played: PlayConditions, spoken: Language) -> tuple[Section, ...]:
        """What stands on that sheet."""
        return reference_rules(played, spoken) if self.has_reference_sheet else ()


SOURCES: Mapping[Source, SourcePages] = {
    "saga_tournament": SourcePages(
        usual={
            "wood": (Property.UNEVEN,),
            "hill": (Property.UNEVEN,),
            "field": (Property.UNEVEN,),
            "marsh": (Property.UNEVEN, Property.DANGEROUS),
            "rocks": (Property.UNEVEN, Property.DANGEROUS),
            "ruin": (Property.UNEVEN, Property.SOLID_COVER),
            "building": (Property.BLOCKING, Property.SOLID_COVER),
            "hedge": (),
        },
        properties=(Property.UNEVEN, Property.DANGEROUS, Property.BLOCKING, Property.SOLID_COVER),
        ends=("concession", "sudden_loss", "forfeit"),
        loses_without_dice=True,
    ),
    "steamroller_2011": SourcePages(
        usual={
            "forest": (Property.ROUGH,),
            "hill": (),
            "rubble": (Property.ROUGH,),
            "water": (Property.ROUGH,),
            "wall": (),
            "building": (Property.OBSTRUCTION,),
            "rocks": (Property.IMPASSABLE,),
        },
        properties=(Property.ROUGH, Property.OBSTRUCTION, Property.IMPASSABLE),
        ends=("concession", "forfeit", "clock"),
        turn_words=SEQUENCES,
        counts="CountArmies",
        has_casters=True,
        deploys_whole=True,
        has_reference_sheet=True,
    ),
}


def source_pages(scenario: Scenario) -> SourcePages:
    """What the source of this scenario says."""
    return SOURCES[scenario.source]

"""What the organiser decides before the first event: two formats, each with the settings of its sheet."""

from heraut.tournament.settings.check import settings_faults
from heraut.tournament.settings.organisation import SagaScenarioRow, saga_scenarios
from heraut.tournament.settings.shapes import (
    FinalTie,
    OddField,
    OwnTimes,
    SagaSettings,
    Settings,
    SteamrollerSettings,
    awards_of,
    clause_of,
)

__all__ = [
    "FinalTie",
    "OddField",
    "OwnTimes",
    "SagaScenarioRow",
    "SagaSettings",
    "Settings",
    "SteamrollerSettings",
    "awards_of",
    "clause_of",
    "saga_scenarios",
    "settings_faults",
]

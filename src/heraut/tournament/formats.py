"""The formats we ship, one line each; and what they have between them: settings, reports, lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heraut.kernel.engine import union
from heraut.tournament.format import Format, Report
from heraut.tournament.saga.bands import SagaBand
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.steamroller.army import ArmyList
from heraut.tournament.steamroller.settings import SteamrollerSettings

FORMATS: tuple[type[Format], ...] = (
    SagaSettings,
    SteamrollerSettings,
)

Lists = SagaBand | tuple[ArmyList, ...]
"""What a player hands in: a band, or one army list or more."""

if TYPE_CHECKING:
    AnySettings = Format
    AnyReport = Report
else:
    AnySettings = union(FORMATS)
    AnyReport = union(format.report for format in FORMATS)

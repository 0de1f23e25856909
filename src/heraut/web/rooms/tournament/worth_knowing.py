"""What a player should know of the event: what to bring, how long games are, how many markers a table needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from heraut.tournament.format import Format
from heraut.tournament.saga.organisation import markers_needed, material
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.tournament.view import RoundView, View
from heraut.web.game import Game
from heraut.web.says import word


def worth_knowing(game: Game, shown: RoundView | None) -> Mapping[str, Any]:
    """Each while it is of use."""
    view: View = game.view
    settings = game.history.state.settings
    return {
        "to_bring": _to_bring(settings) if not view.played else (),
        "lengths": _lengths(settings) if view.stage != "over" else [],
        "markers": markers_needed(shown.scenario) if shown and view.format == "saga" else 0,
    }


def _to_bring(settings: Format) -> tuple[str, ...]:
    """What a SAGA player brings, as the guide or the organiser says [ST-MAT-1, ST-MAT-2]."""
    if not isinstance(settings, SagaSettings):
        return ()
    brought = material(settings.material)
    return tuple(f"{word(each.item)} ({each.count})" if each.count else word(each.item) for each in brought)


def _lengths(settings: Format) -> list[str]:
    """How long a game and its turns are, as everybody may know it [SR-TIME-2, SR-VTIME-11]."""
    if not isinstance(settings, SteamrollerSettings) or settings.variants.no_time_limit:
        return []
    times, variants = settings.times, settings.variants
    told = [] if variants.sudden_death else [_("partie : %s min et un temps secret") % times.base]
    if variants.has_reserve:
        return [*told, _("réserve : %s min") % times.reserve]
    extension = [] if variants.no_extensions else [_("extension : %s min") % times.extension]
    return [*told, _("séquence : %s min") % times.turn, *extension]

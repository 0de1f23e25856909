"""A built band sent straight to the game it was built for: a tournament's list, a campaign's starting band."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest
from django.urls import reverse

from heraut.kernel.bounds import whole
from heraut.tournament.saga.bands import Age
from heraut.warband.band import Band
from heraut.warband.check import BandReport
from heraut.warband.overrides import Overrides
from heraut.web.access import Action
from heraut.web.game import Game
from heraut.web.rooms.odds.asked import Fields
from heraut.web.rooms.odds.elsewhere import as_entry, as_starting_band

CARRIED = ("game", "player", "place", "band-")
"""What the address says of the game and of the bands already built for it."""


@dataclass(frozen=True, slots=True)
class Sent:
    """The form that sends a band: where, with what; a campaign asks for each of its bands in turn."""

    title: str
    action: str
    fields: tuple[tuple[str, str], ...] = ()
    place: int = 0
    places: int = 0
    following: str = ""
    """The address at which the next band is built, this one kept."""

    @property
    def lords(self) -> range:
        """The numbers of the bands this form would raise, each with its lord."""
        return range(1, self.places + 1)


def carried(fields: Fields) -> list[tuple[str, str]]:
    """What the form must keep while a band is built."""
    return [(name, value) for name, value in fields.values.items() if name.startswith(CARRIED)]


def game_of(request: HttpRequest, fields: Fields) -> Game | None:
    """The game a band is built for, if this visitor may hand one in."""
    try:
        game = Game.of(request, fields.text("game"))
    except Http404:
        return None
    return game if game.visitor.may(Action.SPEAK) and game.engine.id in ("tournament", "campaign") else None


def budget(game: Game | None) -> int | None:
    """The points the game asks for."""
    if game is None:
        return None
    if game.engine.id == "campaign":
        return int(game.view.starting_band_points)
    return getattr(game.history.state.settings, "budget", None)


def sent(game: Game, fields: Fields, band: Band, report: BandReport, overrides: Overrides) -> Sent | None:
    """The form for a legal band; None if that game cannot take it."""
    if game.engine.id == "campaign":
        return _to_campaign(game, fields, report)
    settings = game.history.state.settings
    played = Age.MAGIC in settings.band_ages
    return _to_tournament(game, fields, band, overrides) if played else None


def _to_tournament(game: Game, fields: Fields, band: Band, overrides: Overrides) -> Sent:
    told = {"text": as_entry(band, overrides), "age": Age.MAGIC.value, "faction": fields.text("faction")}
    player = {"player": fields.text("player")} if game.visitor.official else {}
    return Sent(game.header.title, reverse("tournament:band", args=[game.stream]), tuple({**told, **player}.items()))


def _to_campaign(game: Game, fields: Fields, report: BandReport) -> Sent | None:
    plan = as_starting_band(report, game.view.catalogue)
    if plan is None:
        return None
    places = game.view.starting_bands
    place = fields.whole("place", 1, least=1, most=places)
    counts = Counter(f"{unit.kind}-{unit.figures}" for unit in plan.recruits)
    kept = [(name, value) for name, value in fields.values.items() if _is_before(name, place)]
    here = [(f"band-{place}-{unit}", str(points)) for unit, points in counts.items()]
    alike = [
        (f"band-{other}-{unit}", str(points)) for other in range(place, places + 1) for unit, points in counts.items()
    ]
    following = urlencode([("game", game.stream), ("place", place + 1), *kept, *here]) if place < places else ""
    return Sent(
        game.header.title,
        reverse("campaign:order", args=[game.stream]),
        (("type", "ComposeBands"), *kept, *alike),
        place,
        places,
        f"{reverse('odds:band')}?{following}" if following else "",
    )


def _is_before(name: str, place: int) -> bool:
    """Whether a field is of a band built before this one."""
    kind, _, rest = name.partition("-")
    number = whole(rest.partition("-")[0])
    return kind == "band" and number is not None and number < place

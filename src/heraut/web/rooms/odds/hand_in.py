"""A band handed in to a game: as a tournament reads it, as a campaign begins with it, and the form that sends it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from urllib.parse import urlencode

from django.http import Http404, HttpRequest
from django.urls import reverse

from heraut.campaign.board import BandPlan, NewLord, Recruit
from heraut.campaign.tables import UnitRow
from heraut.kernel.bounds import whole
from heraut.kernel.refusal import exact
from heraut.speech.sentences import phrases
from heraut.warband.band import Band, TroopLine, price
from heraut.warband.check import LEADERS, BandReport
from heraut.warband.tables import Overrides, UnitClass, troops
from heraut.web.game import VisitedGame, language
from heraut.web.permissions import Action
from heraut.web.rooms.odds import form
from heraut.web.rooms.odds.form import Fields
from heraut.web.rooms.tournament.formats import pages_of

CLASSES = {UnitClass.HEARTHGUARD: "hearthguards", UnitClass.WARRIOR: "warriors", UnitClass.LEVY: "levies"}
"""The three classes that tournaments and campaigns count, by their name in the campaign's catalogue."""
CARRIED = ("game", "player", "place", "band-")
"""What the address says of the game and of the bands already built for it."""


def as_entry(band: Band, overrides: Overrides) -> str:
    """The list as a tournament reads it [ST-BND-6]: special lines declare what was paid for them [ST-BND-8]."""
    lines = ", ".join(_entry_lines(band, overrides))
    spells = [spell for line in band.lines for spell in line.spells]
    words = phrases(language())["words"]
    known = f". {words['odds-entry-spells']}{', '.join(spells)}" if spells else ""
    legend = f". {words['odds-entry-legend']}{band.legendary_band}" if band.legendary_band else ""
    return f"{lines}{known}{legend}"


def _entry_lines(band: Band, overrides: Overrides) -> Iterator[str]:
    for line in band.lines:
        if line.unit in LEADERS:
            yield f"1 {form.name(UnitClass.WARLORD)}"
        elif line.unit in CLASSES:
            yield f"{line.figures} {form.name(line.unit)}"
        else:
            special = form.name(line.key).replace("(", "").replace(")", "")
            cost = _cost(line, overrides)
            yield f"{line.figures} {special} ({exact(cost)} {'pts' if cost > 1 else 'pt'})"


def _cost(line: TroopLine, overrides: Overrides) -> Fraction:
    """The points of a line, or of the figures traded for it [CORE-PTS-3]."""
    if line.paid_with is None:
        return Fraction(line.figures, troops()[line.unit].per_point or 1)
    return Fraction(line.figures * (price(line, overrides) or 0), troops()[line.paid_with].per_point or 1)


def blocks(report: BandReport) -> list[tuple[UnitClass, int]]:
    """What was bought of each kind before anything was traded, in whole points: what a campaign counts [SC-BND-3]."""
    return [(line.unit, line.points) for line in report.lines if isinstance(line.points, int) and line.points]


def as_starting_band(report: BandReport, catalogue: tuple[UnitRow, ...], lord: str = "") -> BandPlan | None:
    """The starting band of a campaign, one unit a point; None if its catalogue lacks a kind [SC-SET-4, SC-BND-9]."""
    figures = {row.kind: row.figures for row in catalogue}
    named = [(CLASSES.get(unit, unit.value), points) for unit, points in blocks(report)]
    if any(kind not in figures for kind, _ in named):
        return None
    recruits = tuple(Recruit(kind, 1, figures[kind]) for kind, points in named for _ in range(points))
    return BandPlan(new_lord=NewLord(lord), recruits=recruits)


@dataclass(frozen=True, slots=True)
class HandIn:
    """The form that hands a band in: where, with what; a campaign asks for each of its bands in turn."""

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


def game_of(request: HttpRequest, fields: Fields) -> VisitedGame | None:
    """The game a band is built for, if this visitor may hand one in."""
    try:
        game = VisitedGame.of(request, fields.text("game"))
    except Http404:
        return None
    return game if game.visitor.may(Action.SPEAK) and game.engine.id in ("tournament", "campaign") else None


def budget(game: VisitedGame | None) -> int | None:
    """The points the game asks for."""
    if game is None:
        return None
    if game.engine.id == "campaign":
        return int(game.view.starting_band_points)
    return getattr(game.settings, "budget", None)


def hand_in(game: VisitedGame, fields: Fields, band: Band, report: BandReport, overrides: Overrides) -> HandIn | None:
    """The form for a legal band; None if that game cannot take it."""
    if game.engine.id == "campaign":
        return _to_campaign(game, fields, report)
    entry = pages_of(game).built_band(as_entry(band, overrides), fields.text("faction"))
    if entry is None:
        return None
    player = [("player", fields.text("player"))] if game.visitor.official else []
    return HandIn(game.header.title, reverse("tournament:lists", args=[game.stream]), (*entry, *player))


def _to_campaign(game: VisitedGame, fields: Fields, report: BandReport) -> HandIn | None:
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
    return HandIn(
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

"""The band builder: figures by kind, what is traded for what, the sheet as PDF, the band handed in to a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from heraut.ask.units import profile_answer
from heraut.battle.unit import Unit
from heraut.campaign.forces import BandPlan, NewLord, Recruit
from heraut.campaign.tables import UnitRow
from heraut.kernel.bounds import whole
from heraut.kernel.refusal import Refusal, exact
from heraut.press.paper import BandLine, BandSheet, PaperOccasion, PaperPerson, UnitLine
from heraut.speech.sentences import phrases
from heraut.tournament.saga.bands import Age
from heraut.warband.band import Band, BandRules, DeployedUnit, Faction, TroopLine, casts, price, trade_table, troop_key
from heraut.warband.check import LEADERS, TYPED, BandReport, TroopKind, check, mustered, troop_of, types_of
from heraut.warband.overrides import Overrides
from heraut.warband.profile import Profile, profile_of
from heraut.warband.tables import Equipment, UnitClass, magic, troops
from heraut.web import sentences
from heraut.web.downloads import printed
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import query_of
from heraut.web.rooms.odds import form
from heraut.web.rooms.odds.form import RESTORED, Fields, HouseRules, aggression_of, armour_of
from heraut.web.rooms.odds.page import page

MOST_FIGURES = 96
USUAL_BUDGET = 6
ORDINARY = (UnitClass.HEARTHGUARD, UnitClass.WARRIOR, UnitClass.LEVY)
CLASSES = dict(zip(ORDINARY, ("hearthguards", "warriors", "levies"), strict=True))
"""The three classes that tournaments and campaigns count, by their name in the campaign's catalogue."""
SPECIAL = tuple(unit for unit in UnitClass if unit not in (*LEADERS, *ORDINARY))
CARRIED = ("game", "player", "place", "band-")
"""What the address says of the game and of the bands already built for it."""


@dataclass(frozen=True, slots=True)
class BandFormRow:
    """One line of the form: a kind of figures, how many, and what they are paid with."""

    name: str
    unit: UnitClass
    type: Equipment | None
    figures: int
    most: int
    payers: tuple[UnitClass, ...]
    paid_with: str
    bought: bool

    @property
    def step(self) -> int:
        """What a tap adds: half a point of the ordinary troops, otherwise one figure."""
        return max(1, (troops()[self.unit].per_point or 1) // 2) if self.bought else 1

    @property
    def key(self) -> str:
        """The word for it."""
        return troop_key(self.unit, self.type)


@dataclass(frozen=True, slots=True)
class BandForm:
    """The address read as a band, what the organiser allows, and the lines nobody can read."""

    band: Band
    rules: BandRules
    house_rules: HouseRules
    deployed: list[Unit]
    unknown_units: list[str]
    unknown_limits: list[str]

    @property
    def deployment(self) -> str:
        """The units in the language of the page, what cannot be read as it was written."""
        return form.write_units(self.deployed, self.unknown_units)


@require_safe
@needs(Action.VISIT)
def band(request: HttpRequest) -> HttpResponse:
    """Build and check: the address is the band."""
    fields = Fields(query_of(request).dict())
    game = game_of(request, fields)
    built = _read(fields, game)
    outcome = check(built.band, built.rules)
    context: dict[str, Any] = {**_context(fields, built), "game": game}
    context["carried"] = carried(fields) if game else ()
    if isinstance(outcome, Refusal):
        context["faults"] = sentences.faults(outcome, language())
    else:
        overrides = built.rules.overrides
        context["report"] = outcome
        context["warnings"] = [*map(sentences.told, outcome.warnings)]
        context["entry"] = as_entry(built.band, overrides)
        context["blocks"] = blocks(outcome)
        context["hand_in"] = game and hand_in(game, fields, built.band, outcome, overrides)
        context["units"] = [(line.unit, line.figures, line.points) for line in outcome.lines if line.figures]
    address = _address(query_of(request), built)
    return page(request, "band", context, house_rules=built.house_rules, address=address)


@require_safe
@needs(Action.VISIT)
def sheet(request: HttpRequest) -> HttpResponse:
    """The band on paper, two copies; only a legal band is printed."""
    fields = Fields(query_of(request).dict())
    built = _read(fields, game_of(request, fields))
    outcome = check(built.band, built.rules)
    if isinstance(outcome, Refusal):
        context = {**_context(fields, built), "faults": sentences.faults(outcome, language())}
        return page(request, "band", context, house_rules=built.house_rules, status=422)
    return printed(request, _("Bande"), _sheet(fields, built.band, outcome))


def _address(asked: QueryDict, built: BandForm) -> str:
    """What reopens the band: the form as it was sent, what was tapped done."""
    kept = asked.copy()
    if kept.pop("do", None) is not None:
        kept["deployed"] = built.deployment
    return kept.urlencode()


def _read(fields: Fields, game: VisitedGame | None) -> BandForm:
    house_rules = form.read_house_rules(fields, form.OF_BANDS)
    rules = BandRules(
        fields.ticked("legendary_units_allowed"), fields.ticked("legendary_bands_allowed"), house_rules.overrides
    )
    units, unknown_units = form.read_units(fields.text("deployed"))
    units = form.tapped(units, "deployed", fields.text("do"))
    limits, unknown_limits = form.read_numbers(fields.text("limits"))
    faction = Faction(fields.text("faction").strip()[:60], most={unit: int(most) for unit, most in limits.items()})
    band = Band(
        fields.whole("points", budget(game) or USUAL_BUDGET, least=1, most=24),
        tuple(_troop_lines(fields, rules)),
        tuple(DeployedUnit(unit.profile.unit, unit.figures, unit.profile.equipment) for unit in units),
        tuple(_texts(fields.text("legendary_units"))),
        fields.text("legendary_band").strip()[:60] or None,
        faction if faction.name or faction.most else None,
    )
    return BandForm(band, rules, house_rules, units, unknown_units, unknown_limits)


def _troop_lines(fields: Fields, rules: BandRules) -> Iterator[TroopLine]:
    """The lines of the list; spells go to the sorcerers first, what is left to a necromancer who casts."""
    named = fields.text("leader", "warlord")
    leader = UnitClass(named) if named in LEADERS else UnitClass.WARLORD
    spells, rows = _texts(fields.text("spells")), [row for row in _rows(fields, rules.overrides) if row.figures]
    sorcerers = sum(row.figures for row in rows if row.unit is UnitClass.SORCERER)
    theirs = sorcerers * magic().spells if casts(leader, rules.overrides) else len(spells)
    yield TroopLine(leader, spells=tuple(spells[theirs:]))
    for row in rows:
        paid_with = None if row.bought else UnitClass(row.paid_with)
        known = tuple(spells[:theirs]) if row.unit is UnitClass.SORCERER else ()
        yield TroopLine(row.unit, row.figures, row.type, paid_with, known)


def _rows(fields: Fields, rules: Overrides) -> list[BandFormRow]:
    return [
        row
        for unit in (*ORDINARY, *SPECIAL)
        for kind in (types_of(unit) if unit in TYPED else (None,))
        for row in _ways(fields, unit, kind, tuple(trade_table(rules).get(unit, ())))
    ]


def _ways(
    fields: Fields, unit: UnitClass, kind: Equipment | None, payers: tuple[UnitClass, ...]
) -> Iterator[BandFormRow]:
    """Bought with points, traded for figures, or both: a row for each."""
    name = troop_key(unit, kind)
    troop, most = troops()[unit], troops()[unit].most or MOST_FIGURES
    if troop.per_point:
        yield BandFormRow(name, unit, kind, fields.whole(name, most=most), most, (), "", bought=True)
    if payers:
        traded = f"{name}.traded"
        paid_with = fields.text(f"{traded}.with", payers[0])
        known = paid_with if paid_with in payers else payers[0]
        yield BandFormRow(traded, unit, kind, fields.whole(traded, most=most), most, payers, known, bought=False)


def _texts(text: str) -> list[str]:
    """What stands on the lines, each of a bearable length."""
    return [line.strip()[:60] for line in text.splitlines() if line.strip()][:36]


def _context(fields: Fields, built: BandForm) -> dict[str, Any]:
    """The form as it stands, lists in the language of the page."""
    listed, placed = mustered(built.band)
    limits, _unknown = form.read_numbers(fields.text("limits"))
    return {
        "typed": fields.values,
        "built": built,
        "band": built.band,
        "rows": _rows(fields, built.rules.overrides),
        "leaders": LEADERS,
        "spells_each": magic().spells,
        "to_deploy": list(_to_deploy(listed - placed)),
        "left": (listed - placed).total(),
        "limits": form.write_numbers(limits),
        "legendary_units": "\n".join(built.band.legendary_units),
        "wrong": [*built.unknown_units, *built.unknown_limits],
        "empty": len(built.band.lines) == 1,
    }


def _to_deploy(left: Counter[TroopKind]) -> Iterator[tuple[str, list[tuple[Profile, int]]]]:
    """The units that may still be placed, each as large as usual or as what is left."""
    for unit, rows in form.groups():
        sized = [(row, min(figures, left[troop_of(row.unit, row.equipment)])) for row, figures in rows]
        if any(figures for _row, figures in sized):
            yield unit, [(row, figures) for row, figures in sized if figures]


def _sheet(fields: Fields, band: Band, report: BandReport) -> BandSheet:
    """A legal band on paper: what was bought, the units as they are deployed, what they are worth."""

    def lines(*wanted: UnitClass) -> tuple[BandLine, ...]:
        return tuple(
            BandLine(form.name(line.key), line.figures, _points(line, band, report))
            for line in band.lines
            if line.unit in wanted
        )

    return BandSheet(
        event=PaperOccasion(_("Âge de la Magie")),
        person=PaperPerson(fields.text("name") or _("Joueur"), faction=fields.text("faction").strip()[:60]),
        age=_("Âge de la Magie"),
        budget=band.points,
        warlord=lines(*LEADERS)[0],
        special=lines(*SPECIAL),
        hearthguards=lines(UnitClass.HEARTHGUARD),
        warriors=lines(UnitClass.WARRIOR),
        levies=lines(UnitClass.LEVY),
        spells=tuple(spell for line in band.lines for spell in line.spells),
        legendary_band=band.legendary_band or "",
        units=tuple(_unit_line(unit) for unit in band.units),
        totals=tuple(_totals(band, report)),
    )


def _unit_line(unit: DeployedUnit) -> UnitLine:
    row = profile_of(unit.unit, unit.equipment)
    if not isinstance(row, Profile):
        raise TypeError(row)
    words = phrases(language())["words"]
    return UnitLine(
        form.name(row.key),
        unit.figures,
        armour_of(row),
        aggression_of(row),
        ", ".join(words.get(f"rule-{rule}", rule) for rule in profile_answer(row).rules),
    )


def _totals(band: Band, report: BandReport) -> Iterator[str]:
    saga = report.most_saga_dice if report.saga_dice is None else report.saga_dice.dice
    yield _("Dés Saga : %(n)s") % {"n": saga}
    if report.magic_dice:
        yield _("Dés de magie : %(n)s") % {"n": report.magic_dice}
    yield _("Points de massacre : %(n)s") % {"n": report.massacre}
    rows = (profile_of(unit.unit, unit.equipment) for unit in band.units)
    if any(isinstance(row, Profile) and row.restored for row in rows):
        yield _("%(mark)s valeur rétablie, absente de notre copie de la source") % {"mark": RESTORED}


def _points(line: TroopLine, band: Band, report: BandReport) -> str:
    """What the line cost: of a kind with one line, all that was bought; what was traded for cost its payer."""
    if line.paid_with is not None:
        return "–"
    per_point = troops()[line.unit].per_point
    if per_point and sum(other.unit is line.unit and other.paid_with is None for other in band.lines) > 1:
        return str(exact(Fraction(line.figures, per_point)))
    return str(next(each.points for each in report.lines if each.unit is line.unit))


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
            yield f"{line.figures} {special} ({exact(_cost(line, overrides))} pts)"


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
    played = Age.MAGIC in game.settings.band_ages
    return _to_tournament(game, fields, band, overrides) if played else None


def _to_tournament(game: VisitedGame, fields: Fields, band: Band, overrides: Overrides) -> HandIn:
    entry = {"text": as_entry(band, overrides), "age": Age.MAGIC.value, "faction": fields.text("faction")}
    player = {"player": fields.text("player")} if game.visitor.official else {}
    return HandIn(game.header.title, reverse("tournament:band", args=[game.stream]), tuple({**entry, **player}.items()))


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

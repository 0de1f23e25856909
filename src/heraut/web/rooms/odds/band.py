"""The band builder: figures by kind, what is traded for what, the sheet as PDF."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from heraut.battle.unit import Unit
from heraut.kernel.refusal import Refusal, exact
from heraut.press.paper import BandLine, BandSheet, PaperOccasion, PaperPerson, UnitLine
from heraut.warband.band import Band, BandRules, DeployedUnit, Faction, TroopLine, casts, trade_table, troop_key
from heraut.warband.check import LEADERS, TYPED, BandReport, TroopKind, check, mustered, troop_of, types_of
from heraut.warband.profile import Profile, profile_of
from heraut.warband.tables import Equipment, Overrides, UnitClass, magic, troops
from heraut.web import sentences
from heraut.web.downloads import printed
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import query_of
from heraut.web.rooms.odds import form
from heraut.web.rooms.odds.form import RESTORED, Fields, aggression_of, armour_of, rule_names
from heraut.web.rooms.odds.hand_in import CLASSES, as_entry, blocks, budget, carried, game_of, hand_in
from heraut.web.rooms.odds.house_rules import OF_BANDS, HouseRules, read_house_rules
from heraut.web.rooms.odds.page import page

MOST_FIGURES = 96
USUAL_BUDGET = 6
SPECIAL = tuple(unit for unit in UnitClass if unit not in (*LEADERS, *CLASSES))


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
    house_rules = read_house_rules(fields, OF_BANDS)
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
        for unit in (*CLASSES, *SPECIAL)
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
    return UnitLine(form.name(row.key), unit.figures, armour_of(row), aggression_of(row), ", ".join(rule_names(row)))


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

"""The band builder: figures by kind, what is traded for what, and the sheet as PDF."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from heraut.battle.unit import Unit
from heraut.kernel import Refusal
from heraut.speech import say_because
from heraut.warband.band import Band, BandRules, DeployedUnit, Faction, TroopLine, casts, trade_table
from heraut.warband.check import TYPED, TroopKind, check, mustered, troop_of
from heraut.warband.overrides import Overrides
from heraut.warband.profile import Profile, profiles
from heraut.warband.tables import magic, troops
from heraut.warband.vocabulary import Equipment, UnitClass
from heraut.web import says
from heraut.web.access import Action
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.printing import printed
from heraut.web.rooms.odds import elsewhere, house, lists, sent
from heraut.web.rooms.odds.asked import Fields, groups
from heraut.web.rooms.odds.elsewhere import LEADERS, ORDINARY, SPECIAL
from heraut.web.rooms.odds.paper import band_sheet

MOST_FIGURES = 96
USUAL_BUDGET = 6


@dataclass(frozen=True, slots=True)
class Row:
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
        return self.unit if self.type is None else f"{self.unit}.{self.type}"


@dataclass(frozen=True, slots=True)
class Written:
    """The address read as a band, what the organiser allows, and the lines nobody can read."""

    band: Band
    rules: BandRules
    house_rules: list[house.Setting]
    wrong: list[str]


@require_safe
@needs(Action.VISIT)
def band(request: HttpRequest) -> HttpResponse:
    """Build and check: the address is the band."""
    fields = Fields(request.GET.dict())
    game = sent.game_of(request, fields)
    written = _written(fields, game)
    outcome = check(written.band, written.rules)
    context: dict[str, Any] = {**_form(fields, written), "game": game}
    context["query"] = _address(request.GET, context["deployed"])
    context["carried"] = sent.carried(fields) if game else ()
    if isinstance(outcome, Refusal):
        context["faults"] = says.faults(outcome, language())
    else:
        context["report"] = outcome
        context["warnings"] = [
            says.Fault(say_because(warning, language()), warning.clause) for warning in outcome.warnings
        ]
        context["entry"] = elsewhere.as_entry(written.band, written.rules.overrides)
        context["blocks"] = elsewhere.blocks(outcome)
        context["sent"] = game and sent.sent(game, fields, written.band, outcome, written.rules.overrides)
        context["units"] = [(line.unit, line.figures, line.points) for line in outcome.lines if line.figures]
    answer = render(request, "odds/band.html", context)
    answer["HX-Push-Url"] = f"{request.path}?{context['query']}"
    return answer


def _address(asked: QueryDict, deployed: str) -> str:
    """What reopens the band: the form as it was sent, what was tapped done."""
    kept = asked.copy()
    if kept.pop("do", None) is not None:
        kept["deployed"] = deployed
    return kept.urlencode()


@require_safe
@needs(Action.VISIT)
def sheet(request: HttpRequest) -> HttpResponse:
    """The band on paper, two copies; only a legal band is printed."""
    fields = Fields(request.GET.dict())
    written = _written(fields, sent.game_of(request, fields))
    outcome = check(written.band, written.rules)
    if isinstance(outcome, Refusal):
        context = {**_form(fields, written), "faults": says.faults(outcome, language())}
        return render(request, "odds/band.html", context, status=422)
    return printed(request, "bande", band_sheet(fields, written.band, outcome))


def _form(fields: Fields, written: Written) -> dict[str, Any]:
    """The form as it stands, lists in the language of the page."""
    deployed, wrong = _deployed(fields)
    limits, _wrong = lists.read_numbers(fields.text("limits"))
    listed, placed = mustered(written.band)
    return {
        "rows": _rows(fields, written.rules.overrides),
        "leader": fields.text("leader", "warlord"),
        "leaders": LEADERS,
        "points": written.band.points,
        "name": fields.text("name"),
        "spells": fields.text("spells"),
        "spells_each": magic().spells,
        "deployed": lists.write_units(deployed, wrong),
        "units_deployed": deployed,
        "to_deploy": list(_to_deploy(listed - placed)),
        "left": (listed - placed).total(),
        "faction": fields.text("faction"),
        "limits": lists.write_numbers(limits),
        "legendary_units": "\n".join(written.band.legendary_units),
        "legendary_band": written.band.legendary_band or "",
        "rules": written.rules,
        "wrong": written.wrong,
        "house_rules": written.house_rules,
        "changed": any(setting.changed for setting in written.house_rules),
        "empty": len(written.band.lines) == 1,
    }


def _deployed(fields: Fields) -> tuple[list[Unit], list[str]]:
    units, wrong = lists.read_units(fields.text("deployed"))
    return lists.tapped(units, "deployed", fields.text("do")), wrong


def _to_deploy(left: Counter[TroopKind]) -> Iterator[tuple[str, list[tuple[Profile, int]]]]:
    """The units that may still be placed, each as large as usual or as what is left."""
    for unit, rows in groups():
        sized = [(row, min(figures, left[troop_of(row.unit, row.equipment)])) for row, figures in rows]
        if any(figures for _, figures in sized):
            yield unit, [(row, figures) for row, figures in sized if figures]


def _rows(fields: Fields, rules: Overrides) -> list[Row]:
    found: list[Row] = []
    for unit in (*ORDINARY, *SPECIAL):
        for type_ in _types(unit):
            found += _ways(fields, unit, type_, tuple(trade_table(rules).get(unit, ())))
    return found


def _ways(fields: Fields, unit: UnitClass, type_: Equipment | None, payers: tuple[UnitClass, ...]) -> Iterator[Row]:
    """Bought with points, traded for figures, or both: a row for each."""
    name = unit.value if type_ is None else f"{unit}.{type_}"
    troop, most = troops()[unit], troops()[unit].most or MOST_FIGURES
    if troop.per_point:
        yield Row(name, unit, type_, fields.whole(name, most=most), most, (), "", bought=True)
    if payers:
        traded = f"{name}.traded"
        paid_with = fields.text(f"{traded}.with", payers[0])
        known = paid_with if paid_with in payers else payers[0]
        yield Row(traded, unit, type_, fields.whole(traded, most=most), most, payers, known, bought=False)


def _types(unit: UnitClass) -> list[Equipment | None]:
    if unit not in TYPED:
        return [None]
    return [row.equipment[0] for row in profiles().values() if row.unit is unit]


def _written(fields: Fields, game: Game | None) -> Written:
    house_rules = house.settings(fields, house.OF_BANDS)
    rules = BandRules(
        fields.ticked("legendary_units_allowed"),
        fields.ticked("legendary_bands_allowed"),
        house.overrides(house_rules),
    )
    units, wrong = _deployed(fields)
    limits, wrong_too = lists.read_numbers(fields.text("limits"))
    faction = Faction(fields.text("faction").strip()[:60], most={unit: int(most) for unit, most in limits.items()})
    band = Band(
        fields.whole("points", sent.budget(game) or USUAL_BUDGET, least=1, most=24),
        tuple(_lines(fields, rules)),
        tuple(DeployedUnit(unit.profile.unit, unit.figures, unit.profile.equipment) for unit in units),
        tuple(_texts(fields.text("legendary_units"))),
        fields.text("legendary_band").strip()[:60] or None,
        faction if faction.name or faction.most else None,
    )
    return Written(band, rules, house_rules, [*wrong, *wrong_too])


def _lines(fields: Fields, rules: BandRules) -> Iterator[TroopLine]:
    """The lines of the list; spells go to the sorcerers first, what is left to a necromancer who casts."""
    named = fields.text("leader", "warlord")
    leader = UnitClass(named) if named in LEADERS else UnitClass.WARLORD
    spells, rows = _texts(fields.text("spells")), [row for row in _rows(fields, rules.overrides) if row.figures]
    sorcerers = sum(row.figures for row in rows if row.unit is UnitClass.SORCERER)
    theirs = sorcerers * magic().spells if casts(leader, rules.overrides) else len(spells)
    yield TroopLine(leader, spells=tuple(spells[theirs:]))
    for row in rows:
        paid_with = None if row.bought else UnitClass(row.paid_with)
        yield TroopLine(
            row.unit,
            row.figures,
            row.type,
            paid_with,
            tuple(spells[:theirs]) if row.unit is UnitClass.SORCERER else (),
        )


def _texts(text: str) -> list[str]:
    """What stands on the lines, each of a bearable length."""
    return [line.strip()[:60] for line in text.splitlines() if line.strip()][:36]

"""The band builder: figures by kind, what is traded for what, and the sheet as PDF."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from heraut.kernel import Refusal, exact
from heraut.press.paper import BandLine, BandSheet, Event, Person, pdf
from heraut.speech import phrases, say_because
from heraut.warband import Equipment, UnitClass, profiles
from heraut.warband.band import Band, Line
from heraut.warband.check import BandReport, check
from heraut.warband.faults import TYPED
from heraut.warband.tables import magic, trades, troops
from heraut.web import says
from heraut.web.access import Action
from heraut.web.game import language
from heraut.web.guard import needs
from heraut.web.rooms.odds.asked import Fields

MOST_FIGURES = 96
USUAL_BUDGET = 6
LEADERS = (UnitClass.WARLORD, UnitClass.NECROMANCER)
ORDINARY = (UnitClass.HEARTHGUARD, UnitClass.WARRIOR, UnitClass.LEVY)
SPECIAL = tuple(unit for unit in UnitClass if unit not in (*LEADERS, *ORDINARY))


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
    def key(self) -> str:
        """The word for it."""
        return self.unit if self.type is None else f"{self.unit}.{self.type}"


@require_safe
@needs(Action.VISIT)
def band(request: HttpRequest) -> HttpResponse:
    """Build and check: the address is the band."""
    fields = Fields(request.GET.dict())
    rows, written = _rows(fields), _band(fields)
    outcome = check(written)
    context: dict[str, Any] = {
        "rows": rows,
        "leader": fields.text("leader", "warlord"),
        "leaders": LEADERS,
        "points": written.points,
        "name": fields.text("name"),
        "spells": fields.text("spells"),
        "spells_each": magic().spells,
        "query": request.GET.urlencode(),
        "empty": len(written.lines) == 1,
    }
    if isinstance(outcome, Refusal):
        context["faults"] = says.faults(outcome, language())
    else:
        context["report"] = outcome
        context["warnings"] = [
            says.Fault(say_because(warning, language()), warning.clause) for warning in outcome.warnings
        ]
        context["units"] = [(line.unit, line.figures, line.points) for line in outcome.lines if line.figures]
    return render(request, "odds/band.html", context)


@require_safe
@needs(Action.VISIT)
def sheet(request: HttpRequest) -> HttpResponse:
    """The band on paper, two copies; only a legal band is printed."""
    fields = Fields(request.GET.dict())
    written = _band(fields)
    outcome = check(written)
    if isinstance(outcome, Refusal):
        return render(request, "odds/band.html", {"faults": says.faults(outcome, language())}, status=422)
    answer = HttpResponse(pdf(_paper(fields, written, outcome), language=language()), content_type="application/pdf")
    answer["Content-Disposition"] = 'inline; filename="bande.pdf"'
    return answer


def _rows(fields: Fields) -> list[Row]:
    found = []
    for unit in (*ORDINARY, *SPECIAL):
        for type_ in _types(unit):
            found += _ways(fields, unit, type_)
    return found


def _ways(fields: Fields, unit: UnitClass, type_: Equipment | None) -> list[Row]:
    """Bought with points, traded for figures, or both: a row for each."""
    name = unit.value if type_ is None else f"{unit}.{type_}"
    troop, most = troops()[unit], troops()[unit].most or MOST_FIGURES
    ways = []
    if troop.per_point:
        ways.append(Row(name, unit, type_, fields.whole(name, most=most), most, (), "", bought=True))
    if unit in trades():
        payers = tuple(trades()[unit].paid)
        traded = f"{name}.traded"
        paid_with = fields.text(f"{traded}.with", payers[0])
        known = paid_with if paid_with in payers else payers[0]
        ways.append(Row(traded, unit, type_, fields.whole(traded, most=most), most, payers, known, bought=False))
    return ways


def _types(unit: UnitClass) -> list[Equipment | None]:
    if unit not in TYPED:
        return [None]
    return [row.equipment[0] for row in profiles().values() if row.unit is unit]


def _band(fields: Fields) -> Band:
    leader = fields.text("leader", "warlord")
    spells = tuple(spell.strip()[:60] for spell in fields.text("spells").splitlines() if spell.strip())[:36]
    lines = [Line(UnitClass(leader) if leader in LEADERS else UnitClass.WARLORD)]
    for row in _rows(fields):
        if row.figures:
            paid_with = None if row.bought else UnitClass(row.paid_with)
            casts = spells if row.unit is UnitClass.SORCERER else ()
            lines.append(Line(row.unit, row.figures, row.type, paid_with, casts))
    return Band(fields.whole("points", USUAL_BUDGET, least=1, most=24), tuple(lines))


def _points(line: Line, band: Band, report: BandReport) -> str:
    """What the line cost: of a kind with one line, all that was bought; what was traded for cost its payer."""
    if line.paid_with is not None:
        return "–"
    per_point = troops()[line.unit].per_point
    if per_point and sum(other.unit is line.unit and other.paid_with is None for other in band.lines) > 1:
        return str(exact(Fraction(line.figures, per_point)))
    return str(next(told.points for told in report.lines if told.unit is line.unit))


def _paper(fields: Fields, written: Band, report: BandReport) -> BandSheet:
    words = phrases(language())["words"]

    def lines(*wanted: UnitClass) -> tuple[BandLine, ...]:
        return tuple(
            BandLine(
                words.get(f"{line.unit}.{line.type}" if line.type else line.unit, line.unit),
                line.figures,
                _points(line, written, report),
            )
            for line in written.lines
            if line.unit in wanted
        )

    return BandSheet(
        event=Event(_("Âge de la Magie")),
        person=Person(fields.text("name") or _("Joueur")),
        age=_("Âge de la Magie"),
        budget=written.points,
        warlord=lines(*LEADERS)[0],
        special=lines(*SPECIAL),
        hearthguards=lines(UnitClass.HEARTHGUARD),
        warriors=lines(UnitClass.WARRIOR),
        levies=lines(UnitClass.LEVY),
        spells=tuple(spell for line in written.lines for spell in line.spells),
    )

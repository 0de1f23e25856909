"""The band on paper: what was bought, the units as they are deployed, what they are worth."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _

from heraut.ask.warband import profile_answer
from heraut.kernel import exact
from heraut.press.paper import BandLine, BandSheet, Occasion, Person, UnitLine
from heraut.speech import phrases
from heraut.warband.band import Band, DeployedUnit, TroopLine
from heraut.warband.check import BandReport
from heraut.warband.profile import Profile, profile_of
from heraut.warband.tables import troops
from heraut.warband.vocabulary import UnitClass
from heraut.web.game import language
from heraut.web.rooms.odds import lists
from heraut.web.rooms.odds.asked import Fields
from heraut.web.rooms.odds.elsewhere import LEADERS, SPECIAL


def band_sheet(fields: Fields, written: Band, report: BandReport) -> BandSheet:
    """The sheet of a legal band."""

    def lines(*wanted: UnitClass) -> tuple[BandLine, ...]:
        return tuple(
            BandLine(
                lists.name(f"{line.unit}.{line.type}" if line.type else line.unit),
                line.figures,
                _points(line, written, report),
            )
            for line in written.lines
            if line.unit in wanted
        )

    return BandSheet(
        event=Occasion(_("Âge de la Magie")),
        person=Person(fields.text("name") or _("Joueur"), faction=fields.text("faction").strip()[:60]),
        age=_("Âge de la Magie"),
        budget=written.points,
        warlord=lines(*LEADERS)[0],
        special=lines(*SPECIAL),
        hearthguards=lines(UnitClass.HEARTHGUARD),
        warriors=lines(UnitClass.WARRIOR),
        levies=lines(UnitClass.LEVY),
        spells=tuple(spell for line in written.lines for spell in line.spells),
        legendary_band=written.legendary_band or "",
        units=tuple(_unit(unit) for unit in written.units),
        totals=tuple(_totals(report)),
    )


def _unit(unit: DeployedUnit) -> UnitLine:
    row = profile_of(unit.unit, unit.equipment)
    if not isinstance(row, Profile):
        raise TypeError(row)
    seen, words = profile_answer(row), phrases(language())["words"]
    return UnitLine(
        lists.name(row.key),
        unit.figures,
        f"{seen.armour.melee} ({seen.armour.shooting})",
        f"{seen.aggression.melee} ({seen.aggression.shooting})",
        ", ".join(words.get(f"rule-{rule}", rule) for rule in seen.rules),
    )


def _totals(report: BandReport) -> Iterator[str]:
    saga = report.most_saga_dice if report.saga_dice is None else report.saga_dice.dice
    yield _("Dés Saga : %(n)s") % {"n": saga}
    if report.magic_dice:
        yield _("Dés de magie : %(n)s") % {"n": report.magic_dice}
    yield _("Points de massacre : %(n)s") % {"n": report.massacre}


def _points(line: TroopLine, band: Band, report: BandReport) -> str:
    """What the line cost: of a kind with one line, all that was bought; what was traded for cost its payer."""
    if line.paid_with is not None:
        return "–"
    per_point = troops()[line.unit].per_point
    if per_point and sum(other.unit is line.unit and other.paid_with is None for other in band.lines) > 1:
        return str(exact(Fraction(line.figures, per_point)))
    return str(next(each.points for each in report.lines if each.unit is line.unit))

"""Bonus points are set in words, and typed, reported, printed and counted wherever a result is [ST-PTS-11]."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.http import QueryDict

from heraut.kernel.codec import Malformed, from_plain
from heraut.kernel.names import Seat
from heraut.tournament.saga.scoring import Bonus, SagaPoints, SagaReport, score_saga
from heraut.tournament.saga.settings import SagaSettings
from heraut.web.rooms.tournament.format_pages import UnreadableList
from heraut.web.rooms.tournament.saga import SagaPages, form
from web.build import host
from web.test_tournament import phone, playing, saga, text, view
from web.war import spaced

SLAIN, RELIC = Bonus("Seigneur abattu", Fraction(1)), Bonus("Relique prise", Fraction(1, 2))
SEATS = (Seat("ana"), Seat("ben"))


def typed(**columns: list[str]) -> QueryDict:
    posted = QueryDict(mutable=True)
    for column, values in columns.items():
        posted.setlist(f"bonus_points.{column}", values)
    return posted


@pytest.mark.parametrize("points", ["0,5", "0.5", "1/2"])
def test_bonuses_are_written_in_a_little_table(points: str):
    read = form.read_tables(typed(label=["Seigneur abattu", "", "Relique prise"], points=["1", "", points]))

    assert from_plain(read["bonus_points"], tuple[Bonus, ...]) == (SLAIN, RELIC)
    settings = SagaSettings(allowed_ages=("dark",), bonus_points=(SLAIN, RELIC))
    lines = next(table.lines for table in form.shown_tables(settings) if table.name == "bonus_points")
    assert lines[:2] == (("Seigneur abattu", "1"), ("Relique prise", "0,5"))


@pytest.mark.parametrize(
    ("labels", "points"),
    [(["Seigneur abattu"], [""]), ([""], ["1"]), (["Relique", "Relique"], ["1", "2"]), (["Relique"], ["un peu"])],
)
def test_a_line_that_is_no_bonus_is_refused(labels: list[str], points: list[str]):
    with pytest.raises(Malformed, match="bonus_points"):
        form.read_tables(typed(label=labels, points=points))


def pages() -> SagaPages:
    return SagaPages(SagaSettings(allowed_ages=("dark",), bonus_points=(SLAIN, RELIC)))


def test_the_line_of_the_desk_takes_bonuses():
    read = pages().read_line("23 19 +1 +2b", SEATS)

    earned = {SEATS[0]: ("Seigneur abattu",), SEATS[1]: ("Relique prise",)}
    assert read == SagaReport({SEATS[0]: 23, SEATS[1]: 19}, bonuses=earned)
    assert isinstance(pages().read_line("23 19 +1c", SEATS), UnreadableList)
    assert "+1, +2 : Seigneur abattu ; +1b, +2b : Relique prise" in spaced(pages().line_hint)


def test_slips_ask_for_bonuses():
    assert pages().slip_asks()[1:] == ("Seigneur abattu", "Relique prise")


def worth() -> Fraction:
    """What losing by nine is worth, and the bonus."""
    scored = score_saga(SagaReport({SEATS[0]: 12, SEATS[1]: 3}), SEATS)
    assert isinstance(scored, SagaPoints)
    return scored.points[SEATS[1]] + SLAIN.points


@pytest.mark.django_db
def test_bonuses_are_announced_confirmed_settled_and_corrected_with_the_result():
    playing(saga(bonus_points=(SLAIN,)))
    first, second = view().played[-1].tables[:2]
    one, two = first.seats
    told = {f"points-{one}": 12, f"points-{two}": 3, f"bonus-{two}": "Seigneur abattu"}

    assert f'name="bonus-{one}"' in text(phone(one).get("/g/cup/"))
    for seat in first.seats:
        assert phone(seat).post("/g/cup/tournament/report", told).status_code == 302
    host().post("/g/cup/tournament/result", {"line": f"{second.number} 12 3 +2"})

    plain = host().get(f"/g/cup/tournament/rounds/1/tables/{first.number}")
    assert f'name="bonus-{two}" value="Seigneur abattu" checked>' in text(plain)
    results = [table.result for table in view().played[-1].tables[:2]]
    for result, loser in zip(results, (two, second.seats[1]), strict=True):
        assert result is not None
        assert isinstance(result.report, SagaReport)
        assert result.report.bonuses == {loser: ("Seigneur abattu",)}
        assert result.points[loser] == worth()

"""The papers of a round: who meets whom, slips, score sheets, standings, and all of it for an emergency."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from heraut.kernel import Seat
from heraut.press import paper
from heraut.scenario import library
from heraut.scenario.tally import WRITTEN_TURNS, scoring_turns
from heraut.tournament.standings.event import rows_of_whole_rounds
from heraut.tournament.view import RoundView
from heraut.web.desk import now
from heraut.web.game import language
from heraut.web.rooms.tournament.board import standings
from heraut.web.rooms.tournament.papers.desk import Desk
from heraut.web.rooms.tournament.words import scenario_name
from heraut.web.says import moment

BLANK_ROUNDS = 2


def pairings_by_table(desk: Desk) -> Iterator[paper.Sheet]:
    if (shown := desk.last) is not None:
        name = scenario_name(shown.scenario, language())
        yield paper.Pairings(event=desk.event, round=shown.number, games=desk.games(shown), scenario=name)


def pairings_by_name(desk: Desk) -> Iterator[paper.Sheet]:
    if (shown := desk.last) is not None:
        name = scenario_name(shown.scenario, language())
        yield paper.Pairings(event=desk.event, round=shown.number, games=desk.games(shown), order="name", scenario=name)


def slips(desk: Desk) -> Iterator[paper.Sheet]:
    if (shown := desk.last) is not None:
        yield paper.ResultSlips(
            event=desk.event, round=shown.number, games=_paired(desk, shown), asks=desk.pages.slip_asks(),
            asks_first_player=desk.pages.asks_first_player, scenario=scenario_name(shown.scenario, language()),
        )  # fmt: skip


def _paired(desk: Desk, shown: RoundView) -> tuple[paper.Seating, ...]:
    return tuple(game for game in desk.games(shown) if game.second is not None)


def scores(desk: Desk) -> Iterator[paper.Sheet]:
    """Two copies for each table: a row for each turn that can score, a column per way to score [ST-MAT-5]."""
    if (shown := desk.last) is not None:
        found = library.find(shown.scenario)
        yield paper.ScoreSheets(
            event=desk.event, round=shown.number, games=_paired(desk, shown),
            scenario=scenario_name(shown.scenario, language()),
            turns=tuple(range(1, WRITTEN_TURNS + 1)) if found is None else scoring_turns(found),
            columns=desk.pages.score_columns(found),
        )  # fmt: skip


def standing_sheet(desk: Desk) -> Iterator[paper.Sheet]:
    """The standings after the last whole round: who scores on by hand adds every slip of the round being played."""
    board = standings(desk.view, rows_of_whole_rounds(desk.game.history.state))
    complete = [played for played in desk.view.played if played.complete]
    if board.places:
        met = _met(desk)
        rows = tuple(
            paper.StandingsLine(place.rank or len(board.places), desk.people[place.seat], place.values, met[place.seat])
            for place in board.places
        )
        yield paper.Standings(
            event=desk.event, after_round=len(complete), columns=board.columns, rows=rows,
            final=desk.view.stage == "over",
        )  # fmt: skip


def _met(desk: Desk) -> Mapping[Seat, tuple[int, ...]]:
    """The numbers of everybody each player has met: enough to pair the next round by hand."""
    numbers = {player.seat: player.number for player in desk.view.players}
    met: dict[Seat, list[int]] = {seat: [] for seat in numbers}
    for played in desk.view.played:
        for table in played.tables:
            for seat, other in (table.seats, table.seats[::-1]):
                met[seat].append(numbers[other])
    return {seat: tuple(others) for seat, others in met.items()}


def blank(desk: Desk) -> Iterator[paper.Sheet]:
    tables = max(1, len(desk.view.players) // 2)
    for number in range(len(desk.view.played) + 1, min(desk.view.rounds, len(desk.view.played) + BLANK_ROUNDS) + 1):
        yield paper.BlankRound(event=desk.event, round=number, tables=tables, asks=desk.pages.slip_asks())


def emergency(desk: Desk) -> Iterator[paper.Sheet]:
    """Everything to go on with pen and paper, and to type it in later."""
    fills = (pairings_by_table, pairings_by_name, slips, standing_sheet, points_table, blank)
    parts = tuple(sheet for fill in fills for sheet in fill(desk))
    yield paper.EmergencyPack(event=desk.event, parts=parts, printed=f"{moment(now()):%d/%m/%Y %H:%M}", link=desk.link)


def points_table(desk: Desk) -> Iterator[paper.Sheet]:
    """What a difference is worth, for whoever scores by hand [ST-PTS-2]."""
    rows = desk.pages.points_table()
    if rows:
        columns = (_("Différence"), _("Vainqueur"), _("Perdant"))
        yield paper.ReferenceTable(event=desk.event, title=_("Points de tournoi"), columns=columns, rows=rows)

"""The papers of a round: who meets whom, slips, score sheets, standings, and all of it for an emergency."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from heraut.kernel import Seat
from heraut.press import paper
from heraut.scenario import library
from heraut.scenario.definition import Scenario
from heraut.scenario.tally import WRITTEN_TURNS, scoring_turns
from heraut.tournament.standings.event import rows_of_whole_rounds
from heraut.tournament.view import RoundView
from heraut.web.desk import now
from heraut.web.game import language
from heraut.web.rooms.tournament.board import standings
from heraut.web.rooms.tournament.papers.desk import Desk
from heraut.web.rooms.tournament.words import scenario_name
from heraut.web.says import amount, moment

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
            event=desk.event, round=shown.number, games=_paired(desk, shown), asks=desk.asks(),
            asks_first_player=desk.view.format == "saga", scenario=scenario_name(shown.scenario, language()),
        )  # fmt: skip


def _paired(desk: Desk, shown: RoundView) -> tuple[paper.Game, ...]:
    return tuple(game for game in desk.games(shown) if game.second is not None)


def scores(desk: Desk) -> Iterator[paper.Sheet]:
    """Two copies for each table: a row for each turn that can score, a column per way to score [ST-MAT-5]."""
    if (shown := desk.last) is not None:
        found = library.find(shown.scenario)
        yield paper.ScoreSheets(
            event=desk.event, round=shown.number, games=_paired(desk, shown),
            scenario=scenario_name(shown.scenario, language()),
            turns=tuple(range(1, WRITTEN_TURNS + 1)) if found is None else scoring_turns(found),
            columns=_columns(desk, found),
        )  # fmt: skip


def _columns(desk: Desk, found: Scenario | None) -> tuple[str, ...]:
    """The ways to score; of a scenario of the organiser's own, all of them."""
    if desk.view.format != "saga":
        return (_("Contrôle"), _("Détruits"))
    objectives = found is None or bool(scoring_turns(found))
    massacre = found is None or getattr(found.scoring, "massacre", "none") != "none"
    return (*([_("Objectifs")] if objectives else []), *([_("Massacre")] if massacre else []))


def standing_sheet(desk: Desk) -> Iterator[paper.Sheet]:
    """The standings after the last whole round: who scores on by hand adds every slip of the round being played."""
    board = standings(desk.view, rows_of_whole_rounds(desk.game.history.state))
    complete = [played for played in desk.view.played if played.complete]
    if board.places:
        met = _met(desk)
        rows = tuple(
            paper.Standing(place.rank or len(board.places), desk.people[place.seat], place.values, met[place.seat])
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
        yield paper.BlankRound(event=desk.event, round=number, tables=tables, asks=desk.asks())


def emergency(desk: Desk) -> Iterator[paper.Sheet]:
    """Everything to go on with pen and paper, and to type it in later."""
    fills = (pairings_by_table, pairings_by_name, slips, standing_sheet, points_table, blank)
    parts = tuple(sheet for fill in fills for sheet in fill(desk))
    yield paper.EmergencyPack(event=desk.event, parts=parts, printed=f"{moment(now()):%d/%m/%Y %H:%M}", link=desk.link)


def points_table(desk: Desk) -> Iterator[paper.Sheet]:
    """What a difference is worth, for whoever scores by hand [ST-PTS-2]."""
    settings = desk.game.history.state.settings
    if desk.view.format != "saga":
        return
    rows = tuple(
        (_span(row.difference), amount(row.winner, language()), amount(row.loser, language())) for row in settings.table
    )
    columns = (_("Différence"), _("Vainqueur"), _("Perdant"))
    yield paper.ReferenceTable(event=desk.event, title=_("Points de tournoi"), columns=columns, rows=rows)


def _span(span: object) -> str:
    first, last = getattr(span, "first", 0), getattr(span, "last", None)
    return f"{first}+" if last is None else str(first) if first == last else f"{first} – {last}"

"""Questions about places: who stands where and why, which awards an event gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

import msgspec

from heraut.ask.question import Answer, Points, Question, exact_number
from heraut.kernel.codec import Exact, whole_or_exact
from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Reason, Refusal, together
from heraut.speech.sentences import Language, say_reason
from heraut.tournament.award import Award, award_faults, usual_awards
from heraut.tournament.lots import draw_numbers
from heraut.tournament.pairing.contender import Swiss
from heraut.tournament.saga.scoring import PointsRow, SagaReport, score_saga, table_faults
from heraut.tournament.standings.ledger import (
    ByeResistance,
    Entrant,
    FinishedGame,
    GameSide,
    Ranking,
    Standing,
    Tie,
    Tiebreak,
    ranking_of,
    reordered,
)
from heraut.tournament.standings.table import StandingsRow, standings

Which = Literal["a", "b"]
Variant = Literal["rank_control", "rank_scenario", "rank_assassination", "rank_attrition", "rank_survival"]


class GameInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """
    A game between `a` and `b`, or a bye of `a` when there is no `b`.

    SAGA: victory points (`a_vp`, `b_vp`, and who was `first` where they are equal), or tournament points and the
    winner.
    Steamroller: the winner, nobody for a draw, and what the ranking needs.
    """

    a: Seat
    b: Seat | None = None
    winner: Which | None = None
    kind: str | None = None
    first: Which | None = None
    sudden_loss: Which | None = None
    a_vp: int | None = None
    b_vp: int | None = None
    a_points: Points | None = None
    b_points: Points | None = None
    a_cp: int = 0
    b_cp: int = 0
    a_destroyed: int = 0
    b_destroyed: int = 0
    a_surviving: int = 0
    b_surviving: int = 0


class SettingsInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of the sheets that bear on standings, and who is no longer an ordinary player."""

    standings_order: tuple[Tiebreak, ...] | None = None
    variant: Variant | None = None
    final_tie: Literal["shared", "roll_off"] = "shared"
    bye_points: Points | None = None
    bye_is_win: bool = True
    bye_resistance: ByeResistance = ByeResistance.MEAN
    points_table: tuple[PointsRow, ...] = ()
    dropped_ranked: bool = True
    penalties: Mapping[Seat, Points] = {}
    numbers: Mapping[Seat, int] = {}
    dropped: tuple[Seat, ...] = ()
    disqualified: tuple[Seat, ...] = ()
    spare: tuple[Seat, ...] = ()


NO_SETTINGS = SettingsInput()


class StandingsInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The games of each round; players are those who appear. Draw numbers not given are drawn from the seed."""

    format: Swiss
    rounds: Annotated[tuple[tuple[GameInput, ...], ...], msgspec.Meta(max_length=200)]
    settings: SettingsInput = NO_SETTINGS
    seed: int = 1
    language: Language = "fr"


class RowOutput(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the table, with the criteria in use; `why` says why it stands above the next."""

    id: Seat
    rank: int | None
    wins: Exact | None = None
    points: Exact | None = None
    resistance: Exact | None = None
    vp_difference: Exact | None = None
    strength_of_opponents: Exact | None = None
    control_points: Exact | None = None
    destroyed: Exact | None = None
    surviving: Exact | None = None
    scenario_wins: Exact | None = None
    assassinations: Exact | None = None
    standing: Standing = Standing.ACTIVE
    why: str = ""


class StandingsOutput(msgspec.Struct, frozen=True):
    """From the top."""

    rows: tuple[RowOutput, ...]


def _standings(asked: StandingsInput) -> Answer[StandingsOutput] | Refusal:
    games = games_of(asked)
    if isinstance(games, Refusal):
        return games
    table = standings(entrants_of(asked), games, ranking_asked(asked))
    because = {reason.code: reason for row in table.rows if (reason := row.why) is not None}
    rows = tuple(row_output(row, asked.language) for row in table.rows)
    return Answer(StandingsOutput(rows), tuple(because.values()))


def games_of(asked: StandingsInput) -> list[FinishedGame] | Refusal:
    """The games of all rounds with what each was worth, or every fault."""
    scored = [_game(asked, number, game) for number, round in enumerate(asked.rounds, start=1) for game in round]
    refused = together((*_faults(asked), *(game for game in scored if isinstance(game, Refusal))))
    return [game for game in scored if isinstance(game, FinishedGame)] if refused is None else refused


def _faults(asked: StandingsInput) -> Iterator[Refusal]:
    twice = tuple(one for one, times in Counter(asked.settings.standings_order or ()).items() if times > 1)
    if twice:
        known = ranking_of(asked.format).criteria
        yield Refusal(ClauseId("ST-RNK-17"), "event-settings-standings-order", asked=twice, allowed=known)
    if asked.settings.points_table and (fault := table_faults(asked.settings.points_table)):
        yield fault
    for number, round in enumerate(asked.rounds, start=1):
        seats = Counter(seat for game in round for seat in (game.a, game.b) if seat is not None)
        for game in round:
            if game.a == game.b:
                yield Refusal(ClauseId("HOUSE-WISH-4"), "standings-played-self", game.a, asked=number)
        for seat, times in seats.items():
            if times > 1 and not any(game.a == game.b == seat for game in round):
                yield Refusal(ClauseId("HOUSE-WISH-4"), "standings-twice", seat, asked=number)


def _game(asked: StandingsInput, round: int, game: GameInput) -> FinishedGame | Refusal:
    if game.b is None:
        return _bye(asked, round, game)
    if asked.format is Swiss.STEAMROLLER:
        return _steamroller(round, game, game.b)
    return _saga(asked, round, game, game.b)


def _bye(asked: StandingsInput, round: int, game: GameInput) -> FinishedGame:
    """Eleven points and a win [ST-PAIR-8], or one point [SR-BYE-2], unless the settings say otherwise."""
    usual = 11 if asked.format is Swiss.SAGA else 1
    given = asked.settings.bye_points if game.a_points is None else game.a_points
    won = asked.settings.bye_is_win or asked.format is Swiss.STEAMROLLER
    return FinishedGame(
        round, GameSide(game.a, usual if given is None else exact_number(given)), winner=game.a if won else None
    )


def _winner(game: GameInput) -> Seat | None:
    return {"a": game.a, "b": game.b}.get(game.winner or "")


def _steamroller(round: int, game: GameInput, b: Seat) -> FinishedGame:
    """A win gives 1, a loss or a draw 0 [SR-RANK-1]."""
    winner = _winner(game)
    one = GameSide(game.a, int(winner == game.a), 0, game.a_cp, game.a_destroyed, game.a_surviving)
    other = GameSide(b, int(winner == b), 0, game.b_cp, game.b_destroyed, game.b_surviving)
    return FinishedGame(round, one, other, winner, game.kind)


def _saga(asked: StandingsInput, round: int, game: GameInput, b: Seat) -> FinishedGame | Refusal:
    vp = (game.a_vp or 0, game.b_vp or 0)
    if game.a_points is not None and game.b_points is not None and game.winner is not None:
        earned = (exact_number(game.a_points), exact_number(game.b_points))
        return FinishedGame(
            round, GameSide(game.a, earned[0], vp[0]), GameSide(b, earned[1], vp[1]), _winner(game), game.kind
        )
    if game.sudden_loss is None and (game.a_vp is None or game.b_vp is None):
        return Refusal(ClauseId("ST-PTS-1"), "standings-no-score", game.a, asked=round)
    sides = {"a": game.a, "b": b}
    lost = None if game.sudden_loss is None else sides[game.sudden_loss]
    report = SagaReport({game.a: vp[0], b: vp[1]}, None if game.first is None else sides[game.first], lost)
    scored = score_saga(report, (game.a, b), table=asked.settings.points_table or None)
    if isinstance(scored, Refusal):
        return scored
    one, other = GameSide(game.a, scored.points[game.a], vp[0]), GameSide(b, scored.points[b], vp[1])
    return FinishedGame(round, one, other, scored.winner, game.kind)


def entrants_of(asked: StandingsInput) -> list[Entrant]:
    """Everybody who appears in a game."""
    seats = dict.fromkeys(
        seat for round in asked.rounds for game in round for seat in (game.a, game.b) if seat is not None
    )
    settings, drawn = asked.settings, draw_numbers(seats, asked.seed)
    marks = dict.fromkeys(settings.dropped, Standing.DROPPED)
    marks |= dict.fromkeys(settings.disqualified, Standing.DISQUALIFIED) | dict.fromkeys(settings.spare, Standing.SPARE)
    return [
        Entrant(
            seat,
            settings.numbers.get(seat, drawn[seat]),
            exact_number(settings.penalties.get(seat, 0)),
            marks.get(seat, Standing.ACTIVE),
        )
        for seat in seats
    ]


def ranking_asked(asked: StandingsInput) -> Ranking:
    """How the event ranks its players."""
    settings = asked.settings
    ranking = ranking_of(asked.format, settings.variant if asked.format is Swiss.STEAMROLLER else None)
    tie = Tie.SHARED if asked.format is Swiss.STEAMROLLER and settings.final_tie == "shared" else Tie.LOT
    ranking = msgspec.structs.replace(
        ranking, tie=tie, bye_resistance=settings.bye_resistance, dropped_ranked=settings.dropped_ranked
    )
    return ranking if settings.standings_order is None else reordered(ranking, settings.standings_order)


def row_output(row: StandingsRow, language: Language) -> RowOutput:
    """A line of the table, with its sentence."""
    values = {str(criterion): whole_or_exact(value) for criterion, value in row.values.items()}
    why = "" if row.why is None else say_reason(row.why, language)
    return RowOutput(row.id, row.rank, **values, standing=row.standing, why=why)


STANDINGS = Question(
    "tournament.standings", "Who stands where after these rounds, and why?", StandingsInput, StandingsOutput, _standings
)


class AwardsInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The format, its ranking variant, and the awards to be judged; without any, those an event usually gives."""

    format: Swiss
    variant: Variant | None = None
    awards: Annotated[tuple[Award, ...], msgspec.Meta(max_length=100)] = ()


class AwardsOutput(msgspec.Struct, frozen=True):
    """The awards, as an event keeps them."""

    awards: tuple[Award, ...]


def _awards(asked: AwardsInput) -> Answer[AwardsOutput] | Refusal:
    criteria = ranking_of(asked.format, asked.variant if asked.format is Swiss.STEAMROLLER else None).criteria
    given = asked.awards or usual_awards(criteria)
    if (refused := together(tuple(award_faults(given, criteria)))) is not None:
        return refused
    return Answer(AwardsOutput(given), (Reason(ClauseId("HOUSE-AWARD-1"), "awards-listed", {"count": len(given)}),))


AWARDS = Question("tournament.awards", "Which awards does an event give?", AwardsInput, AwardsOutput, _awards)

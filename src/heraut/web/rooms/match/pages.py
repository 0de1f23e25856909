"""The match's page: the scoreboard, the score sheet, and what is entered there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from heraut.journal.desk import Accepted
from heraut.kernel.names import Instant, Seat
from heraut.rulesets.clauses import clause
from heraut.scenario.definition import ElementKind, Scenario
from heraut.scenario.facts import SIDES, Side
from heraut.scenario.saga import counts_at_end
from heraut.scenario.scoring import Awards
from heraut.scenario.settings import MatchOptions
from heraut.scenario.sheet import WinKind
from heraut.scenario.signing import SweepEdges
from heraut.scenario.state import Edge
from heraut.scenario.tally import rules_of
from heraut.scenario.view import MatchClockView, MatchView
from heraut.web.commands import offers
from heraut.web.desk import now
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import form_of
from heraut.web.rooms.match.battle import band_context
from heraut.web.rooms.match.options_form import massacre_classes
from heraut.web.rooms.match.plans import plan_at
from heraut.web.rooms.match.scenario import called_elements, names, picture_of, played, settings_of
from heraut.web.rooms.match.sheet_forms import (
    WORTH_POINTS,
    asked_now,
    away_before,
    contested,
    form_fields,
    has_moments,
    in_time,
    loss_ticks,
    opening,
    places,
    read_sheet,
    third_area,
    too_early,
    turn_at,
    turns,
    written,
)
from heraut.web.rooms.match.source_pages import source_pages
from heraut.web.rooms.match.table import way
from heraut.web.sentences import told
from heraut.web.views.game import common, take_form


@dataclass(frozen=True, slots=True)
class ScoreboardSide:
    """One side of the scoreboard; where they sit once that is said, and the units they deploy until play begins."""

    side: Side
    name: str
    points: int
    active: bool
    edge: Edge | None = None
    units: int | None = None
    deployed: int = 0
    settled: bool = True
    """Whether it is known who plays first: before the opening roll nobody does."""

    @property
    def classes(self) -> str:
        """How their half of the board is coloured: by role once roles are settled, and while it is their turn."""
        return " ".join((f"match-{self.side}" * self.settled, "match-active" * self.active))


def board(view: MatchView) -> tuple[ScoreboardSide, ...]:
    """Both players, the first player first once roles are settled."""
    return tuple(_player(view, side, view.seat(side)) for side in SIDES)


def _player(view: MatchView, side: Side, seat: Seat) -> ScoreboardSide:
    sheet = view.sheet
    mustered = view.mustered.get(side) if view.phase == "setting-up" else None
    return ScoreboardSide(
        side,
        view.players[seat],
        sheet.points[side] if sheet else 0,
        sheet is not None and sheet.by is side and view.phase == "playing",
        view.edges.get(seat),
        mustered,
        view.deployed.get(side, 0),
        settled=view.first is not None,
    )


ON_THE_SHEET = frozenset({
    "StateRoles", "ChooseRole", "StartClock", "PauseClock", "ResumeClock", "SkipSetup",
    "CountDice", "EndTurn", "ClaimMarker", "ChargeMarker", "ReportLoss", "SweepEdges", "CountEnd", "CountArmies",
    "Sign", "NoteBonuses", "CorrectEnd", "CorrectTurn", "AcceptReport", "OrdersWithoutDice", "Forfeit", "RecordLosses",
    "ChoosePiece", "PlacePiece", "LosePiece", "MovePiece", "AddPiece", "PlaceMarker", "Muster", "DeployUnits",
})  # fmt: skip
"""Commands that have a form of their own, here or on the page of the table; a claim is ticked as the turn ends."""


def context(game: VisitedGame) -> Mapping[str, Any]:
    """The page of a match."""
    view: MatchView = game.view
    scenario, settings, spoken = played(game), settings_of(game), language()
    return {
        **_so_far(view, scenario, names(game, spoken)),
        **_turn_form(game, view, scenario),
        **_count(game, view, scenario),
        **band_context(game, view),
        "scenario": scenario,
        "scenario_name": scenario.name(spoken),
        "source": source_pages(scenario),
        "source_rules": rules_of(scenario),
        "picture": picture_of(game),
        "board": board(view),
        "roll_winner": next((one.seat for one in game.awaits if one.code == "match-role"), None),
        "needs_both": settings.both_agree,
        "clock": clock_shown(view.clock, now()) if view.clock else None,
        "has_clock": settings.at is None and view.phase not in ("counting", "signing", "over"),
        "event": settings.at,
        "prepared": plan_at(settings.at, scenario.id),
        "offers": [one for one in offers(game, spoken) if one.type not in ON_THE_SHEET],
    }


def _so_far(view: MatchView, scenario: Scenario, known: Mapping[str, str]) -> Mapping[str, Any]:
    """What is on the sheet, and what may still come."""
    lines = view.sheet.lines if view.sheet else ()
    return {
        "scored": tuple((line, told(line.because, known)) for line in reversed(lines)),
        "counted": tuple(
            (player, army, tuple(told(one, known) for one in army.because))
            for player, army in zip(board(view), view.armies, strict=False)
        ),
        "to_score": _to_score(view),
        "lacking": _lacking(view),
        "held": _held(view, scenario),
        "written": written(view, known, language()),
        "winner": _winner(view),
    }


def _count(game: VisitedGame, view: MatchView, scenario: Scenario) -> Mapping[str, Any]:
    """What is counted after the last turn, and how the game may have ended instead."""
    sheet, options = view.sheet, settings_of(game).options
    gone = frozenset(sheet.gone if sheet else ())
    return {
        "armies": tuple(_army(one, scenario, gone) for one in board(view)),
        "may_count": may_count(game, view),
        "may_recount": _may_recount(game, view, scenario),
        "sweeps": any(isinstance(command, SweepEdges) for command in game.legal) and sheet and sheet.swept is None,
        "massacre": scenario.counts_massacre,
        "massacre_classes": massacre_classes(options.massacre_scale),
        "ends": _ways_to_end(view, scenario),
    }


def _turn_form(game: VisitedGame, view: MatchView, scenario: Scenario) -> Mapping[str, Any]:
    """What the turn under way asks for, and what its player must know."""
    sheet, now, zones = view.sheet, asked_now(view, scenario), _named(scenario, ElementKind.ZONE)
    away = {*sheet.gone, *sheet.noted} if sheet else set()
    start = opening(view, scenario, settings_of(game).options)
    return {
        "asks": frozenset(sheet.asks) if sheet else frozenset(),
        "asks_now": now,
        "scores_now": sheet is not None and sheet.scores_now and has_moments(scenario),
        "early": too_early(frozenset(sheet.asks), scenario, sheet.turn) if sheet else (),
        "filled": {},
        "turns": turns(view, scenario),
        "turn_words": source_pages(scenario).turn_words,
        "way": way(scenario),
        "several_casters": max(settings_of(game).casters.values(), default=1) > 1,
        "counts_dice": _counts_dice(view, scenario, settings_of(game).options),
        "idle": scenario.scoring is not None and not now & WORTH_POINTS,
        "contested": tuple(
            (one, tuple(zone for zone in zones if zone[0] in contested(scenario, one.side))) for one in board(view)
        ),
        "opening": start[0] if start else None,
        "opening_dice": start[1] if start else 0,
        "reminders": tuple(clause(id, language()) for id in view.reminders),
        "zones": zones,
        "zone_each": _uses_up(scenario),
        "markers": _named(scenario, ElementKind.MARKER),
        "flags": _named(scenario, ElementKind.FLAG),
        **_standing(scenario, away),
    }


def _standing(scenario: Scenario, away: Collection[str]) -> Mapping[str, Any]:
    """What is on the table of what a turn is asked about."""
    called = called_elements(scenario, language())
    return {
        "places": tuple((id, called[id], sides) for id, sides in places(scenario) if id not in away),
        "objectives": tuple(one for one in _named(scenario, ElementKind.OBJECTIVE) if one[0] not in away),
    }


def _counts_dice(view: MatchView, scenario: Scenario, options: MatchOptions) -> bool:
    """Whether the dice the bands had at first are still to be counted [ST-ADV-10]."""
    pays = scenario.lost_dice is not None and options.lost_dice_scoring != "off"
    return pays and view.sheet is not None and not view.sheet.dice


def _to_score(view: MatchView) -> tuple[tuple[Side, tuple[int, ...]], ...]:
    """The turns of each side that still score."""
    if view.sheet is None or not view.sheet.to_score:
        return ()
    moments = view.sheet.to_score
    return tuple((side, tuple(one.turn for one in moments if one.by is side)) for side in SIDES)


def _held(view: MatchView, scenario: Scenario) -> tuple[tuple[str, str], ...]:
    """Each player who holds markers, with their numbers (Capture)."""
    held = view.sheet.held if view.sheet else {}
    named = {
        player.name: ", ".join(name for id, name in _named(scenario, ElementKind.MARKER) if held.get(id) is player.side)
        for player in board(view)
    }
    return tuple((name, markers) for name, markers in named.items() if markers)


def _lacking(view: MatchView) -> tuple[tuple[str, int], ...]:
    """How many points each player lacks to win, where points win."""
    if view.sheet is None or not view.sheet.goal:
        return ()
    goal = view.sheet.goal
    return tuple((player.name, max(0, goal - player.points)) for player in board(view))


def _uses_up(scenario: Scenario) -> bool:
    """Whether a side that could score on two zones must say which one it uses up (Process of Elimination)."""
    scoring = scenario.scoring
    return isinstance(scoring, Awards) and scoring.caps is not None and scoring.caps.per_turn is not None


def _winner(view: MatchView) -> str:
    """The name of who won, if anybody has."""
    won = view.result.winner if view.result else None
    return next((player.name for player in board(view) if player.side is won), "")


def _ways_to_end(view: MatchView, scenario: Scenario) -> tuple[tuple[str, Side, str], ...]:
    """How the game may have ended instead: the kind, who lost, their name."""
    ends = source_pages(scenario).ends
    return tuple((kind, player.side, player.name) for kind in ends for player in board(view))


def may_count(game: VisitedGame, view: MatchView) -> bool:
    """Whether the visitor may enter what is left of the armies: once the sheet is settled, officials only."""
    return view.phase in ("counting", "signing") or (view.phase == "over" and game.visitor.official)


def _may_recount(game: VisitedGame, view: MatchView, scenario: Scenario) -> bool:
    """Whether a SAGA count that was entered may be entered anew: not one that a sudden end left out."""
    counts = counts_at_end(scenario, settings_of(game).options)
    ended = view.result.kind if view.result else None
    return counts and view.phase != "counting" and may_count(game, view) and ended in (None, WinKind.POINTS)


def _army(player: ScoreboardSide, scenario: Scenario, gone: frozenset[str]) -> tuple[ScoreboardSide, str, bool]:
    """A player, and the area whose army points the third condition counts for them."""
    area, near = third_area(scenario, player.side, gone)
    called = called_elements(scenario, language())
    return player, ", ".join(called[id] for id in area), near


def _named(scenario: Scenario, *kinds: ElementKind) -> tuple[tuple[str, str], ...]:
    """Elements by id and by the name they have on the picture."""
    called = called_elements(scenario, language())
    return tuple((one.id, called[one.id]) for one in scenario.of_kind(*kinds))


@require_safe
@needs(Action.SPEAK)
def turn(request: HttpRequest, game: VisitedGame, side: str, number: int) -> HttpResponse:
    """A turn on the sheet: an official corrects it, a player says what they have otherwise [ST-MAT-5, SR-FAIR-2]."""
    found = turn_at(game.view, played(game), Side(side), number) if side in set(SIDES) else None
    if found is None:
        raise Http404
    shown, facts = found
    kind = "CorrectTurn" if game.visitor.official else "EndTurn"
    scenario = played(game)
    now, standing = context(game), _standing(scenario, away_before(game.view, shown.side, number))
    asks = in_time(now["asks"], scenario, number)
    objectives = [id for id, _name in standing["objectives"]]
    own = {
        "turn": shown,
        "kind": kind,
        "later": True,
        "filled": form_fields(facts),
        "asks": asks,
        "early": too_early(now["asks"], scenario, number),
        "losses": tuple(loss_ticks(facts, asks, objectives, names(game, language()))),
        **standing,
    }
    return render(request, "match/turn_page.html", {**common(game), **now, **own})


@require_POST
@needs(Action.SPEAK)
def entry(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """A form of the sheet, handed in as the command it means."""
    from_table = form_of(request).get("back") == "table" and not getattr(request, "htmx", False)
    return take_form(request, game, read_sheet, then=_back_to_the_table if from_table else None)


def _back_to_the_table(_request: HttpRequest, game: VisitedGame, _outcome: Accepted) -> HttpResponse:
    return redirect("match:table", stream=game.stream)


HOUR, MINUTE = 3600, 60


@dataclass(frozen=True, slots=True)
class ClockShown:
    """Seconds left, or gone by where the game has no length; below nothing once time is over."""

    seconds: int
    runs: bool
    counts_down: bool

    @property
    def text(self) -> str:
        """Hours, minutes and seconds: 1:05:09."""
        whole = abs(self.seconds)
        sign = "\N{MINUS SIGN}" if self.seconds < 0 else ""
        return f"{sign}{whole // HOUR}:{whole % HOUR // MINUTE:02}:{whole % MINUTE:02}"


def clock_shown(clock: MatchClockView, at: Instant) -> ClockShown:
    """The clock at that instant."""
    gone = max(0, (clock.paused if clock.paused is not None else at) - clock.started - clock.stood)
    seconds = clock.minutes * MINUTE - gone if clock.minutes else gone
    return ClockShown(seconds, runs=clock.paused is None, counts_down=bool(clock.minutes))

"""What pages and papers ask of an event's format: its forms, its words, its sheets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from heraut.kernel import Malformed, Seat, from_plain
from heraut.kernel.bounds import whole
from heraut.rulesets import Span
from heraut.scenario.definition import Scenario
from heraut.scenario.settings import Options
from heraut.scenario.tally import scoring_turns
from heraut.tournament.format import Format, Report
from heraut.tournament.saga.organisation import Material, markers_needed, material
from heraut.tournament.saga.scoring import SagaReport
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.steamroller.scoring import SteamrollerReport
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.web.game import Game, language
from heraut.web.rooms.tournament import shorthand
from heraut.web.says import amount

Fields = list[tuple[str, str]]
"""The names and values of a form's fields."""


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of the plainest event: nothing to bring, nothing to say but who won."""

    settings: Format

    def read_line(self, rest: str, _seats: tuple[Seat, Seat], /) -> Report | shorthand.Unreadable:
        """A result as officials type it in one line."""
        return shorthand.Unreadable(rest)

    def read_report(self, _posted: QueryDict, _seats: tuple[Seat, Seat], /) -> Report:
        """A result as the form of a table sends it; the same for officials and for the two players."""
        raise Malformed("no form for the results of this format")

    def report_fields(self, _report: Report, _seats: tuple[Seat, Seat], /) -> Fields:
        """The fields that send a report again."""
        return []

    def match_options(self) -> Options:
        """What the event's settings change in its matches."""
        return Options()

    def to_bring(self) -> tuple[Material, ...]:
        """What a player brings."""
        return ()

    def asked(self) -> Fields:
        """What the event asks of whoever comes, on the sheet that welcomes them."""
        return []

    def lengths(self) -> list[str]:
        """How long a game and its turns are, as everybody may know it."""
        return []

    def markers(self, _scenario: str, /) -> int:
        """How many markers a table needs."""
        return 0

    def slip_asks(self) -> tuple[str, ...]:
        """What a slip asks of each player."""
        return (_("Vainqueur"),)

    asks_first_player = False

    def score_columns(self, _scenario: Scenario | None, /) -> tuple[str, ...]:
        """The ways to score; of a scenario of the organiser's own, all of them."""
        return ()

    def points_table(self) -> tuple[tuple[str, str, str], ...]:
        """What a difference is worth, for whoever scores by hand."""
        return ()

    has_record_sheets = False
    """Whether players have a sheet with a line for each round."""


@dataclass(frozen=True, slots=True)
class SagaPages(Pages):
    """SAGA: victory points, bands, what to bring."""

    settings: SagaSettings
    asks_first_player = True

    def read_line(self, rest: str, seats: tuple[Seat, Seat], /) -> Report | shorthand.Unreadable:
        """Points, or who lost how."""
        return shorthand.read_saga(rest, seats)

    def read_report(self, posted: QueryDict, seats: tuple[Seat, Seat], /) -> SagaReport:
        """Victory points, who went first, how the game ended."""
        how, _dash, who = posted.get("ended", "").partition("-")
        lost = next((seat for seat in seats if seat == who), None)
        first = next((seat for seat in seats if seat == posted.get("first")), None)
        return SagaReport(
            {seat: _points(posted, f"points-{seat}") for seat in seats},
            first_player=first,
            sudden_loss=lost if how == "sudden" else None,
            forfeit=lost if how == "forfeit" else None,
        )

    def report_fields(self, report: Report, seats: tuple[Seat, Seat], /) -> Fields:
        """Victory points, who went first, how the game ended."""
        assert isinstance(report, SagaReport)
        ended = f"sudden-{report.sudden_loss}" if report.sudden_loss else f"forfeit-{report.forfeit}"
        over = report.sudden_loss or report.forfeit
        points = [(f"points-{seat}", str(report.victory_points.get(seat, 0))) for seat in seats]
        return [*points, ("first", report.first_player or ""), ("ended", ended if over else "")]

    def match_options(self) -> Options:
        """The size of the bands."""
        return Options(budget=self.settings.budget)

    def to_bring(self) -> tuple[Material, ...]:
        """As the guide or the organiser says [ST-MAT-1, ST-MAT-2]."""
        return material(self.settings.material)

    def asked(self) -> Fields:
        """Rounds, budget, length."""
        asked = [(_("Rondes"), str(self.settings.rounds)), (_("Points de bande"), str(self.settings.budget))]
        if self.settings.round_minutes is not None:
            asked.append((_("Durée d'une ronde"), f"{self.settings.round_minutes} min"))
        return asked

    def markers(self, scenario: str, /) -> int:
        """Those of the scenario [ST-MAT-3]."""
        return markers_needed(scenario)

    def slip_asks(self) -> tuple[str, ...]:
        """Victory points."""
        return (_("Points de victoire"),)

    def score_columns(self, scenario: Scenario | None, /) -> tuple[str, ...]:
        """Objectives and massacre, as far as the scenario counts them."""
        objectives = scenario is None or bool(scoring_turns(scenario))
        massacre = scenario is None or getattr(scenario.scoring, "massacre", "none") != "none"
        return (*([_("Objectifs")] if objectives else []), *([_("Massacre")] if massacre else []))

    def points_table(self) -> tuple[tuple[str, str, str], ...]:
        """The table in force [ST-PTS-2]."""
        return tuple(
            (_span(row.difference), amount(row.winner, language()), amount(row.loser, language()))
            for row in self.settings.table
        )


def _span(span: Span) -> str:
    if span.last is None:
        return f"{span.first}+"
    return str(span.first) if span.first == span.last else f"{span.first} – {span.last}"


@dataclass(frozen=True, slots=True)
class SteamrollerPages(Pages):
    """Steamroller: wins and how, control points, army points, timed turns."""

    settings: SteamrollerSettings
    has_record_sheets = True

    def read_line(self, rest: str, seats: tuple[Seat, Seat], /) -> Report | shorthand.Unreadable:
        """Winner, how, and both scores."""
        return shorthand.read_steamroller(rest, seats)

    def read_report(self, posted: QueryDict, seats: tuple[Seat, Seat], /) -> SteamrollerReport:
        """Winner, how, and both scores."""
        told: SteamrollerReport = from_plain(
            {
                "format": "steamroller",
                "winner": posted.get("winner") or None,
                "kind": posted.get("kind") or None,
                "control_points": {seat: _points(posted, f"control-{seat}") for seat in seats},
                "destroyed": {seat: _points(posted, f"destroyed-{seat}") for seat in seats},
                "kill_box": "kill_box" in posted,
            },
            SteamrollerReport,
        )
        return told

    def report_fields(self, report: Report, seats: tuple[Seat, Seat], /) -> Fields:
        """Winner, how, and both scores."""
        assert isinstance(report, SteamrollerReport)
        both = [(f"control-{seat}", str(report.control_points.get(seat, 0))) for seat in seats]
        both += [(f"destroyed-{seat}", str(report.destroyed.get(seat, 0))) for seat in seats]
        box = [("kill_box", "on")] if report.kill_box else []
        return [*both, *box, ("winner", report.winner or ""), ("kind", report.kind.value if report.kind else "")]

    def match_options(self) -> Options:
        """The variants that change how a game is won."""
        settings = self.settings
        return Options(
            no_assassination=settings.variants.no_assassination,
            no_tiebreak=settings.variants.no_tiebreak,
            skip_condition_1=settings.skip_condition_1,
            kill_box_counts_as="scenario" if settings.kill_box_counts_as == "scenario" else "assassination",
        )

    def lengths(self) -> list[str]:
        """A game, a turn, an extension, or a reserve [SR-TIME-2, SR-VTIME-11]."""
        variants = self.settings.variants
        if variants.no_time_limit:
            return []
        times = self.settings.times
        told = [] if variants.sudden_death else [_("partie : %s min et un temps secret") % times.base]
        if variants.has_reserve:
            return [*told, _("réserve : %s min") % times.reserve]
        extension = [] if variants.no_extensions else [_("extension : %s min") % times.extension]
        return [*told, _("séquence : %s min") % times.turn, *extension]

    def slip_asks(self) -> tuple[str, ...]:
        """The winner and both scores."""
        return (_("Vainqueur et façon"), _("Points de contrôle"), _("Points détruits"))

    def score_columns(self, _scenario: Scenario | None, /) -> tuple[str, ...]:
        """Control points and what was destroyed."""
        return (_("Contrôle"), _("Détruits"))


PAGES: Mapping[type[Format], Callable[[Any], Pages]] = {
    SagaSettings: SagaPages,
    SteamrollerSettings: SteamrollerPages,
}


def pages_of(game: Game) -> Pages:
    """The pages of the format that is played."""
    settings: Format = game.history.state.settings
    return PAGES.get(type(settings), Pages)(settings)


def _points(posted: QueryDict, name: str) -> int:
    """The whole number typed in there, nought if nothing was."""
    number = whole(posted.get(name) or "0")
    if number is None:
        raise Malformed(f"Expected `int`, got `str` - at `$.{name}`")
    return number

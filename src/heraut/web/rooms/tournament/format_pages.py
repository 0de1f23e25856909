"""
What pages and papers ask of an event's format: its forms, words, rules and sheets, its results typed in a line.

Such a line is shorthand: "12 23 19" is table 12, 23 points against 19. How it goes on is the format's to say. Whatever
a format does not say is answered here for the plainest event.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.http import QueryDict
from django.utils.translation import gettext as _

from heraut.kernel.bounds import whole
from heraut.kernel.codec import from_plain
from heraut.kernel.message import Command
from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Reason, Refusal
from heraut.press.paper import Section
from heraut.press.rules import PlayConditions, scenario_rules
from heraut.scenario import library
from heraut.scenario.arrangement import arrange
from heraut.scenario.definition import Scenario
from heraut.scenario.facts import SIDES, FieldedEntry, Side
from heraut.scenario.own import own_scenario
from heraut.scenario.settings import MatchOptions
from heraut.scenario.signing import MatchResult
from heraut.tournament.format import Format, Material, Report
from heraut.web import forms
from heraut.web.forms import Field
from heraut.web.game import language
from heraut.web.rooms.definition import Text
from heraut.web.rooms.tournament.format_form import FormatForm
from heraut.web.rooms.tournament.paper_source import Fill

Fields = Sequence[tuple[str, str]]
"""The names and values of a form's fields."""
Clauses = list[tuple[str, ClauseId]]
"""What is said, and the clause that says so."""


@dataclass(frozen=True, slots=True)
class UnreadableList:
    """What cannot be read; the page shows how to write it."""

    text: str


@dataclass(frozen=True, slots=True)
class WeekendPreset:
    """Tournaments of one format that make a weekend, a day each."""

    id: str
    title: str
    about: str
    clause: ClauseId
    days: tuple[tuple[str, str], ...]
    """What each is called, and the preset it is opened from."""


def winner_of(seats: tuple[Seat, Seat], names: Mapping[str, str]) -> Field:
    """Who won, or that nobody did; none of it is ticked beforehand."""
    choices = (*((str(seat), names[seat]) for seat in seats), ("", _("égalité")))
    return Field("winner", _("Vainqueur"), "one", None, choices=choices)


def by_seat(told: MatchResult, points: Mapping[Side, int]) -> dict[Seat, int]:
    """What both sides of a match have, by who played them."""
    return {told.seats[side]: points[side] for side in SIDES}


def table_number(line: str) -> tuple[int, str] | UnreadableList:
    """The table, and what is said of it."""
    head, _, rest = " ".join(line.split()).partition(" ")
    table = whole(head)
    return (table, rest) if table is not None and rest else UnreadableList(line)


@dataclass(frozen=True, slots=True)
class FormatPages:
    """The pages of the plainest event: nothing to bring, nothing to say but who won."""

    settings: Format

    form: ClassVar[type[FormatForm]] = FormatForm
    """Of its settings."""

    report_template: ClassVar[str] = "tournament/report_plain.html"
    """A report in words."""

    @property
    def settings_form(self) -> FormatForm:
        """The form these settings are opened and changed by."""
        return self.form(type(self.settings))

    takes_band = False
    """Whether players hand in one band, rather than several lists."""
    hand_in: ClassVar[type[Command] | None] = None
    """The command by which they do."""
    list_template: ClassVar[str] = ""
    """Its form."""
    papers: ClassVar[Mapping[str, tuple[Text, Fill]]] = {}
    """What is printed of this format alone, by the name of its address."""
    own_paper: ClassVar[tuple[str, Text] | None] = None
    """Which of them players print for themselves once they have handed in, and what their phone calls it."""

    tried: ClassVar[tuple[str, ...]] = ()
    """Its own settings that change who meets whom, what it counts or how long it lasts: the lab asks about these."""

    @classmethod
    def weekends(cls) -> tuple[WeekendPreset, ...]:
        """Weekends of this format that are ready to open."""
        return ()

    line_example = "12 1"
    """A result in one line, for officials to copy."""

    has_clock = True
    """Whether games are timed."""

    @property
    def line_hint(self) -> str:
        """How such a line is written."""
        return _("Table, puis le vainqueur : 1, 2, ou 0 pour une égalité.")

    def read_line(self, rest: str, seats: tuple[Seat, Seat], /) -> Report | UnreadableList:
        """A result as officials type it in one line."""
        if rest not in ("0", "1", "2"):
            return UnreadableList(rest)
        winner = None if rest == "0" else seats[int(rest) - 1]
        return self._won_by(winner)

    def report_form(
        self, seats: tuple[Seat, Seat], names: Mapping[str, str], _scenario: str, _me: Seat | None, /
    ) -> tuple[Field, ...]:
        """The empty form of a report about the game of these two: the same for officials and for the two players."""
        return (winner_of(seats, names),)

    def report_values(self, posted: QueryDict, _seats: tuple[Seat, Seat], /) -> dict[str, Any]:
        """The report that such a form sends, in plain values; a draw is said, not left open."""
        if "winner" not in posted:
            raise forms.wrong(_("dites qui a gagné, ou que c'est une égalité."), "winner")
        return {"format": self.settings.name(), "winner": posted["winner"] or None}

    def report_fields(self, report: Report, _seats: tuple[Seat, Seat], /) -> Fields:
        """What such a form would send for that report."""
        return [("winner", getattr(report, "winner", None) or "")]

    def report_of(self, told: MatchResult, /) -> Report | None:
        """A match that was played at a table of this event, as its report; None: an official has to look at it."""
        return self._won_by(None if told.winner is None else told.seats[told.winner])

    def _won_by(self, winner: Seat | None) -> Report:
        report: Report = from_plain({"format": self.settings.name(), "winner": winner}, self.settings.report)
        return report

    def suggested(self) -> Format:
        """The settings a new event begins with: what was chosen, and what we suggest."""
        return self.settings

    def bonuses(self) -> tuple[str, ...]:
        """What earns a player points besides the game, by its name."""
        return ()

    def match_options(self, _scenario: str = "", /) -> MatchOptions:
        """What the event's settings change in a match of that scenario."""
        return MatchOptions()

    def definition(self, slug: str, /) -> Scenario | None:
        """A scenario of the organiser's own, as the event brought it."""
        brought: Mapping[str, str] = getattr(self.settings, "own_scenarios", {})
        return own_scenario(brought[slug]) if slug in brought else None

    def scenario_rules(self, slug: str) -> tuple[Section, ...]:
        """Everything the scenario says, by subject."""
        found = self.scenario(slug)
        return () if found is None else scenario_rules(found, self.played(slug), language())

    def played(self, slug: str = "") -> PlayConditions:
        """How the event plays that scenario, for its words."""
        return PlayConditions(self.match_options(slug))

    def reference_rules(self) -> tuple[Section, ...]:
        """What all scenarios share, where players bring a sheet of it."""
        return ()

    def casters(self) -> int:
        """How many casters lead each army in its matches."""
        return 1

    assigns_edges = False
    """Whether the organiser has settled who plays from which edge."""

    def lists_shown(self, _lists: Any, /) -> Fields:
        """Each list as a heading and the text that would hand it in again."""
        return []

    def list_form(self, _lists: Any, /) -> Mapping[str, Any]:
        """What the form shows that hands lists in: those handed in before, or as it was sent."""
        return {}

    def read_lists(self, _posted: QueryDict, /) -> Mapping[str, Any] | Refusal:
        """What such a form sends, in plain values, or everything that cannot be read."""
        raise NotImplementedError(f"{self.settings.name()} takes no lists")

    def list_notices(self, _lists: object, /) -> tuple[Reason, ...]:
        """What is still to be said about a list that was taken in."""
        return ()

    def fielded(self, _list: Any, _side: Side, /, *, led: bool) -> list[FieldedEntry]:  # noqa: ARG002
        """The entries of a list as its match counts them; `led`: whether a caster still leads it."""
        return []

    def built_band(self, _text: str, _faction: str, /) -> Fields | None:
        """What hands in a band of the Âge de la Magie built on our page; None where none is played."""
        return None

    def to_bring(self) -> tuple[Material, ...]:
        """What a player brings."""
        return ()

    def asked(self) -> Fields:
        """What the event asks of whoever comes, on the sheet that welcomes them."""
        return []

    announces_order = False
    """Whether the scenarios announced beforehand are played in that order."""

    def keywords(self) -> Clauses:
        """The variants in force, each in words with its clause."""
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

    has_reference_sheet = False
    """Whether players bring a sheet with what all scenarios share."""

    def as_written(self, changed: Format, /) -> Format:
        """Changed settings; what a form says otherwise but means the same stays as it was written."""
        return changed

    def scenario(self, slug: str) -> Scenario | None:
        """The scenario as this event plays it; None where only the organiser knows it."""
        found = library.find(slug)
        played = arrange(found, self.match_options(slug)) if found is not None and found.available else None
        return played if isinstance(played, Scenario) else None

    has_rules = False
    """Whether there is something for players to read before they come."""

    def event_rules(self) -> tuple[Section, ...]:
        """What the event asks of its players, whole and in words."""
        return ()

"""
Steamroller on the pages of an event: its forms, its words, its rules, its results typed in a line.

Such a line has the table, the winner (1 or 2, or 0 for a draw), how (a, s, 1 to 4, t, d, c, f), then control points and
destroyed points of both: "12 1 s 3 1 24 18".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Refusal
from heraut.press.paper import Section
from heraut.press.rules import PlayConditions, reference_rules
from heraut.rulesets.tables import rows
from heraut.scenario.arrangement import arranged
from heraut.scenario.definition import Scenario
from heraut.scenario.facts import FieldedEntry, Side
from heraut.scenario.settings import MatchOptions
from heraut.scenario.signing import MatchResult
from heraut.tournament.format import Material, Report
from heraut.tournament.steamroller.army import ArmyList, points_below
from heraut.tournament.steamroller.army_text import write_army
from heraut.tournament.steamroller.lists import HandInLists
from heraut.tournament.steamroller.scoring import SteamrollerReport, SteamrollerWin, ways_to_win
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.tournament.steamroller.variants import ready_made
from heraut.web import forms
from heraut.web.forms import TICKED, Field
from heraut.web.game import language
from heraut.web.rooms.definition import Text
from heraut.web.rooms.tournament.display import scenario_name
from heraut.web.rooms.tournament.format_pages import (
    Clauses,
    Fields,
    FormatPages,
    UnreadableList,
    WeekendPreset,
    by_seat,
    winner_of,
)
from heraut.web.rooms.tournament.paper_source import Fill
from heraut.web.rooms.tournament.steamroller import lists
from heraut.web.rooms.tournament.steamroller.form import (
    DEMOLITION,
    SteamrollerForm,
    as_played,
    demolition,
    event_rules,
    keywords_in_words,
)
from heraut.web.sentences import word

THREE_DAYS = ClauseId("SR-PRESET-4")
KINDS = {
    "a": SteamrollerWin.ASSASSINATION,
    "s": SteamrollerWin.SCENARIO,
    "1": SteamrollerWin.TB1,
    "2": SteamrollerWin.TB2,
    "3": SteamrollerWin.TB3,
    "4": SteamrollerWin.TB4,
    "t": SteamrollerWin.CLOCK,
    "d": SteamrollerWin.WIPE_OUT,
    "c": SteamrollerWin.CONCESSION,
    "f": SteamrollerWin.FORFEIT,
}
_STEAMROLLER = re.compile(
    r"(?P<winner>[012])(?: (?P<kind>[a-z1-4]))?(?: (\d{1,9}) (\d{1,9}))?(?: (\d{1,9}) (\d{1,9}))?\Z"
)


@dataclass(frozen=True, slots=True)
class SteamrollerPages(FormatPages):
    """Steamroller: wins and how, control points, army points, timed turns."""

    settings: SteamrollerSettings
    form = SteamrollerForm
    report_template = "tournament/report_steamroller.html"
    line_example = "12 1 s 3 1 24 18"
    hand_in = HandInLists
    list_template = "tournament/lists_steamroller.html"
    papers: ClassVar[Mapping[str, tuple[Text, Fill]]] = {
        "records": (gettext_lazy("Fiches de tournoi Steamroller"), lists.records),
    }
    own_paper = ("records", gettext_lazy("Ma fiche de tournoi, en deux exemplaires (PDF)"))
    has_reference_sheet = True
    tried = (
        "size", "variants", "own_times", "early_end", "play_until_sole_leader", "final_tie", "dropped_ranked",
    )  # fmt: skip

    @classmethod
    def weekends(cls) -> tuple[WeekendPreset, ...]:
        """The three days of the sheet, from Friday to Sunday [SR-PRESET-4]."""
        days = tuple((row.nickname, f"steamroller-{row.id}") for row in ready_made() if row.clause == THREE_DAYS)
        about = _("Vendredi « Démolition », samedi « Hardcore ! », dimanche « Triple détente ».")
        return (WeekendPreset("three-days", _("Trois jours de Steamroller"), about, THREE_DAYS, days),)

    @property
    def line_hint(self) -> str:
        """Winner, how, and both scores."""
        return _(
            "Table, vainqueur (1, 2, ou 0 pour une égalité), manière (a assassinat, s scénario, 1 à 4 départage, "
            "t temps, d anéantissement, c abandon, f forfait), points de contrôle, points d'armée détruits."
        )

    def read_line(self, rest: str, seats: tuple[Seat, Seat], /) -> Report | UnreadableList:
        """Winner, how, and both scores."""
        found = _STEAMROLLER.match(rest)
        if found is None or (found["kind"] is not None and found["kind"] not in KINDS):
            return UnreadableList(rest)
        winner = seats[int(found["winner"]) - 1] if found["winner"] != "0" else None
        kind = KINDS[found["kind"]] if found["kind"] else None
        return SteamrollerReport(winner, kind, _both(found, 3, seats), _both(found, 5, seats))

    def report_form(
        self, seats: tuple[Seat, Seat], names: Mapping[str, str], scenario: str, _me: Seat | None, /
    ) -> tuple[Field, ...]:
        """Winner, how, and both scores; of the box only where there is one."""
        ways = ways_to_win(self.settings.variants, skip_condition_1=self.settings.skip_condition_1)
        kinds = (("", "–"), *((str(kind), word(kind)) for kind in ways))
        scores = (
            Field(seat, names[seat], "group", parts=(
                Field(f"control-{seat}", _("Points de contrôle"), "number", 0, least=0),
                Field(f"destroyed-{seat}", _("Points d'armée détruits"), "number", 0, least=0),
            ))
            for seat in seats
        )  # fmt: skip
        box = [Field("kill_box", _("par la Cage"), "check", required=False)] if scenario == "kill_box" else []
        return (winner_of(seats, names), Field("kind", _("Par"), "choice", choices=kinds), *scores, *box)

    def report_values(self, posted: QueryDict, seats: tuple[Seat, Seat], /) -> dict[str, Any]:
        """Winner, how, and both scores."""
        return FormatPages.report_values(self, posted, seats) | {
            "kind": posted.get("kind") or None,
            "control_points": _scores(posted, "control", seats),
            "destroyed": _scores(posted, "destroyed", seats),
            "kill_box": posted.get("kill_box") in TICKED,
        }

    def report_fields(self, report: Report, seats: tuple[Seat, Seat], /) -> Fields:
        """Winner, how, and both scores."""
        assert isinstance(report, SteamrollerReport)
        both = [(f"control-{seat}", str(report.control_points.get(seat, 0))) for seat in seats]
        both += [(f"destroyed-{seat}", str(report.destroyed.get(seat, 0))) for seat in seats]
        box = [("kill_box", "on")] if report.kill_box else []
        kind = ("kind", report.kind.value if report.kind else "")
        return [*both, *box, *FormatPages.report_fields(self, report, seats), kind]

    def report_of(self, told: MatchResult, /) -> Report | None:
        """Winner, how, and both scores; nothing of a game that has no control points."""
        if not told.control_points:
            return None
        return SteamrollerReport(
            told.seats[told.winner] if told.winner else None,
            SteamrollerWin(told.kind.value) if told.kind else None,
            by_seat(told, told.control_points),
            by_seat(told, told.destroyed),
            kill_box=told.cause is not None,
        )

    @property
    def has_clock(self) -> bool:  # type: ignore[override]  # said by the event, not by the format
        """Unless games are not timed [SR-VTIME-3]."""
        return not self.settings.variants.no_time_limit

    def match_options(self, _scenario: str = "", /) -> MatchOptions:
        """The variants that change how a game is won."""
        settings = self.settings
        return MatchOptions(
            no_assassination=settings.variants.no_assassination,
            no_tiebreak=settings.variants.no_tiebreak,
            skip_condition_1=settings.skip_condition_1,
            kill_box_counts_as="scenario" if settings.kill_box_counts_as == "scenario" else "assassination",
        )

    def to_bring(self) -> tuple[Material, ...]:
        """As the format says; the sheet of scenarios and the copies of the lists are printed here [SR-DUTY-1]."""
        return rows("steamroller_2011", "material", "material", Material)

    @property
    def least_points(self) -> int:
        """What a list costs at the least, its casters' bonus not counted [SR-LIST-2]."""
        return self.settings.size - points_below()

    def lists_shown(self, armies: tuple[ArmyList, ...] | None, /) -> Fields:
        """Each list under its faction, contract and theme."""
        return [(lists.heading(army), write_army(army)) for army in armies or ()]

    def list_form(self, armies: tuple[ArmyList, ...] | None, /) -> Mapping[str, Any]:
        """Two, the second optional, or as many as the variant says [SR-LIST-1, SR-VLIST-2]."""
        return {"list_slots": lists.slots(self.settings.lists_asked(), armies)}

    def read_lists(self, posted: QueryDict, /) -> Mapping[str, Any] | Refusal:
        """Every list of which something was typed."""
        return lists.read_slots(lists.typed_slots(self.settings.lists_asked(), posted))

    def fielded(self, army: ArmyList, side: Side, /, *, led: bool) -> list[FieldedEntry]:
        """Its casters, then its lines [SR-DEST-5]."""
        return lists.fielded(army, side, led=led)

    def casters(self) -> int:
        """As many as each list has: a game is lost with the last of them [SR-LIST-11, SR-WIN-1]."""
        return self.settings.casters_per_list

    def definition(self, slug: str, /) -> Scenario | None:
        """Demolition, where the organiser has defined it whole [SR-S15-1], or a scenario the event brought."""
        if slug == DEMOLITION:
            return demolition(self.settings.scenario_15)
        return FormatPages.definition(self, slug)

    def scenario(self, slug: str) -> Scenario | None:
        """As the event plays it, the organiser's own Demolition too."""
        own = self.definition(slug) if slug == DEMOLITION else None
        if own is None:
            return FormatPages.scenario(self, slug)
        played = arranged(as_played(own))
        return played if isinstance(played, Scenario) else None

    def scenario_rules(self, slug: str) -> tuple[Section, ...]:
        """Everything the scenario says; of a Demolition defined in words, those."""
        if slug == DEMOLITION and self.definition(slug) is None:
            words = tuple(line for line in self.settings.scenario_15.splitlines() if line.strip())
            return (Section(scenario_name(slug), words), *self.reference_rules())
        return FormatPages.scenario_rules(self, slug)

    def played(self, slug: str = "") -> PlayConditions:
        """With the variants that change how a game ends, and who sits where [SR-VAR-2, SR-DEPL-2]."""
        timed = self.settings.variants.has_secret_length
        return PlayConditions(self.match_options(slug), timed=timed, edges_assigned=self.settings.edges_assigned)

    def reference_rules(self) -> tuple[Section, ...]:
        """The sheet that players and organiser bring, as this event plays it [SR-DUTY-3, SR-ORG-2]."""
        return reference_rules(self.played(), language())

    @property
    def assigns_edges(self) -> bool:  # type: ignore[override]  # said by the event, not by the format
        """As the event says [SR-DEPL-2]."""
        return self.settings.edges_assigned

    @property
    def announces_order(self) -> bool:  # type: ignore[override]  # said by the event, not by the format
        """As the organiser has announced [SR-VSCEN-1]."""
        return self.settings.variants.scenarios_in_order

    def keywords(self) -> Clauses:
        """The keywords but the scenarios, which stand by themselves [SR-VAR-3]."""
        return keywords_in_words(self.settings)

    def asked(self) -> Fields:
        """Size, casters, lengths, variants, announced scenarios: what is public before the event [SR-VSCEN-1]."""
        settings = self.settings
        lengths = " ; ".join(self.lengths()) or _("sans limite")
        told = [(_("Points par liste"), str(settings.size)), (_("Durées"), lengths)]
        if settings.casters_per_list > 1:
            told.append((_("Warcasters/warlocks par liste"), str(settings.casters_per_list)))
        told += [(_("Variante"), label) for label, _clause in self.keywords()]
        ordered = _("Scénario %s") if self.announces_order else _("Scénario annoncé")
        for place, slug in enumerate(settings.announced(), start=1):
            told.append((ordered % place if self.announces_order else ordered, scenario_name(slug)))
        return told

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
        return (_("Vainqueur et manière"), _("Points de contrôle"), _("Points d'armée détruits"))

    def score_columns(self, _scenario: Scenario | None, /) -> tuple[str, ...]:
        """Control points and what was destroyed."""
        return (_("Contrôle"), _("Détruits"))

    has_rules = True

    def event_rules(self) -> tuple[Section, ...]:
        """The rules of the event by subject, its variants among them [SR-VAR-2, SR-VAR-3]."""
        return event_rules(self.settings)


def _both(found: re.Match[str], place: int, seats: tuple[Seat, Seat]) -> dict[Seat, int]:
    if found.group(place) is None:
        return {}
    return {seats[0]: int(found.group(place)), seats[1]: int(found.group(place + 1))}


def _scores(posted: QueryDict, name: str, seats: tuple[Seat, Seat]) -> Mapping[Seat, int]:
    """What was typed in for each player, if the form asked for it."""
    return {seat: forms.whole_number(posted, f"{name}-{seat}") for seat in seats if f"{name}-{seat}" in posted}

"""
What pages and papers ask of an event's format: its forms, its words, its sheets, its results typed in a line.

Such a line is shorthand: "12 23 19" is table 12, 23 points against 19.

SAGA: table, points of the two players as listed; then, if the points are level, 1 or 2 for who went first. Instead of
points, `x1` or `x2`: that player lost suddenly; `f1` or `f2`: that player did not turn up or conceded. Where the event
has bonuses, `+1` or `+2`: that player has the first of them, `+1b` the second.
Steamroller: table, winner (1 or 2, or 0 for a draw), how (a, s, 1 to 4, t, d, c, f), then control points and destroyed
points of both: "12 1 s 3 1 24 18".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _

from heraut.kernel import ClauseId, Malformed, Reason, Seat, from_plain, to_plain
from heraut.kernel.bounds import whole
from heraut.press.paper import Section
from heraut.press.rules import Played, reference_rules, scenario_rules
from heraut.rulesets import Span, rows
from heraut.scenario import library
from heraut.scenario.definition import Scenario
from heraut.scenario.own import own_scenario as read_text
from heraut.scenario.settings import Options, arrange, arranged
from heraut.scenario.tally import scoring_turns
from heraut.speech import typography
from heraut.tournament.format import Format, Report
from heraut.tournament.saga.bands import Band, Priced, check_band
from heraut.tournament.saga.organisation import Material, markers_needed, material
from heraut.tournament.saga.scoring import SagaReport
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.steamroller.army import how_many, points_below
from heraut.tournament.steamroller.scoring import SteamrollerReport, WinKind
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.tournament.steamroller.variants import Keyword, KeywordRow, keyword_rows, keywords_of
from heraut.web.forms import number
from heraut.web.game import Game, language
from heraut.web.rooms.match.options_form import layout_of
from heraut.web.rooms.tournament import own_scenario
from heraut.web.rooms.tournament.display import scenario_name
from heraut.web.sentences import amount

KINDS = {
    "a": WinKind.ASSASSINATION,
    "s": WinKind.SCENARIO,
    "1": WinKind.TB1,
    "2": WinKind.TB2,
    "3": WinKind.TB3,
    "4": WinKind.TB4,
    "t": WinKind.CLOCK,
    "d": WinKind.WIPE_OUT,
    "c": WinKind.CONCESSION,
    "f": WinKind.FORFEIT,
}
_SAGA = re.compile(r"(?P<a>\d{1,9}) (?P<b>\d{1,9})(?: (?P<first>[12]))?\Z")
_BONUS = re.compile(r"\+ ?(?P<who>[12])(?P<which>[a-z]?)(?= |\Z)")
_LOST = re.compile(r"(?P<how>[xf]) ?(?P<who>[12])\Z")
_STEAMROLLER = re.compile(
    r"(?P<winner>[012])(?: (?P<kind>[a-z1-4]))?(?: (\d{1,9}) (\d{1,9}))?(?: (\d{1,9}) (\d{1,9}))?\Z"
)


_LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""The bonuses of an event, as officials type them."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """What cannot be read; the page shows how to write it."""

    text: str


def table_number(line: str) -> tuple[int, str] | Unreadable:
    """The table, and what is said of it."""
    head, _, rest = " ".join(line.split()).partition(" ")
    table = whole(head)
    return (table, rest) if table is not None and rest else Unreadable(line)


def read_saga(rest: str, seats: tuple[Seat, Seat]) -> Report | Unreadable:
    """A SAGA result for these two players."""
    if found := _LOST.match(rest):
        loser = seats[int(found["who"]) - 1]
        sudden = found["how"] == "x"
        return SagaReport(
            dict.fromkeys(seats, 0), sudden_loss=loser if sudden else None, forfeit=None if sudden else loser
        )
    if found := _SAGA.match(rest):
        first = seats[int(found["first"]) - 1] if found["first"] else None
        return SagaReport({seats[0]: int(found["a"]), seats[1]: int(found["b"])}, first)
    return Unreadable(rest)


def read_steamroller(rest: str, seats: tuple[Seat, Seat]) -> Report | Unreadable:
    """A Steamroller result for these two players."""
    found = _STEAMROLLER.match(rest)
    if found is None or (found["kind"] is not None and found["kind"] not in KINDS):
        return Unreadable(rest)
    winner = seats[int(found["winner"]) - 1] if found["winner"] != "0" else None
    kind = KINDS[found["kind"]] if found["kind"] else None
    return SteamrollerReport(winner, kind, _both(found, 3, seats), _both(found, 5, seats))


def _both(found: re.Match[str], place: int, seats: tuple[Seat, Seat]) -> dict[Seat, int]:
    if found.group(place) is None:
        return {}
    return {seats[0]: int(found.group(place)), seats[1]: int(found.group(place + 1))}


TABLE_SETTINGS = (
    "budget", "half_rounding", "massacre_scale", "terrain_table", "special_terrain", "lost_dice_scoring",
    "failed_attack_bonus", "diagonal_direction", "diagonal_pieces",
)  # fmt: skip
"""What a SAGA event and its matches call by the same name."""
Fields = list[tuple[str, str]]
"""The names and values of a form's fields."""
Clauses = list[tuple[str, ClauseId]]
"""What is said, and the clause that says so."""


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of the plainest event: nothing to bring, nothing to say but who won."""

    settings: Format

    takes_band = False
    """Whether players hand in one band, rather than several lists."""
    scores_points = False
    """Whether the points of a game say who won it, rather than the players."""
    line_example = ""
    """A result in one line, for officials to copy."""

    @property
    def line_hint(self) -> str:
        """How such a line is written."""
        return ""

    def read_line(self, rest: str, _seats: tuple[Seat, Seat], /) -> Report | Unreadable:
        """A result as officials type it in one line."""
        return Unreadable(rest)

    def report_values(self, _posted: QueryDict, _seats: tuple[Seat, Seat], /) -> Mapping[str, Any]:
        """A report as the form of a table sends it, in plain values; the same for officials and the two players."""
        raise Malformed("no form for the results of this format")

    def report_fields(self, _report: Report, _seats: tuple[Seat, Seat], /) -> Fields:
        """The fields that send a report again."""
        return []

    def bonuses(self) -> tuple[str, ...]:
        """What earns a player points besides the game, by its name."""
        return ()

    def match_options(self, _scenario: str = "", /) -> Options:
        """What the event's settings change in a match of that scenario."""
        return Options()

    def definition(self, _slug: str, /) -> Scenario | None:
        """The organiser's own definition of a scenario that is listed without one."""
        return None

    def scenario_rules(self, slug: str) -> tuple[Section, ...]:
        """Everything the scenario says, by subject."""
        found = self.scenario(slug)
        return () if found is None else scenario_rules(found, self.played(slug), language())

    def played(self, slug: str = "") -> Played:
        """How the event plays that scenario, for its words."""
        return Played(self.match_options(slug))

    def reference_rules(self) -> tuple[Section, ...]:
        """What all scenarios share, where players bring a sheet of it."""
        return ()

    def casters(self) -> int:
        """How many casters lead each army in its matches."""
        return 1

    assigns_edges = False
    """Whether the organiser has settled who plays from which edge."""

    def list_notices(self, _lists: object, /) -> tuple[Reason, ...]:
        """What is still to be said about a list that was taken in."""
        return ()

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

    def lists_asked(self) -> tuple[int, int]:
        """The least and the most lists of a player."""
        return 0, 0

    has_record_sheets = False
    """Whether players have a sheet with a line for each round."""
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


@dataclass(frozen=True, slots=True)
class SagaPages(Pages):
    """SAGA: victory points, bands, what to bring."""

    settings: SagaSettings
    takes_band = True
    scores_points = True
    line_example = "12 23 19"
    asks_first_player = True

    @property
    def line_hint(self) -> str:
        """Points, or who lost how."""
        told = _(
            "Table, puis les points des deux joueurs ; à égalité, ajoutez 1 ou 2 : lequel était premier joueur. "
            "x1 ou x2 : défaite immédiate ; f1 ou f2 : forfait."
        )
        marked = zip(_LETTERS, self.bonuses(), strict=False)
        named = [
            f"+1{letter.replace('a', '')}, +2{letter.replace('a', '')}{typography.colon(language())}{label}"
            for letter, label in marked
        ]
        return typography.semicolon(language()).join([told.removesuffix("."), *named]) + "."

    def bonuses(self) -> tuple[str, ...]:
        """As the event says [ST-PTS-11]."""
        return tuple(bonus.label for bonus in self.settings.bonus_points)

    def read_line(self, rest: str, seats: tuple[Seat, Seat], /) -> Report | Unreadable:
        """Points, or who lost how; and who has which bonus."""
        report = read_saga(" ".join(_BONUS.sub(" ", rest).split()), seats)
        earned: dict[Seat, tuple[str, ...]] = {}
        for found in _BONUS.finditer(rest):
            place, seat = _LETTERS.index(found["which"] or "a"), seats[int(found["who"]) - 1]
            if place >= len(self.bonuses()):
                return Unreadable(rest)
            earned[seat] = (*earned.get(seat, ()), self.bonuses()[place])
        return msgspec.structs.replace(report, bonuses=earned) if isinstance(report, SagaReport) else report

    def report_values(self, posted: QueryDict, seats: tuple[Seat, Seat], /) -> Mapping[str, Any]:
        """Victory points, who went first, how the game ended; points that do not count may stay empty [ST-LOSS-3]."""
        how, _dash, who = posted.get("ended", "").partition("-")
        lost = {"sudden": "sudden_loss", "forfeit": "forfeit"}.get(how) if who in seats else None
        typed = {seat: posted.get(f"points-{seat}", "").strip() or ("0" if lost else "") for seat in seats}
        return {
            "format": "saga",
            "victory_points": {seat: number(points) for seat, points in typed.items() if points},
            "first_player": posted.get("first") if posted.get("first") in seats else None,
            "bonuses": {seat: posted.getlist(f"bonus-{seat}") for seat in seats if f"bonus-{seat}" in posted},
            **({lost: who} if lost else {}),
        }

    def report_fields(self, report: Report, seats: tuple[Seat, Seat], /) -> Fields:
        """Victory points, who went first, how the game ended."""
        assert isinstance(report, SagaReport)
        ended = f"sudden-{report.sudden_loss}" if report.sudden_loss else f"forfeit-{report.forfeit}"
        over = report.sudden_loss or report.forfeit
        points = [(f"points-{seat}", str(report.victory_points.get(seat, 0))) for seat in seats]
        earned = [(f"bonus-{seat}", label) for seat in seats for label in report.bonuses.get(seat, ())]
        return [*points, ("first", report.first_player or ""), ("ended", ended if over else ""), *earned]

    def definition(self, slug: str, /) -> Scenario | None:
        """A scenario of the organiser's own, as the event brought it."""
        text = self.settings.own_scenarios.get(slug)
        return None if text is None else read_text(text)

    def match_options(self, scenario: str = "") -> Options:
        """What the event has settled for its tables; the layout is that of the scenario."""
        settings, found = self.settings, library.find(scenario)
        places = to_plain(settings.scenario_layouts).get(scenario, ())
        plain = {name: to_plain(getattr(settings, name)) for name in TABLE_SETTINGS}
        plain |= {"marker_mm": round(settings.marker_diameter_cm * 10)}
        if found is not None and places:
            plain |= {"layout": layout_of(found, places), "table_size": to_plain(settings.table_size)}
        options: Options = from_plain({key: value for key, value in plain.items() if value is not None}, Options)
        return options

    def list_notices(self, lists: object, /) -> tuple[Reason, ...]:
        """Costs that are asked for, points left, spells forgotten [ST-BND-5, ST-BND-8, ST-BND-10]."""
        priced = check_band(lists, self.settings.band_rules()) if isinstance(lists, Band) else None
        return priced.warnings if isinstance(priced, Priced) else ()

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
        """Victory points, and the bonuses of the event."""
        return (_("Points de victoire"), *self.bonuses())

    def as_written(self, changed: Format, /) -> Format:
        """The ages, though a group of them was named; whom to keep apart, in whichever words."""
        old = self.settings
        if not isinstance(changed, SagaSettings):
            return changed
        if changed.ages == old.ages:
            changed = msgspec.structs.replace(changed, allowed_ages=old.allowed_ages)
        if changed.wishes(()) == old.wishes(()):
            changed = msgspec.structs.replace(changed, clubs_apart=old.clubs_apart, round1_avoid=old.round1_avoid)
        return changed

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


def keyword_words(row: KeywordRow, keyword: Keyword) -> str:
    """A variant in the reader's words, with its number in place of the X of the notation [SR-KEY-1]."""
    titles = ", ".join(scenario_name(slug, language()) for slug in keyword.scenarios)
    told = (row.french if language() == "fr" else row.english).replace("X", titles or str(keyword.value))
    return told if keyword.value != 1 else told.removesuffix("s")


def _span(span: Span) -> str:
    if span.last is None:
        return typography.or_more(span.first, language())
    return typography.span(span.first, span.last, language())


@dataclass(frozen=True, slots=True)
class SteamrollerPages(Pages):
    """Steamroller: wins and how, control points, army points, timed turns."""

    settings: SteamrollerSettings
    line_example = "12 1 s 3 1 24 18"
    has_record_sheets = True
    has_reference_sheet = True

    @property
    def line_hint(self) -> str:
        """Winner, how, and both scores."""
        return _(
            "Table, vainqueur (1, 2, ou 0 pour une égalité), manière (a assassinat, s scénario, 1 à 4 départage, "
            "t temps, d anéantissement, c abandon, f forfait), points de contrôle, points d'armée détruits."
        )

    def read_line(self, rest: str, seats: tuple[Seat, Seat], /) -> Report | Unreadable:
        """Winner, how, and both scores."""
        return read_steamroller(rest, seats)

    def report_values(self, posted: QueryDict, seats: tuple[Seat, Seat], /) -> Mapping[str, Any]:
        """Winner, how, and both scores."""
        return {
            "format": "steamroller",
            "winner": posted.get("winner") or None,
            "kind": posted.get("kind") or None,
            "control_points": _scores(posted, "control", seats),
            "destroyed": _scores(posted, "destroyed", seats),
            "kill_box": "kill_box" in posted,
        }

    def report_fields(self, report: Report, seats: tuple[Seat, Seat], /) -> Fields:
        """Winner, how, and both scores."""
        assert isinstance(report, SteamrollerReport)
        both = [(f"control-{seat}", str(report.control_points.get(seat, 0))) for seat in seats]
        both += [(f"destroyed-{seat}", str(report.destroyed.get(seat, 0))) for seat in seats]
        box = [("kill_box", "on")] if report.kill_box else []
        return [*both, *box, ("winner", report.winner or ""), ("kind", report.kind.value if report.kind else "")]

    def match_options(self, _scenario: str = "", /) -> Options:
        """The variants that change how a game is won."""
        settings = self.settings
        return Options(
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

    def lists_asked(self) -> tuple[int, int]:
        """Two, the second optional, or as many as the variant says [SR-LIST-1, SR-VLIST-2]."""
        return how_many(self.settings.variants)

    def casters(self) -> int:
        """As many as each list has: a game is lost with the last of them [SR-LIST-11, SR-WIN-1]."""
        return self.settings.casters_per_list

    def definition(self, slug: str, /) -> Scenario | None:
        """Demolition, where the organiser has defined it whole [SR-S15-1], or a scenario the event brought."""
        if slug == own_scenario.SLUG:
            return own_scenario.definition(self.settings.scenario_15)
        text = self.settings.own_scenarios.get(slug)
        return None if text is None else read_text(text)

    def scenario(self, slug: str) -> Scenario | None:
        """As the event plays it, the organiser's own Demolition too."""
        own = self.definition(slug) if slug == own_scenario.SLUG else None
        if own is None:
            return Pages.scenario(self, slug)
        played = arranged(own_scenario.as_played(own))
        return played if isinstance(played, Scenario) else None

    def scenario_rules(self, slug: str) -> tuple[Section, ...]:
        """Everything the scenario says; of a Demolition defined in words, those."""
        if slug == own_scenario.SLUG and self.definition(slug) is None:
            words = tuple(line for line in self.settings.scenario_15.splitlines() if line.strip())
            return (Section(scenario_name(slug, language()), words), *self.reference_rules())
        return Pages.scenario_rules(self, slug)

    def played(self, slug: str = "") -> Played:
        """With the variants that change how a game ends, and who sits where [SR-VAR-2, SR-DEPL-2]."""
        timed = self.settings.variants.has_secret_length
        return Played(self.match_options(slug), timed=timed, edges_assigned=self.settings.edges_assigned)

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
        rows = {row.id: row for row in keyword_rows()}
        in_force = [one for one in keywords_of(self.settings.variants) if one.id != "scenarios"]
        return [(keyword_words(rows[one.id], one), rows[one.id].clause) for one in in_force]

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
            told.append((ordered % place if self.announces_order else ordered, scenario_name(slug, language())))
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


PAGES: Mapping[type[Format], Callable[[Any], Pages]] = {
    SagaSettings: SagaPages,
    SteamrollerSettings: SteamrollerPages,
}


def pages_of(game: Game) -> Pages:
    """The pages of the format that is played."""
    return pages_for(game.settings)


def pages_for(settings: Format) -> Pages:
    """The pages of the format these settings are of."""
    return PAGES.get(type(settings), Pages)(settings)


def _scores(posted: QueryDict, name: str, seats: tuple[Seat, Seat]) -> Mapping[Seat, int | str]:
    """What was typed in for each player, if the form asked for it."""
    return {seat: number(posted.get(f"{name}-{seat}", "")) for seat in seats if f"{name}-{seat}" in posted}

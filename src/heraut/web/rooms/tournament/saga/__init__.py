"""
SAGA on the pages of an event: its forms, its words, its rules, its results typed in a line.

Such a line has the table, the points of the two players as listed; then, if the points are level, 1 or 2 for who went
first. Instead of points, `x1` or `x2`: that player lost suddenly; `f1` or `f2`: that player did not turn up or
conceded. Where the event has bonuses, `+1` or `+2`: that player has the first of them, `+1b` the second.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any, ClassVar

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from heraut.kernel.codec import from_plain, to_plain
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Reason, Refusal
from heraut.press.paper import Section
from heraut.press.rules import rules_in_words
from heraut.rulesets.tables import Span
from heraut.scenario import library
from heraut.scenario.definition import Scenario
from heraut.scenario.facts import Side
from heraut.scenario.settings import MatchOptions
from heraut.scenario.sheet import WinKind
from heraut.scenario.signing import MatchResult
from heraut.scenario.tally import scoring_turns
from heraut.speech import typography
from heraut.speech.sentences import counted
from heraut.speech.typography import colon, semicolon
from heraut.tournament.format import Format, Material, Report
from heraut.tournament.saga.bands import Age, Priced, SagaBand, check_band
from heraut.tournament.saga.lists import HandInBand
from heraut.tournament.saga.organisation import markers_needed, material, saga_scenarios
from heraut.tournament.saga.scoring import SagaReport
from heraut.tournament.saga.settings import SagaSettings
from heraut.web import forms
from heraut.web.forms import Field
from heraut.web.game import language
from heraut.web.rooms.definition import Text
from heraut.web.rooms.match.options_form import layout_of
from heraut.web.rooms.tournament.display import column
from heraut.web.rooms.tournament.format_pages import Fields, FormatPages, UnreadableList, by_seat
from heraut.web.rooms.tournament.paper_source import Fill
from heraut.web.rooms.tournament.saga import lists
from heraut.web.rooms.tournament.saga.form import SagaForm
from heraut.web.sentences import amount, of, word

_SAGA = re.compile(r"(?P<a>\d{1,9}) (?P<b>\d{1,9})(?: (?P<first>[12]))?\Z")
_BONUS = re.compile(r"\+ ?(?P<who>[12])(?P<which>[a-z]?)(?= |\Z)")
_LOST = re.compile(r"(?P<how>[xf]) ?(?P<who>[12])\Z")
TABLE_SETTINGS = (
    "budget", "half_rounding", "massacre_scale", "terrain_table", "special_terrain", "lost_dice_scoring",
    "failed_attack_bonus", "diagonal_direction", "diagonal_pieces",
)  # fmt: skip
"""What a SAGA event and its matches call by the same name."""
POINTS_OF_A_GAME = ("ST-PTS-1", "ST-PTS-2", "ST-PTS-3", "ST-LOSS-1", "ST-LOSS-2", "ST-LOSS-8")
GIVEN_UP = frozenset({WinKind.CONCESSION, WinKind.FORFEIT, WinKind.CLOCK})
RANKING_ROUND = ("ST-RNK-8", "ST-RNK-9", "ST-RNK-10", "ST-RNK-11", "ST-RNK-12", "ST-RNK-14")


@dataclass(frozen=True, slots=True)
class SagaPages(FormatPages):
    """SAGA: victory points, bands, what to bring."""

    settings: SagaSettings
    form = SagaForm
    report_template = "tournament/report_saga.html"
    takes_band = True
    hand_in = HandInBand
    list_template = "tournament/lists_saga.html"
    papers: ClassVar[Mapping[str, tuple[Text, Fill]]] = {
        "bands": (gettext_lazy("Feuilles de bande"), lists.bands),
    }
    own_paper = ("bands", gettext_lazy("Ma feuille de bande (PDF)"))
    line_example = "12 23 19"
    tried = (
        "allowed_ages", "preset", "swiss_rounds", "ranking_round", "round_minutes", "pairing_order", "odd_field",
        "bye_points", "bye_is_win", "bye_resistance", "points_table", "bonus_points", "standings_order",
    )  # fmt: skip
    asks_first_player = True

    @property
    def line_hint(self) -> str:
        """Points, or who lost how."""
        told = _(
            "Table, puis les points des deux joueurs ; à égalité, ajoutez 1 ou 2 : lequel était premier joueur. "
            "x1 ou x2 : défaite immédiate ; f1 ou f2 : forfait."
        )
        marked = zip(ascii_lowercase, self.bonuses(), strict=False)
        named = [
            f"+1{letter.replace('a', '')}, +2{letter.replace('a', '')}{colon(language())}{label}"
            for letter, label in marked
        ]
        return semicolon(language()).join([told.removesuffix("."), *named]) + "."

    def bonuses(self) -> tuple[str, ...]:
        """As the event says [ST-PTS-11]."""
        return tuple(bonus.label for bonus in self.settings.bonus_points)

    def read_line(self, rest: str, seats: tuple[Seat, Seat], /) -> Report | UnreadableList:
        """Points, or who lost how; and who has which bonus."""
        report = read_result(" ".join(_BONUS.sub(" ", rest).split()), seats)
        earned: dict[Seat, tuple[str, ...]] = {}
        for found in _BONUS.finditer(rest):
            place, seat = ascii_lowercase.index(found["which"] or "a"), seats[int(found["who"]) - 1]
            if place >= len(self.bonuses()):
                return UnreadableList(rest)
            earned[seat] = (*earned.get(seat, ()), self.bonuses()[place])
        return msgspec.structs.replace(report, bonuses=earned) if isinstance(report, SagaReport) else report

    def report_form(
        self, seats: tuple[Seat, Seat], names: Mapping[str, str], _scenario: str, me: Seat | None, /
    ) -> tuple[Field, ...]:
        """Victory points, who went first, how the game ended; the bonuses of the event."""
        points = tuple(
            Field(f"points-{seat}", _("Vos points") if seat == me else names[seat], "number", least=0) for seat in seats
        )
        players = tuple((str(seat), names[seat]) for seat in seats)
        labels = tuple((label, label) for label in self.bonuses())
        bonuses = (
            Field(f"bonus-{seat}", _("Bonus : %s") % names[seat], "several", (), required=False, choices=labels)
            for seat in seats
            if labels
        )
        ends = [("", _("normale"))]
        for seat in seats:
            whose = {"of_name": of(names[seat])}
            ends += [
                (f"sudden-{seat}", _("défaite immédiate %(of_name)s") % whose),
                (f"forfeit-{seat}", _("abandon %(of_name)s") % whose),
            ]
        return (
            Field("points", _("Points de victoire de la partie"), "group", parts=points),
            Field("first", _("Premier joueur"), "one", required=False, choices=players),
            *bonuses,
            Field("ended", _("Fin de la partie"), "choice", choices=tuple(ends)),
        )

    def report_values(self, posted: QueryDict, seats: tuple[Seat, Seat], /) -> dict[str, Any]:
        """Victory points, who went first, how the game ended; points that do not count may stay empty [ST-LOSS-3]."""
        how, _dash, who = posted.get("ended", "").partition("-")
        lost = {"sudden": "sudden_loss", "forfeit": "forfeit"}.get(how) if who in seats else None
        typed = [seat for seat in seats if posted.get(f"points-{seat}", "").strip()]
        unscored = dict.fromkeys(seats, 0) if lost else {}
        earned = {seat: [label for label in posted.getlist(f"bonus-{seat}") if label] for seat in seats}
        return {
            "format": "saga",
            "victory_points": unscored | {seat: forms.whole_number(posted, f"points-{seat}") for seat in typed},
            "first_player": posted.get("first") if posted.get("first") in seats else None,
            "bonuses": {seat: labels for seat, labels in earned.items() if labels},
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

    def report_of(self, told: MatchResult, /) -> Report | None:
        """Victory points, who went first, how the game ended; nothing of a game that has no victory points."""
        if not told.victory_points:
            return None
        loser = told.seats[told.winner.other] if told.winner else None
        return SagaReport(
            by_seat(told, told.victory_points),
            first_player=told.seats[Side.FIRST],
            sudden_loss=loser if told.kind is WinKind.SUDDEN_LOSS else None,
            forfeit=loser if told.kind in GIVEN_UP else None,
            bonuses=dict(told.bonuses),
        )

    def match_options(self, scenario: str = "") -> MatchOptions:
        """What the event has settled for its tables; the layout is that of the scenario."""
        settings, found = self.settings, library.find(scenario)
        plain: dict[str, Any] = to_plain({name: getattr(settings, name) for name in TABLE_SETTINGS})
        plain |= {"marker_mm": round(settings.marker_diameter_cm * 10)}
        if found is not None and (places := to_plain(settings.scenario_layouts.get(scenario, ()))):
            plain |= {"layout": layout_of(found, places), "table_size": to_plain(settings.table_size)}
        options: MatchOptions = from_plain(
            {key: value for key, value in plain.items() if value is not None}, MatchOptions
        )
        return options

    def lists_shown(self, band: SagaBand | None, /) -> Fields:
        """The band, under its faction."""
        return [] if band is None else [(band.faction, lists.band_words(band))]

    def list_form(self, _band: SagaBand | None, /) -> Mapping[str, Any]:
        """A band may be of the ages this event is played in [ST-ORG-3]."""
        return {"ages": [age.value for age in Age if age in self.settings.ages]}

    def read_lists(self, posted: QueryDict, /) -> Mapping[str, Any] | Refusal:
        """A band."""
        return lists.read_fields(posted)

    def list_notices(self, band: object, /) -> tuple[Reason, ...]:
        """Costs that are asked for, points left, spells forgotten [ST-BND-5, ST-BND-8, ST-BND-10]."""
        priced = check_band(band, self.settings.band_rules()) if isinstance(band, SagaBand) else None
        return priced.warnings if isinstance(priced, Priced) else ()

    def built_band(self, text: str, faction: str, /) -> Fields | None:
        """Where that age is played [ST-ORG-3]."""
        if Age.MAGIC not in self.settings.ages:
            return None
        return [("text", text), ("age", Age.MAGIC.value), ("faction", faction)]

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

    def suggested(self) -> Format:
        """A different scenario for each round, drawn: an organiser in a hurry changes nothing [ST-ORG-5]."""
        slugs = [row.id for row in saga_scenarios()]
        secrets.SystemRandom().shuffle(slugs)
        return msgspec.structs.replace(self.settings, scenario_by_round=tuple(slugs[: self.settings.rounds]))

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
        massacre = scenario is None or scenario.counts_massacre
        return (*([_("Objectifs")] if objectives else []), *([_("Massacre")] if massacre else []))

    def points_table(self) -> tuple[tuple[str, str, str], ...]:
        """The table in force [ST-PTS-2]."""
        return tuple(
            (_span(row.difference), amount(row.winner, language()), amount(row.loser, language()))
            for row in self.settings.table
        )

    has_rules = True

    def event_rules(self) -> tuple[Section, ...]:
        """The rules of the event by subject, with its budget, its table of points and its order [ST-ORG-1]."""
        settings = self.settings
        timed = ("ST-ORG-7",) if settings.round_minutes is not None else ()
        bonuses = ("ST-PTS-11",) if settings.bonus_points else ()
        parts = (
            (word("event-rules-band"), tuple(_band(settings))),
            (word("event-rules-rounds"), ("ST-RND-3", "ST-PAIR-8", *(("ST-PAIR-14",) if settings.late_entry else ()))),
            (word("event-rules-points-of-a-game"), (*POINTS_OF_A_GAME, *bonuses, *timed)),
            (word("event-rules-ranking"), ("ST-RNK-1", "ST-RNK-2", "ST-RNK-7")),
            (word("event-rules-ranking-round"), RANKING_ROUND if settings.has_ranking_round else ()),
            (word("event-rules-conduct"), ("ST-OFF-1", "ST-OFF-2", "ST-OFF-3", "ST-OFF-4")),
        )
        return rules_in_words(parts, _own_words(self), language())


def read_result(rest: str, seats: tuple[Seat, Seat]) -> Report | UnreadableList:
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
    return UnreadableList(rest)


def _span(span: Span) -> str:
    if span.last is None:
        return typography.or_more(span.first, language())
    return typography.span(span.first, span.last, language())


def _band(settings: SagaSettings) -> Iterator[str]:
    yield from ("ST-ORG-3", "ST-BND-5", "ST-BND-3", "ST-BND-2", "ST-BND-7", "ST-BND-9")
    if Age.MAGIC in settings.ages:
        yield from ("ST-BND-10",) if settings.spells_on_list else ()
        yield from ("ST-BND-12",) if settings.legendary_bands else ()
    yield from ("ST-BND-11", "ST-BND-13")


def _own_words(pages: SagaPages) -> Mapping[str, str]:
    """What the event says where a clause gives a table or a choice."""
    settings = pages.settings
    order = " → ".join(column(one) for one in settings.ranking.criteria)
    mark, rows = colon(language()), pages.points_table()
    table = (f"{difference}{mark}{winner} – {loser}" for difference, winner, loser in rows)
    legendary = "allowed" if settings.legendary_units else "forbidden"
    bonuses = (f"{bonus.label}{mark}{amount(bonus.points, language())}" for bonus in settings.bonus_points)
    forfeit, ages = settings.forfeit, ", ".join(word(age) for age in Age if age in settings.ages)
    return {
        "ST-ORG-3": word("event-rules-ages").format(ages=ages),
        "ST-RND-3": word(
            "event-rules-ranked-rounds" if settings.has_ranking_round else "event-rules-swiss-rounds"
        ).format(rounds=counted(settings.swiss, language())),
        "ST-PAIR-8": _odd_field(settings),
        "ST-PAIR-14": word("event-rules-late-entry"),
        "ST-PTS-11": word("event-rules-bonuses").format(bonuses=semicolon(language()).join(bonuses)),
        "ST-LOSS-8": word("event-rules-forfeit").format(
            winner=amount(forfeit.winner, language()), loser=amount(forfeit.loser, language())
        ),
        "ST-RNK-2": word("event-rules-resistance"),
        "ST-BND-5": word("event-rules-budget").format(budget=counted(settings.budget, language())),
        "ST-BND-7": word("event-rules-special-troops"),
        "ST-BND-10": word("event-rules-spells"),
        "ST-BND-11": word(f"event-rules-legendary-units-{legendary}"),
        "ST-BND-12": word("event-rules-legendary-bands"),
        "ST-BND-13": word("event-rules-band-sheets").format(copies=settings.band_sheet_copies),
        "ST-PTS-2": word("event-rules-points-table").format(table=semicolon(language()).join(table)),
        "ST-ORG-7": word("event-rules-round-time").format(minutes=counted(settings.round_minutes or 0, language())),
        "ST-RNK-1": word("event-rules-order").format(order=order),
        "ST-RNK-7": word("event-rules-lots"),
        "ST-OFF-4": word("event-rules-misconduct"),
    }


def _odd_field(settings: SagaSettings) -> str:
    """What is done where the number of players is odd [ST-PAIR-8, ST-PAIR-9]."""
    if settings.has_spare:
        return word("event-rules-spare")
    said = word("event-rules-bye-win" if settings.bye_is_win else "event-rules-bye")
    return said.format(points=amount(settings.bye_points, language()))

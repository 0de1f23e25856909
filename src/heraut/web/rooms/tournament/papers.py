"""Paper for the day: each sheet filled from what its reader may see, as PDF."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from heraut.kernel import OFFICIALS, ClauseId, Seat
from heraut.press import paper
from heraut.rulesets.clauses import clauses
from heraut.speech import Language
from heraut.tournament.bands import Band, Troop
from heraut.tournament.bands.band import figures_per_point
from heraut.tournament.record_sheet import record_sheet
from heraut.tournament.view import PlayerView, RoundView, View
from heraut.web import links
from heraut.web.access import Action, Role
from heraut.web.address import for_others, seat_address
from heraut.web.arms import granted
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.models import Link
from heraut.web.rooms.room import Text
from heraut.web.rooms.tournament.awards import prizes
from heraut.web.rooms.tournament.board import standings
from heraut.web.rooms.tournament.exports import FILES
from heraut.web.rooms.tournament.words import scenario_name, word
from heraut.web.says import amount, moment
from heraut.web.views.game import common

BLANK_ROUNDS = 2
_ID = re.compile(r"^-?\s*\*\*[A-Z0-9-]+(?: \[[A-Z]\])?\*\*\s*(?:`[A-Z]`)?\s*")
_MARK = re.compile(r"\*\*\[[^\]]*\]\*\*|\[table\]| \(`[^`]+`\)")


@dataclass(frozen=True, slots=True)
class Desk:
    """What the sheets are filled from: the game as its reader sees it, and the address people reach."""

    request: HttpRequest
    game: Game

    @property
    def view(self) -> View:
        view: View = self.game.view
        return view

    @property
    def event(self) -> paper.Event:
        day = moment(self.game.header.created)
        return paper.Event(self.game.header.title, "", f"{day:%d/%m/%Y}")

    @property
    def last(self) -> RoundView | None:
        return self.view.played[-1] if self.view.played else None

    def person(self, seat: Seat) -> paper.Person:
        """Somebody with the arms they have on screen."""
        player = next(player for player in self.view.players if player.seat == seat)
        arms = granted(self.game.people).get(player.name)
        return paper.Person(player.name, player.number, club=player.club, arms=arms)

    def readers(self, players: tuple[PlayerView, ...]) -> tuple[PlayerView, ...]:
        """Everybody, or the reader alone where `?mine` asks for one's own."""
        mine = "mine" in self.request.GET
        return tuple(player for player in players if not mine or player.seat == self.game.visitor.seat)

    def link(self) -> paper.Link:
        return paper.Link(for_others(self.request, reverse("game", args=[self.game.stream])))

    def games(self, shown: RoundView) -> tuple[paper.Game, ...]:
        seated = [
            paper.Game(table.number, self.person(table.seats[0]), self.person(table.seats[1]), self.link())
            for table in shown.tables
        ]
        return (*seated, paper.Game(0, self.person(shown.bye))) if shown.bye else tuple(seated)

    def asks(self) -> tuple[str, ...]:
        if self.view.format == "saga":
            return (_("Points de victoire"),)
        return (_("Vainqueur et façon"), _("Points de contrôle"), _("Points détruits"))


Fill = Callable[[Desk], Iterator[paper.Sheet]]


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
    """Two copies for each table: a row per turn, a column per way to score."""
    if (shown := desk.last) is not None:
        turns = tuple(range(1, 8 if desk.view.format != "saga" else 7))
        columns = (_("Objectifs"), _("Massacre")) if desk.view.format == "saga" else (_("Contrôle"), _("Détruits"))
        yield paper.ScoreSheets(
            event=desk.event, round=shown.number, games=_paired(desk, shown),
            scenario=scenario_name(shown.scenario, language()), turns=turns, columns=columns,
        )  # fmt: skip


def standing_sheet(desk: Desk) -> Iterator[paper.Sheet]:
    board = standings(desk.view)
    complete = [played for played in desk.view.played if played.complete]
    if board.places and desk.view.played:
        met = _met(desk)
        rows = tuple(
            paper.Standing(place.rank or len(board.places), desk.person(place.seat), place.values, met[place.seat])
            for place in board.places
        )
        yield paper.Standings(
            event=desk.event, after_round=len(complete), columns=board.columns, rows=rows,
            final=desk.view.stage == "over",
        )  # fmt: skip


def _met(desk: Desk) -> Mapping[Seat, tuple[int, ...]]:
    """The numbers of everybody each player has met: enough to pair the next round by hand."""
    numbers = {player.seat: player.number for player in desk.view.players}
    tables = [table.seats for played in desk.view.played for table in played.tables]
    return {
        seat: tuple(numbers[two if one == seat else one] for one, two in tables if seat in (one, two))
        for seat in numbers
    }  # fmt: skip


def badges(desk: Desk) -> Iterator[paper.Sheet]:
    """A badge each with the link of the seat: for whoever may hand the links out."""
    if not desk.game.visitor.may(Action.SEAT):
        return
    sitting = [(player.seat, player.name) for player in desk.view.players if player.seat not in OFFICIALS]
    made = {link.seat: link for link in links.for_seats(desk.game.stream, sitting) if link.role == Role.PLAYER}
    if sitting:
        yield paper.Badges(event=desk.event, badges=tuple(_badge(desk, seat, made[seat]) for seat, _name in sitting))


def _badge(desk: Desk, seat: Seat, link: Link) -> paper.Badge:
    return paper.Badge(desk.person(seat), _("Joueur"), paper.Link(seat_address(desk.request, link)))


def certificates(desk: Desk) -> Iterator[paper.Sheet]:
    """One for each award and winner: those announced; for officials, all of them before the ceremony."""
    for prize in prizes(desk.view):
        for seat in prize.winners:
            yield paper.Certificate(
                event=desk.event, person=desk.person(seat), award=prize.name, citation=_shared(prize.winners),
                signed_by=(_("L'organisateur"),),
            )  # fmt: skip


def _shared(winners: tuple[Seat, ...]) -> str:
    return _("ex æquo") if len(winners) > 1 else ""


def bands(desk: Desk) -> Iterator[paper.Sheet]:
    """The bands the reader may see, in two copies each [ST-BND-13]: one's own; everybody's after the reveal."""
    for player in desk.readers(desk.view.players):
        if isinstance(player.lists, Band):
            yield _band(desk, player.seat, player.lists)


def _band(desk: Desk, seat: Seat, band: Band) -> paper.BandSheet:
    lines: dict[Troop, list[paper.BandLine]] = {troop: [] for troop in Troop}
    for line in band.lines:
        each = figures_per_point().get(line.troop)
        points = line.points if line.points is not None else Fraction(line.figures, each) if each else Fraction(0)
        label = line.name or word(line.troop)
        lines[line.troop].append(paper.BandLine(label, line.figures, amount(points, language())))
    (warlord,) = lines[Troop.WARLORD] or [paper.BandLine(word(Troop.WARLORD), 1, "0")]
    spent = sum((_cost(line.points) for kind in lines.values() for line in kind), Fraction(0))
    return paper.BandSheet(
        event=desk.event, person=desk.person(seat), age=_called(band),
        budget=round(spent), warlord=warlord, special=tuple(lines[Troop.SPECIAL]),
        hearthguards=tuple(lines[Troop.HEARTHGUARD]), warriors=tuple(lines[Troop.WARRIOR]),
        levies=tuple(lines[Troop.LEVY]), spells=band.spells, legendary_band=band.legendary_band,
    )  # fmt: skip


def _called(band: Band) -> str:
    return " · ".join(filter(None, (word(band.age) if band.age else "", band.faction)))


def _cost(text: str) -> Fraction:
    return Fraction(text.replace("½", ".5").replace(",", ".")) if text != "–" else Fraction(0)


def records(desk: Desk) -> Iterator[paper.Sheet]:
    """The Steamroller record sheets the reader may see: one's own, and all of them for officials [SR-SHEET-4]."""
    visitor = desk.game.visitor
    if desk.view.format == "saga":
        return
    for player in desk.readers(desk.view.players):
        if visitor.official or player.seat == visitor.seat:
            yield _record(desk, player.seat)


def _record(desk: Desk, seat: Seat) -> paper.RecordSheet:
    sheet = record_sheet(desk.game.history.state, seat, desk.game.visitor.seat)
    played = tuple(
        paper.RecordRow(
            paper.Outcome(row.result),
            paper.Person(row.opponent, row.opponent_number) if row.opponent else None,
            paper.WonBy(row.kind) if row.kind else None,
            row.points or 0,
            row.control_points or 0,
            row.destroyed or 0,
        )
        for row in sheet.rows
        if row.result
    )
    lists = tuple(
        paper.ArmyList(
            army.faction,
            (*(paper.ListEntry(caster.name, 0) for caster in army.casters),
             *(paper.ListEntry(entry.name, entry.paid) for entry in army.entries)),
            army.contract,
            army.theme,
            army.tier or 0,  # type: ignore[arg-type]  # a tier is 1 to 4, as checked when the list came in
        )
        for army in sheet.lists
    )  # fmt: skip
    return paper.RecordSheet(
        event=desk.event, player=desk.person(seat), nickname=sheet.nickname, rounds=len(sheet.rows), played=played,
        lists=lists,
    )  # fmt: skip


def scenario(desk: Desk) -> Iterator[paper.Sheet]:
    """The scenario of the round on one page: its diagram and what it says in short."""
    from heraut.press.diagram import diagram  # noqa: PLC0415  # drawing loads geometry, which no other paper needs
    from heraut.scenario import library  # noqa: PLC0415

    found = library.find(desk.last.scenario) if desk.last is not None else None
    if desk.last is not None and found is not None:
        spoken = language()
        yield paper.ScenarioSheet(
            event=desk.event, title=found.names[spoken], round=desk.last.number, link=desk.link(),
            diagram=paper.Drawing(diagram(found, spoken, shown="untitled")),
            sections=(paper.Section(_("En bref"), (found.summary[spoken],)), *scenario_rules(found.clause, spoken)),
        )  # fmt: skip


def scenario_rules(clause: ClauseId, spoken: Language) -> Iterator[paper.Section]:
    """What the sheet says of the scenario, clause by clause, where it is written in the reader's language."""
    family = clause.rpartition("-")[0] + "-"
    for id, found in clauses(spoken).items():
        if id.startswith(family):
            yield paper.Section("", _told(found.text))


def _told(text: str) -> tuple[str, ...]:
    """A clause's own words without its number, its marks and its Markdown; the rows of its table, if it has one."""
    lines = [line.strip() for line in text.splitlines()]
    said = _ID.sub("", " ".join(line for line in lines if not line.startswith("|")))
    rows = [
        line.strip("| ").replace("|", "·") for line in lines if line.startswith("|") and not set(line) <= set("|-: ")
    ]
    told = (_MARK.sub("", each).replace("`", "").replace("*", "").strip() for each in (said, *rows))
    return tuple(filter(None, told))


def blank(desk: Desk) -> Iterator[paper.Sheet]:
    tables = max(1, len(desk.view.players) // 2)
    for number in range(len(desk.view.played) + 1, min(desk.view.rounds, len(desk.view.played) + BLANK_ROUNDS) + 1):
        yield paper.BlankRound(event=desk.event, round=number, tables=tables, asks=desk.asks())


def emergency(desk: Desk) -> Iterator[paper.Sheet]:
    """Everything to go on with pen and paper, and to type it in later."""
    fills = (pairings_by_table, pairings_by_name, slips, standing_sheet, points_table, blank)
    parts = tuple(sheet for fill in fills for sheet in fill(desk))
    yield paper.EmergencyPack(
        event=desk.event, parts=parts, printed=f"{moment(_now()):%d/%m/%Y %H:%M}", link=desk.link()
    )


def _now() -> int:
    from heraut.web.desk import now  # noqa: PLC0415

    return now()


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


PAPERS: Mapping[str, tuple[Text, Fill]] = {
    "pairings": (gettext_lazy("Appariements par table"), pairings_by_table),
    "names": (gettext_lazy("Appariements par nom"), pairings_by_name),
    "slips": (gettext_lazy("Bulletins de résultat"), slips),
    "scores": (gettext_lazy("Feuilles de score, deux par table"), scores),
    "scenario": (gettext_lazy("Le scénario et son plan"), scenario),
    "standings": (gettext_lazy("Classement"), standing_sheet),
    "bands": (gettext_lazy("Feuilles de bande, en deux exemplaires"), bands),
    "records": (gettext_lazy("Feuilles de route Steamroller"), records),
    "badges": (gettext_lazy("Badges avec les liens des joueurs"), badges),
    "certificates": (gettext_lazy("Diplômes"), certificates),
    "emergency": (gettext_lazy("Trousse de secours : tout pour finir sur papier"), emergency),
}
"""Every paper by the name of its address."""


@require_safe
@needs(Action.WATCH)
def papers(request: HttpRequest, game: Game) -> HttpResponse:
    """What can be printed now."""
    desk = Desk(request, game)
    ready = [(name, title) for name, (title, fill) in PAPERS.items() if next(fill(desk), None) is not None]
    sealed = game.visitor.official and any(player.has_lists and player.lists is None for player in desk.view.players)
    shown = {"papers": ready, "files": tuple(FILES), "sealed": sealed and desk.view.format == "saga"}
    return render(request, "tournament/papers.html", {**common(game), **shown})


@require_safe
@needs(Action.WATCH)
def printed(request: HttpRequest, game: Game, name: str) -> HttpResponse:
    """One paper as PDF; 404 while there is nothing on it."""
    if name not in PAPERS:
        raise Http404
    sheets = tuple(PAPERS[name][1](Desk(request, game)))
    if not sheets:
        raise Http404
    ink = paper.Ink.COLOUR if request.GET.get("ink") == "colour" else paper.Ink.BLACK
    answer = HttpResponse(paper.pdf(*sheets, language=language(), ink=ink), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{game.stream}-{name}.pdf"'
    return answer

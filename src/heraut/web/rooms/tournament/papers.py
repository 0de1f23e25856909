"""Paper for the day: each sheet filled from what its reader may see, as PDF."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain, repeat
from typing import Literal

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from heraut.kernel.names import OFFICIALS, Seat
from heraut.press import paper
from heraut.press.diagram import diagram
from heraut.scenario import library
from heraut.scenario.definition import Scenario
from heraut.scenario.facts import Side
from heraut.scenario.saga import counts_at_end
from heraut.scenario.settings import MatchOptions
from heraut.scenario.tally import WRITTEN_TURNS, scoring_moments
from heraut.speech.typography import colon
from heraut.tournament.standings.event import rows_of_whole_rounds
from heraut.tournament.view import RoundView
from heraut.web import downloads, links
from heraut.web.desk import now
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.links import seat_address
from heraut.web.models import Link
from heraut.web.permissions import Action, Role
from heraut.web.rooms.definition import Text
from heraut.web.rooms.tournament.awards import prizes
from heraut.web.rooms.tournament.display import ShownPlace, rematch_tables, scenario_name, standings
from heraut.web.rooms.tournament.exports import FILES
from heraut.web.rooms.tournament.formats import PAGES, pages_of
from heraut.web.rooms.tournament.paper_source import Fill, PaperSource
from heraut.web.sentences import moment, word
from heraut.web.views.game import common


def welcome(source: PaperSource) -> Iterator[paper.Sheet]:
    """What the event asks of whoever comes, and what they bring [ST-MAT-1, ST-MAT-2]."""
    pages = pages_of(source.game)
    brought = [(capfirst(word(each.item)), str(each.count or "")) for each in pages.to_bring()]
    asked = pages.asked()
    if brought and not pages.has_reference_sheet:
        yield paper.ReferenceTable(
            event=source.event, title=_("Bienvenue"), columns=(_("Matériel à apporter"), _("Nombre")), widths=(5, 1),
            rows=tuple(brought), note=" · ".join(f"{label}{colon(language())}{value}" for label, value in asked),
        )  # fmt: skip
    elif asked:  # where much is asked, all of it matters: a line each, then what to bring
        items = (f"{item} ({count})" if count else item for item, count in brought)
        rows = (*asked, *zip(chain([_("À apporter")], repeat("")), items, strict=False))
        yield paper.ReferenceTable(
            event=source.event, title=_("Bienvenue"), columns=(_("Ce tournoi"), ""), widths=(2, 5), rows=rows
        )


def sign_in(source: PaperSource) -> Iterator[paper.Sheet]:
    """Everybody entered, to be ticked and signed at the door: for officials."""
    players = [player for player in source.view.players if player.status in ("registered", "present")]
    if players and source.game.visitor.official and source.view.stage != "over":
        yield paper.SignIn(
            event=source.event, people=tuple(source.people[player.seat] for player in players),
            present=tuple(player.number for player in players if player.status == "present"),
        )  # fmt: skip


def draft(source: PaperSource) -> Iterator[paper.Sheet]:
    """The pairs before they are published, rematches marked: the view shows them to officials only."""
    if (found := source.view.draft) is not None:
        again, pairing = rematch_tables(source.view), found.pairing
        games = [
            paper.Seating(
                pair.table, source.people[pair.first], source.people[pair.second],
                note=_("revanche") if pair.table in again else "",
            )
            for pair in sorted(pairing.pairs, key=lambda pair: pair.table)
        ]  # fmt: skip
        bye = [paper.Seating(0, source.people[pairing.bye])] if pairing.bye else []
        yield paper.Pairings(event=source.event, round=len(source.view.played) + 1, games=(*games, *bye), draft=True)


def badges(source: PaperSource) -> Iterator[paper.Sheet]:
    """A badge each with the link of the seat: for whoever may hand the links out."""
    if not source.game.visitor.may(Action.SEAT):
        return
    sitting = [(player.seat, player.name) for player in source.view.players if player.seat not in OFFICIALS]
    made = {link.seat: link for link in links.for_seats(source.game.stream, sitting) if link.role == Role.PLAYER}
    if sitting:
        yield paper.Badges(
            event=source.event, badges=tuple(_badge(source, seat, made[seat]) for seat, _name in sitting)
        )


def _badge(source: PaperSource, seat: Seat, link: Link) -> paper.Badge:
    return paper.Badge(source.people[seat], _("Joueur"), paper.PaperLink(seat_address(source.request, link)))


def certificates(source: PaperSource) -> Iterator[paper.Sheet]:
    """One for each award and winner: those announced; for officials, all of them before the ceremony."""
    for prize in prizes(source.view):
        for seat in prize.winners:
            yield paper.Certificate(
                event=source.event, person=source.people[seat], award=prize.name,
                citation=_("ex æquo") if len(prize.winners) > 1 else "", signed_by=(_("L'organisateur"),),
            )  # fmt: skip


def pairings(source: PaperSource, order: Literal["name", "table"] = "table") -> Iterator[paper.Sheet]:
    """Who plays whom and where."""
    if (shown := source.last) is not None:
        name = scenario_name(shown.scenario)
        games = source.games(shown)
        yield paper.Pairings(event=source.event, round=shown.number, games=games, order=order, scenario=name)


pairings_by_name = partial(pairings, order="name")


def slips(source: PaperSource) -> Iterator[paper.Sheet]:
    """A slip for each game of the round being played."""
    if (shown := source.playing) is not None:
        pages = pages_of(source.game)
        yield paper.ResultSlips(
            event=source.event, round=shown.number, games=_paired(source, shown), asks=pages.slip_asks(),
            asks_first_player=pages.asks_first_player, scenario=scenario_name(shown.scenario),
        )  # fmt: skip


def _paired(source: PaperSource, shown: RoundView) -> tuple[paper.Seating, ...]:
    return tuple(game for game in source.games(shown) if game.second is not None)


def scores(source: PaperSource) -> Iterator[paper.Sheet]:
    """Two copies for each table: a row for each moment that can score, a column per way to score [ST-MAT-5]."""
    if (shown := source.playing) is not None:
        pages, found = pages_of(source.game), library.find(shown.scenario)
        yield paper.ScoreSheets(
            event=source.event, round=shown.number, games=_paired(source, shown),
            scenario=scenario_name(shown.scenario),
            moments=_moments(found, pages.match_options(shown.scenario)),
            columns=pages.score_columns(found),
        )  # fmt: skip


def _moments(found: Scenario | None, options: MatchOptions) -> tuple[str, ...]:
    """The turns; where either player's turn ends with a score both of them; what is counted at the end of the game."""
    if found is None:
        return (*(str(turn) for turn in range(1, WRITTEN_TURNS + 1)), _("Fin"))
    ends = {Side.FIRST: _("1er"), Side.SECOND: _("2e")}
    during = [str(turn) if side is None else f"{turn} · {ends[side]}" for turn, side in scoring_moments(found)]
    return (*during, *([_("Fin")] if counts_at_end(found, options) else []))


def standing_sheet(source: PaperSource) -> Iterator[paper.Sheet]:
    """The standings after the last whole round: who scores on by hand adds every slip of the round being played."""
    board = standings(source.game, source.game.seen(rows_of_whole_rounds))
    complete = [played for played in source.view.played if played.complete]
    if board.places:
        met = _met(source)
        rows = tuple(
            paper.StandingsLine(
                place.rank, source.people[place.seat], place.values, met[place.seat], tuple(_notes(source, place))
            )
            for place in board.places
        )
        yield paper.StandingsPaper(
            event=source.event, after_round=len(complete), columns=board.columns, rows=rows,
            final=source.view.stage == "over",
        )  # fmt: skip


def _notes(source: PaperSource, place: ShownPlace) -> Iterator[str]:
    """The byes a player had, what a penalty took, and whether they are gone."""
    yield from (_("exempt, ronde %s") % played.number for played in source.view.played if played.bye == place.seat)
    yield from place.notes


def _met(source: PaperSource) -> Mapping[Seat, tuple[int, ...]]:
    """The numbers of everybody each player has met: enough to pair the next round by hand."""
    numbers = {player.seat: player.number for player in source.view.players}
    met: dict[Seat, list[int]] = {seat: [] for seat in numbers}
    for played in source.view.played:
        for table in played.tables:
            for seat, other in (table.seats, table.seats[::-1]):
                met[seat].append(numbers[other])
    return {seat: tuple(others) for seat, others in met.items()}


def blank(source: PaperSource) -> Iterator[paper.Sheet]:
    """All rounds to come, to be filled in by hand."""
    tables, published = max(1, len(source.view.players) // 2), len(source.view.played)
    asks, bye = pages_of(source.game).slip_asks(), not source.game.settings.has_spare
    for number in range(published + 1, source.view.rounds + 1):
        yield paper.BlankRound(event=source.event, round=number, tables=tables, asks=asks, bye=bye)


def emergency(source: PaperSource) -> Iterator[paper.Sheet]:
    """Everything to go on with pen and paper, and to type it in later."""
    entered = () if source.view.played else (sign_in,)
    under_way = (pairings, pairings_by_name, slips) if source.playing else ()
    fills = (*entered, draft, *under_way, standing_sheet, points_table, event, blank)
    parts = tuple(sheet for fill in fills for sheet in fill(source))
    yield paper.EmergencyPack(
        event=source.event, parts=parts, printed=f"{moment(now()):%d/%m/%Y %H:%M}", link=source.link
    )


def points_table(source: PaperSource) -> Iterator[paper.Sheet]:
    """What a difference is worth, for whoever scores by hand [ST-PTS-2]."""
    rows = pages_of(source.game).points_table()
    if rows:
        columns = (_("Différence"), _("Vainqueur"), _("Perdant"))
        yield paper.ReferenceTable(event=source.event, title=_("Points de tournoi"), columns=columns, rows=rows)


def scenario(source: PaperSource) -> Iterator[paper.Sheet]:
    """The scenario of the round on one page, whole in itself: its diagram, if it has one, and everything it says."""
    if (shown := source.last) is None:
        return
    pages, slug = pages_of(source.game), shown.scenario
    found, said = pages.scenario(slug), pages.scenario_rules(slug)
    if found is not None:
        spoken = language()
        drawn = diagram(found, spoken, marker_mm=pages.match_options(slug).marker_mm, shown="untitled")
        yield paper.ScenarioSheet(
            event=source.event, title=found.name(spoken), round=shown.number, link=source.link,
            diagram=paper.Drawing(drawn), sections=(paper.Section(_("En bref"), (found.brief(spoken),)), *said),
        )  # fmt: skip
    elif said:
        yield paper.RulesSheet(event=source.event, title=scenario_name(slug), sections=said)


def reference(source: PaperSource) -> Iterator[paper.Sheet]:
    """What all Steamroller scenarios share: players and organiser bring copies of it [SR-DUTY-3, SR-ORG-2]."""
    pages = pages_of(source.game)
    if pages.has_reference_sheet:
        title = _("Fiche de référence des scénarios")
        yield paper.RulesSheet(event=source.event, title=title, sections=pages.reference_rules())


def event(source: PaperSource) -> Iterator[paper.Sheet]:
    """What the event asks of its players, variants, table of points and order among it [SR-VAR-3, ST-PTS-2]."""
    if sections := pages_of(source.game).event_rules():
        yield paper.RulesSheet(event=source.event, title=_("Règles du tournoi"), sections=sections)


def _of_format(name: str, source: PaperSource) -> Iterator[paper.Sheet]:
    """A paper that only one format has."""
    own = pages_of(source.game).papers
    if name in own:
        yield from own[name][1](source)


PAPERS: Mapping[str, tuple[Text, Fill]] = {
    "welcome": (gettext_lazy("Feuille d'accueil : ce qu'il faut apporter"), welcome),
    "sign-in": (gettext_lazy("Feuille d'émargement"), sign_in),
    "draft": (gettext_lazy("Projet de la ronde, pour les officiels"), draft),
    "pairings": (gettext_lazy("Appariements par table"), pairings),
    "names": (gettext_lazy("Appariements par nom"), pairings_by_name),
    "slips": (gettext_lazy("Fiches de résultat"), slips),
    "scores": (gettext_lazy("Feuilles de score, deux par table"), scores),
    "scenario": (gettext_lazy("Le scénario et son plan"), scenario),
    "reference": (gettext_lazy("Fiche de référence des scénarios"), reference),
    "event": (gettext_lazy("Règles du tournoi pour les joueurs"), event),
    "standings": (gettext_lazy("Classement"), standing_sheet),
    **{
        name: (title, partial(_of_format, name))
        for pages in PAGES.values()
        for name, (title, _fill) in pages.papers.items()
    },
    "badges": (gettext_lazy("Badges avec les liens des joueurs"), badges),
    "certificates": (gettext_lazy("Diplômes"), certificates),
    "emergency": (gettext_lazy("Liasse de secours : tout pour finir sur papier"), emergency),
}
"""Every paper by the name of its address."""


@require_safe
@needs(Action.WATCH)
def papers(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """What can be printed now."""
    source = PaperSource(request, game)
    ready = [(name, title) for name, (title, fill) in PAPERS.items() if next(fill(source), None) is not None]
    sealed = game.visitor.official and any(player.has_lists and player.lists is None for player in source.view.players)
    shown = {"papers": ready, "files": tuple(FILES.items()), "sealed": sealed and source.view.lists_asked is None}
    return render(request, "tournament/papers.html", {**common(game), **shown})


def _short(name: str) -> str:
    """What a paper is called in a file's name: its title up to the first comma or colon."""
    return re.split(r"\s?[:,]", str(PAPERS[name][0]), maxsplit=1)[0]


@require_safe
@needs(Action.WATCH)
def printed(request: HttpRequest, game: VisitedGame, name: str) -> HttpResponse:
    """One paper as PDF; 404 while there is nothing on it."""
    if name not in PAPERS:
        raise Http404
    sheets = tuple(PAPERS[name][1](PaperSource(request, game)))
    if not sheets:
        raise Http404
    return downloads.printed(request, game.header.title, *sheets, label=_short(name))

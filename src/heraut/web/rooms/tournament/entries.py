"""
Entries: typed in or taken from a spreadsheet after a look at it; and check-in, by hand or by badge.

The code on a badge is the player's own link. Opened with an official's phone it shows whose badge it is, with one
button. A hand scanner, which types what it reads, is understood on the desk's lines, even one that takes a French
keyboard for an American one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from heraut.journal.desk import Accepted
from heraut.kernel.names import OFFICIALS, Seat, one_line
from heraut.kernel.refusal import HouseCode, Refusal
from heraut.kernel.slugs import slug
from heraut.speech.sentences import phrase, say_because
from heraut.tournament.command import TournamentCommand
from heraut.tournament.entries import CheckIn, EditPlayer, PlayerView, Register
from heraut.tournament.interchange.entries import (
    KEPT,
    EntriesPreview,
    EntryColumn,
    EntryDraft,
    Guess,
    column_title,
    guess_columns,
    preview_entries,
)
from heraut.tournament.interchange.spreadsheet import Grid, UnreadableTable, as_text, read_grid
from heraut.tournament.view import View
from heraut.tournament.wording import plain
from heraut.web import forms, links
from heraut.web.game import VisitedGame, language, new_id
from heraut.web.guard import needs
from heraut.web.models import Slot
from heraut.web.permissions import Action, Role
from heraut.web.request_data import file_of, form_of
from heraut.web.rooms.tournament.display import here, player_of
from heraut.web.rooms.tournament.drawers import refused
from heraut.web.sentences import word
from heraut.web.views.game import common, hand_in, show, show_again


@require_POST
@needs(Action.SPEAK, officials=True)
def enter(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Enter players, one per line, with their club after a comma: "Ana, Les Dés Pipés"."""
    drafts, sent = typed_in(form_of(request).get("names", "")), form_of(request)
    return _entered(request, game, drafts, present="present" in sent, spare="spare" in sent)


def typed_in(text: str) -> list[EntryDraft]:
    """People as they are typed in, one per line, or pasted from two columns of a spreadsheet."""
    lines = ((*re.split(r"[,\t]", line, maxsplit=1), "") for line in text.splitlines())
    return [EntryDraft(0, name.strip(), club=club.strip()) for name, club, *_none in lines if name.strip()]


def _looked(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """What a file or a pasted table would enter, line by line, before it is entered."""
    try:
        shown = looked_at(request, known=_known(game))
    except UnreadableTable as error:
        return show(request, game, fault=phrase(language(), "refusals", error.code), status=400)
    return render(request, "tournament/import.html", {**common(game), **shown})


look = require_POST(needs(Action.SPEAK, officials=True)(_looked))


def _known(game: VisitedGame) -> list[EntryDraft]:
    """Those entered already, as lines of no file."""
    players: tuple[PlayerView, ...] = game.view.players
    return [
        EntryDraft(0, each.name, each.nickname, each.club, licence=each.licence)
        for each in players
        if each.seat not in OFFICIALS
    ]


@dataclass(frozen=True, slots=True)
class ChosenColumn:
    """A column of the file: its place, what it is called there, and what it is taken for."""

    place: int
    title: str
    column: str


def looked_at(request: HttpRequest, known: Collection[EntryDraft]) -> Mapping[str, Any]:
    """What the file sent, or the table pasted, would enter; `UnreadableTable` if it is none."""
    file = file_of(request)
    data = file.read() if file is not None else form_of(request).get("pasted", "").encode()
    grid = read_grid(data)
    guess = _as_chosen(form_of(request), grid)
    preview = preview_entries(grid, guess, known)
    taken = {place: str(column) for column, place in guess.columns.items() if column in KEPT}
    return {
        "preview": preview,
        "problems": [say_because(each, language()) for each in preview.problems],
        "grid": as_text(grid),
        "columns": [
            ChosenColumn(place, column_title(grid, guess, place), taken.get(place, ""))
            for place in range(len(grid[0].cells))
        ],
        "offered": [(str(column), word(f"import-column-{column}")) for column in KEPT],
        "lines": _lines(preview),
    }


def _lines(preview: EntriesPreview) -> list[EntryLine]:
    """Every line that can be entered, in the order of the file; those in doubt are not ticked."""
    sure = [EntryLine(draft, ticked=True, namesake=draft.line in preview.namesakes) for draft in preview.drafts]
    doubtful = [EntryLine(draft, ticked=False, namesake=True) for draft in preview.doubtful]
    return sorted((*sure, *doubtful), key=lambda line: line.draft.line)


@dataclass(frozen=True, slots=True)
class EntryLine:
    """A line of the preview; the name of a namesake can be changed there."""

    draft: EntryDraft
    ticked: bool
    namesake: bool


def _as_chosen(posted: QueryDict, grid: Grid) -> Guess:
    """What each column is: as the page says, or by a guess where it says nothing yet."""
    chosen = posted.getlist("column")
    if not chosen:
        return guess_columns(grid)
    found: dict[EntryColumn, int] = {}
    for place, name in enumerate(chosen[: len(grid[0].cells)]):
        if name in KEPT:
            found.setdefault(EntryColumn(name), place)
    return Guess(found, headed="headed" in posted)


def chosen_anew(posted: QueryDict) -> bool:
    """Whether columns were changed on the page, or it was asked to be shown again: its lines are old then."""
    return "again" in posted or posted.getlist("column") != posted.getlist("column-was")


@require_POST
@needs(Action.SPEAK, officials=True)
def take(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Enter the lines that stayed ticked; where a column was changed, show first what that makes of them."""
    return (
        _looked(request, game) if chosen_anew(form_of(request)) else _entered(request, game, ticked(form_of(request)))
    )


def ticked(posted: QueryDict) -> list[EntryDraft]:
    """The lines of a preview that are still wanted."""
    wanted = set(posted.getlist("take"))
    rows = [row for row in forms.rows(posted, ("line", *LINE_FIELDS)) if row["line"] in wanted]
    return [EntryDraft(forms.count(row.pop("line"), "line"), **row) for row in rows]


LINE_FIELDS = ("name", "nickname", "club", "team", "faction", "licence")


def _entered(
    request: HttpRequest, game: VisitedGame, drafts: Iterable[EntryDraft], *, present: bool = False, spare: bool = False
) -> HttpResponse:
    """Enter them all; the first refusal stops, and says who it was about. A form that comes twice counts once."""
    taken, sent = set(game.names), form_of(request).get("command_id") or new_id()
    for place, draft in enumerate(drafts):
        seat = free_seat(draft.name, taken)
        taken.add(seat)
        commands: list[TournamentCommand] = [registration(game.visitor.speaker, seat, draft, spare=spare)]
        if present:
            commands.append(CheckIn(seat=game.visitor.speaker, player=seat))
        for command in commands:
            outcome = game.submit(command, f"{sent}-{place}-{type(command).__name__}")
            if isinstance(outcome, Refusal) and outcome.code == HouseCode.ID_TAKEN:
                break  # this line was entered when the form came first
            if isinstance(outcome, Refusal):
                page = show if game.view.stage == "entering" else refused("late_entry")
                fault, now = _("Inscription refusée : %s.") % draft.name, VisitedGame.of(request, game.stream)
                return page(request, now, refusal=outcome, fault=fault, status=409, typed=form_of(request))
    return show_again(request, game)


def registration(speaker: Seat, player: Seat, draft: EntryDraft, *, spare: bool = False) -> Register:
    """The entry of one person, as told."""
    told: dict[str, Any] = {name: one_line(getattr(draft, name)) for name in LINE_FIELDS}
    return Register(seat=speaker, player=player, spare=spare, **told)


def correction(speaker: Seat, player: PlayerView, **said: str) -> EditPlayer:
    """What is known of an entry, with what is said otherwise."""
    known: dict[str, Any] = {name: getattr(player, name) for name in (*LINE_FIELDS, "fixed_table")}
    return EditPlayer(seat=speaker, player=player.seat, **known | said)


@require_POST
@needs(Action.SPEAK, officials=True)
def check_in_all(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Everybody who is registered is here."""
    everybody_is_here(game)
    return show_again(request, game)


def everybody_is_here(game: VisitedGame) -> None:
    """Check in all who are only registered."""
    for player in game.view.players:
        if player.status == "registered":
            game.submit(CheckIn(seat=game.visitor.speaker, player=player.seat))


def free_seat(name: str, taken: set[Seat]) -> Seat:
    """A seat nobody has, made from the name: a second Ana is `ana-2`."""
    return Seat(slug(name, taken))


_CODE = re.compile(r"/s/([A-Za-z0-9_-]{22})/?\Z")
_AZERTY = str.maketrans(
    "&é\"'(-è_çà)°!M:;,?mqawzQAWZ",
    "1234567890-_/:.,mM;aqzwAQZW",
)
"""What an American scanner's keys write on a French keyboard, and what they meant."""


def scanned(line: str) -> str | None:
    """The secret of a badge that a scanner typed; None for what people type."""
    text = line.strip()
    found = _CODE.search(text) or _CODE.search(text.translate(_AZERTY))
    return found[1] if found else None


def show_badge(
    request: HttpRequest, game: VisitedGame, seat: Seat, *, refusal: Refusal | None = None, status: int = 200, **_: Any
) -> HttpResponse:
    """A player's badge before an official: who it is, and whether they are here yet."""
    view: View = game.view
    shown = {
        **common(game, refusal=refusal),
        "player": player_of(view, seat),
        "here": here(view),
    }
    return render(request, "tournament/badge.html", shown, status=status)


@require_POST
@needs(Action.SPEAK, officials=True)
def tap(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The one button of a badge: this player is here."""
    seat = Seat(form_of(request).get("player", ""))

    def here_now(request: HttpRequest, game: VisitedGame, _outcome: Accepted) -> HttpResponse:
        return show_badge(request, VisitedGame.of(request, game.stream), seat)

    command = CheckIn(seat=game.visitor.speaker, player=seat)
    return hand_in(request, game, command, page=partial(show_badge, seat=seat), then=here_now)


@require_POST
@needs(Action.SPEAK, officials=True)
def scan(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """A badge read by a hand scanner, or the player's number or name typed in: this player is here."""
    return check_in_by(request, game, form_of(request).get("line", "").strip())


def check_in_by(request: HttpRequest, game: VisitedGame, line: str) -> HttpResponse:
    """Check in whom the line means, and say who; nothing of a code that opens another place is shown."""
    found = people_of(game, line)
    if len(found) == 1:
        command, noted = CheckIn(seat=game.visitor.speaker, player=found[0].seat), _("%s : présence notée.")
        said = noted % found[0].name
        return hand_in(
            request, game, command, page=_unsaid, then=lambda request, game, _: show_again(request, game, said)
        )
    if scanned(line):
        return show(request, game, fault=_("Ce code n'est pas un badge de ce tournoi."), status=400)
    several, nobody = _("Plusieurs joueurs répondent à « %s ». Lequel ?"), _("Personne ne s'appelle « %s » ici.")
    fault, more = (several if found else nobody) % line, {"candidates": found[:MOST_CANDIDATES]}
    return show(request, game, fault=fault, status=400, typed=form_of(request), more=more)


def _unsaid(request: HttpRequest, game: VisitedGame, **said: Any) -> HttpResponse:
    """The page with what is wrong, but without what was sent: it may be the code of a badge."""
    return show(request, game, **{**said, "typed": None})


MOST_CANDIDATES = 8


def people_of(game: VisitedGame, line: str) -> list[PlayerView]:
    """
    Whom a line may mean: the code of a badge, a number, a whole name, or words of names and clubs.

    Accents and capitals do not matter, nor the order of the words: "martin loups" is Zoé Martin of the Loups.
    """
    view: View = game.view
    code = scanned(line)
    if code is not None:
        holder = _holder(game, code)
        return [player for player in view.players if player.seat == holder]
    words = plain(line).split()
    if not words:
        return []
    named = [player for player in view.players if [str(player.number)] == words or plain(player.name).split() == words]
    begun = [player for player in view.players if plain(player.name).startswith(" ".join(words))]
    met = [player for player in view.players if all(word in plain(f"{player.name} {player.club}") for word in words)]
    return named or (begun if len(begun) == 1 else met)


def _holder(game: VisitedGame, code: str) -> Seat | None:
    """Whose badge it is at this event: of the event itself, or of the weekend it belongs to."""
    link, guest = links.find(code), links.find_guest(code)
    if link is not None:
        return Seat(link.seat) if link.stream_id == game.stream and link.role == Role.PLAYER else None
    if guest is None or not Slot.objects.filter(weekend=guest.weekend_id, stream_id=game.stream).exists():
        return None
    return Seat(guest.seat) if guest.seat in game.names else None

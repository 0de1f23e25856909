"""
The next round: paired in one go, changed by hand with what each change breaks, and the proof of the pairings.

The tournaments of a weekend share the tables of its hall: a round is drafted on free ones, and published on no other.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from heraut.journal.desk import Accepted
from heraut.kernel.codec import Malformed
from heraut.kernel.message import Awaited, Command, Roll
from heraut.kernel.names import FATE, ClauseId, Seat
from heraut.tournament.checker import Finding
from heraut.tournament.entries import CloseRegistration
from heraut.tournament.planning import SetTables
from heraut.tournament.proof import prove
from heraut.tournament.repairs import RepairTables
from heraut.tournament.rounds import AdjustDraft, DraftRound, PublishRound
from heraut.tournament.state import RoundDraft
from heraut.tournament.view import View
from heraut.web import commands, forms
from heraut.web.game import VisitedGame, new_id
from heraut.web.guard import needs
from heraut.web.models import Weekend
from heraut.web.permissions import Action
from heraut.web.request_data import form_of
from heraut.web.rooms.tournament.display import draft_lines, here, rematch_tables, told
from heraut.web.rooms.tournament.drawers import refused
from heraut.web.rooms.tournament.entries import everybody_is_here, people_of
from heraut.web.rooms.weekend.hall import busy, free, weekend_of
from heraut.web.templating import leaf
from heraut.web.views.game import Page, Read, common, show_again, take_form

SEEDS = ("tournament-draw-numbers", "tournament-pairing-seed", "tournament-repair-seed")
"""The draws nobody would roll dice for: Héraut draws them at once [HOUSE-DICE-3]."""


@require_POST
@needs(Action.SPEAK, officials=True)
def close(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """End the entries, and draw the numbers."""
    return _with_seed(request, game, CloseRegistration)


@require_POST
@needs(Action.SPEAK, officials=True)
def begin(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Everybody is here: end the entries and pair the first round, in one go."""
    everybody_is_here(game)
    answer = _with_seed(request, VisitedGame.of(request, game.stream), CloseRegistration)
    now = VisitedGame.of(request, game.stream)
    return answer if now.view.stage == "entering" else _drafted(request, now)


def _drafted(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Pair the next round, seed included, on tables that are free in the hall."""
    if (due := late_roll(game)) is not None and due.chance is not None:
        game.submit(Roll(faces=due.chance.draw(secrets.randbelow), seat=FATE))
    take_free_tables(game)
    return _with_seed(request, game, DraftRound)


def late_roll(game: VisitedGame) -> Awaited | None:
    """The roll for the length of a round that was played to its end without: nobody needs to bring it any more."""
    due = game.dice
    late = due is not None and due.code == "tournament-secret-length" and game.view.stage == "preparing"
    return due if late else None


draft = require_POST(needs(Action.SPEAK, officials=True)(_drafted))


@require_POST
@needs(Action.SPEAK, officials=True)
def repair(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Pair the untouched tables ticked anew."""

    def read(_kind: type[Command], posted: QueryDict) -> Mapping[str, Any]:
        return {"tables": posted.getlist("table")}

    return _with_seed(request, game, RepairTables, read, page=refused("ticked_tables"))


def _with_seed(
    request: HttpRequest,
    game: VisitedGame,
    kind: type[Command],
    read: Read = commands.read_form,
    *,
    page: Page | None = None,
) -> HttpResponse:
    """Hand the command in, then the draw it leads to; a form sent twice does both once."""
    sent = f"{form_of(request).get('command_id') or new_id()}-{kind.__name__}"  # one form may hand in several

    def draw(request: HttpRequest, game: VisitedGame, _outcome: Accepted) -> HttpResponse:
        due = _seed_due(VisitedGame.of(request, game.stream))
        if due is not None and due.chance is not None:
            game.submit(Roll(faces=due.chance.draw(secrets.randbelow), seat=FATE), f"{sent}-draw")
        return show_again(request, game)

    return take_form(request, game, read, kind, page=page, then=draw, command_id=sent)


def _seed_due(game: VisitedGame) -> Awaited | None:
    return next((due for due in game.awaits if due.seat == FATE and due.code in SEEDS), None)


@require_POST
@needs(Action.SPEAK, officials=True)
def swap(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Change the places of two players in the draft; what it breaks is then shown with it."""

    def read(_kind: type[Command], posted: QueryDict) -> Mapping[str, Any]:
        pairing = _draft_of(game).pairing
        one, two = (_meant(game, name, posted.get(name, "").strip()) for name in ("one", "two"))
        places = {one: two, two: one}
        pairs = [[places.get(seat, seat) for seat in (pair.first, pair.second)] for pair in pairing.pairs]
        return {"pairs": pairs, "bye": None if pairing.bye is None else places.get(pairing.bye, pairing.bye)}

    return take_form(request, game, read, AdjustDraft, page=refused("swap_players"))


def _draft_of(game: VisitedGame) -> RoundDraft:
    view: View = game.view
    if view.draft is None:
        raise Malformed(_("Il n'y a pas de projet à changer. Rechargez la page."))
    return view.draft


def _meant(game: VisitedGame, field: str, text: str) -> Seat:
    """A player by their seat, as a touch sends it, or as people type it: a name, its beginning, a number."""
    found = [Seat(text)] if text in game.names else [player.seat for player in people_of(game, text)]
    if len(found) > 1:
        raise forms.wrong(_("Plusieurs joueurs répondent à « %s ». Lequel ?") % text, field)
    if not found:
        raise forms.wrong(_("Personne ne s'appelle « %s » ici.") % text, field)
    return found[0]


@require_safe
@needs(Action.SPEAK, officials=True)
def project(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The whole draft, a page at a time."""
    view: View = game.view
    pairs = view.draft.pairing.pairs if view.draft else ()
    page = leaf(request, sorted(pairs, key=lambda pair: pair.table))
    lines = draft_lines(game, page.object_list)
    shown = {"draft_lines": lines, "rematches": rematch_tables(view), "leaf": page}
    return render(request, "tournament/draft_page.html", {**common(game), **shown})


@require_POST
@needs(Action.SPEAK, officials=True)
def swap_tables(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Let two pairs of the draft change tables."""

    def read(_kind: type[Command], posted: QueryDict) -> Mapping[str, Any]:
        pairing = _draft_of(game).pairing
        pairs = {pair.table: [pair.first, pair.second] for pair in pairing.pairs}
        one, two = (_table_of(pairs, name, posted.get(name, "")) for name in ("one", "two"))
        pairs[one], pairs[two] = pairs[two], pairs[one]
        return {"pairs": list(pairs.values()), "bye": pairing.bye}

    return take_form(request, game, read, AdjustDraft, page=refused("swap_tables"))


def _table_of(pairs: Collection[int], field: str, text: str) -> int:
    number = forms.number(text)
    if not isinstance(number, int) or number not in pairs:
        raise forms.wrong(_("Donnez les numéros de deux tables du projet."), field)
    return number


@dataclass(frozen=True, slots=True)
class Proof:
    """A round, what was found, and what that rests on."""

    round: int
    finding: str
    reasons: list[tuple[str, ClauseId]]
    """Each as its sentence and its clause."""


@require_safe
@needs(Action.WATCH)
def proof_page(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The verdict on each round that the rules paired; those made by hand or by rank are only named."""
    view: View = game.view
    found, words = game.judged(prove), _finding_words()
    proofs = [Proof(number, words[verdict.finding], told(game, verdict.reasons)) for number, verdict in found.items()]
    others = [played.number for played in view.played if played.number not in found]
    return render(request, "tournament/proof.html", {**common(game), "proofs": proofs, "others": others})


def _finding_words() -> dict[Finding, str]:
    return {
        Finding.PROVEN: _("prouvé"),
        Finding.REFUTED: _("contraire aux règles"),
        Finding.OPEN: _("aucune faute trouvée"),
    }


def take_free_tables(game: VisitedGame) -> None:
    """Before a round is drafted: use the tables of the hall that are free now, unless those chosen are, and suffice."""
    view: View = game.view
    weekend = weekend_of(game.stream)
    numbers = free(weekend, game.stream) if weekend is not None else ()
    suffices = len(view.tables) >= here(view) // 2 and set(view.tables) <= set(numbers)
    if numbers and not suffices:
        game.submit(SetTables(seat=game.visitor.speaker, tables=numbers))


def conflicts(game: VisitedGame, weekend: Weekend | None) -> list[tuple[int, str]]:
    """The tables of the draft on which another tournament of the weekend is playing, each with its title."""
    view: View = game.view
    if weekend is None or view.draft is None:
        return []
    taken = busy(weekend, but=game.stream)
    return [(pair.table, taken[pair.table]) for pair in view.draft.pairing.pairs if pair.table in taken]


def objection(game: VisitedGame, command: Command) -> str:
    """Why a round cannot be published now: its tables are in use; and what to do."""
    found = conflicts(game, weekend_of(game.stream)) if isinstance(command, PublishRound) else []
    if not found:
        return ""
    told = {
        "tables": ", ".join(str(number) for number, _title in found),
        "titles": ", ".join(sorted({title for _number, title in found})),
    }
    return _("Tables occupées : %(tables)s (%(titles)s). Prenez des tables libres, ou attendez leurs résultats.") % told

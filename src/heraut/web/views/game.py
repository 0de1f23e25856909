"""A game's page, and what people send from it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from heraut.journal.desk import Accepted
from heraut.journal.log import LogLine
from heraut.journal.transfer import export_stream
from heraut.kernel.bounds import whole
from heraut.kernel.codec import Malformed, to_plain
from heraut.kernel.journal import Undo
from heraut.kernel.message import Command, Roll
from heraut.kernel.names import FATE, Seat, StreamId
from heraut.kernel.refusal import HouseCode, Refusal
from heraut.web import commands, forms, isolation, links, seals, sentences
from heraut.web.commands import Offer, Preview, offer_of, offers, preview
from heraut.web.desk import journal
from heraut.web.downloads import named
from heraut.web.game import VisitedGame, language
from heraut.web.guard import LIFT, lift_curtain, lower_curtain, needs
from heraut.web.permissions import Action
from heraut.web.request_data import form_of, query_of
from heraut.web.rooms import room
from heraut.web.sentences import LogSentence
from heraut.web.templating import leaf


@require_safe
@needs(Action.WATCH)
def page(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    return show(request, game)


@require_safe
@needs(Action.WATCH)
def turn(request: HttpRequest, game: VisitedGame) -> HttpResponse:  # noqa: ARG001  # every view takes the request
    """Whether the game waits for the visitor, for the title of a tab nobody looks at: `1` or nothing."""
    return HttpResponse("1" if game.is_turn else "", content_type="text/plain", headers={"Cache-Control": "no-store"})


@require_safe
@needs(Action.WATCH)
def log(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The whole log, filtered by person and by kind, a page at a time."""
    shared = common(game)
    who, kind = query_of(request).get("who", ""), query_of(request).get("kind", "")
    of_kind = (line for line in game.log if not kind or kind in map(sentences.kind, line.events))
    page = leaf(request, [line for line in of_kind if who in ("", line.seat)])
    kinds = {sentences.kind(event) for line in game.log for event in line.events}
    return render(
        request,
        "log.html",
        {
            **shared,
            "lines": _told(game, page.object_list, shared["names"]),
            "leaf": page,
            "typed": query_of(request),
            "filtered": who or kind,
            "speakers": sorted({line.seat for line in game.log}),
            "kinds": sorted(((each, sentences.kind_name(each, language())) for each in kinds), key=lambda one: one[1]),
        },
    )


def _told(game: VisitedGame, lines: Iterable[LogLine], names: Mapping[str, str]) -> tuple[LogSentence, ...]:
    return sentences.log(game, lines, names, room(game.engine.id).tells(game, language(), names))


@require_safe
@needs(Action.WATCH)
def sealed(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """What is sealed and what was opened, with what anybody needs to check it [HOUSE-SEAL-6]."""
    found = seals.seals(game.log)
    page = leaf(request, found.opened)
    shown = {"sealed": found.sealed, "opened": page.object_list, "leaf": page}
    return render(request, "seals.html", {**common(game), **shown})


@require_POST
@needs(Action.SPEAK)
def send(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """A form whose fields are those of its command."""
    return take_form(request, game)


Page = Callable[..., HttpResponse]
"""A page that shows itself again: `show`, or one that takes what it takes."""
First = Callable[[HttpRequest, VisitedGame, Command, Page], HttpResponse | None]
"""What is shown before a command is handed in; nothing where it goes at once."""
Then = Callable[[HttpRequest, VisitedGame, Accepted], HttpResponse]
"""What is answered when it has been taken; the game is as it was met before."""
Read = Callable[[type[Command], QueryDict], Mapping[str, Any] | Refusal]
"""
Makes plain values for a command's type of what was posted, or tells all that cannot be read: a room whose form speaks
another shape than the command has a reading of its own.
"""


def take_form(  # noqa: PLR0913  # where the form stands, each by name
    request: HttpRequest,
    game: VisitedGame,
    read: Read = commands.read_form,
    kind: type[Command] | None = None,
    *,
    page: Page | None = None,
    first: First | None = None,
    then: Then | None = None,
    command_id: str = "",
) -> HttpResponse:
    """
    The command of a form, handed in. A refusal shows the page again, with what was typed in and what is wrong.

    The form says which command it is, unless its address does. `page` takes what `show` takes, where the form does not
    stand on the game's own page, or its fields are filled again in a way of their own. `first` is what such a page
    shows before, `then` what it answers. One form that hands in several commands gives each an id made from its own.
    """
    sent, page, first = form_of(request), page or show, first or _consequences
    kind = kind or commands.kinds(game.engine).get(sent.get("type", ""))
    if kind is None:
        return page(request, game, fault=_("Cette action n'existe pas ici. Rechargez la page."), status=400)
    if (answer := _past(request, game, kind, page)) is not None:
        return answer
    try:
        told = read(kind, sent)
        if isinstance(told, Refusal):
            return page(request, game, refusal=told, status=409, typed=sent)
        command = commands.read_posted(game, kind, told)
    except Malformed as error:
        return page(request, game, fault=str(error), status=400, typed=sent)
    if isinstance(command, Refusal):
        return page(request, game, refusal=command, status=403, typed=sent)
    objection = room(game.engine.id).objection(game, command)
    if objection:
        return page(request, game, fault=objection, status=409, typed=sent)
    if (shown := first(request, game, command, page)) is not None:
        return shown
    return _handed_in(request, game, command, page=page, then=then or recorded, command_id=command_id)


def page_with(filled: Callable[[VisitedGame, QueryDict, str], Mapping[str, Any]]) -> Page:
    """The game's page again; `filled` says what it shows besides, of the game, what was typed and what is wrong."""

    def again(
        request: HttpRequest, game: VisitedGame, *, fault: str = "", typed: QueryDict | None = None, **said: Any
    ) -> HttpResponse:
        sent = form_of(request) if typed is None else typed
        return show(request, game, fault=fault, typed=sent, more=filled(game, sent, fault), **said)

    return again


def _consequences(request: HttpRequest, game: VisitedGame, command: Command, page: Page) -> HttpResponse | None:
    """What a command would bring, where its room has it shown first; what will be refused is, where it was sent."""
    sent = form_of(request)
    if not isinstance(command, room(game.engine.id).previews) or "confirmed" in sent:
        return None
    coming = preview(game, command, sent, language())
    if isinstance(coming, Refusal):
        return page(request, game, refusal=coming, status=409, typed=sent)
    return show(request, game, coming=coming)


@require_POST
@needs(Action.SPEAK)
def dice(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Dice that are due: the faces typed in, or drawn by us [HOUSE-DICE-3]."""
    chance = None if game.dice is None else game.dice.chance
    sent = game.has_sent(form_of(request).get("command_id", ""))
    if sent and "draw" in form_of(request):
        return show_again(request, game, _("Déjà enregistré."))
    if chance is None and not sent:
        return show(request, game, fault=_("Aucun dé n'est attendu de vous. Rechargez la page."), status=409)
    typed = form_of(request).getlist("face")
    if chance is not None and "draw" in form_of(request):
        faces = chance.draw(secrets.randbelow)
    elif None not in (read := [whole(face) for face in typed]):
        faces = tuple(face for face in read if face is not None)
    else:
        return show(request, game, fault=_("Écrivez un nombre pour chaque dé."), status=400, typed=form_of(request))
    return hand_in(request, game, Roll(faces=faces, seat=FATE))


@require_POST
@needs(Action.SPEAK)
def undo(request: HttpRequest, game: VisitedGame, entry: int) -> HttpResponse:
    """Take a line back; officials are shown what stands in its way, and may take all of it back together."""
    if game.visitor.seat is None:
        return redirect("game", stream=game.stream)
    wanted = Undo(game.visitor.seat, entry)
    together = game.visitor.official and "confirmed" in form_of(request)
    outcome = (game.take_back_together if together else game.take_back)(wanted, form_of(request).get("command_id", ""))
    if isinstance(outcome, Accepted):
        return show_again(request, game, _("C'est enregistré."))
    blocked = game.visitor.official and not together and outcome.code == HouseCode.UNDO_BLOCKED
    coming = _goes_together(game, wanted) if blocked else None
    return show(
        request,
        VisitedGame.of(request, game.stream),
        refusal=outcome,
        status=409,
        typed=form_of(request),
        coming=coming,
    )


def _goes_together(game: VisitedGame, wanted: Undo) -> Preview:
    """What would be taken back with that line, each by its number and its sentences."""
    told = _told(game, game.in_the_way(wanted), room(game.engine.id).names(game, language()))
    label = _("Annuler la ligne %s avec tout ce qui en dépend") % wanted.entry
    lines = tuple(_("Ligne %(n)s : %(what)s") % {"n": each.number, "what": " ".join(each.sentences)} for each in told)
    return Preview(label, lines, reveals=False, fields=(), heading=_("Cela s'en va, dans cet ordre :"))


def journal_file(stream: str) -> StreamingHttpResponse:
    """The whole journal as one file, secrets included: for whoever runs the game, also when it cannot be read."""
    journal().header(StreamId(stream))  # what is wrong with the first line is said before the answer begins
    answer = StreamingHttpResponse(export_stream(journal(), StreamId(stream)), content_type="application/jsonl")
    return named(answer, f"{stream}.jsonl")


@require_safe
@needs(Action.EXPORT, unread=journal_file)
def export(request: HttpRequest, game: VisitedGame) -> StreamingHttpResponse:  # noqa: ARG001  # every view takes the request
    return journal_file(game.stream)


@require_POST
@needs(Action.WATCH)
def take_place(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """An organiser who also plays changes chairs; so does whoever stands in for somebody, or shares a browser."""
    if "watch" in form_of(request):
        answer = redirect("game", stream=game.stream)
        links.keep_all(request, answer, [])  # the links that open nothing are forgotten
        return answer
    if LIFT in form_of(request):
        lift_curtain(request, game.stream)
        return redirect("game", stream=game.stream)
    request.session[f"chair-{game.stream}"] = form_of(request).get("chair", "")
    if form_of(request).get("as") == "organiser":
        request.session["as-organiser"] = game.stream
    else:
        request.session.pop("as-organiser", None)
    return _left_to(request, game, form_of(request).get("seat", ""))


def _left_to(request: HttpRequest, game: VisitedGame, seat: str) -> HttpResponse:
    """The page, for another player who sits before the same screen, once the curtain between them is lifted."""
    answer = redirect("game", stream=game.stream)
    held = next((link for link in links.held(request, game.stream) if seat and link.seat == seat), None)
    if held is not None:
        links.keep(request, answer, held)
        lower_curtain(request, game.stream, game.names.get(Seat(seat), held.label))
    return answer


def _past(request: HttpRequest, game: VisitedGame, kind: type[Command], page: Page) -> HttpResponse | None:
    """The answer to a form whose page showed another moment, where a command of this type would mean something else."""
    own, sent = room(game.engine.id), form_of(request)
    if not issubclass(kind, own.momentary) or sent.get("moment", "") in ("", own.moment(game)):
        return None
    if game.has_sent(sent.get("command_id", "")):
        return show_again(request, game, _("Déjà enregistré."))  # its answer got lost, and the page is of today
    said = _(
        "Cette page montrait un autre moment : rien n'a été enregistré. Regardez où en est l'événement, puis "
        "renvoyez si c'est toujours ce que vous voulez."
    )
    return page(request, game, fault=said, status=409, typed=sent)


def hand_in(
    request: HttpRequest, game: VisitedGame, command: Any, *, page: Page | None = None, then: Then | None = None
) -> HttpResponse:
    """A command that a page has made by itself, handed in; `page` and `then` as for `take_form`."""
    page = page or show
    return _past(request, game, type(command), page) or _handed_in(
        request, game, command, page=page, then=then or recorded
    )


def _handed_in(  # noqa: PLR0913  # where the form stands, and where it goes on
    request: HttpRequest, game: VisitedGame, command: Any, *, page: Page, then: Then, command_id: str = ""
) -> HttpResponse:
    sent = form_of(request)
    outcome = game.submit(command, command_id or sent.get("command_id", ""))
    if isinstance(outcome, Refusal):
        return page(request, VisitedGame.of(request, game.stream), refusal=outcome, status=409, typed=sent)
    return then(request, game, outcome)


def recorded(request: HttpRequest, game: VisitedGame, outcome: Accepted, stay: str = "") -> HttpResponse:
    """The page after a command has been taken, or the one that asked to `stay`."""
    return show_again(request, game, _("Déjà enregistré.") if outcome.repeated else _("C'est enregistré."), stay)


def show_again(request: HttpRequest, game: VisitedGame, done: str = "", stay: str = "") -> HttpResponse:
    """The page after something was done, or the one that asked to `stay`; a script is told so, others see the log."""
    if not getattr(request, "htmx", False):
        asked, here = stay or form_of(request).get("stay", ""), reverse("game", args=[game.stream])
        return redirect(asked if asked.startswith(here) else here)
    if done:
        messages.success(request, done)
    return show(request, VisitedGame.of(request, game.stream))


def show(  # noqa: PLR0913  # what may be said on the page, each by name
    request: HttpRequest,
    game: VisitedGame,
    *,
    refusal: Refusal | None = None,
    fault: str = "",
    status: int = 200,
    typed: QueryDict | None = None,
    coming: Preview | None = None,
    more: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """The page of a game, as its visitor may see it; `more` is what a room shows on this answer only."""
    shared = common(game, refusal=refusal, fault=fault, of="" if typed is None else typed.get("type", ""))
    kind = shared["room"]
    most = kind.lines(game.visitor)
    context = {
        **shared,
        "plain_view": partial(to_plain, game.view),
        "typed": typed,
        "offers": partial(_offers, game, typed, fault),  # called by the templates that show them
        "lines": SimpleLazyObject(lambda: _told(game, game.latest(most), shared["names"])),
        "more_lines": SimpleLazyObject(lambda: game.last_line > most),
        "coming": coming,
        **kind.context(game),
        **(more or {}),
    }
    answer = render(request, kind.template, context, status=status)
    patch_vary_headers(answer, ["HX-Request"])
    return answer


def common(game: VisitedGame, *, refusal: Refusal | None = None, fault: str = "", of: str = "") -> dict[str, Any]:
    """What every page about a game shows; and what is wrong with what was sent from it, with a form for that type."""
    spoken, kind = language(), room(game.engine.id)
    names = kind.names(game, spoken)
    return {
        "game": game,
        "said_by": game.engine.id,
        "view": game.view,
        "people": game.people,
        "room": kind,
        "written_for": SimpleLazyObject(partial(kind.moment, game)),
        "visitor": game.visitor,
        "yours": SimpleLazyObject(lambda: game.is_turn),
        "names": names,
        "waiting": SimpleLazyObject(partial(sentences.waiting, game, spoken, names)),
        "may_seat": game.visitor.may(Action.SEAT),
        "failing": isolation.failing(game.stream) if game.visitor.may(Action.SEAT) else {},
        "may_export": game.visitor.may(Action.EXPORT),
        "may_speak": game.visitor.may(Action.SPEAK),
        "faults": sentences.faults(refusal, spoken, names),
        "fault": forms.say_fault(fault, spoken, of) if fault else "",
    }


def _offers(game: VisitedGame, typed: QueryDict | None, fault: str) -> list[Offer]:
    """The legal offers; the one just refused keeps what was typed in."""
    listed = list(offers(game, language()))
    if typed is None:
        return listed
    again = offer_of(game, typed.get("type", ""), language())
    if again is not None and all(offer.type != again.type for offer in listed):
        listed.insert(0, again)
    return [offer.again(typed, fault, language()) for offer in listed]

"""Pages for when something is wrong: one sentence, and what to do."""

from __future__ import annotations

import logging
import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from heraut.kernel.codec import Malformed
from heraut.kernel.journal import JournalError
from heraut.speech.faults import say_wrong
from heraut.web.game import language
from heraut.web.isolation import Trouble, trouble
from heraut.web.models import Entry, Stream
from heraut.web.permissions import Action, Visitor

logger = logging.getLogger(__name__)


def _fault(request: HttpRequest, status: int, title: str, sentence: str, *, closed: bool = False) -> HttpResponse:
    """
    The page of a fault; where signing in may open what is `closed`, it offers to, and comes back: to the page itself,
    or to the one that a script has sent something from.
    """
    if request.path.startswith("/api/"):
        return JsonResponse({"error": f"{title}. {sentence}"}, status=status, json_dumps_params={"ensure_ascii": False})
    sent_from = getattr(getattr(request, "htmx", None), "current_url_abs_path", None)
    back = request.get_full_path() if request.method == "GET" else sent_from
    shown = {"title": title, "sentence": sentence, "status": status, "closed": closed, "back": back}
    return render(request, "fault.html", shown, status=status)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001  # Django's signature
    return _fault(
        request,
        404,
        _("Rien à cette adresse"),
        _(
            "Cet événement ou cette page n'existe pas, ou plus, ou n'est pas public. Vérifiez l'adresse, ouvrez votre "
            "lien, ou connectez-vous si vous organisez."
        ),
        closed=True,
    )


def no_page(request: HttpRequest) -> HttpResponse:
    """An address that takes forms and shows nothing, opened like a page."""
    return _fault(
        request,
        405,
        _("Rien à voir à cette adresse"),
        _("Elle ne fait que recevoir un formulaire. Revenez à la page précédente, ou à l'accueil."),
    )


def no_seat(request: HttpRequest) -> HttpResponse:
    """A link that opens nothing, or nothing any more."""
    return _fault(
        request,
        404,
        _("Ce lien n'ouvre rien"),
        _("Il a été remplacé ou retiré, ou n'est pas entier. Demandez le vôtre à l'organisateur."),
    )


def link_lost(request: HttpRequest, status: int) -> HttpResponse:
    """A page of a place that this browser held by a link that has been renewed since, or withdrawn."""
    return _fault(
        request,
        status,
        _("Votre lien a été remplacé"),
        _(
            "L'organisateur l'a renouvelé ou retiré : cet appareil n'a plus votre place. Demandez-lui le nouveau lien "
            "et ouvrez-le ici. Rien de ce que vous aviez envoyé n'est perdu."
        ),
    )


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001  # Django's signature
    return _fault(
        request,
        403,
        _("Cette page n'est pas pour vous"),
        _("Ouvrez d'abord le lien qui vous a été remis, ou connectez-vous si vous organisez cet événement."),
        closed=True,
    )


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001  # Django's signature
    return _fault(request, 400, _("Demande illisible"), _("Revenez à la page précédente, rechargez-la et recommencez."))


def malformed(request: HttpRequest, error: Malformed) -> HttpResponse:
    """What was sent cannot be read, and its page has no place to say so."""
    told = say_wrong(error, language())
    if request.path.startswith("/api/"):
        return JsonResponse({"error": told}, status=400, json_dumps_params={"ensure_ascii": False})
    return _fault(request, 400, _("Demande illisible"), told)


def our_fault(request: HttpRequest) -> HttpResponse:
    """Something of ours went wrong; or, outside a view, the disk or the database did."""
    error = sys.exc_info()[1]
    if error is not None and (kind := trouble(error)) is not None:
        return _not_stored(request, kind)
    return _fault(
        request,
        500,
        _("C'est notre faute"),
        _("Rien d'enregistré n'est perdu. Rechargez la page ; si cela revient, signalez-le."),
    )


def too_many(request: HttpRequest) -> HttpResponse:
    """Somebody is guessing, or their link was copied badly."""
    return _fault(
        request,
        429,
        _("Trop d'essais"),
        _("Attendez une minute, puis réessayez. Un lien valable s'ouvre toujours : vérifiez qu'il est entier."),
    )


def unknown_name(request: HttpRequest) -> HttpResponse:
    """A request under a name that is not ours."""
    name = request.get_host()
    return _fault(
        request,
        421,
        _("Héraut ne répond pas à ce nom"),
        _("Ouvrez-le par son adresse en chiffres, ou démarrez-le avec HERAUT_HOSTS=%s.") % name.partition(":")[0],
    )


def unreadable(
    request: HttpRequest, error: JournalError, row: Stream | None = None, visitor: Visitor | None = None
) -> HttpResponse:
    """A game that cannot be read: where, why, and what whoever runs it can do; the others go on."""
    logger.error("%s: %s", request.path, error)
    title, sentence = _("Cet événement ne peut pas être lu"), say_wrong(error, language())
    if row is None or request.path.startswith("/api/"):
        return _fault(request, 500, title, sentence)
    runs = visitor is not None and visitor.may(Action.EXPORT)
    context = {
        "title": title,
        "sentence": sentence,
        "status": 500,
        "stream": row.pk,
        "entry": getattr(error, "entry", None),
        "entries": Entry.objects.filter(stream=row).count(),
        "runs": runs,
    }
    return render(request, "unreadable.html", context, status=500)


def no_database(request: HttpRequest, error: Exception) -> HttpResponse:
    """The database is away, or locked for too long; or its disk is full, or may only be read."""
    logger.error("%s: %s", request.path, error)
    return _not_stored(request, trouble(error) or Trouble.AWAY)


def _not_stored(request: HttpRequest, kind: Trouble) -> HttpResponse:
    match kind:
        case Trouble.FULL:
            return _fault(
                request,
                507,
                _("Le disque est plein"),
                _(
                    "Votre dernier envoi n'est pas enregistré ; tout ce qui l'était l'est toujours. Libérez de la "
                    "place sur l'ordinateur qui fait tourner Héraut, puis renvoyez."
                ),
            )
        case Trouble.READ_ONLY:
            return _fault(
                request,
                503,
                _("On ne peut que lire"),
                _(
                    "Votre dernier envoi n'est pas enregistré : le disque ou la base de données n'accepte pas "
                    "d'écriture. Rendez-lui ses droits sur l'ordinateur qui fait tourner Héraut, puis renvoyez."
                ),
            )
        case Trouble.LOCKED:
            return _fault(
                request,
                503,
                _("La base de données est occupée"),
                _(
                    "Un autre programme l'a tenue plus de vingt secondes sur l'ordinateur qui fait tourner Héraut. "
                    "Votre dernier envoi n'est pas enregistré ; tout ce qui l'était l'est toujours. Fermez ce "
                    "programme, puis renvoyez."
                ),
            )
        case Trouble.AWAY:
            return _fault(
                request,
                503,
                _("La base de données ne répond pas"),
                _("Ce qui était enregistré l'est toujours ; votre dernier envoi ne l'est peut-être pas. Réessayez."),
            )


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001  # Django's signature
    """The form was made for another session, or cookies are off."""
    return _fault(
        request,
        403,
        _("Formulaire périmé"),
        _("Rien n'a été envoyé. Revenez en arrière, rechargez la page et renvoyez le formulaire."),
    )

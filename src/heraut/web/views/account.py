"""Organisers sign in: by a one-time link, or with the password they set afterwards."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.forms import AuthenticationForm, SetPasswordForm
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from heraut.kernel.names import StreamId
from heraut.web import links, rate_limit
from heraut.web.broadcast import announce
from heraut.web.forms import Field
from heraut.web.guard import needs
from heraut.web.links import for_others
from heraut.web.models import Key, Stream
from heraut.web.permissions import Action
from heraut.web.rate_limit import PASSWORDS
from heraut.web.request_data import form_of, query_of
from heraut.web.sentences import account_of
from heraut.web.views import faults

BACKEND = "django.contrib.auth.backends.ModelBackend"
YEAR = 365 * 24 * 3600


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.VISIT)
def sign_in(request: HttpRequest) -> HttpResponse:
    typed = form_of(request)
    meant = account_of(typed.get("username", ""))
    guesser = f"{rate_limit.address(request)} {meant}"
    if request.method == "POST" and PASSWORDS.is_full(guesser):
        return faults.too_many(request)
    form = AuthenticationForm(request, data={**typed.dict(), "username": meant} if typed else None)
    if request.method == "POST" and form.is_valid():
        PASSWORDS.forget(guesser)
        login(request, form.get_user())
        return _back(request, query_of(request).get("next", ""))
    if form.errors:
        PASSWORDS.note(guesser)
    return render(request, "sign_in.html", {"form": form, "typed": typed}, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.VISIT)
def sign_in_once(request: HttpRequest, token: str) -> HttpResponse:
    """A button, then the session: a link preview that fetches the address must not use the key up."""
    if request.method != "POST":
        return render(request, "sign_in_once.html")
    account = links.use_key(token)
    if account is None and request.user.is_authenticated:
        return redirect("home")  # the link of this morning, opened again where it has done its work
    if account is None and rate_limit.guessing(request):
        return faults.too_many(request)
    if account is None:
        said = _(
            "Ce lien a déjà servi ou a expiré. Demandez-en un autre à qui vous a invité, ou redémarrez Héraut, qui en "
            "affiche un."
        )
        messages.error(request, said)
        return redirect("sign-in")
    login(request, account, backend=BACKEND)
    return redirect("home")


@require_POST
@needs(Action.VISIT)
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("home")


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.CREATE)
def account(request: HttpRequest) -> HttpResponse:
    """One's own account: set a password; the machine's organiser sees to those of the others."""
    user = cast(User, request.user)
    form = SetPasswordForm(user, data=form_of(request) or None)
    if request.method == "POST" and form.is_valid():
        update_session_auth_hash(request, form.save())
        messages.success(request, _("Mot de passe enregistré."))
        return redirect("account")
    return _shown(request, form)


def _shown(request: HttpRequest, form: SetPasswordForm[User], fault: str = "") -> HttpResponse:
    """The page; after a refusal with what was typed, except a password, and what is wrong with a name."""
    shown = {
        "form": form,
        "others": _others() if cast(User, request.user).is_superuser else (),
        "typed": form_of(request),
        "name": Field("name", _("Nom"), "text", fault=fault),
    }
    return render(request, "account.html", shown, status=400 if form.errors or fault else 200)


def _others() -> QuerySet[User]:
    """The organisers that were invited here, in the order of their names."""
    return User.objects.filter(is_superuser=False).order_by("username")


@require_POST
@needs(Action.CREATE)
def invite(request: HttpRequest) -> HttpResponse:
    """A one-time link for another organiser of this server."""
    _check_superuser(request)
    name = form_of(request).get("name", "").strip()[:150]
    if not name:
        return _not_invited(request, _("Donnez un nom au nouvel organisateur."))
    taken = _("Ce nom est déjà pris : choisissez-en un autre, ou donnez un nouveau lien à cette personne.")
    if account_of(name).casefold() in map(str.casefold, User.objects.values_list("username", flat=True)):
        return _not_invited(request, taken)
    try:
        with transaction.atomic():
            guest = User.objects.create_user(name)
    except IntegrityError:  # two at once
        return _not_invited(request, taken)
    return _link(request, guest)


def _not_invited(request: HttpRequest, fault: str) -> HttpResponse:
    return _shown(request, SetPasswordForm(cast(User, request.user)), fault)


@require_POST
@needs(Action.CREATE)
def invite_again(request: HttpRequest, number: int) -> HttpResponse:
    """Another one-time link for an organiser whose first ran out, who has no password, or who comes back."""
    _check_superuser(request)
    guest = get_object_or_404(_others(), pk=number)
    guest.is_active = True
    guest.save(update_fields=["is_active"])
    return _link(request, guest)


@require_POST
@needs(Action.CREATE)
def dismiss(request: HttpRequest, number: int) -> HttpResponse:
    """Somebody organises here no more, from now on and in every browser; what they opened stays."""
    _check_superuser(request)
    guest = get_object_or_404(_others(), pk=number)
    guest.is_active = False
    guest.save(update_fields=["is_active"])
    Key.objects.filter(account=guest).delete()
    for stream in Stream.objects.filter(owner=guest):
        announce(StreamId(stream.pk))  # pages they have open are let go
    messages.success(request, _("%s n'organise plus ici ; ses événements restent.") % guest.get_username())
    return redirect("account")


def _check_superuser(request: HttpRequest) -> None:
    if not cast(User, request.user).is_superuser:
        raise PermissionDenied("the machine's organiser alone")


def _link(request: HttpRequest, guest: User) -> HttpResponse:
    address = for_others(request, f"/sign-in/{links.new_key(guest)}")
    return render(request, "invited.html", {"name": guest.get_username(), "address": address})


@require_POST
@needs(Action.VISIT)
def theme(request: HttpRequest) -> HttpResponse:
    """Light, dark, or as the device prefers; remembered."""
    response = _back(request, form_of(request).get("next", ""))
    response.set_cookie("heraut_theme", form_of(request).get("theme", ""), max_age=YEAR, samesite="Lax")
    return response


def _back(request: HttpRequest, address: str) -> HttpResponseRedirect:
    """Where somebody came from, if that is a page of ours; the home page otherwise."""
    ours = url_has_allowed_host_and_scheme(address, allowed_hosts={request.get_host()})
    return HttpResponseRedirect(address if ours else "/")

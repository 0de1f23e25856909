"""Organisers sign in by a link that works once."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from heraut.web import links
from heraut.web.models import Key
from web.build import host, passer_by

pytestmark = pytest.mark.django_db


def signed_in(client: Client) -> bool:
    return client.get("/account").status_code == 200


def test_the_link_signs_in_once():
    token = links.new_key(links.first_account())
    first, second = Client(), Client()

    first.post(f"/sign-in/{token}")
    second.post(f"/sign-in/{token}")

    assert signed_in(first)
    assert not signed_in(second)


def test_a_preview_of_the_link_does_not_use_it_up():
    token = links.new_key(links.first_account())
    Client().get(f"/sign-in/{token}")
    organiser = Client()

    organiser.post(f"/sign-in/{token}")

    assert signed_in(organiser)


def test_the_link_opened_again_leads_home_whoever_is_signed_in_still():
    token = links.new_key(links.first_account())
    organiser = Client()
    organiser.post(f"/sign-in/{token}")

    answer = organiser.post(f"/sign-in/{token}", follow=True)

    assert (answer.redirect_chain, "a déjà servi" in answer.content.decode()) == ([("/", 302)], False)


def test_who_must_sign_in_first_is_offered_to_and_comes_back():
    organiser = host()
    organiser.post("/account", {"new_password1": "tabard d'azur", "new_password2": "tabard d'azur"})
    later = Client()
    address = "/sign-in?next=/new/match/%3Fvariant%3Dx"
    refused = later.get("/new/match/?variant=x")
    signed = {"username": "organisateur", "password": "tabard d'azur"}
    there = later.post(address, signed)
    elsewhere = Client().post("/sign-in?next=https://heraut.example/", signed)

    assert (refused.status_code, address in refused.content.decode()) == (403, True)
    assert (there.headers["Location"], elsewhere.headers["Location"]) == ("/new/match/?variant=x", "/")
    assert "/sign-in?next=" not in later.get("/nope").content.decode()


def test_a_link_runs_out():
    token = links.new_key(links.first_account(), life=-1)
    late = Client()

    late.post(f"/sign-in/{token}")

    assert not signed_in(late)


def test_the_database_holds_no_key():
    token = links.new_key(links.first_account())

    assert token not in {key.token_hash for key in Key.objects.all()}


def test_the_machine_has_one_first_account():
    assert links.first_account() == links.first_account()


def test_a_password_may_be_set_and_signs_in():
    organiser = host()
    organiser.post("/account", {"new_password1": "tabard d'azur", "new_password2": "tabard d'azur"})
    later = Client()

    assert later.post("/sign-in", {"username": "organisateur", "password": "tabard d'argent"}).status_code == 400
    later.post("/sign-in", {"username": "organisateur", "password": "tabard d'azur"})

    assert signed_in(later)
    assert signed_in(organiser)


@pytest.mark.parametrize("name", ["organisateur", "Organisateur ", "organiser", "Organiser"])
def test_the_machines_organiser_signs_in_under_the_name_their_pages_show(name: str):
    host().post("/account", {"new_password1": "tabard d'azur", "new_password2": "tabard d'azur"})
    later = Client()

    later.post("/sign-in", {"username": name, "password": "tabard d'azur"})

    assert signed_in(later)


def test_a_short_password_is_refused_at_its_fields_which_stay_empty():
    answer = host().post("/account", {"new_password1": "court", "new_password2": "court"})
    page = answer.content.decode()

    assert answer.status_code == 400
    assert page.count('aria-invalid="true" aria-describedby="weak"') == 2
    assert "<title>Refusé · Compte" in page
    assert 'value="court"' not in page


def test_a_password_that_is_none_is_told_at_both_fields_and_the_name_stays():
    page = passer_by().post("/sign-in", {"username": "organisateur", "password": "devinette"}).content.decode()

    assert page.count('aria-invalid="true" aria-describedby="unknown"') == 2
    assert 'value="organisateur"' in page
    assert "devinette" not in page


def test_signing_out_ends_the_session():
    organiser = host()
    organiser.post("/sign-out")

    assert not signed_in(organiser)


def test_the_machines_organiser_invites_another_who_sees_only_their_own_games():
    page = host().post("/account/invite", {"name": "Emma"}).content.decode()
    token = page.split("/sign-in/")[1].split("<")[0].split('"')[0]
    emma = Client()
    emma.post(f"/sign-in/{token}")

    assert signed_in(emma)
    assert not User.objects.get(username="Emma").is_superuser


def test_a_taken_name_is_refused():
    client = host()
    answer = client.post("/account/invite", {"name": "organisateur"})

    assert User.objects.count() == 1
    assert answer.status_code == 400
    page = answer.content.decode()
    assert re.search(r'<input[^>]*name="name"[^>]*value="organisateur"', page), "what was typed is still there"
    assert 'id="field-name-fault">Ce nom est déjà pris' in page


@pytest.mark.parametrize("name", ["émilie", "Organisateur", "Organiser"])
def test_no_two_organisers_have_names_that_differ_by_capitals_alone(name: str):
    client = host()
    client.post("/account/invite", {"name": "Émilie"})
    answer = client.post("/account/invite", {"name": name})

    assert answer.status_code == 400
    assert User.objects.count() == 2


def test_a_password_is_not_ones_own_name():
    client = host()
    answer = client.post("/account", {"new_password1": "Organisateur", "new_password2": "Organisateur"})

    assert answer.status_code == 400


def test_an_organiser_without_a_name_is_asked_for_one():
    answer = host().post("/account/invite", {"name": "  "})

    assert answer.status_code == 400
    assert "Donnez un nom au nouvel organisateur." in answer.content.decode()
    assert User.objects.count() == 1


def invited(page: str) -> Client:
    """A browser that follows the one-time link of a page."""
    client = Client()
    client.post(re.findall(r"/sign-in/[\w-]+", page)[0])
    return client


def test_an_organiser_whose_link_ran_out_gets_another():
    organiser = host()
    organiser.post("/account/invite", {"name": "Emma"})
    emma = User.objects.get(username="Emma")
    Key.objects.all().delete()

    assert f"/account/{emma.pk}/invite" in organiser.get("/account").content.decode()
    again = invited(organiser.post(f"/account/{emma.pk}/invite").content.decode())

    assert signed_in(again)
    assert "/account/invite" not in again.get("/account").content.decode()
    assert again.post(f"/account/{emma.pk}/invite").status_code == 403


def test_an_organiser_is_dismissed_in_every_browser_and_may_come_back():
    organiser = host()
    emma = invited(organiser.post("/account/invite", {"name": "Emma"}).content.decode())
    number = User.objects.get(username="Emma").pk
    key = links.new_key(User.objects.get(username="Emma"))

    assert emma.post(f"/account/{number}/dismiss").status_code == 403
    organiser.post(f"/account/{number}/dismiss")
    late = Client()
    late.post(f"/sign-in/{key}")

    assert not signed_in(emma)
    assert not signed_in(late)
    assert signed_in(invited(organiser.post(f"/account/{number}/invite").content.decode()))


def test_nobody_dismisses_the_machines_own_organiser():
    organiser = host()
    first = User.objects.get()

    assert organiser.post(f"/account/{first.pk}/dismiss").status_code == 404
    assert signed_in(organiser)

"""Guessers wait, strangers' names are not ours, and every answer carries its headers."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from heraut.web import links
from heraut.web.middleware import is_ours
from heraut.web.permissions import Role
from web.build import ANA, SALE, passer_by, sale

pytestmark = pytest.mark.django_db


def sign_in(client: Client, name: str, password: str) -> int:
    return client.post("/sign-in", {"username": name, "password": password}).status_code


@pytest.fixture
def _emma() -> None:
    get_user_model().objects.create_user("emma", password="quatre-lances")


@pytest.mark.usefixtures("_emma")
def test_who_guesses_a_password_too_often_waits_even_if_they_find_it():
    guesser = passer_by()

    assert [sign_in(guesser, "emma", f"guess-{number}") for number in range(9)] == [400] * 8 + [429]
    assert sign_in(guesser, "emma", "quatre-lances") == 429


@pytest.mark.usefixtures("_emma")
def test_one_who_guesses_does_not_lock_the_others_of_the_hall_out():
    for number in range(9):
        sign_in(passer_by(), "organisateur", f"guess-{number}")

    assert sign_in(passer_by(), "emma", "quatre-lances") == 302


@pytest.mark.usefixtures("_emma")
def test_a_success_wipes_the_failures_out():
    for number in range(7):
        sign_in(passer_by(), "emma", f"guess-{number}")
    sign_in(passer_by(), "emma", "quatre-lances")

    assert sign_in(passer_by(), "emma", "guess") == 400


def test_who_guesses_links_is_told_to_wait_and_a_good_link_opens_all_the_same():
    sale()
    guesser, good = passer_by(), links.token(links.make(SALE, Role.PLAYER, "Ana", ANA))

    assert [guesser.get(f"/s/guess-{number}").status_code for number in range(30)] == [404] * 29 + [429]
    assert guesser.get(f"/s/{good}").status_code == 302
    assert guesser.post(f"/sign-in/{links.new_key(links.first_account())}").status_code == 302


def test_bearers_and_one_time_links_are_counted_too():
    sale(public=False)
    guesser = passer_by()
    for number in range(15):
        guesser.get("/api/streams/sale/view", headers={"Authorization": f"Bearer guess-{number}"})
        guesser.post(f"/sign-in/guess-{number}")

    assert guesser.get("/api/streams/sale/view", headers={"Authorization": "Bearer guess"}).status_code == 429


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("localhost:8000", True),
        ("127.0.0.1", True),
        ("192.168.1.20:8000", True),
        ("[::1]:8000", True),
        ("laptop.local", True),
        ("heraut.example", True),
        ("evil.example", False),
        ("192.168.1.20.evil.example", False),
        ("localhost.evil.example:8000", False),
    ],
)
def test_we_answer_to_our_own_names_and_to_addresses_in_digits(name: str, ours: bool):
    assert is_ours(name, ["heraut.example"]) is ours


def test_under_another_name_one_page_says_what_to_do():
    answer = passer_by().get("/", headers={"host": "evil.example:8000"})

    assert answer.status_code == 421
    assert "HERAUT_HOSTS=evil.example" in answer.content.decode()


def test_every_answer_carries_its_headers_and_no_cookie_is_open_to_scripts():
    sale()
    client = passer_by()
    client.post(f"/sign-in/{links.new_key(links.first_account())}")
    client.get(f"/s/{links.token(links.make(SALE, Role.PLAYER, 'Ana', ANA))}")
    answer = client.get("/g/sale/")

    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert (answer["X-Content-Type-Options"], answer["Referrer-Policy"]) == ("nosniff", "same-origin")
    assert (answer["X-Frame-Options"], answer["Cross-Origin-Opener-Policy"]) == ("DENY", "same-origin")
    kept = {name: (cookie["httponly"], cookie["samesite"]) for name, cookie in client.cookies.items()}
    assert kept == dict.fromkeys(kept, (True, "Lax"))

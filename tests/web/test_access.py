"""Every role at every address: the table of permissions is what happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from heraut.web import links
from heraut.web.permissions import PERMISSIONS, Action, Role
from web.build import ANA, SALE, holder, host, passer_by, player, sale

pytestmark = pytest.mark.django_db
JSON = "application/json"


@dataclass(frozen=True)
class Try:
    """How to knock at an address."""

    method: str
    path: str
    data: Any = field(default_factory=dict)
    json: bool = False


TRIES = {
    "home": Try("get", "/"),
    "new": Try("get", "/new/auction/"),
    "import": Try("post", "/import"),
    "seat": Try("get", "/s/unknown"),
    "notice-calendar": Try("get", "/n/unknown.ics"),
    "notice": Try("get", "/n/unknown"),
    "push-worker": Try("get", "/push-worker.js"),
    "sign-in": Try("get", "/sign-in"),
    "sign-in-once": Try("get", "/sign-in/unknown"),
    "sign-out": Try("post", "/sign-out"),
    "account": Try("get", "/account"),
    "invite-organiser": Try("post", "/account/invite"),
    "invite-again": Try("post", "/account/0/invite"),
    "dismiss-organiser": Try("post", "/account/0/dismiss"),
    "theme": Try("post", "/theme"),
    "language": Try("post", "/language", {"language": "en"}),
    "clause": Try("get", "/why/HOUSE-SEAL-1"),
    "trouble": Try("get", "/trouble"),
    "help": Try("get", "/help/"),
    "help-guide": Try("get", "/help/tournament"),
    "help-picture": Try("get", "/help/img/desk.png"),
    "health": Try("get", "/health"),
    "ready": Try("get", "/ready"),
    "metrics": Try("get", "/metrics"),
    "questions": Try("get", "/ask/"),
    "question": Try("get", "/ask/dice.pool/"),
    "game": Try("get", "/g/sale/"),
    "welcome": Try("get", "/g/sale/welcome"),
    "log": Try("get", "/g/sale/log"),
    "seals": Try("get", "/g/sale/seals"),
    "turn": Try("get", "/g/sale/turn"),
    "send": Try("post", "/g/sale/send", {"type": "PlaceBid", "amount": 1}),
    "dice": Try("post", "/g/sale/dice"),
    "undo": Try("post", "/g/sale/undo/1"),
    "place": Try("post", "/g/sale/place"),
    "export": Try("get", "/g/sale/export"),
    "live": Try("get", "/g/sale/live"),
    "hand-over": Try("get", "/g/sale/hand-over"),
    "hand-over-file": Try("post", "/g/sale/hand-over/file"),
    "moved": Try("post", "/g/sale/hand-over/moved"),
    "notices": Try("get", "/g/sale/notices"),
    "add-notice": Try("post", "/g/sale/notices/add", {"way": "calendar"}),
    "notice-channel": Try("post", "/g/sale/notices/channel", {"way": "slack", "address": "http://10.0.0.1/"}),
    "remove-notice": Try("post", "/g/sale/notices/1/remove"),
    "archive": Try("post", "/g/sale/archive"),
    "delete": Try("get", "/g/sale/delete"),
    "last-file": Try("get", "/deleted/1/file"),
    "put-samples-away": Try("post", "/samples/away"),
    "seats": Try("get", "/g/sale/seats"),
    "invite": Try("post", "/g/sale/seats/invite", {"label": "Farid", "role": "referee"}),
    "publish": Try("post", "/g/sale/seats/publish", {"public": "on"}),
    "renew": Try("post", "/g/sale/seats/{link}/renew"),
    "withdraw": Try("post", "/g/sale/seats/{link}/withdraw"),
    "api-openapi": Try("get", "/api/openapi.json"),
    "api-ask": Try("post", "/api/ask/dice.pool", '{"dice": 1, "target": 4}', json=True),
    "api-streams": Try("post", "/api/streams", "{}", json=True),
    "api-commands": Try("post", "/api/streams/sale/commands", '{"type": "PlaceBid", "amount": 1}', json=True),
    "api-view": Try("get", "/api/streams/sale/view"),
    "api-log": Try("get", "/api/streams/sale/log"),
    "api-live": Try("get", "/api/streams/sale/live"),
    "api-export": Try("get", "/api/streams/sale/export"),
    "api-tokens": Try("get", "/api/streams/sale/tokens"),
    "api-webhooks": Try("get", "/api/streams/sale/webhooks"),
}

WHERE_NO_GAME_IS_MEANT = {Role.ORGANISER: Role.ORGANISER}
"""Away from a game only an account makes an organiser; everybody else walks by."""

VISITORS: dict[Role, Callable[[], Client]] = {
    Role.ORGANISER: host,
    Role.REFEREE: lambda: holder(Role.REFEREE, label="Farid"),
    Role.PLAYER: lambda: player(ANA),
    Role.SPECTATOR: passer_by,
    Role.STRANGER: passer_by,
}


def addresses() -> Iterator[URLPattern]:
    """Every address of ours; those of rooms have their own tests."""
    for pattern in get_resolver().url_patterns:
        if not isinstance(pattern, URLResolver):
            yield pattern


def action_of(name: str) -> Action:
    return next(pattern.callback.action for pattern in addresses() if pattern.name == name)


def knock(client: Client, attempt: Try) -> int:
    link = links.make(SALE, Role.PLAYER, "Ana", ANA)
    path = attempt.path.format(link=link.pk)
    kind = {"content_type": JSON} if attempt.json else {}
    return int(getattr(client, attempt.method)(path, attempt.data, **kind).status_code)


def test_every_address_names_its_action_and_is_tried():
    assert {pattern.name for pattern in addresses()} == set(TRIES)
    assert all(isinstance(action_of(name), Action) for name in TRIES)


def test_rooms_guard_their_pages_too():
    rooms = [pattern for pattern in get_resolver().url_patterns if isinstance(pattern, URLResolver)]

    unguarded = [
        page.name for room in rooms for page in room.url_patterns if not isinstance(page.callback.action, Action)
    ]

    assert unguarded == []


@pytest.mark.parametrize("name", TRIES)
@pytest.mark.parametrize("role", Role)
def test_a_role_reaches_an_address_if_and_only_if_the_table_says_so(role: Role, name: str):
    sale(public=role is not Role.STRANGER)
    client, attempt = VISITORS[role](), TRIES[name]
    of_a_game = "/sale/" in attempt.path
    acting_as = role if of_a_game else WHERE_NO_GAME_IS_MEANT.get(role, Role.SPECTATOR)

    status = knock(client, attempt)

    if action_of(name) in PERMISSIONS[acting_as]:
        assert status != 403
        assert status != 404 or name in (
            "seat",
            "last-file",
            "notice",
            "notice-calendar",
            "remove-notice",
            "invite-again",
            "dismiss-organiser",
        )  # there is none of that name
    else:
        assert status == (404 if acting_as is Role.STRANGER else 403)


def test_an_organiser_by_link_runs_the_game_but_has_no_account():
    sale()
    co_organiser = holder(Role.ORGANISER, label="Gaëlle")

    assert co_organiser.get("/g/sale/seats").status_code == 200
    assert co_organiser.get("/account").status_code == 403


def test_somebody_elses_game_is_no_account_holders_business():
    sale(public=False)
    other = Client()
    other.force_login(User.objects.create_user("emma"))

    assert other.get("/g/sale/").status_code == 404
    assert other.get("/g/sale/export").status_code == 404


def test_a_renewed_link_leaves_the_old_one_without_a_place():
    sale(public=False)
    ana = player(ANA)
    assert ana.get("/g/sale/").status_code == 200

    links.renew(links.make(SALE, Role.PLAYER, "Ana", ANA))

    assert ana.get("/g/sale/").status_code == 404


def test_the_database_holds_no_token():
    sale()
    link = links.make(SALE, Role.PLAYER, "Ana", ANA)

    assert links.token(link) not in {link.token_hash, link.salt}
    assert links.find(links.token(link)) == link
    assert links.find(link.token_hash) is None


def test_a_forged_cookie_opens_nothing():
    sale(public=False)
    link = links.make(SALE, Role.PLAYER, "Ana", ANA)
    forger = Client()
    forger.cookies[links.COOKIE] = f'[["sale","{link.token_hash}"]]:made-up'

    assert forger.get("/g/sale/").status_code == 404

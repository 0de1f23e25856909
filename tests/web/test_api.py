"""The JSON door."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from heraut.kernel.names import Instant, StreamId
from heraut.scenario.settings import Settings as MatchSettings
from heraut.web import links
from heraut.web.desk import desk
from heraut.web.models import Entry
from heraut.web.permissions import Role
from web.build import ANA, BEN, SALE, bid, holder, host, passer_by, player, sale

pytestmark = pytest.mark.django_db
JSON = "application/json"
COMMANDS = "/api/streams/sale/commands"


def post(client: Client, path: str, body: str, **headers: str) -> Any:
    return client.post(path, body, content_type=JSON, headers=headers)


def test_a_question_is_answered():
    answer = post(passer_by(), "/api/ask/dice.pool", '{"dice": 8, "target": 4}')

    assert answer.status_code == 200
    assert answer.json()["answer"]["mean"] == 4.0
    assert answer.json()["answer"]["law"][0] == {"value": 0, "p": 0.00390625, "exact": "1/256"}
    assert answer.json()["because"][0]["clause"] == "HOUSE-DICE-2"


def test_a_question_the_rules_refuse_is_422_and_names_the_clause():
    answer = post(passer_by(), "/api/ask/dice.pool", '{"dice": 5000, "target": 4}')

    assert answer.status_code == 422
    assert answer.json()["refused"]["clause"] == "HOUSE-DICE-1"


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ('{"dice": "x", "target": 4}', "« dice » : il faut un nombre entier, pas un texte."),
        ('{"dice": 1}', "Il manque « target » : ajoutez-le."),
        ('{"dice": 1, "target": 4, "luck": 7}', "« luck » n’est pas attendu ici : retirez-le, ou corrigez son nom."),
        ("{", "Le texte s’arrête avant la fin : envoyez-le en entier."),
    ],
)
def test_what_cannot_be_read_is_400_and_names_the_path(body: str, sentence: str):
    answer = post(passer_by(), "/api/ask/dice.pool", body)

    assert (answer.status_code, answer.json()) == (400, {"error": sentence})


@pytest.mark.parametrize(("old", "new"), [("initial", "figures"), ("figures", "figures")])
def test_an_old_name_is_read_with_a_notice_in_a_question(old: str, new: str):
    answer = post(passer_by(), "/api/ask/steamroller.destroyed",
                  f'{{"entries": [{{"kind": "unit", "cost": 9, "{old}": 10, "left": 4}}]}}').json()  # fmt: skip

    assert answer["answer"] == {"points": 5, "entries": [5]}
    assert [one["facts"] for one in answer["because"] if one["code"] == "old-name"] == (
        [] if old == new else [{"old": "entries.initial", "new": "entries.figures"}]
    )


def test_a_number_comes_as_a_decimal_with_its_fraction_beside_it():
    answer = post(passer_by(), "/api/ask/saga.points", '{"first_vp": 7, "second_vp": 7}').json()

    assert answer["answer"] == {"first": 10.5, "second": 10, "winner": "first"}
    assert answer["exact"]["answer.first"] == "21/2"


@pytest.mark.clause("HOUSE-NAME-1")
def test_an_old_name_is_read_with_a_notice_in_a_command():
    settings = MatchSettings(scenario="clash", players={ANA: "Ana", BEN: "Ben"})
    desk().open(stream=StreamId("duel"), engine="match", title="Duel", settings=settings, at=Instant(0))
    ana, referee = player(ANA, StreamId("duel")), holder(Role.REFEREE, stream=StreamId("duel"))
    for body in ('{"type": "StateRoles", "first": "ana"}', '{"type": "SkipSetup"}', '{"type": "Concede"}'):
        assert post(ana, "/api/streams/duel/commands", body).status_code == 200

    old = '{"type": "CorrectEnd", "reason": "…", "kind": "sudden-loss", "loser": "first"}'
    answer = post(referee, "/api/streams/duel/commands", old).json()

    assert [event.get("kind") for event in answer["events"]] == [None, "sudden_loss", None]
    assert answer["notices"][0]["facts"] == {"old": "kind=sudden-loss", "new": "kind=sudden_loss"}


def test_an_unknown_question_is_404():
    answer = post(passer_by(), "/api/ask/dice.luck", "{}")

    assert answer.status_code == 404
    assert "Il n’y a pas de question dice.luck" in answer.json()["error"]


def test_a_body_that_does_not_say_it_is_json_is_415():
    assert passer_by().post("/api/ask/dice.pool", {"dice": 1}).status_code == 415


def test_a_command_returns_its_events():
    sale()

    answer = post(player(ANA), COMMANDS, '{"type": "PlaceBid", "amount": 3}')

    assert answer.status_code == 200
    assert answer.json() == {
        "events": [{"type": "BidPlaced", "seat": "ana", "amount": 3}],
        "sequence": 1,
        "repeated": False,
    }


@pytest.mark.clause("HOUSE-PHASE-2")
def test_a_command_sent_twice_counts_once():
    sale()
    ana = player(ANA)
    once = post(ana, COMMANDS, '{"type": "PlaceBid", "amount": 3}', **{"Idempotency-Key": "k"})
    twice = post(ana, COMMANDS, '{"type": "PlaceBid", "amount": 3}', **{"Idempotency-Key": "k"})

    assert (once.json()["sequence"], once.json()["repeated"]) == (1, False)
    assert (twice.json()["sequence"], twice.json()["repeated"]) == (1, True)


@pytest.mark.clause("HOUSE-PHASE-3")
def test_another_command_under_a_key_already_used_is_refused_and_says_so():
    sale()
    ana = player(ANA)
    post(ana, COMMANDS, '{"type": "PlaceBid", "amount": 3}', **{"Idempotency-Key": "k"})

    other = post(ana, COMMANDS, '{"type": "PlaceBid", "amount": 4}', **{"Idempotency-Key": "k"})
    another = post(player(BEN), COMMANDS, '{"type": "PlaceBid", "amount": 4}', **{"Idempotency-Key": "k"})

    assert (other.status_code, other.json()["refused"]["code"]) == (409, "id-taken")
    assert (another.status_code, another.json()["sequence"]) == (200, 2)


@pytest.mark.parametrize("key", ["k" * 128, "clé é", "a b"])
def test_a_key_that_is_long_or_odd_counts_once_too(key: str):
    sale()
    ana = player(ANA)
    answers = [bid(ana, 3, command_id=key), bid(ana, 3, command_id=key), bid(ana, 3, command_id=key + "é" * 300)]

    assert [answer.status_code for answer in answers] == [302, 302, 302]
    assert Entry.objects.count() == 2


def test_a_command_the_rules_refuse_is_409_and_names_the_clause():
    sale()

    answer = post(player(ANA), COMMANDS, '{"type": "PlaceBid", "amount": 11}')

    assert answer.status_code == 409
    assert answer.json()["refused"] == {
        "clause": "HOUSE-SEAL-1",
        "code": "auction-too-much",
        "subject": "ana",
        "asked": 11,
        "allowed": 10,
    }


@pytest.mark.clause("HOUSE-SEAT-1")
@pytest.mark.parametrize("speaker", [lambda: player(BEN), host])
def test_nobody_speaks_for_a_seat_that_is_not_theirs(speaker: Any):
    sale()

    answer = post(speaker(), COMMANDS, '{"type": "PlaceBid", "seat": "ana", "amount": 3}')

    assert answer.status_code == 403
    assert answer.json()["refused"]["code"] == "not-your-seat"


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ('{"type": "PlaceBid"}', "Il manque « amount » : ajoutez-le."),
        ('{"type": "PlaceBid", "amount": 1.5}', "« amount » : il faut un nombre entier, pas un nombre à virgule."),
        ('{"amount": 1}', "Il manque « type » : nommez la commande."),
        (
            '{"type": "Steal"}',
            "« type » : « Steal » n’existe pas ici ; il y a : DraftBid, PlaceBid, CloseBidding, Roll.",
        ),
        ("[]", "Il manque « type » : nommez la commande."),
        ('{"type": "Undo"}', "Il manque « entry » : ajoutez-le."),
    ],
)
def test_a_malformed_command_is_400_and_stores_nothing(body: str, sentence: str):
    sale()
    ana = player(ANA)

    answer = post(ana, COMMANDS, body)

    assert (answer.status_code, answer.json()) == (400, {"error": sentence})
    assert ana.get("/api/streams/sale/log").json() == {"log": []}


def test_a_bearer_token_speaks_for_its_seat():
    sale(public=False)
    token = links.token(links.make(SALE, Role.PLAYER, "Ana", ANA))

    answer = passer_by().get("/api/streams/sale/view", headers={"Authorization": f"Bearer {token}"})

    assert (answer.json()["seat"], answer.json()["role"]) == ("ana", "player")
    assert passer_by().get("/api/streams/sale/view").status_code == 404


def test_a_view_is_the_seats_own():
    sale()
    post(player(ANA), COMMANDS, '{"type": "PlaceBid", "amount": 3}')

    mine = player(ANA).get("/api/streams/sale/view").json()
    theirs = passer_by().get("/api/streams/sale/view").json()

    assert mine["view"]["bids"][0] == {"seat": "ana", "stage": "sealed", "value": 3}
    assert theirs["view"]["bids"][0] == {"seat": "ana", "stage": "sealed"}
    assert theirs["awaits"] == [{"seat": "ben", "code": "auction-bid", "clause": "HOUSE-SEAL-1"}]


def test_the_log_has_sentences_and_an_undo_strikes_a_line_out():
    sale()
    ana = player(ANA)
    post(ana, COMMANDS, '{"type": "PlaceBid", "amount": 3}')

    assert post(ana, COMMANDS, '{"type": "Undo", "entry": 1}').status_code == 200

    newest, oldest = ana.get("/api/streams/sale/log").json()["log"]
    assert newest["sentences"] == ["Ana annule la ligne 1."]
    assert (oldest["sentences"], oldest["undone"]) == (["Ana scelle une mise de 3."], True)


@pytest.mark.clause("HOUSE-DICE-1", "HOUSE-DICE-3")
def test_only_officials_bring_dice_that_nobody_in_particular_rolls():
    sale()
    for seat in (ANA, BEN):
        post(player(seat), COMMANDS, '{"type": "PlaceBid", "amount": 3}')

    assert post(player(ANA), COMMANDS, '{"type": "Roll", "faces": [1]}').status_code == 403
    assert post(host(), COMMANDS, '{"type": "Roll", "faces": [3]}').json()["refused"]["code"] == "wrong-dice"
    assert post(host(), COMMANDS, '{"type": "Roll", "faces": [2]}').json()["events"][0]["seat"] == "ben"


def test_an_organiser_opens_a_game():
    body = '{"engine": "auction", "title": "Vente", "settings": {"bidders": {"a": "A", "b": "B"}, "lots": ["x"]}}'

    answer = post(host(), "/api/streams", body)

    assert answer.status_code == 201
    assert host().get(f"/api/streams/{answer.json()['stream']}/view").json()["title"] == "Vente"


@pytest.mark.parametrize(
    ("body", "status", "key"),
    [
        ('{"engine": "chess", "title": "", "settings": {}}', 400, "error"),
        ('{"engine": "auction", "title": "", "settings": {"lots": 3}}', 400, "error"),
        (
            '{"engine": "auction", "title": "", "settings": {"bidders": {"a": "A", "b": "B"}, "lots": [], "purze": 3}}',
            400,
            "error",
        ),
        ('{"engine": "auction", "title": "", "settings": {"bidders": {}, "lots": []}}', 409, "refused"),
    ],
)
def test_a_game_that_cannot_be_opened_says_why(body: str, status: int, key: str):
    answer = post(host(), "/api/streams", body)

    assert (answer.status_code, list(answer.json())) == (status, [key])


def test_an_export_is_read_back_whole():
    sale()
    post(player(ANA), COMMANDS, '{"type": "PlaceBid", "amount": 3}')

    lines = b"".join(host().get("/api/streams/sale/export").streaming_content).splitlines()

    assert len(lines) == 2
    assert b'"entries":1' in lines[0]


def test_an_unknown_stream_is_404_in_json():
    answer = passer_by().get("/api/streams/nowhere/view")

    assert answer.status_code == 404
    assert "error" in answer.json()


def test_a_method_nobody_answers_is_405_and_names_the_right_one():
    answer = passer_by().get("/api/ask/dice.pool")

    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert answer.json() == {"error": "Cette adresse attend POST."}


def test_a_title_fits_on_a_card_and_is_never_empty():
    settings = '{"scenario": "capture", "players": {"ana": "Ana", "ben": "Ben"}}'

    def opened(title: str) -> Any:
        body = f'{{"engine": "match", "title": "{title}", "settings": {settings}}}'
        return post(host(), "/api/streams", body).json()

    assert opened("x" * 121) == {"error": "«\u00a0title\u00a0»\u00a0: c’est trop long\u00a0: 120 caractères au plus."}
    assert desk().history(StreamId(opened(" ")["stream"])).header.title == "Partie"

"""Pages, as people without scripts meet them."""

from __future__ import annotations

import html
import json
import re
from unittest.mock import patch

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from heraut import catalogue
from heraut.kernel.names import StreamId
from heraut.web import links
from heraut.web.models import Entry, Stream
from heraut.web.permissions import Role
from web.build import ANA, BEN, SALE, bid, holder, host, laid_out, passer_by, player, sale

pytestmark = pytest.mark.django_db


def text(answer) -> str:
    return answer.content.decode()


def test_a_page_opens_with_what_is_awaited_and_marks_what_waits_for_you():
    sale()

    page = laid_out(text(player(ANA).get("/g/sale/")))

    assert re.search(r'<li class="yours">Ana doit sceller une mise\.', page)
    assert "<li>Ben doit sceller une mise." in page


def test_the_forms_offered_are_those_of_the_legal_commands():
    sale()

    assert 'value="PlaceBid"' in text(player(ANA).get("/g/sale/"))
    assert 'value="CloseBidding"' in text(host().get("/g/sale/"))
    assert "<form class" not in text(passer_by().get("/g/sale/")).split('id="game"')[1].split("</main>")[0]


def test_a_bid_is_recorded_and_shown_on_the_board():
    sale()

    assert bid(player(ANA), 3).headers["Location"] == "/g/sale/"
    bid(player(BEN), 4)

    assert "Ben emporte « helm » pour 4." in text(passer_by().get("/g/sale/"))


@pytest.mark.clause("HOUSE-PHASE-2")
def test_a_form_sent_twice_counts_once():
    sale()
    for _ in range(2):
        bid(player(ANA), 3, command_id="same")

    assert Entry.objects.count() == 1


def test_a_refusal_shows_the_sentence_the_clause_and_what_was_typed_in():
    sale()

    answer = bid(player(ANA), 12)

    assert answer.status_code == 409
    assert "Ana ne peut pas miser 12 : il lui reste 10. Misez moins." in text(answer)
    assert "/why/HOUSE-SEAL-1" in text(answer)
    assert 'value="12"' in text(answer)


def test_a_field_that_cannot_be_read_is_named():
    sale()

    answer = player(ANA).post("/g/sale/send", {"type": "PlaceBid", "amount": "beaucoup"})

    assert answer.status_code == 400
    assert 'aria-describedby="field-PlaceBid-amount-fault"' in text(answer)


def test_an_unknown_command_stores_nothing():
    sale()

    assert player(ANA).post("/g/sale/send", {"type": "Steal"}).status_code == 400
    assert Entry.objects.count() == 0


def level_bids() -> None:
    sale()
    bid(player(ANA), 3)
    bid(player(BEN), 3)


def test_dice_that_are_due_are_typed_in_by_an_official():
    level_bids()

    assert host().post("/g/sale/dice", {"face": ["2"]}).status_code == 302
    assert "Ben emporte" in text(passer_by().get("/g/sale/"))


@pytest.mark.clause("HOUSE-DICE-3")
def test_or_drawn():
    level_bids()

    assert host().post("/g/sale/dice", {"draw": "1", "face": [""]}).status_code == 302
    assert "emporte" in text(passer_by().get("/g/sale/"))


@pytest.mark.clause("HOUSE-DICE-1")
@pytest.mark.parametrize(("faces", "status"), [(["3"], 409), (["1", "2"], 409), ([""], 400), (["un"], 400)])
def test_faces_that_cannot_be_right_are_refused(faces: list[str], status: int):
    level_bids()

    assert host().post("/g/sale/dice", {"face": faces}).status_code == status
    assert Entry.objects.count() == 2


def test_players_are_not_asked_for_dice_that_are_not_theirs():
    level_bids()

    assert player(ANA).post("/g/sale/dice", {"draw": "1"}).status_code == 409


@pytest.mark.clause("HOUSE-UNDO-1", "HOUSE-UNDO-3")
def test_a_player_takes_back_their_last_line_and_it_stays_struck_out():
    sale()
    ana = player(ANA)
    bid(ana, 3)

    assert "/g/sale/undo/1" in text(ana.get("/g/sale/"))
    assert "/g/sale/undo/1" not in text(player(BEN).get("/g/sale/"))
    ana.post("/g/sale/undo/1")

    assert re.search(r'class="undone" data-sequence="1"', text(ana.get("/g/sale/")))


def test_the_log_is_filtered_by_person_and_by_kind():
    sale()
    bid(player(ANA), 3)
    bid(player(BEN), 4)

    assert "Ana a scellé" not in text(host().get("/g/sale/log?who=ben"))
    assert "Ana a scellé" not in text(host().get("/g/sale/log?kind=LotSold"))
    assert "Ana a scellé" in text(host().get("/g/sale/log?who=ana"))
    assert '<option value="ana" selected>' in text(host().get("/g/sale/log?who=ana"))


def test_a_filter_that_leaves_no_line_does_not_say_that_nothing_has_happened():
    sale()
    bid(player(ANA), 3)
    page = text(host().get("/g/sale/log?who=ana&kind=LotSold"))

    assert "Aucune ligne pour ce choix." in page
    assert "Rien ne s’est encore passé." not in page


def test_the_log_names_who_acted_for_the_organisation():
    sale()
    holder(Role.REFEREE, label="Farid").post("/g/sale/send", {"type": "CloseBidding"})

    assert "par Farid" in text(passer_by().get("/g/sale/"))


def test_an_organiser_opens_a_game_and_finds_its_seats():
    answer = host().post(
        "/new/auction/",
        {"title": "Vente", "bidders": "Ana\nChloé", "lots": "heaume\nécu", "purse": "5", "public": "on"},
    )
    stream = Stream.objects.get()
    seats = text(host().get(answer.headers["Location"]))

    assert answer.headers["Location"] == f"/g/{stream.pk}/seats"
    assert "Chloé" in seats
    assert seats.count('class="qr"') == 2


@pytest.mark.parametrize(
    ("lots", "status", "sentence"),
    [("", 409, "Il faut au moins 1 lot"), ("heaume", 400, "il faut un nombre entier, pas un texte.")],
)
def test_settings_that_cannot_be_are_shown_again_with_the_reason(lots: str, status: int, sentence: str):
    purse = "beaucoup" if status == 400 else "5"

    answer = host().post("/new/auction/", {"title": "Vente", "bidders": "Ana\nBen", "lots": lots, "purse": purse})

    assert answer.status_code == status
    assert sentence in text(answer)
    assert 'value="Vente"' in text(answer)
    assert Stream.objects.count() == 0


def test_a_link_opens_a_place_and_the_first_screen_shows_its_arms():
    sale()
    token = links.token(links.make(SALE, Role.PLAYER, "Ana", ANA))
    phone = Client()

    first = phone.get(f"/s/{token}")
    again = phone.get(f"/s/{token}")

    assert (first.headers["Location"], again.headers["Location"]) == ("/g/sale/welcome", "/g/sale/")
    assert "Votre blason" in text(phone.get("/g/sale/welcome"))


def test_an_organiser_who_plays_changes_chairs():
    sale()
    both = host()
    both.get(f"/s/{links.token(links.make(SALE, Role.PLAYER, 'Ana', ANA))}")
    assert 'value="PlaceBid"' in text(both.get("/g/sale/"))

    both.post("/g/sale/place", {"as": "organiser"})

    assert 'value="CloseBidding"' in text(both.get("/g/sale/"))


def test_a_game_travels_as_a_file():
    sale()
    bid(player(ANA), 3)
    exported = b"".join(host().get("/g/sale/export").streaming_content)

    answer = host().post("/import", {"file": SimpleUploadedFile("sale.jsonl", exported)})

    assert "Ana a scellé une mise." in text(host().get(answer.headers["Location"]))


@pytest.mark.parametrize("damaged", [b"", b"{", b'{"heraut":1}\n'])
def test_a_damaged_file_is_refused_in_words_and_stores_nothing(damaged: bytes):
    client = host()

    client.post("/import", {"file": SimpleUploadedFile("sale.jsonl", damaged)})

    assert "rien n’a été enregistré" in text(client.get("/")).replace("\N{NO-BREAK SPACE}", " ")
    assert Stream.objects.count() == 0


def test_a_file_cut_in_the_middle_is_refused_and_names_the_line():
    sale()
    bid(player(ANA), 3)
    exported = b"".join(host().get("/g/sale/export").streaming_content)
    client = host()

    client.post("/import", {"file": SimpleUploadedFile("sale.jsonl", exported[:-20])})

    page = text(client.get("/"))
    assert "La ligne 2 ne peut pas être lue" in page
    assert "Le fichier est peut-être coupé" in page
    assert Stream.objects.count() == 1


def test_a_question_is_asked_by_its_address_and_answered_with_a_picture():
    page = text(passer_by().get("/ask/dice.pool/?dice=8&target=4"))

    assert page.count('<g class="bar">') == 9
    assert "27,3" in page
    assert "/why/HOUSE-DICE-2" in page


@pytest.mark.parametrize(("asked", "status"), [("dice=5000&target=4", 422), ("dice=x&target=4", 400), ("dice=1", 400)])
def test_a_question_that_cannot_be_answered_says_why(asked: str, status: int):
    assert passer_by().get(f"/ask/dice.pool/?{asked}").status_code == status


def test_what_is_wrong_with_a_question_is_said_by_the_label_of_its_field():
    page = text(passer_by().get("/ask/dice.pool/?dice=x&target=4")).replace("\N{NO-BREAK SPACE}", " ")

    assert page.count("« Nombre de dés » : il faut un nombre entier") == 2  # beside it, and above the answer


@pytest.mark.parametrize("name", catalogue.QUESTIONS)
def test_every_question_has_a_form(name: str):
    assert passer_by().get(f"/ask/{name}/").status_code == 200


@pytest.mark.parametrize("engine", catalogue.ENGINES)
def test_every_engine_has_a_form_to_open_a_game(engine: str):
    assert host().get(f"/new/{engine}/").status_code == 200


def test_a_clause_is_shown_as_a_page_and_as_a_panel():
    page = text(passer_by().get("/why/HOUSE-SEAL-1"))
    english = text(passer_by().get("/why/HOUSE-SEAL-1", headers={"Accept-Language": "en"}))
    panel = text(passer_by().get("/why/HOUSE-SEAL-1", headers={"HX-Request": "true"}))

    assert "Un choix scellé n’est connu que de son auteur" in html.unescape(page)
    assert "A sealed choice is known only to its owner" in english
    assert panel.startswith("<article")


def test_the_language_is_remembered():
    client = passer_by()
    assert 'lang="fr"' in text(client.get("/"))

    client.post("/language", {"language": "en", "next": "/"})

    assert 'lang="en"' in text(client.get("/"))
    assert "Organiser sign-in" in text(client.get("/"))


def test_the_appearance_is_remembered():
    client = passer_by()
    client.post("/theme", {"theme": "dark", "next": "https://elsewhere.example/"})

    assert '<button name="theme" value="dark" aria-current="true">' in text(client.get("/"))


def test_nothing_at_an_address_says_so_with_a_way_back():
    answer = passer_by().get("/g/nowhere/")

    assert answer.status_code == 404
    assert "Rien à cette adresse" in text(answer)
    assert 'href="/"' in text(answer)


def test_a_form_without_its_token_changes_nothing():
    sale()
    strict = Client(enforce_csrf_checks=True)
    strict.get(f"/s/{links.token(links.make(SALE, Role.PLAYER, 'Ana', ANA))}")

    answer = bid(strict, 3)

    assert answer.status_code == 403
    assert "Formulaire périmé" in text(answer)
    assert Entry.objects.count() == 0


def test_a_page_costs_few_queries(django_assert_max_num_queries):
    sale()
    ana = player(ANA)
    bid(ana, 3)

    with django_assert_max_num_queries(4):  # the stream, the place, new entries for the board and for the log
        ana.get("/g/sale/")


def test_a_command_costs_few_queries(django_assert_max_num_queries):
    sale()
    ana = {"Authorization": f"Bearer {links.token(links.make(SALE, Role.PLAYER, 'Ana', ANA))}"}
    sent = {"path": "/api/streams/sale/commands", "headers": ana, "content_type": "application/json"}
    passer_by().post(data={"type": "DraftBid", "amount": 1}, **sent)

    # the stream, the place, new entries twice, the end of the stream, the entry, what it waits for, the two ends of the
    # transaction, and PostgreSQL's notice; none of them worked out by Django, which takes longer than the answer
    with (
        django_assert_max_num_queries(10),
        patch("django.db.models.sql.compiler.SQLCompiler.as_sql", side_effect=AssertionError("worked out anew")),
    ):
        assert passer_by().post(data={"type": "DraftBid", "amount": 2}, **sent).status_code == 200


def test_a_script_that_puts_the_game_in_place_is_given_it_without_its_frame():
    sale()
    page = text(passer_by().get("/g/sale/"))

    answer = passer_by().get("/g/sale/", headers={"HX-Request": "true"})

    game = text(answer)[text(answer).index('<div id="game"') :].strip()
    assert game in page
    assert "</html>" not in text(answer)
    assert "HX-Request" in answer.headers["Vary"]


def test_a_clause_keeps_its_title_and_drops_its_id():
    page = text(passer_by().get("/why/SEQ-M3"))

    assert "<strong>Dés d’attaque</strong>, chaque camp dans cet ordre" in page


def test_every_event_can_be_reached_from_the_home_page():
    for number in range(50):
        sale(stream=StreamId(f"sale-{number}"))

    first, second = (text(passer_by().get(f"/?page={page}")) for page in (1, 2))

    found = [set(re.findall(r'href="/g/(sale-\d+)/"', page)) for page in (first, second)]
    assert (len(found[0]), len(found[0] | found[1])) == (48, 50)
    assert 'href="?page=2"' in first


def test_an_address_that_only_takes_forms_says_so_to_whoever_opens_it():
    sale()

    answer = player(ANA).get("/g/sale/send")

    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    assert "Elle ne fait que recevoir un formulaire." in text(answer)


def test_a_link_that_was_replaced_sends_its_player_to_the_organiser():
    sale()
    link = links.make(SALE, Role.PLAYER, "Ana", ANA)
    old = links.token(link)
    links.renew(link)

    answer = passer_by().get(f"/s/{old}")

    assert answer.status_code == 404
    assert "Demandez le vôtre à l’organisateur." in text(answer)


def test_what_people_are_called_is_no_word_of_ours_in_an_answer():
    games = [[{"a": "x", "b": "second", "a_vp": 23, "b_vp": 19}, {"a": "y", "b": "a", "a_vp": 7, "b_vp": 2}]]
    page = text(passer_by().get("/ask/tournament.standings/", {"format": "saga", "rounds": json.dumps(games)}))

    rows = re.findall(r"<tr>\s*<td>\s*(\w+)\s*</td>", page)
    assert sorted(rows) == ["a", "second", "x", "y"]


@pytest.mark.parametrize(
    ("address", "said", "unsaid"),
    [
        ("magic.chain/?casts=1", "Sortilèges lancés", "True"),
        ("tournament.awards/?format=steamroller", "Cuillère de bois", "spoon"),
        ("skirmish.odds/?kind=roll&attack.dice=4&difficulty=15", "échec critique", "failure"),
        ("steamroller.scenarios/?size=50", "Scénarios possibles", "indécis"),
        ("skirmish.defence/?skill=4&bonuses=2", "armes et bouclier", "arms"),
    ],
)
def test_an_answer_is_said_in_the_words_of_its_question(address: str, said: str, unsaid: str):
    page = laid_out(text(passer_by().get(f"/ask/{address}"))).split('class="answer"')[1]

    assert (said in page, re.search(rf"\b{unsaid}\b", page)) == (True, None)


def test_a_question_about_a_map_keeps_what_was_typed_and_says_what_is_wrong():
    answer = passer_by().get("/ask/campaign.march/", {"bands": "1 zoe T10: 6", "band": "1", "path": "T15"})

    assert answer.status_code == 400
    assert "Personne ne joue «\u00a0zoe\u00a0» ici" in text(answer)
    assert "1 zoe T10: 6" in text(answer)


def test_archives_without_any_do_not_send_anybody_to_open_an_event():
    page = text(host().get("/?archived"))

    assert ("Aucune archive." in page, "Commencez ci-dessous" in page) == (True, False)

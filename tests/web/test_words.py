"""Every form, question and filter of the log has a phrase in both languages; that it is well said, people judge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import unescape
from typing import Any

import pytest
from django.urls import reverse
from msgspec import inspect

from heraut import catalogue
from heraut.kernel.names import LOCAL, ActorId, CommandId, Seat
from heraut.speech.sentences import LANGUAGES, Language, phrases
from heraut.tournament.saga.lists import HandInBand
from heraut.web import forms
from heraut.web.desk import submit
from heraut.web.forms import Field
from heraut.web.links import FIRST_ACCOUNT
from web.build import host
from web.test_tournament import CUP, band, cup

SHIPPED = [catalogue.engine(name) for name in catalogue.ENGINES if name != "auction"]
UNSAID = "no phrase"


def _unlabelled(kind: Any, said: dict[str, str]) -> Iterator[str]:
    for part in inspect.type_info(kind).fields:  # type: ignore[attr-defined]
        if f"{kind.__name__}.{part.name}" not in said and part.name not in said:
            yield f"{kind.__name__}.{part.name}"
        inner, _optional = forms.without_none(part.type)
        if isinstance(inner, inspect.StructType) and not inner.array_like:
            yield from _unlabelled(inner.cls, said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_of_every_question_and_every_setting_has_its_label(language: Language):
    said = dict(phrases(language)["fields"])
    asked = [catalogue.question(name).input for name in catalogue.QUESTIONS]
    opened = [engine.settings for engine in SHIPPED]
    kinds = [kind for union in (*asked, *opened) for kind in forms.variants(union).values()]

    assert [field for kind in kinds for field in _unlabelled(kind, said)] == []


def _unnamed(fields: Iterable[Field]) -> Iterator[str]:
    for field in fields:
        yield from (f"{field.name}:{value}" for value, label in field.choices if label == UNSAID)
        yield from _unnamed(field.parts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_a_form_offers_has_its_name(language: Language, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("heraut.web.forms._readable", lambda _: UNSAID)
    asked = [catalogue.question(name).input for name in catalogue.QUESTIONS]
    opened = [engine.settings for engine in SHIPPED]
    kinds = [kind for union in (*asked, *opened) for kind in forms.variants(union).values()]

    assert [name for kind in kinds for name in _unnamed(forms.fields(kind, language))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_is_asked_in_words_under_a_heading_in_words(language: Language):
    said = phrases(language)

    assert [name for name in catalogue.QUESTIONS if name not in said["questions"]] == []
    assert {name.partition(".")[0] for name in catalogue.QUESTIONS} - said["words"].keys() == set()


@pytest.mark.django_db
def test_the_machines_own_organiser_is_called_so_in_the_readers_language():
    cup()
    host().post("/g/cup/tournament/entries", {"names": "Hugo"})
    handed_in = HandInBand(seat=Seat("ana"), band=band())
    submit(CUP, handed_in, command_id=CommandId("1"), actor=ActorId(FIRST_ACCOUNT), sender=LOCAL)
    for language, said in (("en", "by the organiser"), ("fr", "par l’organisateur")):
        page = unescape(host().get("/g/cup/log", headers={"accept-language": language}).content.decode())
        assert " ".join(page.split()).count(said) == 1  # not where it is the organiser's own line
        assert ("organisateur" in page) is (language == "fr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_event_has_a_name_in_the_logs_filter(language: Language):
    kinds = {kind.__name__ for engine in SHIPPED for kind in forms.variants(engine.events).values()}

    assert kinds - phrases(language)["kinds"].keys() == set()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "asked", "said"),
    [
        ("steamroller.timing", {"size": "35"}, ("Base", "Extension", "Réserve de temps")),
        ("unit.profile", {"unit": "warrior"}, ("Seuil d’épuisement", "Agressivité")),
    ],
)
def test_an_answer_is_read_in_words(name: str, asked: dict[str, str], said: tuple[str, ...]):
    answer = host().get(reverse("question", args=[name]), asked, headers={"accept-language": "fr"})
    page = " ".join(unescape(answer.content.decode()).split())

    assert [label for label in said if f"<dt> {label} </dt>" not in page] == []


@pytest.mark.django_db
def test_a_reason_inside_an_answer_is_a_sentence():
    lines = {"text": "1 Seigneur\n8 Guerriers\n4 Gardes", "budget": "6"}
    answer = host().get(reverse("question", args=["saga.band"]), lines, headers={"accept-language": "fr"})
    page = " ".join(unescape(answer.content.decode()).split())

    assert "2 points dépensés sur 6" in page
    assert "saga-band-under-budget" not in page

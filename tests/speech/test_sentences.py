from __future__ import annotations

import re
from fractions import Fraction

import pytest

from auction.build import ANA
from auction.engine import BidPlaced, PlaceBid
from heraut.campaign.aftermath import VillageRazed
from heraut.campaign.tables import TerritoryId
from heraut.kernel.message import Awaited, Outline, Roll
from heraut.kernel.names import ClauseId, Instant, Seat
from heraut.kernel.refusal import Fact, HouseCode, Reason, Refusal, exact, house, together
from heraut.skirmish.playing import Unseen
from heraut.skirmish.turn import TurnBegan
from heraut.speech.sentences import (
    LANGUAGES,
    Language,
    phrases,
    say_awaited,
    say_command,
    say_event,
    say_reason,
    say_refusal,
)
from heraut.speech.typography import typeset
from heraut.tournament.entries import PlayerRegistered
from heraut.tournament.officials import RulingGiven

SEAL = ClauseId("HOUSE-SEAL-1")


def test_a_refusal_says_what_is_wrong_what_to_do_and_its_clause():
    refusal = Refusal(SEAL, "auction-too-much", "ana", 11, 10)

    assert say_refusal(refusal, "en") == "ana cannot bid 11: the purse holds 10. Bid less. [HOUSE-SEAL-1]"
    assert say_refusal(refusal, "fr") == "ana ne peut pas miser 11 : il lui reste 10. Misez moins. [HOUSE-SEAL-1]"


@pytest.mark.parametrize(
    ("allowed", "fr", "en"),
    [((38, 40), "38 à 40", "38 to 40"), ((4, 4), "4", "4"), ((2,), "2 ou plus", "2 or more"), (3, "3", "3")],
)
def test_the_least_and_the_most_are_said_as_a_range(allowed: object, fr: str, en: str):
    refusal = Refusal(ClauseId("SR-LIST-2"), "list-points", 1, asked=34, allowed=allowed)  # type: ignore[arg-type]

    assert say_refusal(refusal, "fr").replace("\N{NO-BREAK SPACE}", " ") == (
        f"Liste 1 : 34 points, il en faut {fr}. Ajustez vos choix. [SR-LIST-2]"
    )
    assert say_refusal(refusal, "en") == f"List 1: 34 points, but it must have {en}. Change your entries. [SR-LIST-2]"


def test_every_fault_of_a_list_has_its_line():
    refusal = together((house(HouseCode.UNKNOWN_SEAT, "zoe"), Refusal(SEAL, "auction-no-lots", allowed=1)))
    assert refusal is not None

    assert len(say_refusal(refusal, "fr").splitlines()) == 2


def test_an_event_names_people_by_their_names():
    assert say_event(BidPlaced(ANA, 3), "en", {"ana": "Ana"}) == "Ana seals a bid of 3."


@pytest.mark.clause("HOUSE-NAME-2")
@pytest.mark.parametrize(("name", "fr"), [("first", "de first"), ("ana", "d’ana"), ("no", "de no")])
def test_what_people_typed_is_never_looked_up_as_a_word(name: str, fr: str):
    event = PlayerRegistered(player=Seat("p1"), name=name)

    assert say_event(event, "fr", {"ana": "Ben"}) == f"Inscription {fr}."
    assert name in say_event(RulingGiven(ruling=1, by=ANA, at=Instant(0), text=name), "en", {"ana": "Ben"})


def test_an_outline_says_no_more_than_that_it_happened():
    assert say_event(Outline("auction", "BidPlaced", (ANA,)), "fr", {"ana": "Ana"}) == "Ana a scellé une mise."


def test_a_command_and_what_is_awaited_are_said():
    assert say_command(PlaceBid, "fr") == "Sceller une mise"
    assert say_command(Roll(faces=(1,)), "en") == "Roll the dice"
    assert say_awaited(Awaited(ANA, "auction-bid", SEAL), "en", {"ana": "Ana"}) == "Ana has to seal a bid."


def test_a_reason_quotes_its_facts_and_its_clause():
    reason = Reason(ClauseId("HOUSE-DICE-2"), "pool", {"dice": 8, "target": 4, "faces": 3})

    assert say_reason(reason, "en") == "8 dice, each succeeds on 4 or more: 3 faces of 6 [HOUSE-DICE-2]"


@pytest.mark.parametrize(
    ("fact", "fr", "en"),
    [
        (12_345, "12\N{NARROW NO-BREAK SPACE}345", "12,345"),
        (9_999, "9999", "9999"),
        (exact(Fraction(7, 2)), "3½", "3½"),
        (exact(Fraction(1, 2)), "½", "½"),
        (exact(Fraction(25, 4)), "6¼", "6¼"),
        (exact(Fraction(1, 3)), "1/3", "1/3"),
        (exact(Fraction(191, 24)), "7,96", "7.96"),
        (2.25, "2,25", "2.25"),
        (True, "oui", "yes"),
        (("a", 2), "a, 2", "a, 2"),
        (None, "–", "–"),
    ],
)
def test_facts_are_written_as_people_write_them(fact: object, fr: str, en: str):
    reason = Reason(ClauseId("HOUSE-DICE-2"), "pool", {"dice": fact, "target": 4, "faces": 3})  # type: ignore[dict-item]

    assert say_reason(reason, "fr").split(" dé")[0] == fr
    assert say_reason(reason, "en").split(" di")[0] == en


@pytest.mark.parametrize(
    ("count", "fr", "en"),
    [
        (0, "0 dé", "0 dice"),
        (1, "1 dé", "1 die"),
        (exact(Fraction(3, 2)), "1½ dé", "1½ dice"),
        (2, "2 dés", "2 dice"),
        (None, "– dés", "– dice"),
    ],
)
def test_what_is_counted_agrees_with_its_number(count: object, fr: str, en: str):
    reason = Reason(ClauseId("HOUSE-DICE-2"), "pool", {"dice": count, "target": 4, "faces": 3})  # type: ignore[dict-item]

    assert [say_reason(reason, language).split(",")[0] for language in LANGUAGES] == [fr, en]


def _refused(code: str, allowed: Fact, language: Language) -> str:
    return say_refusal(Refusal(SEAL, code, "1", 52, allowed), language).removesuffix(" [HOUSE-SEAL-1]")


@pytest.mark.parametrize(
    ("code", "allowed", "fr", "en"),
    [
        ("list-points", (48, 50), "il en faut 48 à 50.", "it must have 48 to 50."),
        ("list-points", (50, 50), "il en faut 50.", "it must have 50."),
        ("keyword-value", (1,), "il faut 1 ou plus, pas 52.", "it must be 1 or more, not 52."),
        ("skirmish-run-up", "3-6", "une distance de 3 à 6 m", "3 to 6 m from the target"),
        ("skirmish-ruling-out-of-range", "-3..3", "Il faut −3 à 3, pas 52.", "It must be −3 to 3, not 52."),
        ("campaign-setting-out-of-range", "2–6", "Choisissez 2 à 6.", "Choose 2 to 6."),
        ("campaign-setting-out-of-range", "≥ 1", "Choisissez 1 ou plus.", "Choose 1 or more."),
    ],
)
def test_a_range_is_said_as_a_range(code: str, allowed: Fact, fr: str, en: str):
    assert fr in _refused(code, allowed, "fr")
    assert en in _refused(code, allowed, "en")


@pytest.mark.parametrize(
    ("setting", "fr", "en"),
    [
        ("fast_max_points", "« Points d’une bande rapide, au plus »", "“Points of a fast band, at most”"),
        ("deadlines.upkeep", "« Délais, entretien »", "“Deadlines, upkeep”"),
        ("odd.name", "« odd.name »", "“odd.name”"),
    ],
)
def test_a_refusal_calls_a_setting_as_its_form_does(setting: str, fr: str, en: str):
    refused = Refusal(SEAL, "campaign-setting-out-of-range", setting, 0, "≥ 1")

    assert typeset(fr) in say_refusal(refused, "fr")
    assert en in say_refusal(refused, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_phrase_leaves_the_plural_to_the_reader(language: Language):
    every = (said for table in phrases(language).values() for said in table.values())

    assert [said for said in every if re.search(r"\w\((s|x|e|es)\)", said)] == []


def test_both_languages_say_the_same_things():
    french, english = (
        {(table, key) for table, entries in phrases(language).items() for key in entries} for language in LANGUAGES
    )

    assert french ^ english == set()


def test_an_event_that_wraps_another_quotes_its_sentence():
    hidden = Unseen(seat=ANA, event=TurnBegan(turn=2))

    assert say_event(hidden, "fr") == f"À l’insu des autres : {say_event(TurnBegan(turn=2), 'fr')}"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Ana", "d’Ana"),
        ("Élodie", "d’Élodie"),
        ("Ben", "de Ben"),
        ("Hugo", "d’Hugo"),
        ("Hélène", "d’Hélène"),
        ("Harald", "de Harald"),
        ("Yves", "d’Yves"),
        ("Yann", "de Yann"),
        ("Åke", "d’Åke"),
    ],
)
def test_french_says_of_before_a_vowel_as_french_does(name: str, said: str):
    event = VillageRazed(ANA, TerritoryId("T01"))

    assert (
        say_event(event, "fr", {"ana": name, "T01": "Oasis"}) == f"Oasis\N{NO-BREAK SPACE}: le village {said} est rasé."
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [("L’organisateur", "de l’organisateur"), ("Le sort", "du sort"), ("L’horloge", "de l’horloge"), ("Léo", "de Léo")],
)
def test_a_seat_of_nobody_in_particular_has_no_capital_inside_a_sentence(name: str, said: str):
    event = VillageRazed(ANA, TerritoryId("T01"))

    assert f"le village {said} est rasé" in say_event(event, "fr", {"ana": name, "T01": "Oasis"})


def test_a_sentence_that_begins_with_such_a_seat_has_its_capital():
    reason = Reason(ClauseId("SC-INI-5"), "campaign-favour", {"seat": "organiser"})

    assert say_reason(reason, "fr", {"organiser": "L’organisateur"}).startswith("L’organisateur, premier")
    assert say_reason(reason, "en", {"organiser": "The organiser"}).startswith("The organiser")

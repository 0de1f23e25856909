"""Whatever people write is read or refused with a sentence, never an exception."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from heraut.kernel.refusal import Refusal
from heraut.speech.sentences import LANGUAGES, say_refusal
from heraut.tournament.saga.band_text import price_text
from heraut.tournament.saga.bands import Age, Priced, SagaBandRules
from heraut.tournament.steamroller.variants import Variants, check_variants
from heraut.tournament.steamroller.variants_text import read_variants

WORDS = st.sampled_from(
    [
        "Un",
        "Seigneur",
        "8",
        "12",
        "24",
        "vingt",
        "et",
        "un",
        "x",
        "×",
        "Gardes",
        "gardse",
        "Guerriers",
        "guerriers",
        "Levées",
        "levy",
        "(1",
        "pt)",
        "(1/0",
        "pts)",
        "(½",
        "point)",
        ",",
        ";",
        ".",
        "\n",
        "Sortilèges",
        ":",
        "Brume",
        "légendaire",
        "Bande",
        "de",
        "points",
        "unités",
        "éléphant",
        "-",
        "•",
        "Règles",
        "annexes",
        "SR2011",
        "Scénarios",
        "(",
        ")",
        "La",
        "Cage",
        "dans",
        "cet",
        "ordre",
        "listes",
        "Tournoi",
        "en",
        "rondes",
        "Palier",
        "Classement",
        "à",
        "l'attrition",
        "Mort",
        "subite",
        "99999999999",
    ]
)
TEXTS = st.lists(WORDS, max_size=14).map(" ".join) | st.text(max_size=60)
few = settings(max_examples=80, deadline=None, derandomize=True)


@few
@given(text=TEXTS, age=st.sampled_from([None, *Age]))
@example(text="1 char (1/0 pts)", age=None)
def test_any_text_is_a_band_or_a_refusal_that_can_be_said(text, age):
    outcome = price_text(text, SagaBandRules(), age=age)

    if isinstance(outcome, Refusal):
        assert all(say_refusal(outcome, language) for language in LANGUAGES)
    else:
        assert isinstance(outcome, Priced)
        assert outcome.points == sum(line.points or 0 for line in outcome.lines)


@few
@given(text=TEXTS)
def test_any_text_is_a_set_of_variants_or_a_refusal_that_can_be_said(text):
    outcome = read_variants(text)
    refusal = outcome if isinstance(outcome, Refusal) else check_variants(outcome, size=35, players=8)

    assert isinstance(outcome, Refusal | Variants)
    assert refusal is None or all(say_refusal(refusal, language) for language in LANGUAGES)

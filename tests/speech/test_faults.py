"""What a parser or the journal tells is said to people in their language, with the place and what to do."""

import ast
import re
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from heraut import catalogue
from heraut.journal.history import History
from heraut.kernel.codec import Malformed, decode, from_plain
from heraut.kernel.journal import Damaged, Header
from heraut.kernel.names import EngineId, Instant, RulesVersion, StreamId
from heraut.speech.faults import say_wrong
from heraut.speech.sentences import LANGUAGES, phrases
from heraut.speech.typography import typeset

WEB = Path(__file__).parents[2] / "src" / "heraut" / "web"
REFUSED_WITH = ("NoData", "CannotServe")


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    dice: int
    names: tuple[str, str] = ("a", "b")
    share: Fraction = Fraction(1)


SENT = {
    '{"dice": 8': (
        "Le texte s'arrête avant la fin : envoyez-le en entier.",
        "The text is cut short: send all of it.",
    ),
    "{dice}": (
        "Ce n'est pas du JSON, à partir du caractère 1 : vérifiez guillemets, virgules et accolades.",
        "This is not JSON, from character 1 on (object keys must be strings): check quotes, commas and braces.",
    ),
    '{"dice": "x"}': (
        "« dice » : il faut un nombre entier, pas un texte.",
        "“dice”: there must be a whole number, not text.",
    ),
    '{"dice": 2.5}': (
        "« dice » : il faut un nombre entier, pas un nombre à virgule.",
        "“dice”: there must be a whole number, not a number with decimals.",
    ),
    "{}": ("Il manque « dice » : ajoutez-le.", "“dice” is missing: add it."),
    '{"dice": 1, "sides": 6}': (
        "« sides » n'est pas attendu ici : retirez-le, ou corrigez son nom.",
        "“sides” is not expected here: leave it out, or correct its name.",
    ),
    '{"dice": 1, "names": ["a"]}': (
        "« names » : la liste n'a pas la bonne longueur (il faut 2).",
        "“names”: the list has the wrong length (it must be 2).",
    ),
    '{"dice": 1, "names": ["a", 3]}': (
        "« names[1] » : il faut un texte, pas un nombre entier.",
        "“names[1]”: there must be text, not a whole number.",
    ),
    '{"dice": 1, "share": "1/0"}': (
        "« share » : « 1/0 » n'est pas un nombre : écrivez par exemple 3,5 ou 7/2.",
        "“share”: “1/0” is not a number: write for example 3.5 or 7/2.",
    ),
}


@pytest.mark.parametrize("sent", SENT)
def test_what_cannot_be_read_is_told_in_both_languages(sent: str):
    with pytest.raises(Malformed) as told:
        decode(sent, Order)

    assert (say_wrong(told.value, "fr"), say_wrong(told.value, "en")) == (typeset(SENT[sent][0]), SENT[sent][1])


def test_one_of_two_kinds_is_told_in_words():
    told = "Expected `int | null`, got `str`"

    assert say_wrong(told, "fr") == "Il faut un nombre entier ou rien, pas un texte."
    assert say_wrong(told, "en") == "There must be a whole number or nothing, not text."


def test_a_page_calls_a_field_by_its_label():
    with pytest.raises(Malformed) as told:
        from_plain({"dice": "x"}, Order)

    assert say_wrong(told.value, "en", {"dice": "Number of dice"}.__getitem__) == (
        "“Number of dice”: there must be a whole number, not text."
    )


def test_a_cut_file_is_told_wholly_in_french():
    cut = Damaged("line 3 cannot be read (Input data was truncated): the file may be cut, export it again")

    assert say_wrong(cut, "fr") == typeset(
        "La ligne 3 ne peut pas être lue (le texte s'arrête avant la fin : envoyez-le en entier). "
        "Le fichier est peut-être coupé : exportez l'événement à nouveau."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_we_do_not_know_is_told_as_it_is(language):
    assert say_wrong("Something else", language) == "Something else"


def test_nothing_where_a_value_should_be_is_told_in_french():
    assert say_wrong("cannot read the value “”", "fr").endswith("ne peut pas être lue.")


def test_too_many_units_for_fractions_are_told_in_french():
    units = [{"unit": "warrior"}] * 11
    with pytest.raises(Malformed) as told:
        catalogue.question("battle.match-ups").ask_plain({"mine": units, "theirs": units, "exact": True})

    assert "10 unités par camp au plus" in say_wrong(told.value, "fr")


def test_a_game_of_a_newer_edition_is_told_in_french():
    header = Header(
        stream=StreamId("cup"), engine=EngineId("match"), rules=RulesVersion("match/99"), title="Coupe",
        settings=msgspec.Raw(b"{}"), created=Instant(0),
    )  # fmt: skip
    with pytest.raises(Damaged) as told:
        History(catalogue.engine("match"), header)

    assert say_wrong(told.value, "fr") == typeset(
        "« cup » se joue sous des règles que ce Héraut ne connaît pas (match/99) : mettez-le à jour."
    )


def test_a_distance_there_is_not_is_told_in_french():
    with pytest.raises(Malformed) as told:
        catalogue.question("unit.actions").ask('{"unit": "warrior", "nearest_enemy": 101}')

    assert say_wrong(told.value, "fr") == typeset("Il faut des pouces, de 0 à 100, pas 101.")


def test_why_a_folder_cannot_be_written_to_is_told_in_french_too():
    told = "The data folder /srv cannot be written to (Permission denied): give yourself the right to write there, or "

    assert "(droit refusé)" in say_wrong(f"{told}name another with HERAUT_DATA.", "fr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fact_of_a_told_fault_is_one_its_sentence_knows(language):
    for key, text in phrases(language)["faults"].items():
        assert set(re.findall(r"{(\w+)}", text)) <= {"place", *re.findall(r"{(\w+)}", key)}


def why_a_server_does_not_start() -> list[str]:
    """Every sentence that a server which cannot start, or whose data cannot be opened, is refused with."""
    found = (node for file in WEB.rglob("*.py") for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    refusals = (node for node in found if isinstance(node, ast.Call) and getattr(node.func, "id", "") in REFUSED_WITH)
    return [said for node in refusals if node.args and (said := _as_an_example(node.args[0]))]


def _as_an_example(written: ast.expr) -> str:
    """A text with something in the place of what varies; nothing for one that is made elsewhere."""
    match written:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_as_an_example(part) for part in parts)
        case ast.FormattedValue(conversion=conversion):
            return "'x'" if conversion == ord("r") else "x"
        case _:
            return ""


def test_why_a_server_does_not_start_is_said_in_french():
    listed = why_a_server_does_not_start()

    assert len(listed) > 8
    assert [told for told in listed if say_wrong(told, "fr") == told] == []


def test_what_pythons_zip_reader_says_is_told_in_words():
    lacking = "There is no item named 'hand-over.json' in the archive"

    assert say_wrong(f'the file cannot be read ("{lacking}"): it may be cut, export it again', "en") == (
        "The file cannot be read (it lacks hand-over.json). It may be cut short: export it again."
    )

"""The small parts: forms from types, the sheets' Markdown, charts, addresses, data."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from django.http import QueryDict
from django.test import RequestFactory

from heraut.kernel.codec import Malformed, from_plain
from heraut.web import data_folder, forms, links, pictures, sentences
from heraut.web.data_folder import NoData
from heraut.web.forms import Field
from heraut.web.markdown import clause_html


class Side(StrEnum):
    LEFT = "left"
    RIGHT = "right"


class Place(msgspec.Struct, frozen=True):
    name: str
    steps: int = 2


class Order(msgspec.Struct, frozen=True):
    side: Side
    place: Place
    names: tuple[str, ...]
    faces: tuple[int, ...]
    who: dict[str, str]
    half: Fraction
    sure: bool = False
    note: str | None = None
    rest: list[Place] = []


WHOLE = Order(
    Side.RIGHT,
    Place("mill", 3),
    ("a b", "c"),
    (1, 6),
    {"ana": "Ana", "x": "Chloé"},
    Fraction(7, 2),
    True,
    "é",
    [Place("p")],
)


def typed(**values: str) -> QueryDict:
    posted = QueryDict(mutable=True)
    posted.update({name.replace("__", "."): value for name, value in values.items()})
    return posted


def as_typed(fields: tuple[Field, ...]) -> QueryDict:
    posted = QueryDict(mutable=True)
    for field in fields:
        if field.kind == "group":
            posted.update(as_typed(field.parts))
        else:
            posted[field.name] = str(field.value).lower() if field.kind == "check" else str(field.value)
    return posted


def test_a_form_filled_from_a_value_reads_back_to_it():
    shown = forms.fields(Order, "en", start=WHOLE)

    assert from_plain(forms.read(Order, as_typed(shown)), Order, strict=False) == WHOLE


def test_each_type_has_its_control():
    kinds = {field.name: field.kind for field in forms.fields(Order, "fr")}

    assert kinds == {
        "side": "choice",
        "place": "group",
        "names": "lines",
        "faces": "numbers",
        "who": "pairs",
        "half": "text",
        "sure": "check",
        "note": "text",
        "rest": "json",
    }


def test_names_typed_one_per_line_make_their_own_seats():
    read = forms.read(Order, typed(who="Ana\nChloé\nAna\nb = Ben"))

    assert read["who"] == {"ana": "Ana", "chloe": "Chloé", "ana-2": "Ana", "b": "Ben"}


def test_an_empty_optional_field_is_left_out():
    assert "note" not in forms.read(Order, typed(note=" "))


class Choices(msgspec.Struct, frozen=True, tag="saga", tag_field="format"):
    late: bool = True
    ranked: bool | None = None
    order: tuple[str, ...] = ("wins",)
    forfeit: Place | None = None


@pytest.mark.parametrize(
    ("values", "choices"),
    [
        ({}, Choices()),
        ({"late": "", "ranked": "", "order": "", "forfeit__steps": "2"}, Choices(late=False, order=())),
        ({"late": "on", "ranked": "false"}, Choices(ranked=False)),
        ({"ranked": "true", "forfeit__name": "x", "forfeit__steps": "3"}, Choices(ranked=True, forfeit=Place("x", 3))),
    ],
)
def test_what_a_form_leaves_out_keeps_its_default(values: dict[str, str], choices: Choices):
    assert from_plain(forms.read(Choices, typed(**values)), Choices, strict=False) == choices


def test_a_union_offers_its_variants_by_their_tags():
    assert list(forms.variants(Choices | Place)) == ["saga", "Place"]


def test_json_that_cannot_be_read_names_its_field():
    with pytest.raises(Malformed, match=r"\$\.rest"):
        forms.read(Order, typed(rest="[{"))


def test_a_fault_stands_beside_the_field_it_names():
    shown = forms.with_fault(forms.fields(Order, "en"), "Expected `int` - at `$.place.steps`", "en")

    assert shown[1].parts[1].fault == "“Sequence of actions”: there must be a whole number."
    assert shown[0].fault == ""


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a <b> & *c* **d** `e`", "<p>a &lt;b&gt; &amp; <em>c</em> <strong>d</strong> <code>e</code></p>"),
        ("- one\n- two\n  more", "<ul><li>one</li><li>two more</li></ul>"),
        ("[here](javascript:alert)", "<p>here</p>"),
        ("see HOUSE-SEAL-1, not HOUSE-NO-9", '<p>see <a href="/why/HOUSE-SEAL-1">HOUSE-SEAL-1</a>, not HOUSE-NO-9</p>'),
        ("one\n\ntwo", "<p>one</p><p>two</p>"),
        ("- alone\n  - a\n  - b", "<p>alone</p><ul><li>a</li><li>b</li></ul>"),
    ],
)
def test_the_sheets_markdown_becomes_safe_html(text: str, html: str):
    assert clause_html(text) == html


def test_a_table_becomes_a_table():
    html = clause_html("| a | b |\n|---|---|\n| 1 | <2> |")

    assert "<thead><tr><th>a</th><th>b</th></tr></thead>" in html
    assert "<td>&lt;2&gt;</td>" in html


def test_a_law_is_drawn_with_its_tallest_bar_full_and_its_tail_from_one_to_the_last():
    chart = pictures.law([{"value": 0, "p": 0.25}, {"value": 1, "p": 0.5}, {"value": 2, "p": 0.25}], "fr")
    room = pictures.HEIGHT - pictures.FOOT - 20

    assert [bar.height for bar in chart.bars] == [room / 2, room, room / 2]
    assert [bar.at_least for bar in chart.bars] == ["100\u202f%", "75\u202f%", "25\u202f%"]


@pytest.mark.parametrize(
    ("p", "english", "french"),
    [
        (0.0, "0%", "0\u202f%"),
        (0.0004, "< 0.1%", "< 0,1\u202f%"),
        (0.2734, "27.3%", "27,3\u202f%"),
        (0.0625, "6.3%", "6,3\u202f%"),
        (0.9996, "> 99.9%", "> 99,9\u202f%"),
        (1.0, "100%", "100\u202f%"),
    ],
)
def test_a_chance_is_never_rounded_to_certainty(p: float, english: str, french: str):
    assert (sentences.percent(p, "en"), sentences.percent(p, "fr")) == (english, french)


def test_a_law_of_very_many_values_keeps_those_that_matter():
    rows = [{"value": value, "p": 1e-9 if value else 1.0} for value in range(200)]

    assert len(pictures.law(rows, "fr").bars) == 1


def test_a_link_shown_on_this_machine_is_one_that_phones_can_open(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(links, "lan_address", lambda: "192.168.1.7")
    here = RequestFactory(headers={"Host": "localhost:8000"}).get("/")
    there = RequestFactory(headers={"Host": "club.example"}).get("/")

    assert links.for_others(here, "/s/x") == "http://192.168.1.7:8000/s/x"
    assert links.for_others(there, "/s/x") == "http://club.example/s/x"


def test_a_database_address_is_read():
    read = data_folder.database(Path("/x"), "postgresql://ana:p%40ss@db.example:6543/club?sslmode=require", "0")

    assert {key: read[key] for key in ("NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")} == {
        "NAME": "club",
        "USER": "ana",
        "PASSWORD": "p@ss",
        "HOST": "db.example",
        "PORT": "6543",
        "OPTIONS": {"sslmode": "require"},
    }


@pytest.mark.parametrize("url", ["mysql://x/y", "postgresql://x", "nonsense"])
def test_an_address_of_no_postgresql_says_how_to_write_one(url: str):
    with pytest.raises(NoData, match="postgresql://user:password@host:5432/name"):
        data_folder.database(Path("/x"), url)


def test_the_secret_key_is_drawn_once_and_kept_from_others(tmp_path: Path):
    key = data_folder.secret_key(tmp_path)

    assert data_folder.secret_key(tmp_path) == key
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_made_says_what_to_do(tmp_path: Path):
    (tmp_path / "file").touch()

    with pytest.raises(NoData, match="HERAUT_DATA"):
        data_folder.prepare(tmp_path / "file" / "data")

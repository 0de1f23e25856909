"""Whatever comes in by any door is bounded, and told so at once."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auction.engine import PlaceBid, Settings, commands
from heraut.kernel.bounds import (
    LARGEST,
    MOST_CHARACTERS,
    MOST_ITEMS,
    MOST_NESTED,
    excess,
    fraction,
    harmless,
    may_exceed,
    whole,
)
from heraut.kernel.codec import Malformed, decode, encode, from_plain, from_toml
from heraut.kernel.names import MOST_ID, MOST_NAME, RESERVED, Instant, Name, Seat, is_id, one_line
from heraut.kernel.slugs import slug
from heraut.kernel.text import from_line
from heraut.speech.faults import say_wrong
from heraut.speech.sentences import LANGUAGES
from pace import is_at_once


class Free(msgspec.Struct, frozen=True):
    """What a type does not bound by itself."""

    number: int = 0
    part: Fraction = Fraction(0)
    length: float = 0.0
    text: str = ""
    items: tuple[int, ...] = ()
    anything: Any = None
    names: Mapping[Seat, Name] = {}
    at: Instant = Instant(0)


DEEP = "[" * 100_000 + "]" * 100_000
BEYOND: dict[str, str] = {
    "a fraction with an exponent": '{"part": "1e1000000000"}',
    "a fraction with a small exponent": '{"part": "1e-1000000000"}',
    "a fraction of many digits": '{"part": "%s"}' % ("9" * 100_000),
    "a fraction larger than any number": '{"part": "%s/1"}' % (LARGEST + 1),
    "a fraction over nothing": '{"part": "1/0"}',
    "a number of many digits": '{"number": %s}' % ("9" * 4_000),
    "a number of more digits than Python reads": '{"number": %s}' % ("9" * 40_000),
    "a number beyond the largest": f'{{"number": {LARGEST + 1}}}',
    "a number below the least": f'{{"number": {-LARGEST - 1}}}',
    "a length beyond the largest": '{"length": 1e300}',
    "a length that is no number": '{"length": 1e999}',
    "a number in a list": '{"items": [1, 2, %s]}' % 10**30,
    "a number anywhere": '{"anything": {"a": [%s]}}' % 10**30,
    "a nest": f'{{"anything": {DEEP}}}',
    "a long text": '{"text": "%s"}' % ("x" * (MOST_CHARACTERS + 1)),
    "a long list": '{"anything": [%s0]}' % ("0," * MOST_ITEMS),
    "no character": '{"text": "a\\u0000b"}',
    "a control character": '{"text": "a\\u0007b"}',
    "a control character of the second set": '{"text": "a\u0085b"}',
    "a direction character": '{"text": "a\u202eb"}',
    "a direction character, escaped": '{"text": "a\\u202Eb"}',
    "an isolate": '{"anything": ["a\u2066b"]}',
    "a character in a key": '{"anything": {"a\u202eb": 1}}',
    "half a character": '{"text": "a\\ud800b"}',
    "a seat with a space": '{"names": {"a b": "Ana"}}',
    "a seat with an accent": '{"names": {"é": "Ana"}}',
    "a seat with a line end": '{"names": {"ana\\n": "Ana"}}',
    "a long seat": '{"names": {"%s": "Ana"}}' % ("a" * (MOST_ID + 1)),
    "no seat": '{"names": {"": "Ana"}}',
    "a name on two lines": '{"names": {"ana": "A\\nna"}}',
    "a long name": '{"names": {"ana": "%s"}}' % ("a" * (MOST_NAME + 1)),
    "before all time": '{"at": -1}',
    "after all time": '{"at": 99999999999999}',
}
beyond = pytest.mark.parametrize("text", BEYOND.values(), ids=BEYOND)


def refused(read: Callable[[], object]) -> Malformed:
    """What is said of it, at once: each of these took minutes, or all memory, or was a fault of ours."""
    told: list[Malformed] = []

    def tried() -> None:
        with pytest.raises(Malformed) as error:
            read()
        told.append(error.value)

    assert is_at_once(tried)
    return told[0]


@beyond
def test_json_beyond_the_bounds_is_told_wrong_at_once(text: str):
    told = refused(lambda: decode(text, Free))

    assert len(str(told)) < 400
    assert {say_wrong(told, language) == str(told) for language in LANGUAGES} == {False}


def test_a_nest_within_pythons_own_bounds_is_one_too():
    nest = "[" * 500 + "]" * 500
    for kind in (Any, list[Any]):
        with pytest.raises(Malformed, match="nested too deeply"):
            decode(nest, kind)
    with pytest.raises(Malformed, match="nested too deeply"):
        from_plain(json.loads(nest), Any)


@beyond
@pytest.mark.parametrize("strict", [True, False])
def test_plain_values_beyond_the_bounds_are_told_wrong_at_once(text: str, strict: bool):
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError):
        pytest.skip("Python's own reader stops at this one")
    refused(lambda: from_plain(plain, Free, strict=strict))


@beyond
def test_a_line_beyond_the_bounds_is_told_wrong_at_once(text: str):
    field, _, value = text[2:-1].partition('": ')
    refused(lambda: from_line(f"Free {field}={value}", Tagged))


class Tagged(Free, frozen=True, tag="Free"):
    pass


@pytest.mark.parametrize(
    "text",
    ["a = " + DEEP, "a = 0x" + "f" * 90_000, "a = " + "9" * 90_000, "a" * (MOST_CHARACTERS + 1), "a.b" * 300 + " = 1",
     "a = " + "{b = " * 900 + "1" + "}" * 900, 'a = "\\u202e"', "a = 1e400", "a = nan"],
    ids=lambda text: text[:8],
)  # fmt: skip
def test_toml_beyond_the_bounds_is_told_wrong_at_once(text: str):
    refused(lambda: from_toml(text))


@pytest.mark.parametrize("typed", ["9" * 5000, str(LARGEST + 1), "1e9", "0x10", "1_0", "", "-", "1/2", "½", " "])
def test_what_is_typed_in_is_no_whole_number(typed: str):
    assert whole(typed) is None


def test_what_people_type_in_for_numbers():
    assert [whole(typed) for typed in ("0", " 12 ", "-3", "+4", "007", str(LARGEST))] == [0, 12, -3, 4, 7, LARGEST]
    halves = [fraction(typed) for typed in ("7/2", "3.5", "3,5", " 3.5 ")]
    assert halves == [Fraction(7, 2)] * 4
    assert [fraction(typed) for typed in ("1e9", "1/0", "x", "1/2/3", "9" * 50)] == [None] * 5


def test_a_number_sent_as_text_is_held_to_the_same_bounds():
    assert from_plain({"type": "PlaceBid", "seat": "ana", "amount": "3"}, commands, strict=False) == PlaceBid(
        Seat("ana"), 3
    )
    with pytest.raises(Malformed, match=r"\$\.amount"):
        from_plain({"type": "PlaceBid", "seat": "ana", "amount": "9" * 18}, commands, strict=False)


@pytest.mark.parametrize("sent", [r'"a\bb"', r'"a\fb"', r'"a\u0008b"', r'["\b"]', r'{"\f": 1}', '"a\x7fb"'])
def test_a_control_character_is_told_wrong_however_it_is_written(sent: str):
    with pytest.raises(Malformed, match="invisible character"):
        decode(sent, Any)


def test_what_is_within_the_bounds_is_read():
    free = Free(LARGEST, Fraction(7, 2), 1.5, "a\nb\tc", (1,) * 1000, {"a": ["é"]}, {Seat("A-1_b"): "<b> 🛡 1/2"}, 5)

    assert decode(encode(free), Free) == free


@given(
    st.recursive(
        st.integers() | st.text() | st.floats(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
)
@settings(max_examples=200, deadline=None, derandomize=True)
def test_nothing_beyond_the_bounds_passes_the_quick_look(value: Any):
    data = msgspec.json.encode(value)

    assert may_exceed(data) or excess(msgspec.json.decode(data)) is None


def test_the_bounds_are_told_with_their_path():
    nest: Any = 1
    for _ in range(MOST_NESTED + 1):
        nest = [nest]

    assert excess({"a": [0, {"b": 2**60}]}) == f"number too large: at most {LARGEST} - at `$.a[1].b`"
    assert excess(["x\u200f"]) == "text with the invisible character U+200F - at `$[0]`"
    assert str(excess(nest)).startswith("nested too deeply")
    assert excess(float("nan")) is not None


def test_a_text_loses_what_cannot_be_seen_and_keeps_all_else():
    assert harmless("a\u202eb\x00c\u2068d\n\té") == "abcd\n\té"
    assert harmless("👩‍🚀 李 ﷽ Œ") == "👩‍🚀 李 ﷽ Œ"


def test_a_name_is_kept_on_one_line():
    assert one_line("  Garde\n1/2\u202e <b>  ") == "Garde 1/2 <b>"
    assert len(one_line("x" * 500)) == MOST_NAME


@given(st.lists(st.text(max_size=80), max_size=12))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_names_make_ids_that_never_collide(names: list[str]):
    taken: set[str] = set()
    for name in names:
        taken.add(slug(name, taken))

    assert len(taken) == len(names)
    assert [id for id in taken if not is_id(id) or id in RESERVED] == []


def test_the_id_of_a_name():
    assert [slug(name) for name in ("Chloé d'Île", "Fate", "Organiser", "a b")] == [
        "chloe-dile",
        "fate-2",
        "organiser-2",
        "a-b",
    ]
    assert slug("Ana", {"ana", "ana-2"}) == "ana-3"
    assert slug("李") != slug("王")


@pytest.mark.parametrize("seat", sorted(RESERVED))
def test_nobody_is_given_a_reserved_seat_but_anybody_may_be_called_so(seat: str):
    with pytest.raises(Malformed) as told:
        decode(encode({"bidders": {seat: "Ana"}, "lots": []}), Settings)

    assert {say_wrong(told.value, language) == str(told.value) for language in LANGUAGES} == {False}
    assert decode(encode({"bidders": {"x": seat.capitalize()}, "lots": []}), Settings).bidders == {
        "x": seat.capitalize()
    }

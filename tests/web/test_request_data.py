"""What a browser sent is read in one place, and stays as it was sent."""

from __future__ import annotations

import re
from pathlib import Path

from django.test import RequestFactory

from heraut.web.request_data import form_of, query_of

WEB = Path(__file__).parents[2] / "src" / "heraut" / "web"


def test_characters_nobody_sees_are_taken_out_of_what_is_read_and_the_request_is_left_as_it_came():
    request = RequestFactory().post("/?at=1\u202e2", {"name": ["A\x00na", "Ben"], "club\u2066": "Nord"})

    assert dict(form_of(request).lists()) == {"name": ["Ana", "Ben"], "club": ["Nord"]}
    assert query_of(request)["at"] == "12"
    assert (request.POST["club\u2066"], request.GET["at"]) == ("Nord", "1\u202e2")


def test_fields_with_nothing_to_take_out_are_the_very_same():
    request = RequestFactory().post("/", {"name": "Ana"})

    assert form_of(request) is request.POST


def test_nobody_reads_a_form_past_that_place():
    past = re.compile(r"request\.(POST|GET|FILES)\b")
    sources = [path for path in WEB.rglob("*") if path.suffix in {".py", ".html"} and path.name != "request_data.py"]

    assert [path.name for path in sources if past.search(path.read_text(encoding="utf-8"))] == []

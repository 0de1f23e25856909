"""A form that comes back holds what was typed in every kind of control, wherever on the page it stands."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import QueryDict
from django.template import Context, Template

from heraut.web.form_html import refilled, unfolded
from web.build import host, laid_out, sale
from web.test_tournament import CUP, playing


def again(control: str, sent: str) -> str | None:
    return refilled(control, QueryDict(sent))


OTHER = '<input name="b">'
MULTIPLE = '<select name="a" multiple>'


@pytest.mark.parametrize(
    ("control", "sent", "shown"),
    [
        ('<input name="a" value="1">', "a=%22%3C", '<input name="a" value="&quot;&lt;">'),
        ('<input type="number" name="a" value="3">', "a=x", '<input type="number" name="a" value="x">'),
        ('<input type="date" name="a">', "a=2026-11-21", '<input type="date" name="a" value="2026-11-21">'),
        ('<input type="time" name="a" value="10:00">', "a=", '<input type="time" name="a" value="">'),
        ('<textarea name="a">old</textarea>', "a=new+%3Cb%3E", '<textarea name="a">new &lt;b&gt;</textarea>'),
        ('<input type="checkbox" name="a" checked>', "", '<input type="checkbox" name="a">'),
        ('<input type="checkbox" name="a" value="2">', "a=1&a=2", '<input type="checkbox" name="a" value="2" checked>'),
        ('<input type="radio" name="a" value="1" checked>', "a=2", '<input type="radio" name="a" value="1">'),
        ('<input type="radio" name="a" value="2">', "a=2", '<input type="radio" name="a" value="2" checked>'),
        ('<select name="a"><option value="1" selected>', "a=2", '<select name="a"><option value="1">'),
        ('<select name="a"><option value="2">', "a=2", '<select name="a"><option value="2" selected>'),
        (f'{MULTIPLE}<option value="2">', "a=1&a=2", f'{MULTIPLE}<option value="2" selected>'),
        ('<input type="file" name="a">', "a=x", '<input type="file" name="a">'),
        ('<input type="password" name="a">', "a=x", '<input type="password" name="a">'),
        ('<input name="a"><input name="a">', "a=1&a=2", '<input name="a" value="1"><input name="a" value="2">'),
        ("<p>a &amp; b&#39;</p>", "a=1", "<p>a &amp; b&#39;</p>"),
    ],
)  # fmt: skip
def test_each_kind_of_control_holds_what_was_sent(control: str, sent: str, shown: str):
    assert again(control + OTHER, f"{sent}&b=") == shown + OTHER


def test_a_box_sent_empty_where_it_is_not_ticked_keeps_its_mark_where_it_was_not_sent_at_all():
    box = '<input type="hidden" name="a" value=""><input type="checkbox" name="a" checked><input name="b">'

    assert " checked" in (again(box, "b=1") or "")
    assert " checked" not in (again(box, "b=1&a=") or "")


def test_a_form_about_something_else_is_not_filled():
    about = '<input type="hidden" name="player" value="ana"><input name="reason">'

    assert again(about, "player=ben&reason=x") is None
    assert again(about, "other=1&player=ana") is None


@pytest.mark.parametrize(
    "inside",
    [
        '<input name="a" value="1">',
        '<textarea name="a">1</textarea>',
        '<select name="a"><option value="1" selected>x</option><option value="2">y</option></select>',
    ],
)
def test_what_is_folded_away_inside_stands_open_only_where_something_was_typed(inside: str):
    assert (again(f"<details>{inside}</details>", "a=2") or "").startswith("<details open>")
    assert (again(f"<details>{inside}</details>", "a=1") or "").startswith("<details>")


def test_a_choice_that_was_left_as_it_was_unfolds_nothing():
    choice = '<details><select name="a"><option value="">–</option><option value="1">x</option></select></details>'

    assert (again(choice, "a=") or "").startswith("<details>")
    assert (again(choice, "a=1") or "").startswith("<details open>")


def test_the_cursor_is_in_the_first_control_that_is_wrong_and_nowhere_else():
    shown = again(
        '<input name="a" autofocus><details><fieldset aria-invalid="true"><input type="hidden" name="b" value="">'
        '<input type="checkbox" name="b"></fieldset></details><input name="c" aria-invalid="true">',
        "a=1&b=&c=2",
    )

    assert shown is not None
    assert "<details open>" in shown
    assert '<input type="checkbox" name="b" autofocus>' in shown
    assert shown.count("autofocus") == 1


def test_everything_around_a_form_that_came_back_is_open_and_nothing_else():
    page = b"<details><details open><details>x</details><form data-refused=''></form></details></details><details>"

    assert unfolded(page) == page.replace(b"<details>", b"<details open>", 1)


def written(context: dict[str, Any]) -> str:
    return Template("{% form method='get' %}<input name='a'>{% endform %}").render(Context(context))


def test_a_form_that_asks_sends_nothing_of_ours():
    assert written({"csrf_token": "x"}) == "<form method=\"get\"><input name='a'></form>"


@pytest.mark.django_db
def test_a_refused_form_in_a_closed_drawer_is_open_and_the_title_says_that_something_was_refused():
    playing()
    answer = host().post(f"/g/{CUP}/tournament/other", {"type": "SetTables", "tables": "x y", "command_id": "a1"})
    page = laid_out(answer.content.decode())
    around = page.split('data-refused=""')[0]

    assert answer.status_code == 400
    assert re.search(r'<details class="drawer" open>\s*<summary>Autres actions', around)
    assert around.rpartition("<details")[2].startswith(' class="drawer" open>')
    assert "<title>Refusé · " in page
    assert '<input type="text" id="field-SetTables-tables" name="tables" value="x y"' in page


@pytest.mark.django_db
def test_a_page_nobody_sent_anything_from_has_no_form_that_came_back():
    sale()
    page = host().get("/g/sale/").content.decode()

    assert "data-refused" not in page
    assert "Refusé" not in page

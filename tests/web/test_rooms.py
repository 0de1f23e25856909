"""What a room may say about its engine."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

from auction.engine import CloseBidding, PlaceBid
from heraut.web import rooms
from heraut.web.models import Entry
from heraut.web.rooms.definition import Room
from web.build import ANA, BEN, bid, host, player, sale

pytestmark = pytest.mark.django_db

ROOM = Room(
    title="Enchère",
    about="Un lot, des mises scellées.",
    previews=(CloseBidding,),
    proxies=(PlaceBid,),
    context=lambda game: {"lines": (), "plain_view": {"lot": f"lot: {game.view.lot}"}},
)


@pytest.fixture(autouse=True)
def _with_a_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rooms.ROOMS, "auction", "web.test_rooms:ROOM")


def test_a_room_names_its_kind_of_game():
    assert "Un lot, des mises scellées." in host().get("/").content.decode()


def test_a_room_gives_its_template_what_it_needs():
    sale()

    assert "lot: helm" in host().get("/g/sale/").content.decode()


def test_consequences_are_shown_first_and_nothing_is_done():
    sale()
    bid(player(ANA), 7)

    page = host().post("/g/sale/send", {"type": "CloseBidding"}).content.decode()

    assert "<li>Ben est absent : mise de 0.</li>" in page
    assert "Ce qui est scellé sera ouvert devant tous." in page
    assert Entry.objects.count() == 1


def test_what_a_sealed_choice_leads_to_is_not_shown_first():
    sale()
    bid(player(ANA), 7)

    page = host().post("/g/sale/send", {"type": "CloseBidding"}).content.decode()

    assert "emporte" not in page


def test_once_confirmed_it_is_done():
    sale()
    bid(player(ANA), 7)

    host().post("/g/sale/send", {"type": "CloseBidding", "confirmed": "1"})

    assert Entry.objects.count() == 2


def test_what_the_rules_refuse_is_refused_before_it_is_shown():
    sale()
    for lot in (1, 2):
        bid(player(ANA), lot)
        bid(player(BEN), 0)

    assert host().post("/g/sale/send", {"type": "CloseBidding"}).status_code == 409


@pytest.mark.clause("HOUSE-SEAT-1")
def test_officials_hand_in_for_a_player_where_the_room_says_so_and_the_log_names_them():
    sale()

    assert bid(host(), 4, seat="ana").status_code == 302
    assert bid(player(BEN), 4, seat="ana").status_code == 403

    assert Entry.objects.get().actor == "organisateur"


ROOMS = Path(rooms.__file__).parent


def _rooms_that(does: Callable[[ast.AST], bool]) -> set[str]:
    """The modules of the rooms in whose code something of the sort stands."""
    return {
        str(path.relative_to(ROOMS))
        for path in ROOMS.rglob("*.py")
        if any(does(node) for node in ast.walk(ast.parse(path.read_text())))
    }


def test_people_s_commands_are_handed_in_by_the_game_and_only_programs_speak_as_the_server():
    assert not _rooms_that(lambda node: isinstance(node, ast.Attribute) and node.attr in ("sender", "actor"))
    assert _rooms_that(lambda node: isinstance(node, ast.Call) and getattr(node.func, "id", "") == "submit") == {
        "match/delivery.py",  # a signed sheet goes to its event, or to the campaign whose battle it was
        "tournament/matches.py",  # time called at the tables of a round is called on their score sheets
    }


def _is_of_the_engines_own(tree: ast.Module, look: ast.expr) -> bool:
    """Whether it is a function that the module has from an engine."""
    shells = ("heraut.web", "heraut.press", "heraut.speech")
    given = (node for node in tree.body if isinstance(node, ast.ImportFrom) and str(node.module).startswith("heraut."))
    engines = {each.name for node in given if not str(node.module).startswith(shells) for each in node.names}
    return isinstance(look, ast.Name) and look.id in engines


def test_rooms_read_views_and_never_the_state():
    inside = ("state", "decide", "evolve", "snapshots", "_states")

    assert not _rooms_that(lambda node: isinstance(node, ast.Attribute) and node.attr in inside)
    assert _rooms_that(lambda node: isinstance(node, ast.Name) and node.id == "whole_state") == {
        "campaign/bots.py",
        "skirmish/bots.py",
    }


def test_what_is_handed_the_state_is_a_function_of_the_engines_own():
    looks = [
        (path.name, _is_of_the_engines_own(tree, node.args[0]))
        for path in ROOMS.rglob("*.py")
        for tree in [ast.parse(path.read_text())]
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("seen", "judged")
    ]

    assert len(looks) >= 8
    assert [name for name, own in looks if not own] == []


def test_no_page_asks_which_format_is_played():
    sources = [path for path in ROOMS.rglob("*") if path.suffix in (".html", ".py")]

    assert [str(path) for path in sources if "view.format" in path.read_text()] == []


def test_what_was_posted_is_never_rewritten():
    assert not _rooms_that(
        lambda node: isinstance(node, ast.Attribute) and node.attr == "POST" and isinstance(node.ctx, ast.Store)
    )
    assert not _rooms_that(
        lambda node: (
            isinstance(node, ast.Attribute) and node.attr == "copy" and getattr(node.value, "id", "") == "posted"
        )
    )

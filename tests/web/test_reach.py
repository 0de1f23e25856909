"""Nothing an engine can do is out of people's reach: each command is given from some page of its room."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any, get_args

import pytest
from django.http import QueryDict
from msgspec.structs import replace

import heraut.campaign.engine
import heraut.tournament.engine
import heraut.web.rooms.campaign
import heraut.web.rooms.tournament
from heraut.campaign import letters
from heraut.campaign.absence import ReplacePlayer, watch_key
from heraut.campaign.board import BandPlan, NewLord, Recruit, TerritoryMuster
from heraut.campaign.situation import situation
from heraut.campaign.state import State, Watch
from heraut.kernel.message import Command, Roll, Tick
from heraut.kernel.names import Instant
from heraut.web.commands import kinds
from heraut.web.desk import desk
from heraut.web.rooms.campaign.orders import read
from web.build import are_written, host, player
from web.war import ANA, BEN, WAR, filled_in, send, text, war

ROOMS = {
    "tournament": (heraut.tournament.engine, heraut.web.rooms.tournament),
    "campaign": (heraut.campaign.engine, heraut.web.rooms.campaign),
}
BY_THE_HOUSE = {Tick, Roll}
"""The clock's, and dice, which have a form of their own on every page."""
BY_THE_SHELL = ("seat", "at")
"""Who speaks, and when; beside what a command says that the shell fills in."""
FOR_PROGRAMS = {
    "DeclareMove.accept_stop": "pages offer a way only as far as it can be walked, so nobody is stopped short",
    "Return.arrived": "who is taken back at the desk stands there; on the eve the weekend's list says it by itself",
}
"""What only programs say, and why people need not."""


def commands(engine: ModuleType) -> Iterator[type[Command]]:
    return (kind for kind in get_args(engine.commands) if kind not in BY_THE_HOUSE)


def fields(*kinds: Any) -> set[str]:
    ours = {kind: (*BY_THE_SHELL, *getattr(kind, "filled_in", ())) for kind in kinds}
    return {f"{kind.__name__}.{name}" for kind in kinds for name in kind.__struct_fields__ if name not in ours[kind]}


@pytest.mark.parametrize("name", ROOMS)
def test_every_command_is_given_from_some_page(name: str):
    engine, room = ROOMS[name]
    assert [kind.__name__ for kind in commands(engine) if not are_written(kind.__name__, room)] == []


@pytest.mark.parametrize("name", ROOMS)
def test_every_field_of_a_command_is_on_some_page(name: str):
    engine, room = ROOMS[name]
    missing = {each for each in fields(*commands(engine)) if not are_written(each.rpartition(".")[2], room)}
    assert missing - FOR_PROGRAMS.keys() == set()


BANDS = ["1 ana T02: 2 2 2", "2 ana T02: 3 3"]
HOME = {"T02": "ana: 50> 2 2 lords 91", "T06": "ana"}
HERE = {"villages": HOME, "stocks": {"ana": 12, "ben": 9}, "bands": BANDS}
SITUATIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("setup", {"settings": {"start_assignment": "manual"}}),
    ("setup", {"starts": {"ana": "T01", "ben": "T09"}}),
    ("turn-start", {"villages": {"T02": "ana", "T06": "ana"}, "armies": ["5 ana from T01 due 2: 3"]}),
    ("bids", HERE),
    ("ties", {"groups": [["ana", "ben"]]}),
    ("prepare", HERE),
    ("declare", HERE),
    ("determine", {"villages": HOME, "bands": ["9 ben T02: 6"]}),
    ("combats", HERE | {"bands": [*BANDS, "9 ben T02: 6"]}),
    ("combats", {"bands": ["1 ana T01: 6", "9 ben T01: 6"]}),
    ("upkeep", {"villages": {"T02": "ana", "T06": "ana"}, "bands": ["1 ana T01: 9", "2 ana T01: 9", "3 ana T01: 9"]}),
    ("build", HERE | {"villages": {"T02": "ana"}, "control": {"T06": "ana"}}),
    ("invasion", HERE | {"outer": ["ana"]}),
)


def reached(sent: QueryDict) -> Iterator[str]:
    """The fields of commands, and of what they are made of, that one form says."""
    kind = kinds(heraut.campaign.engine).get(sent.get("type", ""))
    if kind is not None:
        said = {name: value for name, value in read(kind, sent).items() if name not in BY_THE_SHELL}
        yield from (f"{kind.__name__}.{name}" for name in said)
        yield from inside(said)


def inside(said: Any) -> Iterator[str]:
    for part in said.values() if isinstance(said, dict) else said if isinstance(said, list) else ():
        if isinstance(part, dict):
            parts = next((one for one in PARTS if set(part) <= set(one.__struct_fields__)), None)
            yield from (f"{parts.__name__}.{name}" for name in part) if parts is not None else ()
        yield from inside(part)


PARTS: tuple[Any, ...] = (Recruit, TerritoryMuster, BandPlan, NewLord)


@pytest.mark.django_db
def test_every_field_of_a_campaigns_command_is_sent_by_a_form_somebody_is_shown():
    war()
    found: set[str] = set()
    for step, given in SITUATIONS:
        desk().history(WAR).state = watched(situation(step, **given))
        found |= shown()
    desk().history(WAR).state = situation("combats", bands=["1 ana T01: 6", "9 ben T01: 6"])
    send(player(ANA, WAR), type="ProposeResult", territory="T01", winners="ana", **{"left-10": 24, "left-90": 24})
    found |= shown()

    on_pages_of_their_own = (ReplacePlayer, *letters.COMMANDS)
    wanted = [kind for kind in commands(heraut.campaign.engine) if kind not in on_pages_of_their_own]
    assert fields(*wanted, *PARTS) - found - FOR_PROGRAMS.keys() == set()


def shown() -> set[str]:
    """Everything the players and the organiser may say just now."""
    pages = [text(client) for client in (player(ANA, WAR), player(BEN, WAR), host())]
    return {name for page in pages for sent in filled_in(page, ticked=True) for name in reached(sent)}


def watched(state: State) -> State:
    """With a deadline, which the organiser may then move."""
    watch = Watch(watch_key(state), Instant(0), Instant(9_999_999_999))
    return replace(state, people=replace(state.people, watch=watch))

"""A page pays for the lines of the log it shows, however long the log is; the whole log is told a leaf at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs

from heraut.campaign.absence import NameStandIn
from heraut.campaign.board import BandId, Lord, LordId
from heraut.journal.history import History
from heraut.journal.log import LogLine, newest_of
from heraut.kernel.journal import Header, Undo
from heraut.kernel.message import Command
from heraut.kernel.names import LOCAL, ORGANISER, ActorId, CommandId, Seat, StreamId
from heraut.kernel.refusal import Refusal
from heraut.skirmish.pace import SetSegments
from heraut.skirmish.sheet_text import duel_of_warriors
from heraut.web import game as game_
from heraut.web import sentences
from heraut.web.desk import desk, now, submit
from heraut.web.game import new_id
from heraut.web.models import Stream
from heraut.web.rooms.campaign.log import LINES, Lords
from heraut.web.templating import LEAF
from web.build import host, player
from web.war import ANA, BEN, WAR, stand, text, war

pytestmark = pytest.mark.django_db
FIGHT = StreamId("combat")
MANY = 200


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the lines that pages work out."""
    found: list[int] = []

    def counted(history: History, viewer: Seat | None) -> Iterator[LogLine]:
        for line in newest_of(history, viewer):
            found.append(line.number)
            yield line

    monkeypatch.setattr(game_, "newest_of", counted)
    return found


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the lines that pages put in words."""
    found: list[int] = []
    say = sentences.log_line

    def counted(game: Any, line: LogLine, *how: Any) -> Any:
        found.append(line.number)
        return say(game, line, *how)

    monkeypatch.setattr(sentences, "log_line", counted)
    return found


def submitted(stream: StreamId, command: Command | Undo) -> None:
    outcome = submit(stream, command, command_id=CommandId(new_id()), actor=ActorId("test"), sender=LOCAL)
    assert not isinstance(outcome, Refusal), outcome


def long_war() -> None:
    war()
    for turn in range(MANY):
        submitted(WAR, NameStandIn(ANA, player=ANA, stand_in="" if turn % 2 else BEN))


def test_the_page_of_a_campaign_looks_at_the_lines_it_shows(looked_at: list[int]):
    long_war()
    page = text(player(ANA, WAR))

    assert page.count("data-sequence") == LINES
    assert "Tout le journal" in page
    assert looked_at == list(range(MANY, MANY - len(looked_at), -1))
    assert len(looked_at) <= LINES + 1


def test_the_lords_of_beaten_bands_are_known_without_looking_back():
    found = stand("prepare", villages={"T01": "ana"}, armies=["5 ana from T13 due 3 band 2: 6"])
    board, aude = found.board, Lord(LordId(105), "Aude")
    armies = {id: structs.replace(army, lords=(aude,)) for id, army in board.armies.items()}
    desk().history(WAR).state = structs.replace(found, board=structs.replace(board, armies=armies))

    assert Lords(desk().view(WAR, ANA), newest_first=()).leader(BandId(2)) == "Aude"


def test_the_page_of_a_fight_looks_at_the_lines_it_shows(looked_at: list[int]):
    settings = duel_of_warriors()
    header = desk().open(stream=FIGHT, engine="skirmish", title="Le gué", settings=settings, at=now())
    assert isinstance(header, Header)
    Stream.objects.filter(pk=FIGHT).update(public=True)
    for turn in range(MANY):
        submitted(FIGHT, SetSegments(seat=ORGANISER, one_by_one=not turn % 2))

    assert host().get(f"/g/{FIGHT}/").content.decode().count("data-sequence") == 30
    assert len(looked_at) <= 31


def test_the_whole_log_is_told_a_leaf_at_a_time(told: list[int]):
    long_war()
    page = text(player(ANA, WAR), "log?page=2")

    assert told == list(range(MANY - LEAF, MANY - 2 * LEAF, -1))
    assert page.count("data-sequence") == LEAF


def test_the_whole_log_is_filtered_by_person_and_kind_before_it_is_told(told: list[int]):
    long_war()
    submitted(WAR, NameStandIn(BEN, player=BEN, stand_in=ANA))
    page = text(player(ANA, WAR), "log?who=ben")

    assert told == [MANY + 1]
    assert '<option value="ana"' in page  # all who speak may be chosen, not only who is shown
    told.clear()
    text(player(ANA, WAR), "log?kind=StandInNamed&who=ana&page=5")
    assert told == list(range(MANY - 4 * LEAF, 0, -1))


def test_lines_taken_back_together_are_told_as_one_and_each_may_be_undone_in_the_whole_log():
    long_war()
    for entry in range(MANY, MANY - 20, -1):
        submitted(WAR, Undo(ORGANISER, entry))
    page = text(host())

    assert "revient en arrière de 20 actions" in page
    assert f'data-sequence="{MANY - 20}"' in page
    assert f'data-sequence="{MANY}"' not in page
    assert f'data-sequence="{MANY}"' in text(host(), "log")

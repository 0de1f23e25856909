"""Bots play and deadlines pass in a real server, while nobody looks."""

from __future__ import annotations

import json
import re
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from subprocess import run
from sys import executable

import pytest

from heraut.campaign.settings import CampaignPlayer, Settings
from heraut.kernel.message import Command
from heraut.kernel.names import FATE, LOCAL, ActorId, CommandId, Instant, StreamId
from heraut.web.bots import due, play, work
from heraut.web.desk import desk, now, submit
from heraut.web.models import Stream
from web.build import SALE, sale
from web.test_serve import environment, running
from web.war import ANA, BEN, WAR, war

PATIENCE = 60
"""Seconds a whole small campaign among bots may take on a busy machine."""

OPEN = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "heraut.web.settings"
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from heraut.campaign.settings import CampaignPlayer, Settings
from heraut.kernel.names import LOCAL, ActorId, CommandId, Seat, StreamId
from heraut.web.desk import desk, now, submit
from heraut.web.models import Stream
from heraut.web.rooms.campaign import bots
for stream, bot, deadlines in (("bots", "random", {}), ("away", "", {"prepare": 1})):
    players = (CampaignPlayer(Seat("ana"), "Ana", bot="heuristic"), CampaignPlayer(Seat("ben"), "Ben", bot=bot))
    settings = Settings(players=players, turns=2, deadlines=deadlines)
    desk().open(stream=StreamId(stream), engine="campaign", title=stream, settings=settings, at=now())
    Stream.objects.filter(pk=stream).update(public=True)
away = StreamId("away")
while bots.play(away, now()) is not None:
    pass
history = desk().history(away)
composed = next(iter(history.engine.legal(history.state, Seat("ben"))))
submit(away, composed, command_id=CommandId("ben"), actor=ActorId("Ben"), sender=LOCAL)
while bots.play(away, now()) is not None:
    pass
assert [one.code for one in desk().awaits(away, None)] == ["campaign-prepare"]
"""


def awaited(address: str, stream: str) -> list[str]:
    with urllib.request.urlopen(f"{address}/api/streams/{stream}/view", timeout=10) as answer:
        return [f"{one['seat']} {one['code']}" for one in json.load(answer)["view"]["awaits"]]


def until(condition: object, address: str, stream: str) -> None:
    begun = time.monotonic()
    while not condition(awaited(address, stream)):  # type: ignore[operator]
        assert time.monotonic() - begun < PATIENCE, awaited(address, stream)
        time.sleep(0.2)


def test_bots_end_their_campaign_and_an_absent_player_holds_nobody_up(tmp_path: Path):
    run([executable, "-c", OPEN], env=environment(tmp_path), check=True)
    with running(tmp_path) as printed:
        found = re.search(r"http://localhost:\d+", printed)
        assert found is not None
        until(lambda asked: asked == [], found.group(), "bots")
        until(lambda asked: "ben campaign-declare" in asked, found.group(), "away")


@pytest.mark.django_db
def test_the_worker_looks_through_the_games_in_which_programs_may_play():
    sale()
    war()

    assert due(now()) == [WAR]
    assert play(SALE, now()) is None


@pytest.mark.django_db
def test_a_game_with_bots_goes_on_until_a_person_is_awaited():
    war(players=(CampaignPlayer(ANA, "Ana", bot="heuristic"), CampaignPlayer(BEN, "Ben", bot="random")), turns=1)
    while play(WAR, now()) is not None:
        pass

    assert desk().awaits(WAR, None) == ()


@pytest.mark.django_db
def test_a_bot_that_thinks_long_holds_nobody_up_and_is_heard_when_it_has_thought(monkeypatch: pytest.MonkeyPatch):
    war(players=(CampaignPlayer(ANA, "Ana", bot="tree"), CampaignPlayer(BEN, "Ben", bot="heuristic")), turns=1)
    monkeypatch.setattr("heraut.campaign.bots.search.EFFORT", 60)
    waiting: list[bool] = []

    def after_a_while(_stream: StreamId, _about: object, think: Callable[..., Command], *args: object) -> object:
        waiting.append(not (waiting and waiting[-1]))
        return None if waiting[-1] else think(*args)

    monkeypatch.setattr("heraut.web.rooms.campaign.bots.thought", after_a_while)
    again = [at := now()]
    while (told := play(WAR, at)) is not None:
        again.append(told)

    assert desk().awaits(WAR, None) == ()
    assert waiting.count(True) == waiting.count(False) > 0
    assert set(again) == {at, Instant(at + 10)}


@pytest.mark.django_db
def test_bots_of_a_game_another_machine_has_taken_over_play_there_only():
    war(players=(CampaignPlayer(ANA, "Ana", bot="heuristic"), CampaignPlayer(BEN, "Ben", bot="random")), turns=1)
    Stream.objects.filter(pk=WAR).update(moved_to="http://10.0.0.7:8000")
    before = desk().history(WAR).sequence

    assert play(WAR, now()) is None
    assert due(now()) == []
    assert desk().history(WAR).sequence == before


@pytest.mark.django_db
def test_a_game_with_nothing_to_do_is_not_looked_at_again_until_an_entry_wakes_it():
    war(dice="typed")
    work(due(now()), now())
    assert due(Instant(now() + 1000)) == []
    rolled = next(iter(desk().engine(WAR).legal(desk().state(WAR), FATE)))
    submit(WAR, rolled, command_id=CommandId("one"), actor=ActorId("Ana"), sender=LOCAL)

    assert due(now()) == [WAR]


@pytest.mark.django_db
def test_dice_the_software_draws_are_drawn_as_soon_as_the_game_is_looked_at():
    war(dice="software")
    work(due(now()), now())

    assert desk().history(WAR).sequence == 1
    assert due(Instant(now() + 1000)) == []


@pytest.mark.django_db
def test_programs_that_fail_in_one_game_are_looked_at_again_in_a_while_and_harm_no_other(
    monkeypatch: pytest.MonkeyPatch,
):
    war()
    other = StreamId("other")
    settings = Settings(players=(CampaignPlayer(ANA, "Ana"), CampaignPlayer(BEN, "Ben")))
    desk().open(stream=other, engine="campaign", title="", settings=settings, at=now())
    seen = []

    def fails(stream: StreamId, at: Instant) -> None:
        seen.append(stream)
        if stream == WAR:
            raise ZeroDivisionError

    monkeypatch.setattr("heraut.web.bots.play", fails)
    work(due(now()), now())

    assert seen == [WAR, other]
    assert due(now()) == []
    assert due(Instant(now() + 120)) == [WAR]

"""A campaign of two to try the pages on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from django.http import QueryDict
from django.test import Client
from msgspec import structs

from campaign.test_golden import ISLAND
from heraut.campaign.bots.play import play
from heraut.campaign.settings import CampaignPlayer, Level, Settings
from heraut.campaign.situation import situation
from heraut.campaign.state import State
from heraut.kernel.journal import Header
from heraut.kernel.names import LOCAL, ActorId, CommandId, Seat, StreamId
from heraut.kernel.refusal import Refusal
from heraut.pseudorandom import SplitMix
from heraut.web.desk import desk, now, submit
from heraut.web.game import new_id
from heraut.web.models import Stream
from heraut.web.rooms.campaign import bots
from web.build import laid_out, player

WAR = StreamId("guerre")
ANA, BEN = Seat("ana"), Seat("ben")


def war(**chosen: Any) -> StreamId:
    players = (CampaignPlayer(ANA, "Ana", "Outremonde", outer=True), CampaignPlayer(BEN, "Ben", "Vikings"))
    settings = Settings(**{"players": players, "turns": 3, **chosen})
    header = desk().open(stream=WAR, engine="campaign", title="La guerre des Rivages", settings=settings, at=now())
    assert isinstance(header, Header)
    Stream.objects.filter(pk=WAR).update(public=True)
    return WAR


def stand(step: str, **given: Any) -> State:
    """The campaign in the middle of a step, as the builder of the campaign's own tests writes it down."""
    found = situation(step, **given)
    war(**structs.asdict(found.game.settings))
    desk().history(WAR).state = found
    return found


def state() -> State:
    found: State = desk().history(WAR).state
    return found


def advance(until: str, level: Level = "heuristic", seed: int = 3) -> None:
    """Let bots play both seats until something of that code is awaited."""
    for played in play(state(), {ANA: level, BEN: level}, SplitMix(seed)):
        outcome = submit(WAR, played.command, command_id=CommandId(new_id()), actor=ActorId("test"), sender=LOCAL)
        assert not isinstance(outcome, Refusal), outcome
        if any(awaited.code == until for awaited in desk().awaits(WAR, None)):
            return


def text(client: Client, address: str = "") -> str:
    answer = client.get(f"/g/{WAR}/{address}")
    assert answer.status_code == 200
    return laid_out(answer.content.decode())


def spaced(page: str) -> str:
    """French with plain spaces, whatever its typography."""
    return re.sub(r"[\u00a0\u202f]", " ", page)


def send(client: Client, **fields: Any) -> int:
    return client.post(f"/g/{WAR}/campaign/order", fields).status_code


def filled_in(page: str, *, ticked: bool = False) -> Iterator[QueryDict]:
    """What each form of a page sends by each of its buttons, untouched, or with every box ticked."""
    for form in re.findall(r"<form.*?</form>", page, re.DOTALL):
        fields = QueryDict(mutable=True)
        for tag in re.findall(r"<input[^>]*>", form):
            found = dict(re.findall(r'(\w+)="([^"]*)"', tag))
            if "name" in found and (ticked or found.get("type") != "checkbox" or " checked" in tag):
                fields.appendlist(found["name"], unescape(found.get("value", "on")))
        for name, options in re.findall(r'<select[^>]* ?name="([^"]+)"[^>]*>(.*?)</select>', form, re.DOTALL):
            offered = re.findall(r'<option value="([^"]*)"( selected)?', options)
            fields.appendlist(name, unescape(max(offered, key=lambda each: each[1])[0]))
        for button in re.findall(r"<button[^>]*>", form):
            pressed = dict(re.findall(r'(\w+)="([^"]*)"', button))
            sent = fields.copy()
            if "name" in pressed:
                sent.appendlist(pressed["name"], unescape(pressed["value"]))
            yield sent


def let_bots_play() -> None:
    while bots.play(WAR, now()):
        pass


def settled_battle() -> tuple[str, int, int]:
    """A battle won by Ana and confirmed; the place, the lines of its report and of its confirmation."""
    war(turns=9, map=ISLAND)
    advance("campaign-result", "random", seed=5)
    page = text(player(ANA, WAR))
    left = {f"left-{unit}": most for unit, most in re.findall(r'name="left-(\d+)" min="0" max="(\d+)"', page)}
    place = desk().awaits(WAR, None)[0].subject
    reported = desk().history(WAR).sequence + 1
    send(player(ANA, WAR), type="ProposeResult", territory=place, winners="ana", **left)
    send(player(BEN, WAR), type="ConfirmResult", territory=place)
    return str(place), reported, reported + 1

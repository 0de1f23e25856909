"""An alarm: the smallest engine that waits for an instant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from heraut.kernel.message import Audience, Awaited, Event, Tick
from heraut.kernel.names import CLOCK, ClauseId, EngineId, Instant, RulesVersion, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house

id = EngineId("alarm")
rules = RulesVersion("alarm/1")


class Settings(msgspec.Struct, frozen=True):
    due: int


class Rang(Event, frozen=True):
    audience = Audience.EVERYBODY
    at: Instant


settings, commands, events = Settings, Tick, Rang


def start(chosen: Settings, version: RulesVersion) -> int:
    return chosen.due


def decide(state: int, command: Tick) -> tuple[Rang, ...] | Refusal:
    if state == 0:
        return house(HouseCode.WRONG_PHASE)
    return (Rang(command.at),) if command.at >= state else ()


def evolve(state: int, event: Rang) -> int:
    return 0


def complete(state: int, event: Rang) -> Rang:
    return event


def view(state: int, viewer: Seat | None) -> bool:
    return state == 0


def legal(state: int, seat: Seat) -> Iterable[Any]:
    return ()


def awaits(state: int, viewer: Seat | None) -> tuple[Awaited, ...]:
    return (Awaited(CLOCK, "alarm", ClauseId("HOUSE-PHASE-1")),) if state else ()


def next_tick(state: int) -> Instant | None:
    return Instant(state) if state else None


def seats(state: int) -> Mapping[Seat, str]:
    return {}


def stand_ins(state: int) -> Mapping[Seat, Seat]:
    return {}


def called(state: int) -> Mapping[str, str]:
    return {}

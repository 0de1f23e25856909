"""
Write the sample tournament: a SAGA weekend of twelve players, in its third round, a few results still to come.

    python tools/sample_tournament.py > src/heraut/web/samples/tournament.jsonl
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

from heraut.journal.desk import Desk
from heraut.journal.stores import MemoryJournal
from heraut.kernel.codec import from_plain
from heraut.kernel.names import FATE, ActorId, CommandId, Instant, StreamId
from heraut.kernel.refusal import Refusal
from heraut.tournament import engine
from heraut.tournament import view as view_

NAMES = ("Ana", "Ben", "Chloé", "David", "Emma", "Farid", "Gaëlle", "Hugo", "Inès", "Jules", "Karim", "Léa")
CLUBS = ("Les Dés Pipés", "La Guilde", "")
AGES = (("vikings", "Vikings"), ("vikings", "Anglo-Danois"), ("invasions", "Saxons"))
POINTS = ((23, 19), (12, 20), (31, 8), (14, 14), (9, 16), (27, 11))
TITLE = "Tournoi d’automne"
SETTINGS: dict[str, Any] = {
    "format": "saga",
    "allowed_ages": ["dark"],
    "preset": "two_days",
    "scenario_by_round": ["clash", "capture", "conquest", "advance", "desecration"],
    "round_minutes": 120,
}
TROOPS = ((8, 24, 12), (12, 16, 12), (8, 32, 0), (4, 32, 12))
"""Hearthguards, warriors, levies: six points each."""


class Day:
    """The event as it is played, so that the lines written are those the rules accept."""

    def __init__(self) -> None:
        self.stream = StreamId("sample")
        self.desk = Desk(MemoryJournal())
        settings = from_plain(SETTINGS, engine.settings)
        opened = self.desk.open(stream=self.stream, engine="tournament", title=TITLE, settings=settings, at=Instant(0))
        assert not isinstance(opened, Refusal), opened
        self.lines: list[dict[str, Any]] = []

    def say(self, type: str, seat: str = "organiser", **fields: Any) -> None:
        """Hand a command in and keep its line."""
        plain = {"type": type, "seat": seat, **fields}
        command = from_plain(plain, engine.commands)
        sent = CommandId(str(len(self.lines)))
        outcome = self.desk.submit(self.stream, command, command_id=sent, actor=ActorId(seat), at=Instant(0))
        assert not isinstance(outcome, Refusal), (plain, outcome)
        self.lines.append(plain)
        self._roll()

    def _roll(self) -> None:
        """The dice that are due, always the same."""
        due = next((awaited for awaited in self.desk.awaits(self.stream, FATE) if awaited.seat == FATE), None)
        if due is not None and due.chance is not None:
            self.say("Roll", FATE, faces=[1 + 2026 % sides for sides in due.chance.sides])

    def tables(self) -> Iterator[Any]:
        """The tables of the round being played."""
        view = view_.view(self.desk.history(self.stream).state, None)
        yield from view.played[-1].tables


def seat_of(name: str) -> str:
    """The seat of a name."""
    return name.lower().translate(str.maketrans("éëèê", "eeee"))


def band(place: int) -> dict[str, Any]:
    """A band of six points."""
    age, faction = AGES[place % len(AGES)]
    kinds = zip(("hearthguard", "warrior", "levy"), TROOPS[place % len(TROOPS)], strict=True)
    lines = [{"class": "warlord", "figures": 1}, *({"class": kind, "figures": many} for kind, many in kinds if many)]
    return {"lines": lines, "age": age, "faction": faction}


def played() -> list[dict[str, Any]]:
    """The whole story up to the third round."""
    day = Day()
    for place, name in enumerate(NAMES):
        day.say("Register", player=seat_of(name), name=name, club=CLUBS[place % len(CLUBS)])
        day.say("HandInBand", seat_of(name), band=band(place))
        day.say("CheckIn", player=seat_of(name))
    day.say("CloseRegistration")
    for number in (1, 2, 3):
        day.say("DraftRound")
        day.say("PublishRound")
        for place, table in enumerate(list(day.tables())[: 4 if number == 3 else None]):
            one, two = table.seats
            first, second = POINTS[(place + number) % len(POINTS)]
            report = {"format": "saga", "victory_points": {one: first, two: second}, "first_player": one}
            day.say("SettleResult", round=number, table=table.number, report=report)
    waiting = list(day.tables())[4]
    day.say("CallReferee", waiting.seats[0], note="Ligne de vue derrière la colline ?")
    day.say(
        "ReportResult", waiting.seats[1],
        report={"format": "saga", "victory_points": {waiting.seats[0]: 18, waiting.seats[1]: 15}},
    )  # fmt: skip
    return day.lines


def main() -> None:
    """Write the lines."""
    opening = {"engine": "tournament", "title": TITLE, "settings": SETTINGS}
    for line in (opening, *played()):
        sys.stdout.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


main()

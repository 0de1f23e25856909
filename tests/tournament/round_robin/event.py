"""An event of the third format from its first entry to its last place, through the desk."""

from __future__ import annotations

import json
import sys
from itertools import count

from heraut import catalogue
from heraut.journal.desk import Desk
from heraut.journal.stores import MemoryJournal
from heraut.journal.transfer import export_stream, import_stream
from heraut.kernel.codec import decode
from heraut.kernel.message import shown
from heraut.kernel.names import OFFICIALS, ORGANISER, ActorId, CommandId, Instant
from heraut.kernel.refusal import Refusal
from heraut.speech.sentences import LANGUAGES, say_awaited, say_event
from heraut.tournament import engine
from heraut.tournament.entries import CheckIn, CloseRegistration
from heraut.tournament.lists import RevealLists
from heraut.tournament.officials import Disqualify
from heraut.tournament.results import CorrectResult, ReportResult
from heraut.tournament.rounds import DraftRound, PublishRound
from tournament.round_robin import RoundRobinReport
from tournament.round_robin.lists import HandInPieces

STREAM = "cup"
PLAYERS = {"ana": "Ana", "ben": "Ben", "chloe": "Chloé", "david": "David", "emma": "Emma"}
SETTINGS = json.dumps({"format": "round_robin", "players": PLAYERS})


class Event:
    """The desk with one event on it; whatever it tells is told to everybody in both languages."""

    def __init__(self) -> None:
        self.journal, self.ids = MemoryJournal(), count()
        self.desk = Desk(self.journal)
        settings = decode(SETTINGS, engine.settings)
        self.desk.open(stream=STREAM, engine="tournament", title="Cup", settings=settings, at=Instant(1))

    def say(self, command) -> None:
        """Hand in a command that must be accepted."""
        told = self.desk.submit(
            STREAM, command, command_id=CommandId(f"c{next(self.ids)}"), actor=ActorId("a"), at=Instant(2)
        )
        assert not isinstance(told, Refusal), (command, told)
        self.read(told.events)

    def read(self, events) -> None:
        """Every view, the log, what is awaited and what is legal."""
        state, names = self.desk.state(STREAM), PLAYERS
        for viewer in (None, *names, *OFFICIALS):
            assert self.desk.view(STREAM, viewer).format == "round_robin"
            seen = [told for event in events if (told := shown(event, viewer)) is not None]
            assert all(say_event(told, language, names) for told in seen for language in LANGUAGES)
        assert all(say_awaited(one, "fr", names) for one in engine.awaits(state, None))
        assert all(list(engine.legal(state, seat)) is not None for seat in (*names, *OFFICIALS))

    def legal(self, seat) -> list:
        return list(engine.legal(self.desk.state(STREAM), seat))

    @property
    def view(self):
        return self.desk.view(STREAM, None)


def play() -> None:
    """Five players, five rounds: the name that comes first in the alphabet wins, one game is drawn, one corrected."""
    event = Event()
    assert [type(one) for one in event.legal("ana")][:1] == [HandInPieces]
    for place, seat in enumerate(PLAYERS, start=1):
        event.say(HandInPieces(seat, pieces=("knight",) * place))
        event.say(CheckIn(ORGANISER, player=seat))
    event.say(CloseRegistration(ORGANISER))
    while event.view.stage != "over":
        event.say(DraftRound(ORGANISER))
        event.say(PublishRound(ORGANISER))
        if len(event.view.played) == 1:
            late = engine.decide(event.desk.state(STREAM), HandInPieces("ben", pieces=("rook",)))
            event.say(RevealLists(ORGANISER))
            event.say(HandInPieces(ORGANISER, player="ben", pieces=("rook",), reason="miscounted"))
        for table in event.view.played[-1].tables:
            winner = None if set(table.seats) == {"ana", "ben"} else min(table.seats)
            for seat in table.seats:
                event.say(ReportResult(seat, report=RoundRobinReport(winner)))
    first = event.view.played[0].tables[0]
    event.say(CorrectResult(ORGANISER, round=1, table=1, report=RoundRobinReport(max(first.seats)), reason="swapped"))
    event.say(Disqualify(ORGANISER, player="emma", reason="cheated"))
    stored = list(export_stream(event.journal, STREAM))
    copied = MemoryJournal()
    import_stream(copied, stored, catalogue.engine)
    assert Desk(copied).view(STREAM, ORGANISER) == event.desk.view(STREAM, ORGANISER)
    pairs = [sorted(table.seats) for played in event.view.played for table in played.tables]
    told = {
        "rounds": len(event.view.played),
        "byes": sorted(played.bye for played in event.view.played),
        "games": len(pairs),
        "different": len({tuple(pair) for pair in pairs}),
        "places": [[row.rank, row.id, str(row.values["points"])] for row in event.view.standings],
        "first": sorted(first.seats),
        "late": late.code,
        "brought": {player.seat: player.lists for player in Desk(copied).view(STREAM, None).players},
    }
    sys.stdout.write(json.dumps(told))

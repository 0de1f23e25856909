"""What an older Héraut wrote, and said less in, is judged and taken back like what is written today."""

from __future__ import annotations

import msgspec
import pytest

from heraut import catalogue
from heraut.journal.desk import Accepted, Desk
from heraut.journal.entry import numbered, seed
from heraut.journal.stores import MemoryJournal
from heraut.journal.transfer import export_stream, import_stream
from heraut.journal.undo import tell_the_same
from heraut.kernel.codec import encode
from heraut.kernel.journal import Damaged, Entry, Header, Undo
from heraut.kernel.message import Command, Roll
from heraut.kernel.names import FATE, LOCAL, NO_SENDER, ORGANISER, ActorId, CommandId, Instant, Seat, StreamId
from heraut.tournament import engine
from heraut.tournament.entries import CheckIn, CloseRegistration
from heraut.tournament.planning import ChangeSettings, RenameEvent
from heraut.tournament.rounds import DraftRound, PublishRound
from heraut.tournament.saga.settings import SagaSettings
from tournament.build import closed, events, published, saga
from tournament.test_changes import changed

CUP = StreamId("cup")
NAMES = {Seat("ana"): "Ana", Seat("ben"): "Ben"}
SETTINGS = SagaSettings(
    players=NAMES, allowed_ages=("dark",), lists_required=False, round_minutes=90, scenario_by_round=("clash",) * 3
)
SHORTER = msgspec.structs.replace(SETTINGS, round_minutes=60)


def _say(desk: Desk, command: Command | Undo) -> None:
    """Hand in a command, and the dice it asks for."""
    number = desk.history(CUP).sequence
    done = desk.submit(
        CUP, command, command_id=CommandId(str(number)), actor=ActorId(LOCAL), sender=NO_SENDER, at=Instant(number)
    )
    assert isinstance(done, Accepted), done
    if desk.state(CUP).due is not None:
        _say(desk, Roll(seat=FATE, faces=(1,)))


def _played() -> MemoryJournal:
    """A round is published, the event renamed, and later rounds made shorter."""
    journal = MemoryJournal()
    desk = Desk(journal, catalogue.engine)
    desk.open(stream=CUP, engine="tournament", title="Cup", settings=SETTINGS, at=Instant(1))
    for seat in NAMES:
        _say(desk, CheckIn(ORGANISER, player=seat))
    for kind in (CloseRegistration, DraftRound, PublishRound):
        _say(desk, kind(ORGANISER))
    _say(desk, RenameEvent(ORGANISER, title="Autumn cup"))
    _say(desk, ChangeSettings(ORGANISER, settings=SHORTER))
    return journal


def _as_written(journal: MemoryJournal, old: bytes, new: bytes) -> list[bytes]:
    """The file of the stream with the last entry told otherwise."""
    first, *lines = export_stream(journal, CUP)
    assert old in lines[-1]
    lines[-1] = lines[-1].replace(old, new)
    header, chained = msgspec.json.decode(first, type=Header), []
    for line in lines:
        entry = msgspec.json.decode(line, type=Entry)
        chained.append(numbered(chained[-1].chain if chained else seed(header), entry, entry.sequence))
    return [first, *(encode(entry) + b"\n" for entry in chained)]


def test_an_event_that_said_less_is_judged_as_what_it_would_say_today_and_what_came_before_can_be_taken_back():
    journal = MemoryJournal()
    import_stream(journal, _as_written(_played(), b',"minutes":[90]', b""), catalogue.engine)
    desk = Desk(journal, catalogue.engine)

    _say(desk, Undo(ORGANISER, desk.history(CUP).sequence - 1))

    assert [each.minutes for each in desk.state(CUP).rounds] == [90]


def test_an_event_that_says_something_else_is_not_what_the_rules_give():
    with pytest.raises(Damaged, match="is not what the rules give"):
        import_stream(MemoryJournal(), _as_written(_played(), b'"minutes":[90]', b'"minutes":[45]'), catalogue.engine)


def test_two_tellings_are_the_same_only_if_every_event_is():
    state = published(closed(saga(4, round_minutes=90)))
    given = events(state, changed(state, round_minutes=60))
    older = (msgspec.structs.replace(given[0], minutes=()),)

    assert tell_the_same(engine, state, given, older)
    assert not tell_the_same(engine, state, given, ())
    assert not tell_the_same(engine, state, given, (msgspec.structs.replace(older[0], settings=state.settings),))

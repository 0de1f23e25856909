"""Letters between players: for their readers alone, in state, view, log and journal."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from campaign.test_view import after
from heraut import catalogue
from heraut.campaign import engine
from heraut.campaign.absence import NameStandIn, ReplacePlayer
from heraut.campaign.letters import LONGEST, AllowTelling, LetterSent, LetterTold, WriteLetter
from heraut.campaign.settings import CampaignPlayer, Settings
from heraut.campaign.situation import situation
from heraut.campaign.state import Finished, LetterId, State
from heraut.campaign.subject import Code
from heraut.campaign.turns import CampaignEnded
from heraut.journal.desk import Accepted, Desk
from heraut.journal.envelope import Envelope
from heraut.journal.log import log_of
from heraut.journal.stores import MemoryJournal
from heraut.journal.transfer import export_stream, read_parcel
from heraut.kernel.codec import encode
from heraut.kernel.engine import ImpossibleEvent
from heraut.kernel.journal import Undo
from heraut.kernel.message import Command, Tick, shown
from heraut.kernel.names import ORGANISER, REFEREE, ActorId, CommandId, Instant, Seat, StreamId
from heraut.kernel.refusal import HouseCode, Refusal

ANA, BEN, CHLOE = Seat("ana"), Seat("ben"), Seat("chloe")
TEXT = "Rendez-vous à la Tour Fendue"
GUERRE = StreamId("guerre")


def peace(**settings: Any) -> State:
    return situation("declare", players=["ana", "ben", "chloe"], bands=["1 ana T12: 6"], settings=settings)


def to_ben(text: str = TEXT, seat: Seat = ANA) -> WriteLetter:
    return WriteLetter(seat, to=(BEN,), text=text)


def refused(state: State, command: Command) -> Refusal:
    outcome = engine.decide(state, command)
    assert isinstance(outcome, Refusal), outcome
    return outcome


def texts(state: State, viewer: Seat | None) -> list[str]:
    return [letter.text for letter in engine.view(state, viewer).letters]


@pytest.mark.clause("SC-LET-1")
@pytest.mark.parametrize("readers", [(BEN,), (CHLOE,), (BEN, CHLOE)])
def test_a_letter_goes_to_one_to_some_or_to_all(readers: tuple[Seat, ...]):
    state = after(peace(), WriteLetter(ANA, to=readers, text=f"  {TEXT}\n"))

    found = {seat: texts(state, seat) for seat in (ANA, BEN, CHLOE)}
    assert found == {seat: [TEXT] if seat in (ANA, *readers) else [] for seat in (ANA, BEN, CHLOE)}


@pytest.mark.clause("SC-LET-1")
@pytest.mark.parametrize("to", [(), (ANA,), (BEN, BEN), (BEN, ANA), (Seat("zoe"),), (ORGANISER,)])
def test_a_letter_names_other_players_each_once(to: tuple[Seat, ...]):
    assert refused(peace(), WriteLetter(ANA, to=to, text=TEXT)).code is Code.LETTER_READERS


@pytest.mark.clause("SC-LET-1")
@pytest.mark.parametrize(("text", "fits"), [("", False), (" \n", False), ("x", True), ("é" * LONGEST, True)])
def test_a_letter_has_at_least_a_character(text: str, fits: bool):
    assert isinstance(engine.decide(peace(), to_ben(text)), Refusal) is not fits


@pytest.mark.clause("SC-LET-1")
def test_a_letter_has_at_most_two_thousand_characters():
    refusal = refused(peace(), to_ben("x" * (LONGEST + 1)))

    assert (refusal.code, refusal.asked, refusal.allowed) == (Code.LETTER_LENGTH, 2001, 2000)


@pytest.mark.clause("SC-LET-1")
def test_only_players_write_and_only_until_the_end():
    over = replace(peace(), phase=Finished("fame", ()))

    assert refused(peace(), to_ben(seat=ORGANISER)).code is HouseCode.NOT_YOUR_SEAT
    assert refused(over, to_ben()).code is HouseCode.WRONG_PHASE


@pytest.mark.clause("SC-LET-2", "SC-LET-3")
@pytest.mark.parametrize("viewer", [CHLOE, ORGANISER, REFEREE, None])
def test_others_learn_nothing_not_even_by_the_name_of_a_later_letter(viewer: Seat | None):
    silent = peace()
    busy = after(silent, to_ben(), to_ben("encore"), WriteLetter(BEN, to=(ANA,), text="oui"))
    later = WriteLetter(ANA, to=(CHLOE,), text="Et vous ?")

    assert encode(engine.view(busy, viewer)) == encode(engine.view(silent, viewer))
    assert engine.decide(busy, later) == engine.decide(silent, later)
    for event in engine.decide(silent, to_ben()):
        assert shown(event, viewer) is None


@pytest.mark.clause("SC-LET-2")
def test_no_deadline_begins_with_a_letter():
    """A deadline is public: one that began with a letter would tell that there was one."""
    state = peace(deadlines={"declare": 3600})

    assert [type(event) for event in engine.decide(state, replace(to_ben(), at=Instant(99)))] == [LetterSent]


@pytest.mark.clause("SC-LET-3")
@pytest.mark.parametrize(("letters", "read"), [("sealed", []), ("open", [TEXT])])
def test_the_organiser_reads_letters_only_where_the_group_chose_so(letters: str, read: list[str]):
    state = after(peace(letters=letters), to_ben())

    assert texts(state, ORGANISER) == read
    assert texts(state, REFEREE) == []
    assert texts(state, CHLOE) == []


@pytest.mark.clause("SC-LET-3")
def test_a_group_may_play_without_letters():
    assert refused(peace(letters="off"), to_ben()).code is Code.LETTERS_OFF


@pytest.mark.clause("SC-LET-4")
@pytest.mark.parametrize("stand_in", [CHLOE, ORGANISER])
def test_who_plays_for_somebody_neither_reads_nor_writes_their_letters(stand_in: Seat):
    written = after(peace(), to_ben())
    away = after(written, NameStandIn(BEN, player=BEN, stand_in=stand_in))
    letter = LetterId("ana.ben.1")

    assert texts(away, BEN) == []
    assert refused(away, WriteLetter(BEN, to=(ANA,), text="oui")).code is Code.LETTERS_REST
    assert refused(away, AllowTelling(BEN, letter=letter)).code is Code.LETTERS_REST
    assert texts(after(away, NameStandIn(BEN, player=BEN, stand_in="")), BEN) == [TEXT]


@pytest.mark.clause("SC-LET-4")
def test_a_bot_that_stands_in_reads_nothing_and_hides_nothing():
    state = after(peace(), to_ben(), NameStandIn(BEN, player=BEN, stand_in="bot:heuristic"))

    assert texts(state, BEN) == [TEXT]


@pytest.mark.clause("SC-LET-4", "SC-ABS-8")
def test_who_takes_over_a_seat_takes_over_its_letters():
    assert texts(after(peace(), to_ben(), ReplacePlayer(player=BEN, name="Hugo")), BEN) == [TEXT]


def finished(state: State) -> State:
    return replace(state, phase=Finished("fame", ()))


@pytest.mark.clause("SC-LET-5")
def test_a_letter_is_told_once_the_campaign_is_over_and_all_agree():
    state = after(peace(), to_ben(), WriteLetter(ANA, to=(BEN, CHLOE), text="À tous deux"))
    both = LetterId("ana.ben.chloe.1")
    state = after(state, *(AllowTelling(seat, letter=both) for seat in (ANA, BEN)))
    over = finished(state)

    (_, told) = engine.decide(over, AllowTelling(CHLOE, letter=both))
    assert told == LetterTold(ANA, (BEN, CHLOE), "À tous deux")
    assert shown(told, None) == told
    assert refused(after(over, AllowTelling(CHLOE, letter=both)), AllowTelling(ANA, letter=both)).code is Code.NO_LETTER


@pytest.mark.clause("SC-LET-5")
def test_before_the_end_an_agreement_tells_nobody_and_may_be_withdrawn():
    letter = LetterId("ana.ben.1")
    state = after(peace(), to_ben(), AllowTelling(ANA, letter=letter), AllowTelling(BEN, letter=letter))
    silent = engine.view(peace(), CHLOE)

    assert engine.view(state, CHLOE) == silent
    assert engine.view(state, BEN).letters[0].allowed == (ANA, BEN)
    withdrawn = finished(after(state, AllowTelling(BEN, letter=letter, allow=False)))
    assert list(engine.decide(withdrawn, AllowTelling(ANA, letter=letter)))[1:] == []


@pytest.mark.clause("SC-LET-5")
def test_the_end_of_the_campaign_itself_tells_what_was_agreed():
    """A campaign of one turn, in its last step; fame ends it when the turn does."""
    letter = LetterId("ana.ben.1")
    state = situation("build", players=["ana", "ben"], bands=["1 ana T12: 6", "2 ben T16: 6"], settings={"turns": 2})
    state = after(state, to_ben(), AllowTelling(ANA, letter=letter), AllowTelling(BEN, letter=letter))
    told: list[object] = []
    while not isinstance(state.phase, Finished):
        awaited = engine.awaits(state, None)[0]
        command = next(iter(engine.legal(state, awaited.seat)))
        events = engine.decide(state, command)
        assert not isinstance(events, Refusal)
        told += [event for event in events if isinstance(event, LetterTold)]
        state = after(state, command)

    assert told == [LetterTold(ANA, (BEN,), TEXT)]


@pytest.mark.clause("SC-LET-5")
def test_of_two_letters_that_say_the_same_the_one_that_was_agreed_is_told_once():
    second = LetterId("ana.ben.2")
    state = after(peace(), to_ben(), to_ben(), AllowTelling(ANA, letter=second))
    over = after(finished(state), AllowTelling(BEN, letter=second))

    assert [letter.told for letter in over.letters] == [False, True]
    assert [type(event) for event in engine.decide(over, Tick(at=Instant(99)))] == []


@pytest.mark.clause("SC-LET-5")
def test_a_stored_letter_is_told_whatever_the_rule_of_today_would_ask():
    """The journal is the truth: it was told when it was told, even if somebody's agreement would be missing today."""
    over = finished(after(peace(), to_ben("d'abord"), to_ben(), AllowTelling(ANA, letter=LetterId("ana.ben.2"))))
    told = engine.evolve(over, LetterTold(ANA, (BEN,), TEXT))

    assert [letter.told for letter in told.letters] == [False, True]


def test_a_letter_that_nobody_wrote_cannot_have_been_told():
    with pytest.raises(ImpossibleEvent, match="LetterTold cannot follow Finished"):
        engine.evolve(finished(peace()), LetterTold(ANA, (BEN,), TEXT))


@pytest.mark.clause("SC-LET-5")
def test_a_letter_that_a_bot_received_too_waits_for_the_agreement_of_persons_alone():
    state, letter = peace(), LetterId("ana.ben.chloe.1")
    state = replace(state, game=replace(state.game, bots={CHLOE: "heuristic"}))
    state = after(state, WriteLetter(ANA, to=(BEN, CHLOE), text=TEXT), AllowTelling(ANA, letter=letter))

    (_, told) = engine.decide(finished(state), AllowTelling(BEN, letter=letter))
    assert told == LetterTold(ANA, (BEN, CHLOE), TEXT)


@pytest.mark.clause("SC-LET-5", "SC-LET-4", "SC-ABS-6")
@pytest.mark.parametrize("stand_in", ["ana", "bot:heuristic"])
def test_who_was_replaced_for_a_time_is_asked_for_their_agreement_after_the_end(stand_in: str):
    letter = LetterId("ana.ben.1")
    state = after(peace(), to_ben(), NameStandIn(BEN, player=BEN, stand_in=stand_in), AllowTelling(ANA, letter=letter))
    over = engine.evolve(state, CampaignEnded("fame", ()))

    assert (engine.stand_ins(over), texts(over, BEN)) == ({}, [TEXT])
    (_, told) = engine.decide(over, AllowTelling(BEN, letter=letter))
    assert told == LetterTold(ANA, (BEN,), TEXT)


@pytest.mark.clause("SC-LET-5")
@pytest.mark.parametrize(("seat", "letter"), [(CHLOE, "ana.ben.1"), (ANA, "ana.ben.2")])
def test_only_those_a_letter_concerns_speak_of_it(seat: Seat, letter: str):
    assert refused(after(peace(), to_ben()), AllowTelling(seat, letter=LetterId(letter))).code is Code.NO_LETTER


# --- what the journal keeps

KEY = b"0123456789abcdef0123456789abcdef"


def posted(key: bytes | None = KEY, command: Command | None = None) -> tuple[Desk, MemoryJournal]:
    journal = MemoryJournal()
    desk = Desk(journal, envelope=lambda _stream: None if key is None else Envelope(key))
    players = (CampaignPlayer(ANA, "Ana"), CampaignPlayer(BEN, "Ben"), CampaignPlayer(CHLOE, "Chloé"))
    desk.open(stream=GUERRE, engine="campaign", title="Guerre", settings=Settings(players=players), at=Instant(0))
    outcome = hand_in(desk, command or to_ben())
    assert isinstance(outcome, Accepted)
    return desk, journal


def hand_in(desk: Desk, command: Command, id: str = "1") -> Accepted | Refusal:
    return desk.submit(GUERRE, command, command_id=CommandId(id), actor=ActorId("x"), at=Instant(7))


@pytest.mark.clause("SC-LET-2", "SC-LET-3")
def test_the_journal_s_file_does_not_show_what_was_written():
    desk, journal = posted()
    file = b"".join(export_stream(journal, GUERRE)).decode()

    assert "Tour Fendue" not in file
    assert [letter.text for letter in desk.view(GUERRE, BEN).letters] == [TEXT]
    assert isinstance(log_of(desk.history(GUERRE), BEN)[0].events[0], LetterSent)
    assert log_of(desk.history(GUERRE), CHLOE) == ()


def test_a_letter_sent_twice_counts_once_also_after_a_start():
    _, journal = posted()
    anew = Desk(journal, envelope=lambda _stream: Envelope(KEY))

    again = hand_in(anew, to_ben())
    assert isinstance(again, Accepted)
    assert again.repeated
    assert [letter.text for letter in anew.view(GUERRE, ANA).letters] == [TEXT]


@pytest.mark.parametrize("key", [None, b"another key of another machine!!"])
def test_elsewhere_the_stream_is_sound_and_judged_and_its_letters_stay_closed(key: bytes | None):
    _, journal = posted()
    elsewhere = MemoryJournal()
    read_parcel(list(export_stream(journal, GUERRE)), catalogue.engine).store(elsewhere)
    desk = Desk(elsewhere, envelope=lambda _stream: None if key is None else Envelope(key))

    (letter,) = desk.view(GUERRE, BEN).letters
    assert (letter.text, bool(letter.sealed)) == ("", True)


@pytest.mark.clause("SC-LET-5")
@pytest.mark.parametrize("key", [None, b"another key of another machine!!", KEY])
def test_a_letter_that_is_told_leaves_its_envelope_in_the_file(key: bytes | None):
    told = LetterTold(ANA, (BEN,), TEXT, at=Instant(7))
    stored = Envelope(KEY).close(told)
    assert (stored.text, bool(stored.sealed)) == (TEXT, True)
    here = stored if key is None else Envelope(key).open(stored)
    assert here.text == TEXT
    assert bool(here.sealed) is (key != KEY)
    assert Envelope(KEY).open(replace(stored, text="autre chose")) == told  # the envelope is believed, not the text
    closed = Envelope(KEY).close(LetterSent(LetterId("ana.ben.1"), ANA, (BEN,), TEXT, at=Instant(7)))
    assert (closed.text, closed.sealed) == ("", stored.sealed)


def test_an_envelope_cut_out_of_the_file_does_not_open_between_other_people():
    """Else whoever holds the file could send it to themselves and read it."""
    desk, _ = posted()
    stored = Envelope(KEY).close(to_ben())
    hand_in(desk, WriteLetter(CHLOE, to=(ANA,), sealed=stored.sealed), "2")

    assert [letter.text for letter in desk.view(GUERRE, CHLOE).letters] == [""]


def test_command_and_event_have_one_envelope_and_two_letters_have_two():
    _, journal = posted()
    (entry,) = journal.read(GUERRE)
    sealed = Envelope(KEY).close(to_ben()).sealed

    assert bytes(entry.command).count(sealed.encode()) == bytes(entry.events).count(sealed.encode()) == 1
    assert Envelope(KEY).close(to_ben("autre")).sealed[:20] != sealed[:20]
    assert Envelope(KEY).close(WriteLetter(ANA, to=(CHLOE,), text=TEXT)).sealed[:20] != sealed[:20]


@pytest.mark.parametrize("sealed", ["", "?", "é", "AAAA", "A" * 40])
def test_what_is_no_envelope_of_ours_stays_as_it_is(sealed: str):
    letter = WriteLetter(ANA, to=(BEN,), sealed=sealed)

    assert Envelope(KEY).open(letter) == letter


def test_the_longest_letter_fits_into_its_envelope():
    desk, _ = posted(command=to_ben("𝕏" * LONGEST))

    assert len(Envelope(KEY).close(to_ben("𝕏" * LONGEST)).sealed) <= 6 * LONGEST
    assert texts(desk.state(GUERRE), BEN) == ["𝕏" * LONGEST]


def test_an_undo_of_the_organiser_names_no_letter_and_leaves_it():
    desk, _ = posted()
    hand_in(desk, NameStandIn(CHLOE, player=CHLOE, stand_in="bot:random"), "2")
    undone = desk.undo(GUERRE, Undo(ORGANISER, 2), command_id=CommandId("3"), actor=ActorId("x"), at=Instant(8))

    assert isinstance(undone, Accepted)
    assert texts(desk.state(GUERRE), BEN) == [TEXT]

"""Lists: handed in sealed, looked at, revealed, chosen for a game."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

import msgspec

from heraut.kernel.engine import Outcome, Subject, on, unchanged
from heraut.kernel.message import Audience, Event, PublicEvent, Speaker
from heraut.kernel.names import ORGANISER, ClauseId, Few, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house
from heraut.kernel.sealed import Opened, SealedBox, commitment
from heraut.tournament.command import TournamentCommand, not_now, own_table
from heraut.tournament.formats import Lists
from heraut.tournament.saga.bands import SagaBand
from heraut.tournament.state import ItemVerdict, Over, State, with_player, with_table
from heraut.tournament.steamroller.army import ArmyList, army_lists


class HandInBand(TournamentCommand, frozen=True, kw_only=True):
    """Hand in a SAGA band, sealed; once round 1 is published only an official can, with a reason."""

    speaker = Speaker.PLAYER_OR_OFFICIAL
    band: SagaBand
    player: Seat | None = None
    reason: str = ""


class HandInLists(TournamentCommand, frozen=True, kw_only=True):
    """Hand in all Steamroller lists of a player, sealed; later only an official can, with a reason."""

    speaker = Speaker.PLAYER_OR_OFFICIAL
    lists: tuple[ArmyList, ...]
    player: Seat | None = None
    reason: str = ""


class RecordCheck(TournamentCommand, frozen=True, kw_only=True):
    """Note what was checked: damage tracker, conversions, painting."""

    player: Seat
    item: str
    approved: bool
    list_number: int | None = None
    set_aside: tuple[str, ...] = ()
    note: str = ""


class RevealLists(TournamentCommand, frozen=True, kw_only=True):
    """Open everybody's lists to everybody."""

    speaker = Speaker.ORGANISER


class ChooseList(TournamentCommand, frozen=True, kw_only=True, omit_defaults=True):
    """Lay one's caster card face down: list 1, 2, …; the `salt` is drawn by the shell [HOUSE-SEAL-6]."""

    speaker = Speaker.PLAYER
    filled_in = ("salt",)
    list_number: int
    round: Few | None = None
    """The round meant; a page from an earlier round then does no harm [HOUSE-PHASE-1]."""
    salt: str = ""


class BandHandedIn(Event, frozen=True, kw_only=True):
    """A band lies sealed with the organiser."""

    audience = Audience.OWNERS
    outline = Audience.EVERYBODY
    seat: Seat
    band: SagaBand


class ListsHandedIn(Event, frozen=True, kw_only=True):
    """A player's lists lie sealed with the organiser."""

    audience = Audience.OWNERS
    outline = Audience.EVERYBODY
    seat: Seat
    lists: tuple[ArmyList, ...]


class ListsAmended(PublicEvent, frozen=True, kw_only=True):
    """An official changed a frozen list, and why [SR-LIST-9, ST-BND-15]."""

    player: Seat
    by: Seat
    reason: str


class CheckRecorded(Event, frozen=True, kw_only=True):
    """What an official noted at check-in."""

    audience = Audience.OWNERS_AND_OFFICIALS
    seat: Seat
    item: str
    approved: bool
    list_number: int | None = None
    set_aside: tuple[str, ...] = ()
    note: str = ""
    by: Seat


class ListsRevealed(PublicEvent, frozen=True, kw_only=True):
    """All lists are open to everybody."""

    reveals = True
    lists: Mapping[Seat, Lists]


class ListChosen(Event, frozen=True, kw_only=True):
    """A caster card lies face down [SR-PICK-1], and stays there [SR-PICK-2]."""

    audience = Audience.OWNERS
    outline = Audience.EVERYBODY
    stays = True
    seat: Seat
    round: int
    table: int
    list_number: int
    salt: str = ""
    commitment: str = ""


class ChoicesShown(PublicEvent, frozen=True, kw_only=True):
    """Both players of a table show their lists at once [SR-PICK-3]."""

    reveals = True
    round: int
    table: int
    choices: Mapping[Seat, int]
    opened: tuple[Opened, ...] = ()


def hand_in_band(state: State, command: HandInBand) -> Outcome:
    """Seal a band [ST-BND-6]."""
    handed_in = BandHandedIn(seat=command.player or command.seat, band=command.band)
    return _refusal(state, command, command.band) or (handed_in, *_amended(state, command, command.band))


def hand_in_lists(state: State, command: HandInLists) -> Outcome:
    """Seal a player's lists [SR-LIST-9]."""
    handed_in = ListsHandedIn(seat=command.player or command.seat, lists=command.lists)
    return _refusal(state, command, command.lists) or (handed_in, *_amended(state, command, command.lists))


def _refusal(state: State, command: HandInBand | HandInLists, lists: Lists) -> Refusal | None:
    """Every fault at once, and a change after the freeze only by an official [ST-BND-15, SR-LIST-9]."""
    settings = state.settings
    if settings.list_kind is None or not isinstance(lists, settings.list_kind):
        return Refusal(settings.clauses.lists, "list-wrong-format")
    return _frozen(state, command, settings.clauses.frozen_lists) or settings.list_faults(lists)


def _is_frozen(state: State, owner: Seat) -> bool:
    """
    Whether a list can no longer be changed by its player: a round is published, or it lies open [HOUSE-SEAL-3].

    A late entry hands in a first list all the same, and so does whoever plays without the list that is asked for
    [ST-BND-15, SR-LIST-9].
    """
    first = owner not in state.lists
    if state.rounds:
        return not (first and (state.settings.asks_lists or state.players[owner].joined > 1))
    return state.lists_open and not first


def may_hand_in(state: State, viewer: Seat | None) -> bool:
    """Whether the viewer may hand in a list, or another, now."""
    if viewer is None or viewer not in state.players or isinstance(state.stage, Over):
        return False
    return not _is_frozen(state, viewer)


def _frozen(state: State, command: HandInBand | HandInLists, clause: ClauseId) -> Refusal | None:
    owner = command.player or command.seat
    if isinstance(state.stage, Over):
        return not_now(state)
    if not _is_frozen(state, owner):
        return None
    if command.seat != ORGANISER:
        return Refusal(clause, "list-frozen", owner) if state.rounds else house(HouseCode.ALREADY_OPEN)
    return None if command.reason.strip() else Refusal(clause, "event-reason-missing", owner)


def _amended(state: State, command: HandInBand | HandInLists, lists: Lists) -> tuple[Event, ...]:
    """What follows a list handed in late: the change is logged, and it lies open if the others do."""
    owner, by, reason = command.player or command.seat, command.seat, command.reason.strip()
    logged = (ListsAmended(player=owner, by=by, reason=reason),) if _is_frozen(state, owner) else ()
    return (*logged, ListsRevealed(lists={owner: lists})) if state.lists_open else logged


CHECKS = ("damage-tracker", "conversion", "painting")
"""What is looked at on check-in: SR-DUTY-2, SR-CONV-6, SR-VPAINT-4."""


def record_check(state: State, command: RecordCheck) -> Outcome:
    """Note a check; what falls short of the painting asked for is set aside [SR-VPAINT-4]."""
    if command.item not in CHECKS:
        return Refusal(ClauseId("SR-DUTY-2"), "check-unknown", asked=command.item, allowed=CHECKS)
    recorded = CheckRecorded(
        seat=command.player, item=command.item, approved=command.approved, list_number=command.list_number,
        set_aside=command.set_aside, note=command.note, by=command.seat,
    )  # fmt: skip
    refusal = _short_list(state, command) if command.set_aside and command.approved else None
    return refusal or (recorded,)


def _short_list(state: State, command: RecordCheck) -> Refusal | None:
    """A list short of the figures set aside still has to be legal by itself [SR-VPAINT-4]."""
    lists, number = army_lists(state, command.player), command.list_number or 1
    if number > len(lists):
        return Refusal(ClauseId("SR-VPAINT-4"), "list-missing", command.player)
    army = lists[number - 1]
    kept = tuple(entry for entry in army.entries if entry.name not in command.set_aside)
    if len(army.entries) - len(kept) < len(command.set_aside):
        return Refusal(ClauseId("SR-VPAINT-4"), "check-set-aside", command.player, asked=command.set_aside)
    short = msgspec.structs.replace(army, entries=kept)
    others = tuple(short if place == number else other for place, other in enumerate(lists, start=1))
    return state.settings.list_faults(others)


def reveal_lists(state: State, _command: RevealLists) -> Outcome:
    """Open all lists at once."""
    if state.lists_open:
        return house(HouseCode.ALREADY_OPEN)
    return (ListsRevealed(lists=dict(state.lists)),)


def choose_list(state: State, command: ChooseList) -> Outcome:
    """Lay a card face down; once laid it stays, and both are shown at once [SR-PICK-1 to SR-PICK-3]."""
    found = own_table(state, command.seat, command.round)
    if isinstance(found, Refusal):
        return found
    playing, table = found
    if table.choice is None:
        return Refusal(ClauseId("SR-PICK-1"), "list-not-chosen")
    if command.seat in table.choice.values:
        return Refusal(ClauseId("SR-PICK-2"), "list-chosen-already", command.seat)
    allowed = state.settings.choosable(state, command.seat, playing.number)
    if command.list_number not in allowed:
        own = 1 <= command.list_number <= len(army_lists(state, command.seat))
        clause = ClauseId("SR-VLIST-6" if own else "SR-PICK-1")
        return Refusal(clause, "list-not-allowed", command.seat, asked=command.list_number, allowed=allowed)
    chosen = ListChosen(
        seat=command.seat, round=playing.number, table=table.number, list_number=command.list_number,
        salt=command.salt, commitment=commitment(command.list_number, command.salt),
    )  # fmt: skip
    box = _laid(table.choice, chosen)
    if len(box.values) < 2:
        return (chosen,)
    ordered = {seat: box.values[seat] for seat in table.seats}
    shown = ChoicesShown(round=playing.number, table=table.number, choices=ordered, opened=box.openings)
    return (chosen, shown)


def _laid(box: SealedBox[int], event: ListChosen) -> SealedBox[int]:
    return box.seal(event.seat, event.list_number, event.salt, event.commitment)


def _band(state: State, event: BandHandedIn) -> State:
    return replace(state, lists={**state.lists, event.seat: event.band})


def _lists(state: State, event: ListsHandedIn) -> State:
    return replace(state, lists={**state.lists, event.seat: event.lists})


def _check(state: State, event: CheckRecorded) -> State:
    verdict = ItemVerdict(event.item, event.approved, event.list_number, event.set_aside, event.note)
    about, before = (event.item, event.list_number), state.players[event.seat].verdicts
    kept = (old for old in before if (old.item, old.list_number) != about)
    return with_player(state, event.seat, verdicts=(*kept, verdict))


def _revealed(state: State, _event: ListsRevealed) -> State:
    return replace(state, lists_open=True)


def _chosen(state: State, event: ListChosen) -> State:
    box = state.rounds[event.round - 1].tables[event.table].choice
    assert box is not None
    return with_table(state, event.round, event.table, choice=_laid(box, event))


def _choices_shown(state: State, event: ChoicesShown) -> State:
    box = state.rounds[event.round - 1].tables[event.table].choice
    assert box is not None
    return with_table(state, event.round, event.table, choice=box.open())


def lists_open_to(state: State, viewer: Seat | None) -> Collection[Seat]:
    """Whose lists: one's own, the opponent's of the round, everybody's after the reveal [SR-PICK-4, ST-BND-13]."""
    if state.lists_open:
        return state.players
    table = state.table_of(viewer)
    own = () if viewer is None else (viewer,)
    return own if table is None else table.seats


def may_choose(state: State, viewer: Seat | None) -> tuple[int, ...]:
    """The viewer's own lists that may be chosen now."""
    table = state.table_of(viewer)
    if viewer is None or table is None or table.choice is None or viewer in table.choice.values:
        return ()
    return state.settings.choosable(state, viewer, len(state.rounds))


def last_lists(state: State, number: int, seats: tuple[Seat, Seat]) -> tuple[Seat, ...]:
    """Who has only one list left, told to the opponent and the officials before the choice [SR-VLIST-7]."""
    settings = state.settings
    told = seats if settings.tells_last_list else ()
    return tuple(seat for seat in told if len(settings.choosable(state, seat, number)) == 1)


SUBJECT = Subject[State](
    decides=(
        on(HandInBand, hand_in_band),
        on(HandInLists, hand_in_lists),
        on(RecordCheck, record_check),
        on(RevealLists, reveal_lists),
        on(ChooseList, choose_list),
    ),
    evolves=(
        on(BandHandedIn, _band),
        on(ListsHandedIn, _lists),
        on(ListsAmended, unchanged),
        on(CheckRecorded, _check),
        on(ListsRevealed, _revealed),
        on(ListChosen, _chosen),
        on(ChoicesShown, _choices_shown),
    ),
)

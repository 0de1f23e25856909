"""
Lists: handed in sealed, looked at, revealed.

How one is handed in, and what is done with it at a table, is the format's own (`saga.lists`, `steamroller.lists`); what
all of them share stands here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from heraut.kernel.engine import Outcome, Subject, deciders, on, unchanged
from heraut.kernel.message import Audience, Command, Event, PublicEvent, Speaker
from heraut.kernel.names import ORGANISER, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house
from heraut.tournament.command import TournamentCommand, not_now
from heraut.tournament.formats import Lists
from heraut.tournament.state import ItemVerdict, Over, State, with_player


class HandInCommand(TournamentCommand, frozen=True, kw_only=True):
    """A format's own command that hands something in; an official's says for whom, and a late one why."""

    speaker = Speaker.PLAYER_OR_OFFICIAL
    if TYPE_CHECKING:  # each has them as fields of its own, in the order in which they have always been stored
        player: Seat | None
        reason: str

    @property
    def owner(self) -> Seat:
        """Whose list it is."""
        return self.player or self.seat


class RecordCheck(TournamentCommand, frozen=True, kw_only=True):
    """Note what was looked at on check-in, of what the format asks for."""

    player: Seat
    item: str
    approved: bool
    list_number: int | None = None
    set_aside: tuple[str, ...] = ()
    note: str = ""


class RevealLists(TournamentCommand, frozen=True, kw_only=True):
    """Open everybody's lists to everybody."""

    speaker = Speaker.ORGANISER


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


def hand_in(state: State, command: HandInCommand, lists: object, sealed: Event) -> Outcome:
    """
    Seal what a player hands in, every fault named at once; a change after the freeze only by an official.

    What follows a list handed in late: the change is logged, and it lies open if the others do [ST-BND-15, SR-LIST-9].
    """
    refusal = _foreign(state, command) or _frozen(state, command) or state.settings.list_faults(lists)
    if refusal is not None:
        return refusal
    owner, by, reason = command.owner, command.seat, command.reason.strip()
    logged = (ListsAmended(player=owner, by=by, reason=reason),) if _is_frozen(state, owner) else ()
    opened = (ListsRevealed(lists={owner: lists}),) if state.lists_open else ()
    return (sealed, *logged, *opened)


def _foreign(state: State, command: HandInCommand) -> Refusal | None:
    """Nobody hands in here what another format asks for."""
    own = type(command) in deciders(state.settings.subjects())
    return None if own else Refusal(state.settings.clauses.lists, "list-wrong-format")


def with_lists(state: State, seat: Seat, lists: object) -> State:
    """The state with what a player has handed in."""
    return replace(state, lists={**state.lists, seat: lists})


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


def _frozen(state: State, command: HandInCommand) -> Refusal | None:
    owner, clause = command.owner, state.settings.clauses.frozen_lists
    if isinstance(state.stage, Over):
        return not_now(state)
    if not _is_frozen(state, owner):
        return None
    if command.seat != ORGANISER:
        return Refusal(clause, "list-frozen", owner) if state.rounds else house(HouseCode.ALREADY_OPEN)
    return None if command.reason.strip() else Refusal(clause, "event-reason-missing", owner)


def record_check(state: State, command: RecordCheck) -> Outcome:
    """Note a check; what falls short of the painting asked for is set aside [SR-VPAINT-4]."""
    settings = state.settings
    if command.item not in settings.checks:
        return Refusal(settings.clauses.checks, "check-unknown", asked=command.item, allowed=tuple(settings.checks))
    recorded = CheckRecorded(
        seat=command.player, item=command.item, approved=command.approved, list_number=command.list_number,
        set_aside=command.set_aside, note=command.note, by=command.seat,
    )  # fmt: skip
    if not command.set_aside or not command.approved:
        return (recorded,)
    lists = state.lists.get(command.player)
    return settings.set_aside_refusal(command.player, lists, command.list_number, command.set_aside) or (recorded,)


def reveal_lists(state: State, _command: RevealLists) -> Outcome:
    """Open all lists at once."""
    if state.lists_open:
        return house(HouseCode.ALREADY_OPEN)
    return (ListsRevealed(lists=dict(state.lists)),)


def _check(state: State, event: CheckRecorded) -> State:
    verdict = ItemVerdict(event.item, event.approved, event.list_number, event.set_aside, event.note)
    about, before = (event.item, event.list_number), state.players[event.seat].verdicts
    kept = (old for old in before if (old.item, old.list_number) != about)
    return with_player(state, event.seat, verdicts=(*kept, verdict))


def _revealed(state: State, _event: ListsRevealed) -> State:
    return replace(state, lists_open=True)


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
    if viewer is None or table is None or table.choice is None or table.result is not None:
        return ()
    if viewer in table.choice.values:
        return ()
    return state.settings.choosable(state, viewer, len(state.rounds))


def last_lists(state: State, number: int, seats: tuple[Seat, Seat]) -> tuple[Seat, ...]:
    """Who has only one list left, told to the opponent and the officials before the choice [SR-VLIST-7]."""
    settings = state.settings
    told = seats if settings.tells_last_list else ()
    return tuple(seat for seat in told if len(settings.choosable(state, seat, number)) == 1)


def tries(_state: State, seat: Seat) -> Iterator[Command]:
    """The reveal; what is handed in is tried by its format."""
    if seat == ORGANISER:
        yield RevealLists(seat)


SUBJECT = Subject[State](
    decides=(
        on(RecordCheck, record_check),
        on(RevealLists, reveal_lists),
    ),
    evolves=(
        on(ListsAmended, unchanged),
        on(CheckRecorded, _check),
        on(ListsRevealed, _revealed),
    ),
    tries=tries,
)

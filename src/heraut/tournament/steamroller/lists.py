"""Army lists of a Steamroller event: handed in sealed, one chosen for each game by its caster card [SR-PICK]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heraut.kernel.engine import Outcome, Subject, on
from heraut.kernel.message import Audience, Command, Event, PublicEvent, Speaker
from heraut.kernel.names import ClauseId, Few, Seat
from heraut.kernel.refusal import Refusal
from heraut.kernel.sealed import Opened, SealedBox, commitment
from heraut.tournament.command import TournamentCommand, own_table
from heraut.tournament.lists import HandInCommand, hand_in, with_lists
from heraut.tournament.state import State, with_table
from heraut.tournament.steamroller.army import ArmyList, army_lists


class HandInLists(HandInCommand, frozen=True, kw_only=True):
    """Hand in all Steamroller lists of a player, sealed; later only an official can, with a reason."""

    lists: tuple[ArmyList, ...]
    player: Seat | None = None
    reason: str = ""


class ChooseList(TournamentCommand, frozen=True, kw_only=True, omit_defaults=True):
    """Lay one's caster card face down: list 1, 2, …; the `salt` is drawn by the shell [HOUSE-SEAL-6]."""

    speaker = Speaker.PLAYER
    filled_in = ("salt",)
    list_number: int
    round: Few | None = None
    """The round meant; a page from an earlier round then does no harm [HOUSE-PHASE-1]."""
    salt: str = ""


class ListsHandedIn(Event, frozen=True, kw_only=True):
    """A player's lists lie sealed with the organiser."""

    audience = Audience.OWNERS
    outline = Audience.EVERYBODY
    seat: Seat
    lists: tuple[ArmyList, ...]


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


def hand_in_lists(state: State, command: HandInLists) -> Outcome:
    """Seal a player's lists [SR-LIST-9]."""
    return hand_in(state, command, command.lists, ListsHandedIn(seat=command.owner, lists=command.lists))


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


def _handed_in(state: State, event: ListsHandedIn) -> State:
    return with_lists(state, event.seat, event.lists)


def _chosen(state: State, event: ListChosen) -> State:
    box = state.rounds[event.round - 1].tables[event.table].choice
    assert box is not None
    return with_table(state, event.round, event.table, choice=_laid(box, event))


def _choices_shown(state: State, event: ChoicesShown) -> State:
    box = state.rounds[event.round - 1].tables[event.table].choice
    assert box is not None
    return with_table(state, event.round, event.table, choice=box.open())


def tries(state: State, seat: Seat) -> Iterator[Command]:
    """Lists by example, and each of one's own at the table."""
    if seat in state.players:
        yield HandInLists(seat, lists=state.settings.example_lists())
    if state.table_of(seat) is not None:
        own = range(1, len(army_lists(state, seat)) + 1)
        yield from (ChooseList(seat, list_number=number) for number in own)


SUBJECT = Subject[State](
    decides=(on(HandInLists, hand_in_lists), on(ChooseList, choose_list)),
    evolves=(
        on(ListsHandedIn, _handed_in),
        on(ListChosen, _chosen),
        on(ChoicesShown, _choices_shown),
    ),
    tries=tries,
)

"""Entries: register, check in, leave, come back."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

import msgspec

from heraut.kernel.engine import Outcome, Subject, on
from heraut.kernel.message import Command, PublicEvent, Speaker
from heraut.kernel.names import OFFICIALS, ORGANISER, ClauseId, Name, PlayerSeat, Seat
from heraut.kernel.refusal import Refusal, together
from heraut.rulesets.editions import current
from heraut.tournament.clauses import Clauses
from heraut.tournament.command import TournamentCommand, not_now
from heraut.tournament.formats import Lists
from heraut.tournament.lists import lists_open_to
from heraut.tournament.lots import Lot
from heraut.tournament.results import ends_after
from heraut.tournament.state import (
    BetweenRounds,
    DueDice,
    Entering,
    ItemVerdict,
    Over,
    Player,
    PlayerStatus,
    State,
    remembered,
    with_player,
)
from heraut.tournament.wording import tidy


class Register(TournamentCommand, frozen=True, kw_only=True):
    """Enter a player, before the first round or later where the event allows it."""

    names_a_player = False
    player: PlayerSeat
    name: Name
    club: Name = ""
    team: Name = ""
    nickname: Name = ""
    spare: bool = False
    fixed_table: int | None = None
    faction: Name = ""
    """As announced to everybody with the entry; what is sealed in a list stays there."""
    licence: Name = ""
    """The number by which others know the player: of T3, of a federation."""


class EditPlayer(TournamentCommand, frozen=True, kw_only=True):
    """Correct what is known of a player: name, club, team, nickname, the table they must have."""

    player: Seat
    name: Name
    club: Name = ""
    team: Name = ""
    nickname: Name = ""
    fixed_table: int | None = None
    faction: Name = ""
    licence: Name = ""


class CheckIn(TournamentCommand, frozen=True, kw_only=True):
    """The player is here; said by an official, or by the player where the event allows it."""

    speaker = Speaker.PLAYER_OR_OFFICIAL
    player: Seat


class Drop(TournamentCommand, frozen=True, kw_only=True):
    """Leave the event; results stand."""

    speaker = Speaker.PLAYER_OR_OFFICIAL
    player: Seat | None = None


class Return(TournamentCommand, frozen=True, kw_only=True):
    """Take a player who left back in, from the next round on; who has not `arrived` is only entered again."""

    player: Seat
    arrived: bool = True


class CloseRegistration(TournamentCommand, frozen=True, kw_only=True):
    """End registration; SAGA players then get their draw numbers."""

    speaker = Speaker.ORGANISER


class PlayerRegistered(PublicEvent, frozen=True, kw_only=True):
    """A player entered; `joined` is the first round they can be paired in."""

    player: Seat
    name: str
    club: str = ""
    team: str = ""
    nickname: str = ""
    spare: bool = False
    fixed_table: int | None = None
    joined: int = 1
    number: int | None = None
    """The draw number of a late entry [ST-PAIR-2]."""
    faction: str = ""
    licence: str = ""


class PlayerEdited(PublicEvent, frozen=True, kw_only=True):
    """What is known of a player was corrected."""

    player: Seat
    name: str
    club: str = ""
    team: str = ""
    nickname: str = ""
    fixed_table: int | None = None
    faction: str = ""
    licence: str = ""


class PlayerEvent(PublicEvent, frozen=True, kw_only=True):
    """Something about a player; everybody may know it."""

    player: Seat


class PlayerCheckedIn(PlayerEvent, frozen=True, kw_only=True):
    """The player is here."""


class PlayerDropped(PlayerEvent, frozen=True, kw_only=True):
    """The player left; results stand."""


class PlayerReturned(PlayerEvent, frozen=True, kw_only=True):
    """A player who had left is back, or entered again."""

    arrived: bool = True
    number: int | None = None
    """The draw number of whoever was away when they were drawn [ST-PAIR-2]."""


class RegistrationClosed(PublicEvent, frozen=True, kw_only=True):
    """No more entries, but late ones; draw numbers may be due [ST-PAIR-2]."""

    numbers_due: bool = False


def register(state: State, command: Register) -> Outcome:
    """Enter a player; after the first pairing only where late entries are allowed [SR-ROUND-9]."""
    if isinstance(state.stage, Over):
        return not_now(state)
    if command.player in state.players or command.player in OFFICIALS or not command.player.strip():
        return Refusal(ClauseId("HOUSE-SEAT-1"), "event-seat-taken", command.player)
    faults = together(tuple(_entry_faults(state.settings.clauses, command)))
    if faults is not None:
        return faults
    if command.spare and not state.settings.has_spare:
        return Refusal(state.settings.clauses.no_spare, "spare-not-played", command.player)
    if state.rounds and not state.settings.late_entry:
        return Refusal(state.settings.clauses.late_entry, "late-entry-closed", command.player)
    registered = PlayerRegistered(
        player=command.player, spare=command.spare, fixed_table=command.fixed_table, joined=len(state.rounds) + 1,
        number=_number_due(state, command.player), **_texts(command),
    )  # fmt: skip
    return (registered,)


def _number_due(state: State, seat: Seat) -> int | None:
    """The next free draw number for whoever has none once they are drawn [ST-PAIR-2, ST-PAIR-14]."""
    return max(state.numbers.values()) + 1 if state.numbers and seat not in state.numbers else None


def edit_player(state: State, command: EditPlayer) -> Outcome:
    """Correct a name, a club, a team, a fixed table; at any time."""
    edited = PlayerEdited(player=command.player, fixed_table=command.fixed_table, **_texts(command))
    return together(tuple(_entry_faults(state.settings.clauses, command))) or (edited,)


_TEXTS = ("name", "nickname", "club", "team", "faction", "licence")
LONGEST_NAME = 120


def _texts(command: Register | EditPlayer) -> dict[str, str]:
    return {field: tidy(getattr(command, field)) for field in _TEXTS}


def _entry_faults(clauses: Clauses, command: Register | EditPlayer) -> Iterator[Refusal]:
    """A name that can be printed on a sheet [SR-SHEET-1, HOUSE-ENTRY-3], and tables numbered from 1 [HOUSE-WISH-2]."""
    if not tidy(command.name):
        yield Refusal(clauses.names, "event-name-missing", command.player)
    for length in (len(getattr(command, field)) for field in _TEXTS):
        if length > LONGEST_NAME:
            yield Refusal(clauses.names, "event-name-long", asked=length, allowed=LONGEST_NAME)
    if command.fixed_table is not None and command.fixed_table < 1:
        yield Refusal(clauses.tables, "tables-wrong", asked=command.fixed_table)


def check_in(state: State, command: CheckIn) -> Outcome:
    """The player is here; nobody plays before [HOUSE-ENTRY-1]."""
    if isinstance(state.stage, Over):
        return not_now(state)
    if command.seat not in OFFICIALS and not state.settings.self_check_in:
        return Refusal(ClauseId("HOUSE-ENTRY-1"), "check-in-by-officials", command.player)
    if state.players[command.player].status is not PlayerStatus.REGISTERED:
        return Refusal(ClauseId("HOUSE-PHASE-1"), "player-status", command.player)
    return (PlayerCheckedIn(player=command.player),)


def drop(state: State, command: Drop) -> Outcome:
    """Leave the event; results stand and the player is not paired again [ST-PAIR-12]."""
    leaving = command.player or command.seat
    if isinstance(state.stage, Over) or _drafting(state, leaving):
        return not_now(state)
    if state.players[leaving].status not in (PlayerStatus.REGISTERED, PlayerStatus.PRESENT):
        return Refusal(ClauseId("HOUSE-PHASE-1"), "player-status", leaving)
    left = PlayerDropped(player=leaving)
    return (left, *ends_after(_dropped(state, left)))


def _drafting(state: State, seat: Seat) -> bool:
    """Whether the dice that are due will pair this player: they are waited for first."""
    return isinstance(state.stage, BetweenRounds) and state.due is not None and state.players[seat].present


def take_back(state: State, command: Return) -> Outcome:
    """A player who had left is back, from the next round on."""
    if isinstance(state.stage, Over):
        return not_now(state)
    if state.players[command.player].status is not PlayerStatus.DROPPED:
        return Refusal(ClauseId("HOUSE-PHASE-1"), "player-status", command.player)
    number = _number_due(state, command.player) if current() > 2 else None  # events begun before deal none
    return (PlayerReturned(player=command.player, arrived=command.arrived, number=number),)


def close_registration(state: State, _command: CloseRegistration) -> Outcome:
    """End registration with at least two players here; variants that depend on their number are checked now."""
    if not isinstance(state.stage, Entering) or state.due is not None:
        return not_now(state)
    players, settings = state.players_here, state.settings
    if players < 2:
        return Refusal(settings.clauses.too_few_entries, "event-too-few-players", asked=players, allowed=2)
    return settings.refusal(players) or (RegistrationClosed(numbers_due=settings.paired_by_lot is Lot.NUMBERS),)


def _registered(state: State, event: PlayerRegistered) -> State:
    player = Player(
        event.player, event.name, len(state.players) + 1, event.club, event.team, event.nickname, event.spare,
        event.fixed_table, joined=event.joined, faction=event.faction, licence=event.licence,
    )  # fmt: skip
    return _numbered(replace(state, players={**state.players, event.player: player}), event)


def _numbered(state: State, event: PlayerRegistered | PlayerReturned) -> State:
    return state if event.number is None else replace(state, numbers={**state.numbers, event.player: event.number})


def _edited(state: State, event: PlayerEdited) -> State:
    return with_player(
        state, event.player, name=event.name, club=event.club, team=event.team, nickname=event.nickname,
        fixed_table=event.fixed_table, faction=event.faction, licence=event.licence,
    )  # fmt: skip


def _back(state: State, event: PlayerReturned) -> State:
    status = PlayerStatus.PRESENT if event.arrived else PlayerStatus.REGISTERED
    return _numbered(with_player(state, event.player, status=status), event)


def _dropped(state: State, event: PlayerDropped) -> State:
    return with_player(state, event.player, status=PlayerStatus.DROPPED)


def _closed(state: State, event: RegistrationClosed) -> State:
    return replace(state, stage=BetweenRounds(1), due=DueDice(Lot.NUMBERS) if event.numbers_due else None)


class PlayerView(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry; `lists` only when they are the viewer's to see."""

    seat: Seat
    name: str
    number: int
    status: str
    club: str = ""
    team: str = ""
    nickname: str = ""
    spare: bool = False
    draw_number: int | None = None
    has_lists: bool = False
    lists: Lists | None = None
    verdicts: tuple[ItemVerdict, ...] = ()
    fixed_table: int | None = None
    """The table kept for the player [HOUSE-WISH-2]: for officials."""
    faction: str = ""
    """As announced with the entry."""
    licence: str = ""


@remembered
def names_apart(state: State) -> Mapping[Seat, str]:
    """Every player's name; of those who share one, with the club, or the nickname, or the number [HOUSE-ENTRY-2]."""
    sharing: dict[str, list[Player]] = {}
    for player in state.players.values():
        sharing.setdefault(player.name.casefold(), []).append(player)
    named = {player.seat: name for players in sharing.values() for player, name in _apart(players)}
    return {seat: named[seat] for seat in state.players}


def _apart(players: Sequence[Player]) -> Iterator[tuple[Player, str]]:
    if len(players) == 1:
        yield players[0], players[0].name
        return
    for own in (lambda player: player.club, lambda player: player.nickname, lambda player: str(player.number)):
        said = [own(player) for player in players]
        if len(set(map(str.casefold, said))) == len(said):
            break
    for player, more in zip(players, said, strict=True):
        yield player, f"{player.name} ({more})" if more else player.name


def players_view(state: State, viewer: Seat | None) -> tuple[PlayerView, ...]:
    """Everybody as a passer-by sees them; of some, viewers know more: themselves, the opponent, officials of all."""
    open_to = lists_open_to(state, viewer)
    own = state.players if viewer in OFFICIALS else (*open_to, viewer)
    return tuple(
        _player(state, state.players[seen.seat], viewer, open_to) if seen.seat in own else seen
        for seen in _players_for_all(state)
    )


@remembered
def _players_for_all(state: State) -> tuple[PlayerView, ...]:
    open_to = lists_open_to(state, None)
    return tuple(_player(state, player, None, open_to) for player in state.players.values())


def _player(state: State, player: Player, viewer: Seat | None, open_to: Collection[Seat]) -> PlayerView:
    known = viewer == player.seat or viewer in OFFICIALS
    return PlayerView(
        player.seat,
        player.name,
        player.number,
        player.status.value,
        player.club,
        player.team,
        player.nickname,
        player.spare,
        state.numbers.get(player.seat),
        player.seat in state.lists,
        state.lists.get(player.seat) if player.seat in open_to else None,
        player.verdicts if known else (),
        player.fixed_table if viewer in OFFICIALS else None,
        player.faction,
        player.licence,
    )


def may_check_in(state: State, viewer: Seat | None) -> bool:
    """Whether the viewer may say that they are here [HOUSE-ENTRY-1]."""
    player = None if viewer is None else state.players.get(viewer)
    waited_for = player is not None and player.status is PlayerStatus.REGISTERED and not isinstance(state.stage, Over)
    return waited_for and state.settings.self_check_in


def tries(state: State, seat: Seat) -> Iterator[Command]:
    """To come in, to leave; an official for anybody. Entries need words of one's own."""
    if seat == ORGANISER:
        yield CloseRegistration(seat)
    if seat in OFFICIALS:
        yield from (CheckIn(seat, player=player) for player in state.players)
        yield from (Return(seat, player=player) for player in state.players)
    else:
        yield CheckIn(seat, player=seat)
        yield Drop(seat)


SUBJECT = Subject[State](
    decides=(
        on(Register, register),
        on(EditPlayer, edit_player),
        on(CheckIn, check_in),
        on(Drop, drop),
        on(Return, take_back),
        on(CloseRegistration, close_registration),
    ),
    evolves=(
        on(PlayerRegistered, _registered),
        on(PlayerEdited, _edited),
        on(PlayerCheckedIn, lambda state, event: with_player(state, event.player, status=PlayerStatus.PRESENT)),
        on(PlayerDropped, _dropped),
        on(PlayerReturned, _back),
        on(RegistrationClosed, _closed),
    ),
    tries=tries,
)

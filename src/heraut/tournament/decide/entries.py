"""Entries: register, hand in lists, check in, leave, come back, be shut out."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from heraut.kernel import OFFICIALS, ORGANISER, ClauseId, HouseCode, Refusal, Seat, house, together
from heraut.tournament import commands as c
from heraut.tournament import events as e
from heraut.tournament.bands import Band, check_band
from heraut.tournament.decide.ending import ends_after
from heraut.tournament.decide.outcome import Outcome, not_now
from heraut.tournament.decide.results import forfeits
from heraut.tournament.evolve import evolve
from heraut.tournament.lists import ArmyList, check_lists
from heraut.tournament.settings import OddField, SagaSettings, SteamrollerSettings, clause_of
from heraut.tournament.state import Entering, Over, Playing, Preparing, State, Status
from heraut.tournament.variants import check_variants
from heraut.tournament.wording import tidy

CHECKS = ("damage-tracker", "conversion", "painting")
"""What is looked at on check-in: SR-DUTY-2, SR-CONV-6, SR-VPAINT-4."""


def register(state: State, command: c.Register) -> Outcome:
    """Enter a player; after the first pairing only where late entries are allowed [SR-ROUND-9]."""
    if isinstance(state.stage, Over):
        return not_now(state)
    if command.player in state.players or command.player in OFFICIALS or not command.player.strip():
        return Refusal(ClauseId("HOUSE-SEAT-1"), "event-seat-taken", command.player)
    faults = together(tuple(_entry_faults(command)))
    if faults is not None:
        return faults
    spare_allowed = isinstance(state.settings, SagaSettings) and state.settings.odd_field is OddField.SPARE_PLAYER
    if command.spare and not spare_allowed:
        return Refusal(ClauseId("ST-PAIR-9"), "spare-not-played", command.player)
    if state.rounds and not state.settings.late_entry:
        clause = clause_of(state.settings, saga="ST-PAIR-14", steamroller="SR-ROUND-9")
        return Refusal(clause, "late-entry-closed", command.player)
    joined = len(state.rounds) + 1
    number = max(state.numbers.values(), default=0) + 1 if state.numbers else None
    return (
        e.PlayerRegistered(
            player=command.player, name=tidy(command.name), club=tidy(command.club), team=tidy(command.team),
            nickname=tidy(command.nickname), spare=command.spare, fixed_table=command.fixed_table, joined=joined,
            number=number,
        ),
    )  # fmt: skip


def edit_player(_state: State, command: c.EditPlayer) -> Outcome:
    """Correct a name, a club, a team, a fixed table; at any time."""
    faults = together(tuple(_entry_faults(command)))
    if faults is not None:
        return faults
    return (
        e.PlayerEdited(
            player=command.player, name=tidy(command.name), club=tidy(command.club), team=tidy(command.team),
            nickname=tidy(command.nickname), fixed_table=command.fixed_table,
        ),
    )  # fmt: skip


def _entry_faults(command: c.Register | c.EditPlayer) -> Iterator[Refusal]:
    """A name that can be printed on a sheet [SR-SHEET-1], and tables numbered from 1 [ST-PAIR-6]."""
    if not tidy(command.name):
        yield Refusal(ClauseId("SR-SHEET-1"), "event-name-missing", command.player)
    for text in (command.name, command.nickname, command.club, command.team):
        if len(text) > LONGEST_NAME:
            yield Refusal(ClauseId("SR-SHEET-1"), "event-name-long", asked=len(text), allowed=LONGEST_NAME)
    if command.fixed_table is not None and command.fixed_table < 1:
        yield Refusal(ClauseId("ST-PAIR-6"), "tables-wrong", asked=command.fixed_table)


LONGEST_NAME = 120


def hand_in_band(state: State, command: c.HandInBand) -> Outcome:
    """Seal a band; every fault at once, and a change after the freeze only by an official [ST-BND-15]."""
    settings = state.settings
    if not isinstance(settings, SagaSettings):
        return Refusal(ClauseId("SR-LIST-9"), "list-wrong-format")
    owner = command.player or command.seat
    frozen = _frozen(state, owner, command.seat, command.reason, ClauseId("ST-BND-15"))
    if frozen is not None:
        return frozen
    priced = check_band(command.band, settings.band_rules())
    if isinstance(priced, Refusal):
        return priced
    return (
        e.BandHandedIn(seat=owner, band=command.band),
        *_amended(state, owner, command.seat, command.reason, command.band),
    )


def hand_in_lists(state: State, command: c.HandInLists) -> Outcome:
    """Seal a player's lists; every fault at once, and a change after the freeze only by an official [SR-LIST-9]."""
    settings = state.settings
    if not isinstance(settings, SteamrollerSettings):
        return Refusal(ClauseId("ST-BND-6"), "list-wrong-format")
    owner = command.player or command.seat
    frozen = _frozen(state, owner, command.seat, command.reason, ClauseId("SR-LIST-9"))
    if frozen is not None:
        return frozen
    faults = check_lists(command.lists, settings.list_rules())
    if faults is not None:
        return faults
    return (
        e.ListsHandedIn(seat=owner, lists=command.lists),
        *_amended(state, owner, command.seat, command.reason, command.lists),
    )


def _is_frozen(state: State, owner: Seat) -> bool:
    """
    Whether a list can no longer be changed by its player: a round is published, or it lies open [HOUSE-SEAL-3].

    A late entry hands in a first list all the same [ST-BND-15, SR-LIST-9].
    """
    first = owner not in state.lists
    if state.rounds:
        return not (first and state.players[owner].joined > 1)
    return state.lists_open and not first


def _frozen(state: State, owner: Seat, speaker: Seat, reason: str, clause: ClauseId) -> Refusal | None:
    if isinstance(state.stage, Over):
        return not_now(state)
    if not _is_frozen(state, owner):
        return None
    if speaker != ORGANISER:
        return Refusal(clause, "list-frozen", owner) if state.rounds else house(HouseCode.ALREADY_OPEN)
    return None if reason.strip() else Refusal(clause, "event-reason-missing", owner)


def _amended(
    state: State, owner: Seat, by: Seat, reason: str, lists: Band | tuple[ArmyList, ...]
) -> tuple[e.TournamentEvent, ...]:
    """What follows a list handed in late: the change is logged, and it lies open if the others do."""
    logged = (e.ListsAmended(player=owner, by=by, reason=reason.strip()),) if _is_frozen(state, owner) else ()
    return (*logged, e.ListsRevealed(lists={owner: lists})) if state.lists_open else logged


def reveal_lists(state: State, _command: c.RevealLists) -> Outcome:
    """Open all lists at once."""
    if state.lists_open:
        return house(HouseCode.ALREADY_OPEN)
    return (e.ListsRevealed(lists=dict(state.lists)),)


def check_in(state: State, command: c.CheckIn) -> Outcome:
    """The player is here; nobody plays before [HOUSE-ENTRY-1]."""
    if isinstance(state.stage, Over):
        return not_now(state)
    if command.seat not in OFFICIALS and not state.settings.self_check_in:
        return Refusal(ClauseId("HOUSE-ENTRY-1"), "check-in-by-officials", command.player)
    if state.players[command.player].status is not Status.REGISTERED:
        return Refusal(ClauseId("HOUSE-PHASE-1"), "player-status", command.player)
    return (e.PlayerCheckedIn(player=command.player),)


def record_check(state: State, command: c.RecordCheck) -> Outcome:
    """Note a check; what falls short of the painting asked for is set aside [SR-VPAINT-4]."""
    if command.item not in CHECKS:
        return Refusal(ClauseId("SR-DUTY-2"), "check-unknown", asked=command.item, allowed=CHECKS)
    refusal = _short_list(state, command) if command.set_aside and command.approved else None
    if refusal is not None:
        return refusal
    return (
        e.CheckRecorded(
            seat=command.player, item=command.item, approved=command.approved, list_number=command.list_number,
            set_aside=command.set_aside, note=command.note, by=command.seat,
        ),
    )  # fmt: skip


def _short_list(state: State, command: c.RecordCheck) -> Refusal | None:
    """A list short of the figures set aside still has to be legal by itself [SR-VPAINT-4]."""
    lists, settings = state.lists.get(command.player, ()), state.settings
    number = command.list_number or 1
    if isinstance(lists, Band) or not isinstance(settings, SteamrollerSettings) or number > len(lists):
        return Refusal(ClauseId("SR-VPAINT-4"), "list-missing", command.player)
    army = lists[number - 1]
    kept = tuple(entry for entry in army.entries if entry.name not in command.set_aside)
    if len(army.entries) - len(kept) < len(command.set_aside):
        return Refusal(ClauseId("SR-VPAINT-4"), "check-set-aside", command.player, asked=command.set_aside)
    short = msgspec.structs.replace(army, entries=kept)
    others = tuple(short if place == number else other for place, other in enumerate(lists, start=1))
    return check_lists(others, settings.list_rules())


def drop(state: State, command: c.Drop) -> Outcome:
    """Leave the event; results stand and the player is not paired again [ST-PAIR-12]."""
    leaving = command.player or command.seat
    if isinstance(state.stage, Over) or _drafting(state, leaving):
        return not_now(state)
    if state.players[leaving].status not in (Status.REGISTERED, Status.PRESENT):
        return Refusal(ClauseId("HOUSE-PHASE-1"), "player-status", leaving)
    left = e.PlayerDropped(player=leaving)
    return (left, *ends_after(evolve(state, left)))


def _drafting(state: State, seat: Seat) -> bool:
    """Whether the dice that are due will pair this player: they are waited for first."""
    return isinstance(state.stage, Preparing) and state.due is not None and state.players[seat].present


def take_back(state: State, command: c.Return) -> Outcome:
    """A player who had left is back, from the next round on."""
    if isinstance(state.stage, Over):
        return not_now(state)
    if state.players[command.player].status is not Status.DROPPED:
        return Refusal(ClauseId("HOUSE-PHASE-1"), "player-status", command.player)
    return (e.PlayerReturned(player=command.player),)


def disqualify(state: State, command: c.Disqualify) -> Outcome:
    """Shut a player out; a game in progress is won by the opponent [SR-FAIR-6]."""
    if state.players[command.player].status is Status.DISQUALIFIED:
        return Refusal(ClauseId("HOUSE-PHASE-1"), "player-status", command.player)
    if not command.reason.strip():
        return Refusal(ClauseId("SR-FAIR-6"), "event-reason-missing", command.player)
    out = e.PlayerDisqualified(
        player=command.player, by=command.seat, at=command.at, reason=command.reason.strip()
    )  # fmt: skip
    after = evolve(state, out)
    if isinstance(state.stage, Playing):
        return (out, *forfeits(after, command.player, by=command.seat, reason=command.reason.strip()))
    return (out, *ends_after(after))


def close_registration(state: State, _command: c.CloseRegistration) -> Outcome:
    """End registration with at least two players here; variants that depend on their number are checked now."""
    if not isinstance(state.stage, Entering):
        return not_now(state)
    players = len([seat for seat in state.present if not state.players[seat].spare])
    if players < 2:
        clause = clause_of(state.settings, saga="ST-PAIR-2", steamroller="SR-ROUND-4")
        return Refusal(clause, "event-too-few-players", asked=players, allowed=2)
    if isinstance(state.settings, SteamrollerSettings):
        settings = state.settings
        own = bool(settings.scenario_15)
        refusal = check_variants(settings.variants, size=settings.size, players=players, own_demolition=own)
        if refusal is not None:
            return refusal
    return (e.RegistrationClosed(numbers_due=isinstance(state.settings, SagaSettings)),)

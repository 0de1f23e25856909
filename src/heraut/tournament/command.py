"""A command of this engine: who may speak it, and the refusals all subjects share."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from heraut.kernel.message import Command, Roll, Tick
from heraut.kernel.names import CLOCK, FATE, OFFICIALS, ORGANISER, ClauseId, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house
from heraut.tournament.state import STAGES, BetweenRounds, Round, State, Table


class Speaker(StrEnum):
    """Who may speak a command."""

    ORGANISER = "organiser"
    OFFICIAL = "official"
    PLAYER = "player"
    PLAYER_OR_OFFICIAL = "player_or_official"
    """A player for themselves; an official for anybody, named in `player`."""


class TournamentCommand(Command, frozen=True):
    """A command of this engine."""

    speaker: ClassVar[Speaker] = Speaker.OFFICIAL
    names_a_player: ClassVar[bool] = True
    """Whether a field `player` must name somebody who has entered."""


def not_now(state: State) -> Refusal:
    """The event waits for something else, and what [HOUSE-PHASE-1]."""
    return house(HouseCode.WRONG_PHASE, waiting_for(state))


def waiting_for(state: State) -> str:
    """A word for where the event stands."""
    if state.due is not None:
        return "stage-dice"
    drafted = isinstance(state.stage, BetweenRounds) and state.stage.draft is not None
    return "stage-drafted" if drafted else f"stage-{STAGES[type(state.stage)]}"


def own_table(state: State, seat: Seat, meant: int | None) -> tuple[Round, Table] | Refusal:
    """The table a player plays at now, while it has no result; a page may say which round it meant."""
    playing = state.playing
    if playing is not None and meant not in (None, playing.number):
        return Refusal(ClauseId("HOUSE-PHASE-1"), "round-past", asked=meant, allowed=playing.number)
    table = state.table_of(seat)
    if playing is None or table is None:
        return not_now(state)
    if table.result is not None:
        return Refusal(ClauseId("HOUSE-PHASE-1"), "result-settled", table.number)
    return playing, table


def speaker_refusal(state: State, command: Command) -> Refusal | None:
    """Whether this seat may speak this command [HOUSE-SEAT-1, HOUSE-SEAT-2]."""
    seat = command.seat
    if isinstance(command, Roll | Tick):
        expected = FATE if isinstance(command, Roll) else CLOCK
        return None if seat == expected else house(HouseCode.NOT_YOUR_SEAT, seat)
    assert isinstance(command, TournamentCommand)
    if seat not in state.players and seat not in OFFICIALS:
        return house(HouseCode.UNKNOWN_SEAT, seat)
    if not _may_speak(state, command.speaker, seat, getattr(command, "player", None)):
        return house(HouseCode.NOT_YOUR_SEAT, seat)
    named = getattr(command, "player", None)
    if named is not None and named not in state.players and command.names_a_player:
        return house(HouseCode.UNKNOWN_SEAT, named)
    return None


def _may_speak(state: State, speaker: Speaker, seat: Seat, named: Seat | None) -> bool:
    match speaker:
        case Speaker.ORGANISER:
            return seat == ORGANISER
        case Speaker.OFFICIAL:
            return seat in OFFICIALS
        case Speaker.PLAYER:
            return seat in state.players
        case Speaker.PLAYER_OR_OFFICIAL if seat in OFFICIALS:
            return named is not None
        case _:
            return named in (None, seat)

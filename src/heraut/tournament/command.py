"""A command of this engine: who may speak it, and the refusals all subjects share."""

from __future__ import annotations

from typing import ClassVar

from heraut.kernel.engine import speaker_refusal
from heraut.kernel.message import Command, Speaker
from heraut.kernel.names import OFFICIALS, ClauseId, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house
from heraut.tournament.state import STAGES, BetweenRounds, Round, State, Table


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


def seat_refusal(state: State, command: Command) -> Refusal | None:
    """Whether this seat may speak this command, and about whom [HOUSE-SEAT-1, HOUSE-SEAT-2]."""
    refusal = speaker_refusal(command, state.players)
    if refusal is not None or not isinstance(command, TournamentCommand):
        return refusal
    named = getattr(command, "player", None)
    if command.speaker is Speaker.PLAYER_OR_OFFICIAL:
        own = named in (None, command.seat)
        if (named is None) if command.seat in OFFICIALS else not own:
            return house(HouseCode.NOT_YOUR_SEAT, command.seat)
    if named is not None and named not in state.players and command.names_a_player:
        return house(HouseCode.UNKNOWN_SEAT, named)
    return None

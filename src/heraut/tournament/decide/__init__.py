"""What may happen: one module per part of an event; here, who may speak, and who decides what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from heraut.kernel import CLOCK, FATE, OFFICIALS, ORGANISER, HouseCode, Refusal, Roll, Seat, Tick, house
from heraut.tournament import commands as c
from heraut.tournament.decide import awards, clock, entries, lots, officials, planning, results, rounds, turns
from heraut.tournament.decide.ending import settled_places
from heraut.tournament.decide.outcome import Outcome
from heraut.tournament.state import State

__all__ = ["decide"]


def decide(state: State, command: c.EventCommand) -> Outcome:
    """The events a command leads to, or why it cannot be."""
    refusal = _speaker_refusal(state, command)
    if refusal is not None:
        return refusal
    outcome = _DECIDERS[type(command)](state, command)
    return outcome if isinstance(outcome, Refusal) else (*outcome, *settled_places(state, outcome))


def _speaker_refusal(state: State, command: c.EventCommand) -> Refusal | None:
    """Whether this seat may speak this command [HOUSE-SEAT-1, HOUSE-SEAT-2]."""
    seat = command.seat
    if isinstance(command, Roll | Tick):
        expected = FATE if isinstance(command, Roll) else CLOCK
        return None if seat == expected else house(HouseCode.NOT_YOUR_SEAT, seat)
    if seat not in state.players and seat not in OFFICIALS:
        return house(HouseCode.UNKNOWN_SEAT, seat)
    if not _may_speak(state, command.speaker, seat, getattr(command, "player", None)):
        return house(HouseCode.NOT_YOUR_SEAT, seat)
    named = getattr(command, "player", None)
    if named is not None and named not in state.players and not isinstance(command, c.Register):
        return house(HouseCode.UNKNOWN_SEAT, named)
    return None


def _may_speak(state: State, speaker: c.Speaker, seat: Seat, named: Seat | None) -> bool:
    match speaker:
        case c.Speaker.ORGANISER:
            return seat == ORGANISER
        case c.Speaker.OFFICIAL:
            return seat in OFFICIALS
        case c.Speaker.PLAYER:
            return seat in state.players
        case c.Speaker.PLAYER_OR_OFFICIAL if seat in OFFICIALS:
            return named is not None
        case _:
            return named in (None, seat)


_DECIDERS: Mapping[type, Callable[[State, Any], Outcome]] = {
    c.Register: entries.register,
    c.EditPlayer: entries.edit_player,
    c.HandInBand: entries.hand_in_band,
    c.HandInLists: entries.hand_in_lists,
    c.CheckIn: entries.check_in,
    c.RecordCheck: entries.record_check,
    c.Drop: entries.drop,
    c.Return: entries.take_back,
    c.Disqualify: entries.disqualify,
    c.CloseRegistration: entries.close_registration,
    c.RevealLists: entries.reveal_lists,
    c.CheckOff: planning.check_off,
    c.ChooseScenario: planning.choose_scenario,
    c.DrawScenario: planning.draw_scenario,
    c.DraftRound: rounds.draft_round,
    c.AdjustDraft: rounds.adjust_draft,
    c.DiscardDraft: rounds.discard_draft,
    c.PublishRound: rounds.publish_round,
    c.RepairTables: rounds.repair_tables,
    c.SetTables: planning.set_tables,
    c.LinkMatch: rounds.link_match,
    c.EndEvent: rounds.end_event,
    c.ChooseList: results.choose_list,
    c.ReportResult: results.report_result,
    c.SettleResult: results.settle_result,
    c.CorrectResult: results.correct_result,
    c.StartClock: clock.start_clock,
    c.PauseClock: clock.pause_clock,
    c.ResumeClock: clock.resume_clock,
    c.GrantTime: clock.grant_time,
    c.CallTime: clock.call_time,
    c.StartTurn: turns.start_turn,
    c.StopTurnClock: turns.stop_turn_clock,
    c.ResumeTurnClock: turns.resume_turn_clock,
    c.PassClock: turns.pass_clock,
    c.AnnounceExtension: turns.announce_extension,
    c.EndTurn: turns.end_turn,
    c.CallReferee: officials.call_referee,
    c.AnswerCall: officials.answer_call,
    c.Rule: officials.rule,
    c.Warn: officials.warn,
    c.Penalise: officials.penalise,
    c.SetAwards: awards.set_awards,
    c.OpenVotes: awards.open_votes,
    c.CastBallot: awards.cast_ballot,
    c.TakeBackBallot: awards.take_back_ballot,
    c.CloseVotes: awards.close_votes,
    c.AnnounceAward: awards.announce_award,
    Roll: lots.roll,
    Tick: clock.tick,
}

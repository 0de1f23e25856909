"""How a game ended, corrected after its end: signatures lapse, and the game is where its turns say it is."""

from __future__ import annotations

import msgspec

from heraut.kernel import OFFICIALS, Event, HouseCode, Refusal, house
from heraut.scenario.commands import CorrectEnd
from heraut.scenario.decide.stopping import ended_against, stopped, with_count
from heraut.scenario.events import PlayEnded, PlayReopened, TurnCorrected
from heraut.scenario.evolve import evolve
from heraut.scenario.evolve.keepers import agreed
from heraut.scenario.result import outcome_of
from heraut.scenario.scoring import Awards
from heraut.scenario.state import Counting, Playing, SettingUp, Signing


def end_corrected(state: Counting | Signing, command: CorrectEnd) -> tuple[Event, ...] | Refusal:
    """
    The game had not ended, or ended against that side; the other end is forgotten [ST-MAT-5].

    Either player may say so until the sheet is settled, for both sign again; then officials only.
    """
    if isinstance(state, Signing) and state.settled and command.seat not in OFFICIALS:
        return house(HouseCode.NOT_YOUR_SEAT, command.seat)
    clause = state.stop.clause
    if not command.reason.strip():
        return Refusal(clause, "end-reason-needed")
    if state.play.sheet.over:
        return Refusal(clause, "end-follows-from-turn", subject=(state.play.sheet.turns + 1) // 2)
    opened = PlayReopened(command.seat, command.reason.strip())
    if command.kind is None:
        return _going_on(state, opened)
    if command.loser is None:
        return Refusal(clause, "end-needs-a-side")
    if command.kind == "sudden-loss" and isinstance(state.game.scenario.scoring, Awards):
        return Refusal(clause, "match-not-in-this-game")
    after = evolve(state, opened)
    assert isinstance(after, SettingUp | Playing)
    return (opened, *with_count(after, ended_against(state.game, command.loser, command.kind)))


def _going_on(state: Counting | Signing, opened: PlayReopened) -> tuple[Event, ...] | Refusal:
    """Back to the turn or the step under way, unless the sheet says the game had ended anyway."""
    after = evolve(state, opened)
    ends = stopped(after) if isinstance(after, Playing) else ()
    if any(isinstance(end, PlayEnded) and end.is_like(state.stop) for end in ends):
        return Refusal(state.stop.clause, "end-stands")
    return (opened, *ends)


def turn_corrected(state: Counting | Signing, event: TurnCorrected) -> tuple[Event, ...]:
    """A turn corrected after the end: if it changes the end, play is opened again and ends where it must."""
    if isinstance(state, Signing):
        play = agreed(state.play, event)
        event = msgspec.structs.replace(event, outcome=outcome_of(state.game, play, state.stop))
    after = evolve(state, event)
    assert isinstance(after, Counting | Signing)
    if _same_end(state, after):
        return (event,)
    opened = PlayReopened(event.seat, "")
    again = evolve(after, opened)
    assert isinstance(again, Playing)
    return (event, opened, *stopped(again))


def _same_end(old: Counting | Signing, new: Counting | Signing) -> bool:
    was, now = old.play.sheet, new.play.sheet
    return (was.over, was.turns, was.win) == (now.over, now.turns, now.win)

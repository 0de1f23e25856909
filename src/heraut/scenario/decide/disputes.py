"""Two keepers of one sheet: they agree, differ, give way, or an official decides [ST-MAT-5]."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from heraut.kernel import OFFICIALS, ClauseId, Event, HouseCode, Refusal, house
from heraut.scenario.commands import AcceptReport, CorrectTurn, EndTurn
from heraut.scenario.decide.mending import turn_corrected
from heraut.scenario.decide.stopping import stopped
from heraut.scenario.events import TurnConfirmed, TurnCorrected, TurnDisputed
from heraut.scenario.facts import Facts
from heraut.scenario.result import first_sheet, recount
from heraut.scenario.score.plain import plain
from heraut.scenario.score.tally import tally
from heraut.scenario.state import Counting, Game, Play, Playing, Signing

AGREE = ClauseId("ST-MAT-5")


def reported_again(state: Playing | Counting | Signing, command: EndTurn) -> tuple[Event, ...] | Refusal:
    """A turn already on the sheet: the same facts confirm it, other facts dispute it."""
    facts = _plain_at(state.game, state.play, command.facts)
    if isinstance(facts, Refusal):
        return facts
    if facts == state.play.turns[facts.index - 1]:
        return (TurnConfirmed(command.seat, facts.by, facts.turn),)
    return (TurnDisputed(command.seat, facts.by, facts.turn, facts, *command.facts.positions),)


def accepted(state: Playing | Counting | Signing, command: AcceptReport) -> tuple[Event, ...] | Refusal:
    """Who disputed may withdraw; who wrote first may take over what the other wrote."""
    index = Facts(by=command.by, turn=command.turn).index
    dispute = state.play.disputes.get(index)
    if dispute is None:
        return Refusal(AGREE, "nothing-disputed", subject=command.turn)
    if command.seat == dispute.seat:
        return (TurnConfirmed(command.seat, command.by, command.turn),)
    if command.seat != state.play.keepers[index - 1]:
        return house(HouseCode.NOT_YOUR_SEAT, command.seat)
    theirs = TurnCorrected(command.seat, command.by, command.turn, dispute.facts, dispute.units, dispute.entries)
    return _correction(state, theirs)


def corrected(state: Playing | Counting | Signing, command: CorrectTurn) -> tuple[Event, ...] | Refusal:
    """An official states the facts; the score is counted anew."""
    if command.seat not in OFFICIALS:
        return house(HouseCode.NOT_YOUR_SEAT, command.seat)
    if not 1 <= command.facts.index <= len(state.play.turns):
        return Refusal(AGREE, "turn-not-on-sheet", subject=command.facts.turn)
    facts = _plain_at(state.game, state.play, command.facts)
    if isinstance(facts, Refusal):
        return facts
    return _correction(state, TurnCorrected(command.seat, facts.by, facts.turn, facts, *command.facts.positions))


def _plain_at(game: Game, play: Play, facts: Facts) -> Facts | Refusal:
    """The facts without positions, judged against the sheet as it was before that turn."""
    before = tally(first_sheet(game, play), play.turns[: facts.index - 1])
    if isinstance(before, Refusal):
        return before
    after = tally(before, (facts,))
    return after if isinstance(after, Refusal) else plain(before, facts)


def _correction(state: Playing | Counting | Signing, event: TurnCorrected) -> tuple[Event, ...] | Refusal:
    index = event.facts.index
    turns = (*state.play.turns[: index - 1], event.facts, *state.play.turns[index:])
    sheet = recount(state.game, replace(state.play, turns=turns))
    if isinstance(sheet, Refusal):
        return sheet
    event = msgspec.structs.replace(event, score=sheet.memory, lines=sheet.lines)
    return stopped(state, event) if isinstance(state, Playing) else turn_corrected(state, event)

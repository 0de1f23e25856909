"""The bonuses of an event on the score sheet: noted before both sign, given to it with the result [ST-PTS-11]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from heraut.kernel import OFFICIALS, ClauseId, Command, HouseCode, Refusal, Seat, house
from heraut.kernel.engine import Outcome, Subject, on
from heraut.scenario.phases import during, only, wrong_phase
from heraut.scenario.state import Public, Signing, State


class NoteBonuses(Command, frozen=True):
    """Who has earned which bonuses of the event, all of them at once; those not named are not earned."""

    earned: Mapping[Seat, tuple[str, ...]]


class BonusesNoted(Public, frozen=True):
    """The bonuses on the sheet; whoever had signed signs again."""

    seat: Seat
    earned: Mapping[Seat, tuple[str, ...]]


def note_bonuses(state: Signing, command: NoteBonuses) -> Outcome:
    """Bonuses the event has, for the two who play; once the sheet is settled, officials only."""
    if state.settled and command.seat not in OFFICIALS:
        return wrong_phase(state)
    known = state.game.settings.bonuses
    for seat, labels in command.earned.items():
        if seat not in state.game.players:
            return house(HouseCode.UNKNOWN_SEAT, seat)
        strange = next((label for label in labels if label not in known), None)
        if strange is not None:
            return Refusal(ClauseId("ST-PTS-11"), "result-unknown-bonus", seat, asked=strange, allowed=known)
    return (BonusesNoted(command.seat, {seat: labels for seat, labels in command.earned.items() if labels}),)


def _noted(state: Signing, event: BonusesNoted) -> State:
    return replace(state, play=replace(state.play, bonuses=event.earned), signed={}, settled=False)


def tries(state: Signing, seat: Seat) -> Iterator[Command]:
    """The first bonus of the event, for the first player."""
    if state.game.settings.bonuses:
        yield NoteBonuses(seat, {next(iter(state.game.players)): state.game.settings.bonuses[:1]})


SUBJECT: Subject[State] = Subject(
    decides=(on(NoteBonuses, during(Signing, note_bonuses)),), evolves=(on(BonusesNoted, only(Signing, _noted)),)
)

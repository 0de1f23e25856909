"""The same event by the tournament engine itself, command by command: what the quick path is held to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from heraut.kernel.message import Command, Roll
from heraut.kernel.names import FATE, ORGANISER, Seat
from heraut.kernel.refusal import Refusal
from heraut.lab.chance import (
    ASSASSINATION,
    DROP,
    FIRST,
    LEVEL,
    SCENARIO,
    SECOND,
    level_width,
    philox,
    play,
    seed_of,
    share,
)
from heraut.lab.event import NUMBERS, ROLL_OFF
from heraut.lab.format_model import DrawnGame, model_of
from heraut.lab.plan import LEAST_STAYING
from heraut.lab.sentences import RefusedByRules
from heraut.lab.standings import Record, blank_record
from heraut.lab.swiss import PAIRING
from heraut.lab.trial import PlayerField
from heraut.tournament import engine
from heraut.tournament.engine import chance_of
from heraut.tournament.entries import CheckIn, CloseRegistration, Drop, Register
from heraut.tournament.format import Format, Report
from heraut.tournament.lots import Lot
from heraut.tournament.results import EndEvent, SettleResult
from heraut.tournament.rounds import DraftRound, PublishRound
from heraut.tournament.standings.event import rows
from heraut.tournament.state import Over, State, Table
from heraut.tournament.steamroller.lists import HandInLists

SPARE = Seat("spare")
WON_BY: Mapping[int, Literal["assassination", "scenario"]] = {ASSASSINATION: "assassination", SCENARIO: "scenario"}


def seat_of(player: int) -> Seat:
    """The seat of a player; seats are in the order of the numbers."""
    return Seat(f"p{player:04}")


@dataclass
class Hall:
    """An event being played by the engine."""

    settings: Format
    field: PlayerField
    seed: int
    run: int
    state: State

    def say(self, command: Command) -> None:
        """Hand a command in, and the dice it leads to."""
        outcome = engine.decide(self.state, command)
        if isinstance(outcome, Refusal):
            raise RefusedByRules("", outcome)
        for event in outcome:
            self.state = engine.evolve(self.state, event)
        if self.state.due is not None:
            self.say(Roll(seat=FATE, faces=self._faces()))

    def _faces(self) -> tuple[int, ...]:
        due = self.state.due
        assert due is not None
        purposes = {Lot.NUMBERS: NUMBERS, Lot.ROLL_OFF: ROLL_OFF, Lot.PAIRING: PAIRING + due.round}
        if due.lot in purposes:
            return (seed_of(self.seed, self.run, purposes[due.lot]),)
        return tuple(1 for _ in chance_of(self.state, due).sides)

    def open(self) -> None:
        """Everybody enters and is there."""
        clubs = self.field.clubs or ("",) * self.field.players
        entries = [(seat_of(player), clubs[player], False) for player in range(self.field.players)]
        if self.settings.has_spare:
            entries.append((SPARE, "", True))
        for seat, club, spare in entries:
            self.enter(seat, club, spare=spare)
        self.say(CloseRegistration(ORGANISER))

    def enter(self, seat: Seat, club: str, *, spare: bool = False) -> None:
        """Somebody enters and is there, with a list where places ask for one."""
        self.say(Register(ORGANISER, player=seat, name=str(seat), club=club, spare=spare))
        self.say(CheckIn(ORGANISER, player=seat))
        if lists := model_of(self.settings).lists():
            self.say(HandInLists(ORGANISER, player=seat, lists=lists))

    def play_round(self, skills: NDArray[np.float64]) -> None:
        """Pair the round, publish it, settle every game."""
        self.say(DraftRound(ORGANISER))
        self.say(PublishRound(ORGANISER, confirm_rematches=True))
        playing = self.state.rounds[-1]
        for place, table in enumerate(playing.tables.values()):
            self.settle(playing.number, table, self.drawn(table, playing.number * 65536 + place, skills))

    def settle(self, number: int, table: Table, drawn: Report) -> None:
        """The game at a table of a round ends as it was drawn."""
        self.say(SettleResult(ORGANISER, round=number, table=table.number, report=drawn))

    def drawn(self, table: Table, place: int, skills: NDArray[np.float64]) -> Report:
        """What the players of a table would report, by their skills and the draw of this place."""
        one, other = table.seats
        ahead = skills[number_of(one, self.field)] - skills[number_of(other, self.field)]
        model = model_of(self.settings)
        winner, difference, goes_first, kind, control, destroyed = play(
            self.seed, self.run, place, ahead, level_width(self.field.draws), self.field.margin, model.army_size
        )
        if winner == SECOND:
            one, other = other, one
        return model.report(
            DrawnGame(
                one, other, winner == LEVEL, difference, table.seats[0 if goes_first == FIRST else 1],
                WON_BY.get(kind, "concession"), divmod(control, 65536), divmod(destroyed, 65536),
            )
        )  # fmt: skip

    def leave(self) -> None:
        """Some leave after the round, one after the other, until the event is over."""
        if self.field.drops <= 0:
            return
        number = len(self.state.rounds)
        here = [seat for seat in self.state.present if seat != SPARE]
        staying = len(here)
        for seat in here:
            place = number * 65536 + number_of(seat, self.field)
            if staying > LEAST_STAYING and share(philox(self.seed, self.run, DROP, place)[0]) < self.field.drops:
                self.say(Drop(ORGANISER, player=seat))
                staying -= 1
                if isinstance(self.state.stage, Over):
                    return


def number_of(seat: Seat, field: PlayerField) -> int:
    """The number of a seat; the spare player's is the last."""
    return field.players if seat == SPARE else int(seat[1:])


def open_hall(settings: Format, field: PlayerField, seed: int, run: int) -> Hall:
    """The event with everybody there, or the rules' refusal of it."""
    ready = model_of(settings).playable()
    hall = Hall(ready, field, seed, run, begun(ready))
    hall.open()
    return hall


def begun(settings: Format) -> State:
    """The event before anybody has entered, or the rules' refusal of it."""
    state = engine.start(settings, engine.rules)
    if isinstance(state, Refusal):
        raise RefusedByRules("", state)
    return state


def play_by_engine(settings: Format, field: PlayerField, skills: NDArray[np.float64], seed: int, run: int) -> Record:
    """The record of a run that the engine plays from its first entry to its last place."""
    hall = open_hall(settings, field, seed, run)
    _, most = model_of(settings).rounds(field.players)
    play_out(hall, skills, most)
    return record_of(hall.state, field, most)


def play_out(hall: Hall, skills: NDArray[np.float64], most: int) -> None:
    """Play every round, at most so many, until the event is over."""
    while not isinstance(hall.state.stage, Over):
        hall.play_round(skills)
        if isinstance(hall.state.stage, Over):
            break
        if len(hall.state.rounds) >= most:
            hall.say(EndEvent(ORGANISER))
        else:
            hall.leave()


def record_of(state: State, field: PlayerField, most_rounds: int) -> Record:
    """An event that is over, as the lab keeps it."""
    record = blank_record(field.players, most_rounds)
    for k, played in enumerate(state.rounds):
        record.pairs[k] = len(played.tables)
        record.byes[k] = -1 if played.bye is None else number_of(played.bye, field)
        for place, table in enumerate(played.tables.values()):
            one, other = table.seats
            record.firsts[k, place], record.seconds[k, place] = number_of(one, field), number_of(other, field)
            record.tables[k, place] = table.number
            winner = None if table.result is None else table.result.winner
            record.winners[k, place] = LEVEL if winner is None else FIRST if winner == one else SECOND
    for place, row in enumerate(rows(state)):
        record.order[place] = number_of(row.id, field)
        record.ranks[number_of(row.id, field)] = row.rank or 0
    record.total[0] = len(state.rounds)
    return record

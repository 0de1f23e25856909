"""A whole event of 500 players: its fold, a phone's page, a correction's consequences."""

from __future__ import annotations

from bench.figures import Figures, seconds
from heraut.kernel.codec import encode
from heraut.kernel.engine import evolve_all
from heraut.kernel.message import Roll
from heraut.kernel.names import ORGANISER, Seat
from heraut.kernel.refusal import Refusal
from heraut.tournament import engine
from heraut.tournament.corrections import consequences
from heraut.tournament.entries import CheckIn, CloseRegistration
from heraut.tournament.results import ReportResult
from heraut.tournament.rounds import DraftRound, PublishRound
from heraut.tournament.state import BetweenRounds, State
from heraut.tournament.steamroller.scoring import SteamrollerReport, SteamrollerWin
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.tournament.steamroller.variants import Variants

PLAYERS = 500


class _Event:
    """An event and everything that has happened in it."""

    def __init__(self) -> None:
        players = {Seat(f"p{number}"): f"Player {number}" for number in range(PLAYERS)}
        variants = Variants(rounds=5, scenarios=("grind",))
        settings = SteamrollerSettings(size=50, players=players, variants=variants, lists_required=False)
        start = engine.start(settings, engine.rules)
        assert isinstance(start, State)
        self.start = self.state = start
        self.log: list[engine.events] = []

    def do(self, command: engine.commands) -> None:
        events = engine.decide(self.state, command)
        assert not isinstance(events, Refusal), events
        self.state = evolve_all(engine, self.state, events)
        self.log += events
        while self.state.due is not None:
            self.do(Roll(faces=(3,)))

    def play(self) -> None:
        for seat in self.start.players:
            self.do(CheckIn(ORGANISER, player=seat))
        self.do(CloseRegistration(ORGANISER))
        while isinstance(self.state.stage, BetweenRounds):
            self.do(DraftRound(ORGANISER))
            self.do(PublishRound(ORGANISER, confirm_rematches=True))
            self._report()

    def _report(self) -> None:
        for table in self.state.rounds[-1].tables.values():
            report = SteamrollerReport(
                table.seats[0], SteamrollerWin.SCENARIO, {table.seats[0]: 2}, {table.seats[0]: 9}
            )
            for seat in table.seats:
                self.do(ReportResult(seat, report=report))


def main() -> None:
    figures, event = Figures(), _Event()
    figures.note(f"tournament: {PLAYERS} players, 5 rounds, every command", seconds(event.play, times=1), "s")
    fold = seconds(lambda: evolve_all(engine, event.start, event.log))
    figures.at_most(f"tournament: fold of {len(event.log)} events", fold * 1000, 2000, "ms")
    page = seconds(lambda: encode(engine.view(event.state, Seat("p7"))))
    figures.at_most("tournament: what one phone sees, as JSON", page * 1000, 500, "ms")
    table = event.state.rounds[0].tables[1]
    report = SteamrollerReport(table.seats[1], SteamrollerWin.SCENARIO)
    shown = seconds(lambda: consequences(event.state, 1, 1, report))
    figures.at_most("tournament: consequences of correcting round 1", shown * 1000, 2000, "ms")
    figures.end()


main()

"""Events in a few words: players, lists, rounds played to a result."""

from __future__ import annotations

from heraut.kernel.engine import evolve_all
from heraut.kernel.message import Roll
from heraut.kernel.names import FATE, ORGANISER, REFEREE, Instant, Seat
from heraut.kernel.refusal import Refusal
from heraut.tournament import engine
from heraut.tournament.entries import CheckIn, CloseRegistration
from heraut.tournament.planning import ChooseScenario
from heraut.tournament.results import SettleResult
from heraut.tournament.rounds import DraftRound, PublishRound
from heraut.tournament.saga.bands import Age, FiguresLine, SagaBand, TroopClass
from heraut.tournament.saga.lists import HandInBand
from heraut.tournament.saga.scoring import SagaReport
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.state import PlayingRound, State
from heraut.tournament.steamroller.army import ArmyList, Caster
from heraut.tournament.steamroller.lists import HandInLists
from heraut.tournament.steamroller.scoring import SteamrollerReport, SteamrollerWin
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.tournament.steamroller.variants import Variants
from heraut.warband.army_line import EntryKind as Kind
from heraut.warband.army_line import ListEntry

ANA, BEN, CHLOE, DAVID = Seat("ana"), Seat("ben"), Seat("chloe"), Seat("david")
EMMA, FARID, GAELLE, HUGO = Seat("emma"), Seat("farid"), Seat("gaelle"), Seat("hugo")
NAMES = {
    ANA: "Ana", BEN: "Ben", CHLOE: "Chloé", DAVID: "David",
    EMMA: "Emma", FARID: "Farid", GAELLE: "Gaëlle", HUGO: "Hugo",
}  # fmt: skip
ORG, REF = ORGANISER, REFEREE
BAND = SagaBand((FiguresLine(TroopClass.WARLORD, 1), FiguresLine(TroopClass.WARRIOR, 48)), Age.VIKINGS)


def at(minutes: float) -> Instant:
    """So many minutes after noon, give or take."""
    return Instant(1_000_000 + int(minutes * 60))


def army(caster: str = "Haley", *, size: int = 50, **more) -> ArmyList:
    return ArmyList("Cygnar", (Caster(caster),), (ListEntry("Trenchers", Kind.UNIT, size, 10),), **more)


def saga(players: int = 4, **settings) -> State:
    given = {"allowed_ages": ("dark",), "scenario_by_round": ("clash", "capture", "conquest", "advance", "diagonal")}
    return _begun(SagaSettings(players=_names(players), **given | settings))


def steamroller(players: int = 4, *, size: int = 50, variants: dict | None = None, **settings) -> State:
    chosen = Variants(**variants or {})
    return _begun(SteamrollerSettings(players=_names(players), size=size, variants=chosen, **settings))


def _names(players: int) -> dict[Seat, str]:
    return dict(list(NAMES.items())[:players])


def _begun(settings) -> State:
    state = engine.start(settings, engine.rules)
    assert isinstance(state, State), state
    return state


def refused(state: State, command) -> list[tuple[str, str]]:
    """The faults of a command that must be refused: clause and code of each."""
    refusal = engine.decide(state, command)
    assert isinstance(refusal, Refusal), refusal
    return [(fault.clause, fault.code) for fault in refusal.all()]


def events(state: State, command) -> tuple:
    """The events of a command that must be accepted."""
    outcome = engine.decide(state, command)
    assert not isinstance(outcome, Refusal), outcome
    return outcome


def kinds(state: State, command) -> list[str]:
    return [type(event).__name__ for event in events(state, command)]


def after(state: State, *commands) -> State:
    """The state after these commands, all of which must be accepted."""
    for command in commands:
        state = evolve_all(engine, state, events(state, command))
    return state


def roll(*faces: int) -> Roll:
    return Roll(faces=faces, seat=FATE)


def handed_in(state: State, seat: Seat):
    """The command that hands in a legal list for this event."""
    if isinstance(state.settings, SagaSettings):
        return HandInBand(seat, band=BAND)
    count = state.settings.variants.lists or 2
    casters = ("Haley", "Stryker", "Siege", "Caine")[:count]
    return HandInLists(seat, lists=tuple(army(name, size=state.settings.size) for name in casters))


def here(state: State, *seats: Seat) -> State:
    """These players (all, unless told) are checked in with a list."""
    for seat in seats or tuple(state.players):
        state = after(state, handed_in(state, seat), CheckIn(ORG, player=seat))
    return state


def closed(state: State, *, seed: int = 1) -> State:
    """Everybody is here and registration is closed."""
    state = after(here(state), CloseRegistration(ORG))
    return after(state, roll(seed)) if state.due is not None else state


def drafted(state: State, *, seed: int = 1) -> State:
    state = after(state, DraftRound(ORG))
    return after(state, roll(seed)) if state.due is not None else state


def published(state: State, *, seed: int = 1, face: int = 3, scenario: str | None = None) -> State:
    """The next round drafted and published; Steamroller scenarios are the first that is open."""
    state = drafted(state, seed=seed)
    number = len(state.rounds) + 1
    if scenario is not None:
        state = after(state, ChooseScenario(ORG, round=number, scenario=scenario))
    elif isinstance(state.settings, SteamrollerSettings) and number not in state.plan:
        choices = [one for one in engine.legal(state, ORG) if isinstance(one, ChooseScenario)]
        state = after(state, *choices[:1])
    state = after(state, PublishRound(ORG, confirm_rematches=True))
    return after(state, roll(face)) if state.due is not None else state


def win(
    seat: Seat, kind: SteamrollerWin = SteamrollerWin.SCENARIO, *, cp: int = 2, destroyed: int = 10
) -> SteamrollerReport:
    return SteamrollerReport(seat, kind, {seat: cp}, {seat: destroyed})


def score(state: State, table: int, first: int, second: int, **more) -> SagaReport:
    """A SAGA report of the table being played: victory points in the order of its seats."""
    one, other = state.rounds[-1].tables[table].seats
    return SagaReport({one: first, other: second}, **more)


def settle(state: State, table: int, report) -> SettleResult:
    return SettleResult(ORG, round=len(state.rounds), table=table, report=report)


def first_wins(state: State) -> State:
    """Every open table of the round is won by its first seat."""
    playing = state.rounds[-1]
    for number, table in playing.tables.items():
        if isinstance(state.stage, PlayingRound) and state.rounds[-1].tables[number].result is None:
            saga_game = isinstance(state.settings, SagaSettings)
            report = score(state, number, 12, 5) if saga_game else win(table.seats[0])
            state = after(state, settle(state, number, report))
    return state


def pairs(state: State) -> set[frozenset[Seat]]:
    """Who plays whom in the last published round."""
    return {frozenset(table.seats) for table in state.rounds[-1].tables.values()}

"""The figures of the skirmish: exact odds, folding a long fight, a thousand random fights."""

from __future__ import annotations

import random
import time
from concurrent.futures import ProcessPoolExecutor

from bench.figures import Figures, processor_seconds
from heraut.kernel.engine import evolve_all
from heraut.kernel.message import Command, Event, Roll
from heraut.kernel.names import ORGANISER, Seat
from heraut.kernel.refusal import Refusal
from heraut.skirmish import engine, odds
from heraut.skirmish.announcements import Announce
from heraut.skirmish.answers import Choose
from heraut.skirmish.ending import EndFight
from heraut.skirmish.missiles import Shoot
from heraut.skirmish.model import SumOfDice
from heraut.skirmish.odds import Dicing, Exchange, exchange_odds
from heraut.skirmish.settings import Enlisted, FightOptions, Rulings, Settings
from heraut.skirmish.sheet import WeaponType
from heraut.skirmish.sheet_text import ambush, duel_of_warriors, samples
from heraut.skirmish.slots import BeginLong
from heraut.skirmish.state import FightStep, State, next_announcer
from heraut.skirmish.strikes import Strike
from heraut.skirmish.turn import BeginFight, Proceed

BLOW = Exchange(Dicing(5, 5), 12, Dicing(4, 4), Dicing(3, 6), WeaponType.CUTTING, Dicing(4, 3))
FIGHTS, WORKERS = 1000, 2


def cold_odds() -> None:
    """One blow with nothing remembered of earlier ones but the tables."""
    for remembered in (odds.counts, odds._harm, odds._table):
        remembered.cache_clear()
    exchange_odds(SumOfDice(), BLOW)


def played(settings: Settings, seed: int, *, turns: int, steps: int) -> tuple[State, list[Event], State]:
    """A random fight until its end, so many turns, or so many commands."""
    dice = random.Random(seed)
    begun = state = engine.start(settings, engine.rules)
    assert isinstance(state, State)
    told: list[Event] = []
    for _ in range(steps):
        awaited = engine.awaits(state, ORGANISER)
        if not awaited or state.turn > turns:
            break
        outcome = engine.decide(state, _command(state, awaited[0], dice))
        assert not isinstance(outcome, Refusal), outcome
        told += outcome
        state = evolve_all(engine, state, outcome)
    return begun, told, state


def _command(state: State, wanted, dice: random.Random):
    if wanted.chance is not None:
        return Roll(faces=wanted.chance.draw(dice.randrange))
    if state.step in (FightStep.BEFORE, FightStep.OPENING) and state.pending is None and dice.random() < 0.9:
        return BeginFight() if state.step is FightStep.BEFORE else Proceed()
    options = list(engine.legal(state, wanted.seat))
    assert options, f"dead end: {wanted}"
    choices = [one for one in options if not isinstance(one, EndFight | BeginLong)]
    strikes = [one for one in choices if isinstance(one, Strike | Shoot)]
    return dice.choice(strikes if strikes and dice.random() < 0.7 else choices or options)


def forty() -> Settings:
    """Twenty against twenty who never tire."""
    sheet = samples()["celtic-warrior"]
    lasting = {"wound_levels": None, "fatigue_levels": None}
    tireless = type(sheet)(**{name: lasting.get(name, getattr(sheet, name)) for name in sheet.__struct_fields__})
    sides = (
        Enlisted(id="A", side="one", sheet=tireless, count=20),
        Enlisted(id="B", side="two", sheet=tireless, count=20),
    )
    return Settings(players={Seat("ana"): "Ana"}, fighters=sides, options=FightOptions(rulings=Rulings.SHEET))


def brawl(settings: Settings, turns: int) -> tuple[State, list[Event]]:
    """A long fight where everybody strikes with every action, without asking what else is legal."""
    dice = random.Random(1)
    begun = state = engine.start(settings, engine.rules)
    assert isinstance(state, State)
    told: list[Event] = []

    def send(state: State, command: Command) -> State:
        outcome = engine.decide(state, command)
        if isinstance(outcome, Refusal):
            return state
        told.extend(outcome)
        return evolve_all(engine, state, outcome)

    def settle(state: State) -> State:
        while state.pending is not None:
            (wanted,) = engine.awaits(state, ORGANISER)
            chosen = Roll(faces=wanted.chance.draw(dice.randrange)) if wanted.chance is not None else None
            state = send(state, chosen or Choose(seat=ORGANISER, option=dice.choice(("none", "dodge"))))
        return state

    ids = tuple(state.fighters)
    state = settle(send(state, BeginFight()))
    while state.turn <= turns:
        if state.step is FightStep.ANNOUNCING:
            who = next_announcer(state)
            assert who is not None
            state = send(state, Announce(seat=ORGANISER, who=who.id, actions=2))
            continue
        if state.step is FightStep.ACTING:
            for who in ids:
                if state.fighters[who].open_slot(state.segment):
                    target = ids[(ids.index(who) + len(ids) // 2) % len(ids)]
                    state = settle(send(state, Strike(seat=ORGANISER, who=who, target=target, weapon="sword")))
        state = settle(send(state, Proceed()))
    return begun, told


def one_fight(seed: int) -> int:
    _, told, _ = played(ambush() if seed % 2 else duel_of_warriors(), seed, turns=6, steps=200)
    return len(told)


def main() -> None:
    figures = Figures()
    cold_odds()
    figures.at_most(
        "odds of a blow with dodge, damage and critical", processor_seconds(cold_odds, times=9) * 1000, 5, "ms"
    )
    begun, told = brawl(forty(), turns=30)
    figures.note("events of a fight of 40 characters and 30 turns", len(told))
    figures.at_most("folding it", processor_seconds(lambda: evolve_all(engine, begun, told)) * 1000, 100, "ms")
    started = time.perf_counter()
    with ProcessPoolExecutor(WORKERS) as pool:
        list(pool.map(one_fight, range(FIGHTS), chunksize=20))
    figures.at_most(f"{FIGHTS} random fights on {WORKERS} cores", time.perf_counter() - started, 60, "s")
    figures.end()


if __name__ == "__main__":
    main()

"""A deed in one go, standing choices, announcements of many at once, actions that would be lost."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import reduce
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from heraut.kernel.codec import encode
from heraut.kernel.message import Command, Event, Roll, shown
from heraut.kernel.names import FATE, ORGANISER
from heraut.skirmish import engine
from heraut.skirmish.announcements import Announce, AnnounceAll, Announced, AnnouncementPlanned, GoOn
from heraut.skirmish.answers import Choose, Chosen, DiceRolled, Ended, chance
from heraut.skirmish.attack import BlowRead
from heraut.skirmish.bots import drawn, may_play, play_of
from heraut.skirmish.dodges import DODGE
from heraut.skirmish.entrust import SetReflex
from heraut.skirmish.fighter import LongAction, Moment, Reflex, Temperament
from heraut.skirmish.harm import Harmed
from heraut.skirmish.missiles import Shoot
from heraut.skirmish.need import DecisionNeed, DiceNeed, Faces
from heraut.skirmish.pace import SetRolls
from heraut.skirmish.playing import RollAll
from heraut.skirmish.sheet import Trait
from heraut.skirmish.state import FightStep, State
from heraut.skirmish.turn import BeginFight, CloseSegment, Proceed, TurnBegan
from skirmish.build import ANA, BEN, Table, clash, man, quick, strike, two


def at_once(table: Table, command: Command | None = None) -> RollAll:
    return drawn(table.state, RollAll(seat=ORGANISER, command=command), Random(1).randrange)


# --- all the rolls of a deed at once


@pytest.mark.clause("SK-GEN-7")
@pytest.mark.parametrize("seed", range(12))
def test_a_blow_in_one_go_is_the_blow_roll_by_roll_with_every_face_told(seed: int):
    whole = drawn(two().state, RollAll(seat=ORGANISER, command=strike("Ari", "Bo")), Random(seed).randrange)
    quick_way, slow_way = two(), two()
    quick_way.send(whole)
    told: list[Event] = []
    slow_way.send(strike("Ari", "Bo"))
    told += slow_way.last
    for answer in whole.answers:
        slow_way.send(
            Roll(faces=answer.faces) if isinstance(answer, Faces) else Choose(seat=ORGANISER, option=str(answer))
        )
        told += slow_way.last

    assert quick_way.last == tuple(told)
    assert quick_way.state == slow_way.state
    assert quick_way.state.pending is None
    faces = [answer.faces for answer in whole.answers if isinstance(answer, Faces)]
    assert [event.faces for event in quick_way.last if isinstance(event, DiceRolled)] == faces
    assert len([event for event in quick_way.last if isinstance(event, Ended)]) == 1


@pytest.mark.clause("SK-GEN-7")
def test_players_roll_all_where_the_table_has_chosen_so_and_nobody_answers_for_another():
    slow = clash(man("Ari", "one", seat=ANA, traits=quick(20)), man("Bo", "two", seat=BEN))
    blow = RollAll(seat=ANA, command=replace(strike("Ari", "Bo"), seat=ANA))
    assert slow.refused(blow) == ("SK-GEN-7", "skirmish-rolls-are-asked")
    slow.send(SetRolls(at_once=True))
    assert slow.refused(SetRolls(at_once=True)) == ("SK-GEN-7", "skirmish-rolls-so-already")
    assert engine.view(slow.state, ANA).at_once

    fast = clash(
        man("Ari", "one", seat=ANA, traits=quick(20)), man("Bo", "two", seat=BEN), rolls="at_once"
    )  # fmt: skip
    stopped = drawn(fast.state, blow, lambda sides: sides - 1)
    assert stopped.answers == (Faces((6,) * 5),)  # Ben is asked
    assert fast.refused(replace(stopped, answers=(*stopped.answers, "none")))[1] == "wrong-phase"
    assert fast.refused(replace(blow, command=replace(blow.command, seat=BEN)))[1] == "not-your-seat"
    fast.send(stopped)
    assert isinstance(fast.need, DecisionNeed)
    fast.send(drawn(fast.state, RollAll(seat=BEN, command=Choose(seat=BEN, option="dodge")), lambda sides: 0))
    assert fast.state.pending is None


@pytest.mark.clause("SK-GEN-7")
def test_dice_that_do_not_fit_and_answers_too_many_are_refused():
    table = two()
    whole = at_once(table, strike("Ari", "Bo"))
    assert table.refused(replace(whole, answers=(Faces((7,) * 5),)))[1] == "wrong-dice"
    assert table.refused(replace(whole, answers=(*whole.answers, Faces((1,)))))[1] == "wrong-phase"
    assert table.refused(RollAll(seat=ORGANISER))[1] == "wrong-phase"
    assert table.refused(RollAll(seat=ORGANISER, command=strike("Bo", "Bo")))[1] == "skirmish-same-side"


@pytest.mark.clause("SK-GEN-7")
def test_the_game_master_draws_all_reactions_that_are_left_with_one_command():
    table = Table(man("Ari", "one", seat=ANA), man("Bo", "two", count=3), man("Spy", "two", hidden=True))
    table.send(BeginFight()).flat(3)
    table.send(at_once(table))

    assert table.state.step is FightStep.ANNOUNCING
    assert table.state.pending is None
    assert all(fighter.reaction is not None for fighter in table.state.fighters.values())
    told = [shown(event, ANA) for event in table.last]
    assert b"Spy" not in encode([event for event in told if event is not None])


@pytest.mark.clause("SK-GEN-7")
@pytest.mark.parametrize(
    ("reflex", "chosen"), [(Reflex.NEVER, ["none"]), (Reflex.ALWAYS, ["dodge"]), (Reflex.BEST, ["acrobatic"])]
)
def test_a_standing_order_answers_for_whoever_gave_it(reflex: Reflex, chosen: list[str]):
    table = clash(man("Ari", "one", traits=quick(20)), man("Bo", "two", seat=BEN))
    table.send(SetReflex(seat=BEN, who="Bo", reflex=reflex))
    assert [shown(event, ANA) for event in table.last] == [None]
    table.send(drawn(table.state, RollAll(seat=ORGANISER, command=strike("Ari", "Bo")), lambda sides: sides // 2))

    assert [event.option for event in table.told(Chosen)] == chosen


# --- the odds of whoever may dodge


def threatened(face: int) -> Table:
    return clash(man("Ari", "one", traits=quick(20)), man("Bo", "two", seat=BEN)).send(strike("Ari", "Bo")).flat(face)


@pytest.mark.clause("SK-DICE-20")
def test_who_may_dodge_sees_the_attack_and_the_exact_odds_of_each_choice():
    table = threatened(4)
    seen = engine.view(table.state, BEN).threat
    assert seen is not None
    assert (seen.attacker, seen.total, seen.defence) == ("Ari", 24, 9)
    assert [choice.option for choice in seen.choices] == [
        "none", "dodge", "acrobatic", "dodge-slot", "acrobatic-slot",
    ]  # fmt: skip
    assert engine.view(table.state, ANA).threat is None
    assert engine.view(table.state, ORGANISER).threat == seen
    odds = {choice.option: choice.hit for choice in seen.choices}
    assert odds["none"] == 1

    hits = sum(  # every throw of the dodge: 4 dice and 3; a critical failure lowers the defence
        (sum(faces) + 3 if sum(faces) + 3 > 9 or faces == (1,) * 4 else 9) < 24
        for faces in product(range(1, 7), repeat=4)
    )
    assert odds["dodge"] == odds["dodge-slot"] == Fraction(hits, 6**4)


@pytest.mark.clause("SK-DICE-20")
def test_the_odds_of_a_choice_are_what_the_rules_make_of_every_throw():
    """A thin man, so that all his throws can be played: one die to dodge, one to soak, one of damage."""
    thin = {"dodge": Trait(1, 20), "soak": Trait(1, 2), "swords": Trait(1, 25)}
    before = clash(
        man("Ari", "one", traits={**thin, **quick(20)}, attributes={"strength": 1, "agility": 1}),
        man("Bo", "two", seat=BEN, traits=thin),
    ).send(strike("Ari", "Bo")).flat(4)  # fmt: skip
    seen = engine.view(before.state, BEN).threat
    assert seen is not None
    for option in ("none", "dodge"):
        harmed = hit = Fraction(0)
        stack = [(before.state, Fraction(1), (Choose(seat=BEN, option=option),))]
        while stack:
            state, share, commands = stack.pop()
            for command in commands:
                events = engine.decide(state, command)
                assert isinstance(events, tuple)
                after = state
                for event in events:
                    after = engine.evolve(after, event)
                hit += share * any(isinstance(event, BlowRead) and event.hit for event in events)
                harmed += share * any(isinstance(event, Harmed) for event in events)
                if after.pending is not None and not any(isinstance(event, Harmed) for event in events):
                    rolls = tuple(engine.legal(after, FATE))
                    stack += [(after, share / len(rolls), (roll,)) for roll in rolls]
        found = next(choice for choice in seen.choices if choice.option == option)
        assert (found.hit, found.harm) == (hit, harmed)


# --- announcing for many


@pytest.mark.clause("SK-TURN-8")
def test_all_men_announce_in_the_order_of_the_rules_with_one_command():
    table = Table(man("Bo", "two", count=11), man("Ari", "one", count=2)).begin()
    order = table.state.order
    table.send(AnnounceAll(seat=ORGANISER, fighters=tuple(reversed(order)), actions=2))

    assert [event.who for event in table.told(Announced)] == list(order)
    assert (table.state.step, table.state.segment) == (FightStep.OPENING, 1)


@pytest.mark.clause("SK-TURN-8")
def test_a_number_given_early_is_announced_in_its_turn_and_known_to_nobody_before():
    table = Table(
        man("Slow", "two", traits=quick(1)), man("Ari", "one", seat=ANA), man("Fast", "two", traits=quick(30))
    )
    table.begin()
    table.send(AnnounceAll(seat=ORGANISER, fighters=("Fast", "Slow"), actions=3))
    assert [event.who for event in table.told(Announced)] == ["Slow"]
    assert table.told(AnnouncementPlanned) == [AnnouncementPlanned(seat=ORGANISER, who="Fast", actions=3)]
    assert not any("Fast" in encode(event).decode() for event in table.last if shown(event, ANA) is not None)
    assert engine.view(table.state, ANA) == engine.view(replace(table.state, plans={}), ANA)

    table.send(AnnounceAll(seat=ORGANISER, fighters=("Fast",), actions=1))  # he thinks better of it
    table.send(Announce(seat=ANA, who="Ari", actions=2))
    assert [(event.who, event.actions) for event in table.told(Announced)] == [("Ari", 2), ("Fast", 1)]
    assert table.state.segment == 1


@pytest.mark.clause("SK-TURN-8")
def test_last_turns_numbers_again():
    table = Table(man("Ari", "one"), man("Bo", "two"), man("Cat", "two")).begin()
    everybody = tuple(table.state.fighters)
    again = AnnounceAll(seat=ORGANISER, fighters=everybody)
    assert table.refused(again) == ("SK-TURN-8", "skirmish-nobody-to-announce")
    table.announce(Ari=1, Bo=4, Cat=0)
    table.next_turn()
    table.set("Cat", long=LongAction("prière", Moment(1, 1)))
    table.send(again)
    assert table.told(Announced) == []  # who is in a long action speaks first
    table.send(GoOn(seat=ORGANISER, who="Cat", on=True))
    assert {event.who: event.actions for event in table.told(Announced)} == {"Ari": 1, "Bo": 4}


@pytest.mark.clause("SK-TURN-8")
def test_nobody_announces_for_others_nor_beyond_the_rules():
    table = Table(man("Ari", "one", seat=ANA), man("Bo", "two", seat=BEN)).begin()
    assert table.refused(AnnounceAll(seat=ANA, fighters=("Ari", "Bo"), actions=1))[1] == "not-your-seat"
    assert table.refused(AnnounceAll(seat=ANA, fighters=("Ari",), actions=6)) == (
        "SK-DECL-2", "skirmish-too-many-actions",
    )  # fmt: skip


# --- closing a segment


@pytest.mark.clause("SK-TURN-9")
def test_nobody_loses_an_action_unnamed():
    table = two()
    assert table.refused(CloseSegment()) == ("SK-TURN-9", "skirmish-actions-lost")
    refusal = engine.decide(table.state, CloseSegment(losing=("Ari",)))
    assert getattr(refusal, "subject", None) == "Bo"
    table.send(CloseSegment(losing=("Ari", "Bo")))
    assert table.state.segment == 4

    table.send(Proceed())
    table.send(CloseSegment())
    assert table.state.segment == 5


def test_a_new_turn_forgets_what_was_planned():
    table = Table(man("Ari", "one", seat=ANA, traits=quick(1)), man("Bo", "two")).begin()
    table.send(AnnounceAll(seat=ORGANISER, fighters=("Bo",), actions=1))
    assert dict(table.state.plans) == {"Bo": 1}
    assert dict(engine.evolve(table.state, TurnBegan(turn=2)).plans) == {}


def mixed(seed: int) -> Iterator[State]:
    """The states of a fight with javelins, charges and blows, played by Héraut, where a dodge is due."""
    table = Table(
        man("Ari", "one", "spear", "shield", count=2, wound_levels=9), man("Jav", "one", "javelin", count=2),
        man("Bo", "two", count=2, wound_levels=4), man("Axe", "two", "axe", wound_levels=6),
    )  # fmt: skip
    state, dice = table.state, Random(seed)
    for _ in range(400):
        need = None if state.pending is None else state.pending.need
        if isinstance(need, DiceNeed):
            command: Command = Roll(faces=chance(need).draw(dice.randrange))
        elif isinstance(need, DecisionNeed):
            if need.code == DODGE:
                yield state
            command = Choose(seat=need.seat, option=dice.choice([one for one in need.options if one != "survive"]))
        else:
            played = (play_of(state, one, Temperament.BOLD) for one in may_play(state))
            shots = (one for one in engine.legal(state, ORGANISER) if isinstance(one, Shoot))
            command = next(shots, None) or next((one.command for one in played if one is not None), Proceed())
            command = BeginFight() if state.step is FightStep.BEFORE else command
        state = after(state, command)


def after(state: State, command: Command) -> State:
    events = engine.decide(state, command)
    assert isinstance(events, tuple), events
    return reduce(engine.evolve, events, state)


def hits(state: State, command: Command) -> bool:
    events = engine.decide(state, command)
    assert isinstance(events, tuple), events
    return next(event.hit for event in events if isinstance(event, BlowRead))


@pytest.mark.clause("SK-DICE-20")
def test_the_chance_to_be_hit_is_that_of_every_throw_of_every_dodge_in_whole_fights():
    met: set[str] = set()
    for state in (state for seed in range(2) for state in mixed(seed)):
        found = engine.threat_of(state)
        assert found is not None
        assert state.pending is not None
        met.add(type(state.pending.command).__name__)
        odds = {choice.option: choice.hit for choice in found.choices}
        seat = state.pending.need.seat  # type: ignore[union-attr]
        assert odds["none"] == hits(state, Choose(seat=seat, option="none"))
        rolling = after(state, Choose(seat=seat, option="dodge"))
        assert rolling.pending is not None
        if isinstance(rolling.pending.need, DiceNeed) and rolling.pending.need.pools[0].dice <= 3:
            thrown = [hits(rolling, roll) for roll in engine.legal(rolling, FATE) if isinstance(roll, Roll)]
            assert odds["dodge"] == Fraction(sum(thrown), len(thrown))
    assert met >= {"Strike", "Charge", "Shoot"}

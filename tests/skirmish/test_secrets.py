"""What players may not know: who lies hidden, how many of them, what is rolled behind the screen."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from heraut.kernel.codec import encode, from_plain
from heraut.kernel.message import Command, Roll, Speaker, shown
from heraut.kernel.names import FATE, ORGANISER, Seat
from heraut.kernel.refusal import Refusal
from heraut.kernel.slugs import lasting_id
from heraut.skirmish import engine
from heraut.skirmish.announcements import Announce
from heraut.skirmish.answers import Choose, DiceRolled, Override, Rule
from heraut.skirmish.charges import Charge
from heraut.skirmish.dodges import Dodge
from heraut.skirmish.fighter import Fate, Preparation
from heraut.skirmish.game_master import CallRoll, PutAside, Surprise
from heraut.skirmish.harm import Harmed, harm
from heraut.skirmish.moves import Move
from heraut.skirmish.need import DecisionNeed
from heraut.skirmish.orders import Order
from heraut.skirmish.procedure import FightScene
from heraut.skirmish.secrecy import Uncovered
from heraut.skirmish.sheet_text import ambush
from heraut.skirmish.state import next_announcer, side_id
from heraut.skirmish.strikes import Prepare, Strike
from heraut.skirmish.terror import Frighten, TerrorRead
from heraut.skirmish.turn import BeginFight, OrderSet, Proceed, SegmentEnded, TurnEnded
from heraut.skirmish.weapons import Draw
from shape.games import GAMES
from shape.play import random_game
from skirmish.build import ANA, BEN, Table, man, quick, strike, two

GM = ORGANISER
SKIRMISH = next(game for game in GAMES if game.id == "skirmish")
HIDDEN, NOBODY = "cavalier-9d5256", "Personne"


def spied(spies: int) -> Table:
    """Ana's man, an enemy in sight, and so many hidden, the slowest of all."""
    crouching = (man(f"Spy{number}", "two", hidden=True, traits=quick(5)) for number in range(spies))
    return Table(man("Ari", "one", seat=ANA, traits=quick(20)), man("Bo", "two"), *crouching)


def evening(table: Table) -> Iterator[object]:
    """What Ana can find out after each thing that happens, from the war cries to the second turn."""

    log: list[object] = []

    def told() -> object:
        tried = [engine.decide(table.state, command) for command in attempts(ANA)]
        refused = [outcome if isinstance(outcome, Refusal) else "accepted" for outcome in tried]
        log.extend(event for event in (shown(event, ANA) for event in table.last) if event is not None)
        known = (engine.view(table.state, ANA), engine.awaits(table.state, ANA), list(engine.legal(table.state, ANA)))
        return encode([log, known, refused])

    def play(command: Command) -> Iterator[object]:
        table.send(command)
        yield told()
        while table.need is not None:
            table.flat(3)
            yield told()

    yield told()
    yield from play(Frighten(side=side_id("two")))
    yield from play(Frighten(side=side_id("one")))
    yield from play(BeginFight())
    for turn in (1, 2):
        while (announcer := next_announcer(table.state)) is not None:
            yield from play(Announce(seat=GM, who=announcer.id, actions=2))
        yield from play(Dodge(seat=GM, who="Spy0"))
        yield from play(CallRoll(who="Ari", trait="vigilance", difficulty=10, hidden=True))
        while table.state.turn == turn:
            yield from play(Proceed())


def attempts(seat: Seat) -> tuple[Command, ...]:
    """Ways to ask a fight what is the matter."""
    return (
        Announce(seat=seat, who="Ari", actions=1),
        Choose(seat=seat, option="none"),
        Rule(seat=seat, value=1),
        Override(seat=seat, number="dice", value=1),
        Proceed(seat=seat),
        Draw(seat=seat, who="Ari", weapon="axe"),
        Move(seat=seat, who="Ari"),
        Strike(seat=seat, who="Ari", target="Spy0", weapon="sword"),
    )


def without_repeats(moments: Iterator[object]) -> list[object]:
    found: list[object] = []
    for moment in moments:
        if moment not in found[-1:]:
            found.append(moment)
    return found


def test_one_hidden_enemy_or_three_is_all_one_to_a_player():
    assert without_repeats(evening(spied(1))) == without_repeats(evening(spied(3)))


def test_while_something_unseen_is_awaited_a_player_is_told_of_a_wait_and_no_more():
    table = spied(1).send(BeginFight())
    while table.need.pools[0].who != "Spy0":
        table.flat(3)
    assert [(one.seat, one.subject, one.chance) for one in engine.awaits(table.state, ANA)] == [(GM, None, None)]
    assert engine.awaits(table.state, None) == engine.awaits(table.state, ANA)
    (known,) = engine.awaits(table.state, GM)
    assert (known.seat, known.subject, known.chance.sides) == (FATE, "Spy0", (6,))
    assert engine.view(table.state, ANA).due is None
    assert list(engine.legal(table.state, ANA)) == []

    table.flat(3)
    while (announcer := next_announcer(table.state)).id != "Spy0":
        table.send(Announce(seat=GM, who=announcer.id, actions=1))
    assert [one.code for one in engine.awaits(table.state, ANA)] == ["skirmish-unseen"]
    refused = {(one.speaker, engine.decide(table.state, one).subject) for one in attempts(ANA)}
    assert refused == {(Speaker.ANYBODY, "skirmish-unseen"), (Speaker.ORGANISER, ANA)}
    assert [(one.code, one.subject) for one in engine.awaits(table.state, GM)] == [("skirmish-announce", "Spy0")]


def test_a_player_rolls_for_his_own_man_in_hiding_and_nobody_else_hears_of_it():
    table = Table(man("Bo", "two"), man("Ari", "one", seat=ANA, hidden=True)).send(BeginFight()).flat(3)
    assert engine.view(table.state, ANA).due.pools[0].who == "Ari"
    assert [(one.seat, one.chance.roller) for one in engine.awaits(table.state, ANA)] == [(FATE, ANA)]
    assert [one.code for one in engine.awaits(table.state, None)] == ["skirmish-unseen"]


@pytest.mark.clause("SK-TER-15")
def test_those_in_hiding_neither_frighten_nor_are_frightened():
    table = Table(
        man("Ari", "one", unclothed=True), man("Ada", "one", unclothed=True, hidden=True),
        man("Bo", "two"), man("Spy", "two", hidden=True),
    ).send(Frighten(side=side_id("one")))  # fmt: skip
    (read,) = table.told(TerrorRead)
    assert (read.points, read.opponents, read.score) == (1, 1, 1)
    table.flat(1)
    assert [one.who for one in table.told(DiceRolled)] == ["Bo"]
    assert table.need is None


def test_who_charges_from_hiding_is_seen_and_meets_no_countercharge():
    table = Table(man("Ari", "one", seat=ANA), man("Bo", "two", hidden=True, traits=quick(20))).begin()
    table.announce().to(3).send(Charge(seat=GM, who="Bo", target="Ari", weapon="sword"))

    assert Uncovered(who="Bo") in table.last
    assert table.pool.roll == "attack"


def commands_about(seat: Seat, who: str, whom: str) -> Iterator[Command]:
    """Every command there is, spoken for a seat and naming a character wherever it names one."""
    named = {
        **dict.fromkeys(("who", "captor"), who),
        **dict.fromkeys(("target", "second_target", "captive", "victim", "druid", "chief"), whom),
        **{key: [whom] for key in ("men", "order", "fighters", "rear")},
    }
    filled = {
        "on": True, "actions": 1, "weapon": "sword", "other_weapon": "sword", "distance": 5, "name": "x", "gain": "",
        "display": "war_cry", "posture": "prone", "trait": "courage", "how": "unaware", "code": "fear", "by": 1,
        "difficulty": 10, "modifier": 1, "number": "dice", "value": 1, "option": "none", "side": "Pillards",
    }  # fmt: skip
    for kind in engine.commands.__args__:
        if kind is Roll:
            continue
        special = {Order: {"order": "hearten"}, Strike: {"style": "plain"}, Prepare: {"style": "power"}}
        values = {"seat": seat, **named, **filled, **special.get(kind, {})}
        fields = {field: values[field] for field in kind.__struct_fields__ if field in values}
        yield from_plain(fields, kind, strict=False)


def test_whoever_names_somebody_hidden_is_answered_as_if_nobody_were_there():
    """Every command, by a player, for his own man and for the hidden one, at many moments of a fight."""
    assert [lasting_id(entry.name) for entry in ambush().fighters if entry.hidden] == [HIDDEN]
    dice, compared = Random(1), 0
    for number, step in enumerate(random_game(SKIRMISH, seed=7)):
        state = step.after
        if number % 6 or not state.fighters[HIDDEN].hidden:
            continue
        for seat in state.settings.players:
            own = dice.choice([one.id for one in state.fighters.values() if one.seat == seat])
            for who in (own, None):
                pairs = zip(
                    commands_about(seat, who or HIDDEN, HIDDEN),
                    commands_about(seat, who or NOBODY, NOBODY),
                    strict=True,
                )
                for hidden, nobody in pairs:
                    answers = [engine.decide(state, command) for command in (hidden, nobody)]
                    told = [encode(one).decode() for one in answers if isinstance(one, Refusal)]
                    if told:
                        compared += 1
                        assert [one.replace(HIDDEN, NOBODY) for one in told] == [told[-1]] * 2, hidden
    assert compared > 1000


def met(*, acting: bool) -> Table:
    """Ana's man and Ben's in segment 3, as quick as one another; the actions are played, or about to be."""
    people = (("Ari", "one", ANA), ("Bo", "two", BEN))
    table = Table(*(man(name, side, seat=seat, traits=quick(13)) for name, side, seat in people))
    return table.begin().announce().to(3, acting=acting).engage("Ari", "Bo")


@pytest.mark.clause("SK-PRI-3", "SK-STR-1")
@pytest.mark.parametrize("acting", [False, True])
@pytest.mark.parametrize("who", ["Ari", "Bo"])
@pytest.mark.parametrize("secret", [Surprise(who="", modifier=-6), PutAside(who="", how="unaware")])
def test_nobody_reads_in_the_order_or_the_odds_whom_the_game_master_catches_out(secret, who, acting):
    plain, caught = met(acting=acting).state, met(acting=acting).send(replace(secret, who=who)).state

    for viewer in (ANA, BEN, None):
        assert engine.view(caught, viewer) == engine.view(plain, viewer)
        assert engine.awaits(caught, viewer) == engine.awaits(plain, viewer)
    if isinstance(secret, PutAside):  # a surprise shows in who may go first
        for player in (ANA, BEN):
            assert list(engine.legal(caught, player)) == list(engine.legal(plain, player))
    assert engine.view(caught, GM) != engine.view(plain, GM)


@pytest.mark.clause("SK-DOD-10")
def test_whoever_suspects_nothing_may_announce_a_dodge_and_is_asked_nothing_when_the_blow_comes():
    dodge = Dodge(seat=BEN, who="Bo")
    opening = met(acting=False).send(PutAside(who="Bo", how="unaware"))
    assert not isinstance(engine.decide(opening.state, dodge), Refusal)

    struck = met(acting=True).send(PutAside(who="Bo", how="unaware")).send(strike("Ari", "Bo")).flat(6)
    assert not isinstance(struck.need, DecisionNeed)
    asked = met(acting=True).send(strike("Ari", "Bo")).flat(6)
    assert isinstance(asked.need, DecisionNeed)


def test_a_wound_does_not_tell_whether_a_strike_was_prepared():
    """A preparation that aims at somebody hidden is told to those alone who know of him [SK-SPC-4]."""
    plain, preparing = two().state, two().set("Ari", prepared=Preparation("power", "Bo")).state
    (harmed,) = {next(harm(FightScene(state), "Ari", 1, 0)) for state in (plain, preparing)}

    assert isinstance(harmed, Harmed)
    assert engine.evolve(plain, harmed).fighters["Ari"].prepared is None
    assert engine.evolve(preparing, harmed).fighters["Ari"].prepared.spoiled


def test_the_clock_names_nobody():
    """Slots pass and effects end with a segment and a turn, also those of somebody hidden."""
    table, passed = spied(1).begin().announce(rest=2), []
    while table.state.turn == 1:
        table.send(Proceed())
        told = [encode(one) for kind in (SegmentEnded, TurnEnded) for one in table.told(kind)]
        assert not [one for one in told for who in table.state.fighters if who.encode() in one]
        passed = [slot for slot in table.of("Spy0").slots if slot.fate is Fate.PASSED] or passed
    assert len(passed) == 2


def test_who_has_somebody_hidden_is_not_told_of_those_of_others():
    """The order of announcing names everybody: who had somebody of his own among the hidden was told all of it."""
    owners = (("Ari", "one", ANA), ("Bo", "two", BEN))
    table = Table(*(man(name, side, seat=seat, hidden=True) for name, side, seat in owners), man("Cy", "two"))
    table.begin()

    assert len(table.told(OrderSet)) == 1
    assert [event for event in table.last if "Bo" in repr(shown(event, ANA))] == []
    assert [event for event in table.last if "Ari" in repr(shown(event, BEN))] == []

"""
The odds of every kind of blow, shot and special strike, against the engine playing every throw.

Each case is a fight about to see one command. What the page shows before it, and what `skirmish.odds` answers from
the pools the engine asks for, must be the very law of the ends.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from heraut.ask.skirmish_attack import ODDS
from heraut.dice import Law
from heraut.kernel.codec import encode
from heraut.kernel.message import Roll
from heraut.kernel.names import ORGANISER, ClauseId
from heraut.kernel.refusal import Refusal
from heraut.skirmish import engine
from heraut.skirmish.answers import Choose
from heraut.skirmish.attack import BlowRead, Style
from heraut.skirmish.chances import ChanceView
from heraut.skirmish.charges import Charge
from heraut.skirmish.fighter import Dodged, Effect, Moment, Preparation, Scope, Until
from heraut.skirmish.harm import CriticalRead, Harmed
from heraut.skirmish.missiles import Shoot
from heraut.skirmish.need import Pool
from heraut.skirmish.sheet import Trait, WornArmour
from heraut.skirmish.state import Stuck, Tactic
from heraut.skirmish.strikes import Strike
from skirmish.build import ARMS, Table, man, quick, strike
from skirmish.exhaust import LATER, End, Played, ended, without_margin

pytestmark = pytest.mark.clause("SK-DICE-20")

SMALL = {
    "swords": Trait(2, 6),
    "bows": Trait(2, 6),
    "unarmed": Trait(2, 4),
    "warrior_fury": Trait(2, 5),
    "acrobatics": Trait(2, 7),
    "riding": Trait(2, 5),
    "courage": Trait(2, 2),
    "dodge": Trait(2, 3),
    "soak": Trait(1, 2),
}
WEAK = {"strength": 1, "agility": 1, "perception": 2, "presence": 2, "endurance": 2}
WEAPONS = {weapon.id: weapon for weapon in ARMS}


def duel(*hands: str, actions: int = 1, foe: dict[str, Any] | None = None, **fields: Any) -> Table:
    """Ari, who alone has an action, against Bo, with small pools."""
    options = fields.pop("options", {})
    traits = {**SMALL, **quick(30), **fields.pop("traits", {})}
    theirs = {"traits": SMALL, "attributes": WEAK, **(foe or {})}
    ari = man("Ari", "one", *hands, traits=traits, **{"attributes": WEAK, **fields})
    bo = man("Bo", "two", **theirs)
    friends = (man("Cy", "one", traits=SMALL, attributes=WEAK), man("Di", "one", traits=SMALL, attributes=WEAK))
    return Table(ari, bo, *friends, **options).begin().announce(Ari=actions, rest=0).to(3 if actions == 1 else 1)


def shown(table: Table, command: Strike | Charge | Shoot) -> ChanceView:
    """What the game master's page tells of this command before it is chosen."""
    match command:
        case Strike():
            sought = (command.weapon, command.style.value, command.aim, 0, command.contest)
        case Charge(shield=shield):
            sought = (command.weapon, "shield" if shield else "charge", "", 0, "agility")
        case _:
            sought = (command.weapon, "plain", "", command.distance, "agility")
    views = {one.id: one for one in engine.view(table.state, ORGANISER).fighters}
    own = views[command.who].own
    assert own is not None
    found = [one for one in own.chances if one.target == command.target]
    (told,) = [one for one in found if (one.weapon, one.style, one.aim, one.distance, one.contest) == sought]
    return told


def dice(pool: Pool) -> dict[str, int]:
    bare = without_margin(pool)
    return {"dice": bare.dice, "flat": bare.flat}


def asked(kind: str, played: Played, **more: Any) -> dict[str, Any]:
    """The question one would ask from the pools of the action."""
    pools = {name: dice(played.pools[name]) if name in played.pools else {"dice": 1} for name in ("damage", "soak")}
    attack = played.pools.get("attack") or played.pools["shot"]
    if attack.difficulty is not None:
        more["difficulty"] = attack.difficulty
    contest = next((name for name in played.pools if name.endswith("-contest")), "")
    if contest:
        pools |= {"contest": dice(played.pools[contest]), "against": dice(played.pools[f"{contest} of the other"])}
    return {"kind": kind, "attack": dice(attack), **pools, **more}


def answer(question: dict[str, Any]) -> dict[str, dict[Any, Fraction]]:
    reply = ODDS.ask(encode(question))
    assert not isinstance(reply, Refusal), reply
    laws = json.loads(encode(reply.answer))
    return {name: {row["value"]: Fraction(row["exact"]) for row in rows} for name, rows in laws.items()}


def parts(law: Law[End]) -> dict[str, dict[Any, Fraction]]:
    """The ends of the engine as the laws of the question."""
    readings: dict[str, Callable[[End], Any]] = {
        "outcome": lambda end: end.end,
        "levels": lambda end: end.wounds + end.fatigue,
        "wounds": lambda end: end.wounds,
        "fatigue": lambda end: end.fatigue,
        "contest": lambda end: end.won,
    }
    return {name: dict(law.map(read).items()) for name, read in readings.items()}


def checked(table: Table, command: Any, kind: str = "blow", *, told: bool = True, **more: Any) -> Law[End]:
    """Play every throw; compare with what is shown before and with what is answered."""
    before = shown(table, command) if told else None
    played = Played(table.state, command)
    reaches = kind == "shot" and table.state.options.tie_succeeds
    base = more.get("defence", 0) if kind != "shot" else played.pools["shot"].difficulty
    law = played.law(ended(command.target, base, reaches=reaches))
    answered, found = answer(asked(kind, played, **more)), parts(law)
    for name in ("outcome", *(("contest",) if "contest" in answered else ()), *(set(answered) & {"levels", "wounds"})):
        assert answered[name] == found[name], name
    if before is not None:
        least = 3 if kind == "throw" else 1
        chances = (
            law.chance(lambda end: end.end == "hit"),
            law.chance(lambda end: end.wounds + end.fatigue > 0),
            law.chance(lambda end: end.won >= least),
        )
        assert (before.hit, before.harm, before.won) == chances
        falls = (before.style, before.contest) == (Style.TRIP, "strength")
        assert before.both == (law.chance(lambda end: end.won == 1) if falls else 0)
    return law


DEFENCE = 6 + 3 + 2
"""Bo's: the levels of his sword and his dodge, and the sword's bonus."""


def blow(**fields: Any) -> Strike:
    return strike("Ari", "Bo", **fields)


def weighed(code: str, *, dice: int = 0, flat: int = 0, scope: Scope = Scope.ACTIONS, **fields: Any) -> Effect:
    weight: dict[str, Any] = {"scope": scope, "dice": dice, "flat": flat, **fields}
    return Effect(code=code, clause=ClauseId("SK-GEN-6"), since=Moment(1, 1), until=Until.TURN, **weight)


@pytest.mark.parametrize("aim", ["", "head", "torso"])
def test_a_plain_blow_and_one_aimed_at_a_zone(aim: str):
    armour = WornArmour(3, ("torso",))
    checked(duel("sword", foe={"armour": armour}, traits={"swords": Trait(2, 16)}), blow(aim=aim), defence=DEFENCE)


@pytest.mark.parametrize("weapon", ["knife", "spear", "axe"])
def test_other_weapons(weapon: str):
    checked(duel(weapon), blow(weapon=weapon), defence=DEFENCE)


def test_bare_hands_against_one_who_does_not_see_it_coming():
    table = duel().set("Ari", right="", left="").set("Bo", effects=(weighed("unaware", scope=Scope.NONE),))
    checked(table, blow(weapon="unarmed"), type="unarmed", defence=-10)


def test_a_two_handed_weapon_with_four_actions_costs_a_die():
    table = duel("axe", actions=4, traits={"swords": Trait(6, 6)})
    ((_, _, need),) = Played(table.state, blow(weapon="axe"), until=("attack",)).ends
    assert need.pools[0].dice == 6 - 3 - 1
    checked(table, blow(weapon="axe"), defence=DEFENCE)


def test_a_power_strike():
    table = duel("sword").set("Ari", prepared=Preparation("power", "Bo"))
    checked(table, blow(style=Style.POWER), defence=DEFENCE)


def test_an_acrobatic_attack():
    table = duel("sword").set("Ari", prepared=Preparation("acrobatic", "Bo"))
    played = Played(table.state, blow(style=Style.ACROBATIC))
    leap = {**dice(played.pools["acrobatics"]), "difficulty": 15}
    law = checked(table, blow(style=Style.ACROBATIC), defence=DEFENCE, leap=leap)
    assert law.chance(lambda end: end.end == "unbalanced") > 0


@pytest.mark.parametrize("contest", ["agility", "strength"])
def test_a_trip(contest: str):
    table = duel("sword", traits={"swords": Trait(2, 14)}, attributes={**WEAK, "strength": 2})
    checked(table, blow(style=Style.TRIP, contest=contest), "trip", defence=DEFENCE)


def test_a_grapple_and_a_throw():
    strong = {**WEAK, "strength": 2}
    table = duel("sword", attributes=strong, traits={"unarmed": Trait(1, 9)})
    checked(table, strike("Ari", "Bo", "unarmed", style=Style.GRAPPLE), "grapple", defence=DEFENCE)
    checked(table, strike("Ari", "Bo", "unarmed", style=Style.THROW), "throw", defence=DEFENCE)


def test_driving_and_twisting_a_stuck_weapon_halves_arms_and_protection():
    table = duel("spear", foe={"armour": WornArmour(5)}).with_state(stuck=(Stuck("Ari", "spear", "Bo"),))
    checked(table, blow(weapon="spear", style=Style.TWIST), type="thrusting", defence=6 + 3 + 1)


@pytest.mark.parametrize("mount", ["none", "horse"])
def test_a_charge_on_foot_or_mounted(mount: str):
    table = duel("spear", mount=mount)
    checked(table, Charge(seat=ORGANISER, who="Ari", target="Bo", weapon="spear"), type="thrusting", defence=DEFENCE)


@pytest.mark.parametrize("celtic", [True, False])
def test_a_charge_with_the_shield(celtic: bool):
    table = duel("sword", "shield", options={"celtic": celtic})
    command = Charge(seat=ORGANISER, who="Ari", target="Bo", weapon="shield", shield=True)
    checked(table, command, type="unarmed", defence=DEFENCE)


def test_a_rider_strikes_a_man_on_foot_and_the_other_way_round():
    checked(duel("sword", mount="horse", traits={"swords": Trait(3, 9)}), blow(), defence=DEFENCE)
    checked(duel("sword", foe={"mount": "horse"}, traits={"swords": Trait(2, 9)}), blow(), defence=6 + 3 + 2 + 5)


@pytest.mark.parametrize("gang_bonus", ["per_attacker", "per_extra_attacker"])
def test_three_against_one(gang_bonus: str):
    table = duel("sword", options={"gang_bonus": gang_bonus})
    checked(table.engage("Ari", "Bo").engage("Cy", "Bo").engage("Di", "Bo"), blow(), defence=DEFENCE)


def test_height_and_the_back_and_drawing_at_once():
    checked(duel("sword"), blow(height="above", behind=True), told=False, defence=DEFENCE)
    table = duel("sword", traits={"swords": Trait(3, 6)}).set("Ari", right="", left="")
    checked(table, blow(draw="sheath"), told=False, defence=DEFENCE)


def test_what_weighs_on_both_counts():
    effects = (weighed("fear", dice=1, scope=Scope.OFFENSIVE), weighed("prone", flat=-5))
    table = duel("sword", traits={"swords": Trait(3, 12)}).set("Ari", effects=effects)
    table.with_state(tactics={"Zo": Tactic("attack", 2, ("Ari",)), "Yo": Tactic("defence", 3, ("Bo",))})
    table.set("Ari", chief="Zo").set("Bo", chief="Yo")
    checked(table, blow(), defence=DEFENCE + 3)


def test_training_counts():
    table = duel("sword", martial_arts={"trip": 1}, specialties=("precision",), traits={"swords": Trait(1, 18)})
    checked(table, blow(aim="head"), defence=DEFENCE)
    checked(table, blow(style=Style.TRIP), "trip", defence=DEFENCE)


@pytest.mark.clause("SK-DOD-10")
def test_a_blow_from_hiding_meets_no_defence():
    checked(duel("sword").set("Ari", hidden=True), blow(), defence=-10)


@pytest.mark.clause("SK-PRI-4")
def test_the_answer_in_a_simultaneous_exchange_is_told_as_it_was_before_the_first_blow():
    table = duel("sword", wound_penalties=(1, 1, 1), traits={"swords": Trait(3, 6)})
    before = table.state
    table.set("Ari", wounds=2).with_state(exchanges={("Ari", "Bo"): before})
    hurt = checked(table, blow(), defence=DEFENCE)
    assert hurt == checked(table.with_state(exchanges={}).set("Ari", wounds=0), blow(), defence=DEFENCE)


@pytest.mark.clause("SK-DOD-6", "SK-DOD-8")
@pytest.mark.parametrize("dodge", [Dodged(16, False), Dodged(8, False), Dodged(5, True)])
def test_a_dodge_made_earlier_in_the_segment_still_counts(dodge: Dodged):
    table = duel("sword").engage("Ari", "Bo").set("Bo", dodge=dodge)
    before = shown(table, blow())
    law = Played(table.state, blow()).law(ended("Bo", DEFENCE))
    assert before.hit == law.chance(lambda end: end.end == "hit")
    assert before.harm == law.chance(lambda end: end.wounds > 0)


@pytest.mark.clause("SK-DOD-5")
@pytest.mark.parametrize("engaged", [True, False])
def test_a_dodge_in_reaction(engaged: bool):
    table = duel("sword", traits={"swords": Trait(1, 16)}, foe={"traits": {**SMALL, "dodge": Trait(2, 12)}})
    if engaged:
        table.engage("Ari", "Bo")
    _dodged(table, blow(), "dodge", 6 + 12 + 2, announced=not engaged)


@pytest.mark.clause("SK-DOD-11", "SK-DOD-12")
@pytest.mark.parametrize("confidence", [0, 1])
def test_an_acrobatic_dodge(confidence: int):
    theirs = {**SMALL, "dodge": Trait(2, 9), "acrobatics": Trait(2, 6)}
    table = duel("sword", traits={"swords": Trait(2, 12)}, foe={"traits": theirs, "confidence": confidence})
    table.engage("Ari", "Bo")
    leap = {"dice": 2, "flat": 6, "difficulty": 15, "level": 6}
    _dodged(table, blow(), "acrobatic", 6 + 9 + 2, leap=leap, least=1 + confidence)


def _dodged(table: Table, command: Any, choose: str, base: int, *, announced: bool = False, **dodging: Any) -> None:
    played = Played(table.state, command, choose=choose, until=("damage", *LATER))
    law = played.law(ended("Bo", base))
    more = {"damage": {"dice": 1}, "soak": {"dice": 1}, "announced": announced}
    dodge = {**dodging, "dice": 2, "flat": 9} if dodging else dice(played.pools["dodge"])
    answered = answer(asked("blow", played, defence=base, dodge=dodge, **more))
    assert answered["outcome"] == dict(law.map(lambda end: end.end).items())


@pytest.mark.clause("SK-MIS-4")
@pytest.mark.parametrize("tie_succeeds", [True, False])
@pytest.mark.parametrize("distance", [20, 50, 100, 150])
def test_a_shot(distance: int, tie_succeeds: bool):
    table = duel("bow", traits={"bows": Trait(2, 14)}, options={"tie_succeeds": tie_succeeds})
    command = Shoot(seat=ORGANISER, who="Ari", target="Bo", weapon="bow", distance=distance)
    checked(table, command, "shot", type="thrusting", tie_succeeds=tie_succeeds)


def test_a_javelin_thrown_and_dodged():
    table = duel("javelin", traits={"bows": Trait(2, 14)})
    command = Shoot(seat=ORGANISER, who="Ari", target="Bo", weapon="javelin", distance=15)
    told = Shoot(seat=ORGANISER, who="Ari", target="Bo", weapon="javelin", distance=20)
    checked(table, command, "shot", told=False, type="thrusting")
    checked(table, told, "shot", type="thrusting")
    played = Played(table.state, command, choose="dodge", until=("damage", *LATER))
    law = played.law(ended("Bo", 15, reaches=True))
    question = asked("shot", played, dodge={"dice": 2, "flat": 3}, announced=True, damage={"dice": 1}, soak={"dice": 1})
    assert answer(question)["outcome"] == dict(law.map(lambda end: end.end).items())


@pytest.mark.clause("SK-PRE-2", "SK-DICE-20")
@pytest.mark.parametrize(("aim", "covered"), [("torso", True), ("head", False)])
def test_who_may_dodge_a_javelin_aimed_at_a_zone_is_told_the_odds_with_the_armour_of_that_zone(aim: str, covered: bool):
    table = duel("javelin", traits={"bows": Trait(1, 20)}, foe={"armour": WornArmour(3, ("torso",))})
    shot = Shoot(seat=ORGANISER, who="Ari", target="Bo", weapon="javelin", distance=15, aim=aim)
    table.send(shot).send(Roll(faces=(6,)))
    threat = engine.view(table.state, ORGANISER).threat
    assert threat is not None
    soak = Played(table.state, Choose(seat=ORGANISER, option="none"))
    law = soak.law(lambda events, _: any(isinstance(event, Harmed) for event in events))
    assert soak.pools["soak"].flat == SMALL["soak"].level + 3 * covered
    assert threat.choices[0].harm == law.p(True)


@pytest.mark.clause("SK-DOD-7")
def test_a_shot_at_one_who_announced_his_dodge():
    table = duel("bow", traits={"bows": Trait(2, 14)}).set("Bo", dodge=Dodged(22, False))
    command = Shoot(seat=ORGANISER, who="Ari", target="Bo", weapon="bow", distance=50)
    law = Played(table.state, command).law(ended("Bo", 15, reaches=True))
    assert shown(table, command).hit == law.chance(lambda end: end.end == "hit")


@pytest.mark.clause("SK-MEL-3", "SK-MEL-5")
@pytest.mark.parametrize("bystander_rule", ["at_most", "less_than"])
def test_a_shot_into_a_melee_takes_courage_and_may_stray(bystander_rule: str):
    table = duel("bow", traits={"bows": Trait(2, 14)}, options={"bystander_rule": bystander_rule}).engage("Cy", "Bo")
    command = Shoot(seat=ORGANISER, who="Ari", target="Bo", weapon="bow", distance=50)
    played = Played(table.state, command, until=("damage", *LATER))
    law = played.law(ended("Bo", 21, reaches=True))
    assert shown(table, command).hit == law.chance(lambda end: end.end == "hit")
    dares = 1 - Fraction(law.p(End("unbalanced", 0, 0, 0)))
    question = asked("shot", played, type="thrusting", stray=6, bystander_rule=bystander_rule)
    ends = law.map(lambda end: end.end)
    assert answer(question)["outcome"] == {end: p / dares for end, p in ends.items() if end != "unbalanced"}


@pytest.mark.clause("SK-CRI-2")
@pytest.mark.parametrize("critical_adds", ["blow_wounds", "blow_levels", "total_wounds"])
def test_the_critical_rows(critical_adds: str):
    table = duel("sword", traits={"swords": Trait(1, 12)}, options={"critical_adds": critical_adds})
    table.set("Bo", wounds=1).set("Ari", effects=(weighed("clash", flat=9, scope=Scope.DAMAGE, of="Bo"),))
    later = tuple(roll for roll in LATER if roll != "critical")
    played = Played(table.state, blow(), until=(*later, "limb-side", "face", "hours"))
    rows = played.law(lambda events, _: next((one.row for one in events if isinstance(one, CriticalRead)), "none"))
    question = asked("blow", played, defence=DEFENCE, critical_adds=critical_adds, wounds=1)
    assert answer(question)["critical"] == dict(rows.items())


def test_two_weapons_are_two_blows_of_those_odds():
    table = duel("sword", "knife", traits={"swords": Trait(3, 14)})
    command = blow(second="knife")
    first = Played(table.state, command, until=("damage", *LATER))
    assert first.pools["attack"].dice == 3 - 1
    law = first.law(lambda events, _: next(one.hit for one in events if isinstance(one, BlowRead)))
    more = {"damage": {"dice": 1}, "soak": {"dice": 1}}
    assert answer(asked("blow", first, defence=DEFENCE, **more))["outcome"]["hit"] == law.p(True)

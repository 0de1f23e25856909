"""The source read again sentence by sentence: what it says, and the engine once did not do."""

from __future__ import annotations

import pytest

from heraut.kernel.codec import from_plain, to_plain
from heraut.kernel.names import ORGANISER, ClauseId
from heraut.kernel.refusal import Refusal
from heraut.rulesets.editions import in_force
from heraut.skirmish import engine
from heraut.skirmish.answers import Override
from heraut.skirmish.attack import BlowRead, defence
from heraut.skirmish.charges import Charge
from heraut.skirmish.disengage import Disengage, GetUp
from heraut.skirmish.dodges import Dodge
from heraut.skirmish.ending import EndFight, LoanLost
from heraut.skirmish.fighter import Effect, Moment, Out, Posture, Scope, Until
from heraut.skirmish.first_aid import FirstAid
from heraut.skirmish.game_master import EndLong, PutAside, Reroll, Startle
from heraut.skirmish.grips import Extract
from heraut.skirmish.improvise import Forgone, Improvise, Improvised
from heraut.skirmish.missiles import Shoot
from heraut.skirmish.moves import Jump, Move
from heraut.skirmish.orders import KeepOrdering, Order, OrderKind, TakeOver
from heraut.skirmish.settings import Settings
from heraut.skirmish.sheet import Trait, TrophyHead, WornArmour
from heraut.skirmish.slots import BeginLong, Survive
from heraut.skirmish.standoff import Defy, FaceOff
from heraut.skirmish.state import Hold, Stuck, Tactic, side_id
from heraut.skirmish.strikes import Prepare
from heraut.skirmish.terror import Frighten, HeadSpoiled, TakeHead
from heraut.skirmish.turn import Proceed
from heraut.skirmish.weapons import Draw, PickUp
from skirmish.build import ATTRIBUTES, TRAITS, Table, clash, man, quick, strike, two

GM = ORGANISER


def result(table: Table, value: int) -> Table:
    return table.send(Override(number="result", value=value))


def weighed(code: str, until: Until = Until.LIFTED, clause: str = "SK-TER-9", of: str = "", limit: int = 0) -> Effect:
    return Effect(code=code, clause=ClauseId(clause), since=Moment(1, 1), until=until, of=of, limit=limit)


def opening(*roster: object, segment: int = 3, **options: object) -> Table:
    return Table(*roster, **options).begin().announce().to(segment, acting=False)  # type: ignore[arg-type]


# --- the segment


@pytest.mark.clause("SK-PRI-5")
def test_new_reaction_rolls_count_in_their_segment_only():
    table = Table(man("Ari", "one"), man("Bo", "two")).begin().announce(rest=5).to(2)
    table.send(Reroll(fighters=("Ari", "Bo"))).roll(6, 1)
    now = {one.id: one.reaction for one in engine.view(table.state, GM).fighters}
    assert now == {"Ari": 16, "Bo": 11}
    assert [(row.first, row.clause) for row in engine.view(table.state, GM).orders] == [("Ari", "SK-PRI-3")]

    table.to(3)
    assert {one.id: one.reaction for one in engine.view(table.state, GM).fighters} == {"Ari": 11, "Bo": 11}
    assert [(row.first, row.clause) for row in engine.view(table.state, GM).orders] == [(None, "SK-PRI-4")]


@pytest.mark.clause("SK-PRI-1", "SK-PRI-2")
def test_who_has_a_declared_action_shoots_before_the_sprint_if_he_wishes():
    def aims(*, before: bool) -> set[str]:
        roster = man("Ari", "one", "bow"), man("Bo", "two", traits=quick(30))
        table = Table(*roster).begin().announce(Ari=1, Bo=0).to(3, acting=False)
        table.send(Move(seat=GM, who="Bo", fast=True, evading=True)).flat(3).to(3)
        shot = Shoot(seat=GM, who="Ari", target="Bo", weapon="bow", distance=10, before=before)
        return set(table.send(shot).aims)

    assert aims(before=False) == {"short", "human", "running", "body_feint"}
    assert aims(before=True) == {"short", "human"}


@pytest.mark.clause("SK-PRI-1")
def test_nobody_shoots_before_a_runner_who_may_act_first_nor_before_a_run_of_an_earlier_segment():
    roster = man("Ari", "one", "bow"), man("Bo", "two", traits=quick(30))
    table = Table(*roster).begin().announce(Ari=1, Bo=1).to(3, acting=False)
    table.send(Move(seat=GM, who="Bo", fast=True)).flat(3).to(3)
    early = Shoot(seat=GM, who="Ari", target="Bo", weapon="bow", distance=10, before=True)
    assert table.refused(early) == ("SK-PRI-1", "skirmish-no-priority")

    table = Table(*roster).begin().announce(Ari=1, Bo=0).to(2, acting=False)
    table.send(Move(seat=GM, who="Bo", fast=True)).flat(3).to(3)
    assert "sprinting" in table.send(early).aims


@pytest.mark.clause("SK-SUR-4")
def test_what_startles_weighs_on_one_roll_whatever_it_is_for():
    table = opening(man("Ari", "one", traits=quick(20)), man("Bo", "two"))
    result(table.send(Startle(who="Ari")), 8).to(3)
    table.send(strike("Ari", "Bo"))
    assert table.parts["startled"] == (0, -7)
    table.flat(1)
    assert table.of("Ari").effect("startled") is None

    table = opening(man("Ari", "one"), man("Bo", "two"))
    result(table.send(Startle(who="Ari")), 8).send(Dodge(seat=GM, who="Ari", acrobatic=True))
    assert (table.pool.roll, "startled" in table.parts) == ("acrobatics", True)
    table.flat(6)
    assert (table.pool.roll, "startled" in table.parts) == ("dodge", False)


# --- actions nobody named


@pytest.mark.clause("SK-ACT-5", "SK-ACT-6")
def test_an_action_nobody_named_spends_what_its_attention_asks_for():
    table = two().send(Improvise(seat=GM, who="Ari", name="renverser la table", trait="strength"))
    assert (table.pool.roll, table.pool.difficulty, table.parts) == ("improvised", 15, {"strength": (3, 0)})
    table.flat(6)
    assert table.slots("Ari") == {3: "used"}
    again = Improvise(seat=GM, who="Ari", name="encore")
    assert table.refused(again) == ("SK-DECL-6", "skirmish-no-slot")

    limited = two().send(Improvise(seat=GM, who="Ari", name="crier", attention="limited"))
    assert (limited.slots("Ari"), limited.of("Ari").effects[-1].code) == ({3: "open"}, "undeclared")
    assert limited.refused(strike("Ari", "Bo")) == ("SK-TURN-7", "skirmish-one-action")
    swapped = two().send(Improvise(seat=GM, who="Ari", name="crier", attention="limited", swap=True))
    assert (swapped.slots("Ari"), swapped.of("Ari").effects) == ({3: "swapped"}, ())

    slight = two().send(Improvise(seat=GM, who="Ari", name="saluer", attention="slight"))
    assert (slight.slots("Ari"), slight.of("Ari").effects, slight.of("Ari").acted) == ({3: "open"}, (), False)
    assert slight.told(Improvised) == [Improvised(who="Ari", name="saluer", attention="slight")]
    assert slight.refused(Improvise(seat=GM, who="Ari", name=" ")) == ("SK-ACT-5", "skirmish-nameless")
    odd = Improvise(seat=GM, who="Ari", name="x", trait="alchemy")
    assert slight.refused(odd) == ("SK-DICE-21", "skirmish-no-such-trait")


@pytest.mark.clause("SK-ACT-5", "SK-ACT-6", "SK-INN-2")
def test_the_game_master_says_how_much_attention_it_takes_and_how_hard_it_is():
    table = two(rulings="ask").send(Improvise(seat=GM, who="Ari", name="siffler", trait="courage"))
    assert (table.need.code, table.need.offered, table.need.about) == ("skirmish-attention", 1, "siffler")
    table.rule(3).rule(12)
    assert (table.pool.difficulty, table.slots("Ari")) == (12, {3: "open"})

    table = two(rulings="ask").send(Improvise(seat=GM, who="Ari", name="fouiller", attention="slight")).rule(4)
    assert table.told(Forgone) == [Forgone(who="Ari", name="fouiller", attention="lasting")]
    begun = opening(man("Ari", "one"), man("Bo", "two"), rulings="ask")
    begun.send(Improvise(seat=GM, who="Ari", name="fouiller", attention="slight")).rule(4)
    assert (begun.of("Ari").long.name, begun.slots("Ari")) == ("fouiller", {3: "lost"})


@pytest.mark.clause("SK-ACT-6", "SK-DICE-15")
def test_only_an_innate_one_feels_no_penalty():
    table = Table(man("Ari", "one"), man("Bo", "two")).begin().announce(Ari=3, Bo=1).to(3)
    command = {"seat": GM, "who": "Ari", "name": "x", "trait": "courage"}
    assert "declared" in table.send(Improvise(**command)).parts
    table = Table(man("Ari", "one"), man("Bo", "two")).begin().announce(Ari=3, Bo=1).to(3)
    assert "declared" not in table.send(Improvise(**command, attention="slight")).parts


# --- engaged, seized, in flight


@pytest.mark.clause("SK-ENG-4", "SK-ENG-5")
def test_engaged_men_neither_jump_nor_begin_something_long_nor_pick_things_up():
    engaged = ("SK-ENG-4", "skirmish-engaged")
    table = opening(man("Ari", "one"), man("Bo", "two")).engage("Ari", "Bo").set("Ari", dropped=("knife",))
    assert table.refused(Jump(seat=GM, who="Ari")) == engaged
    assert table.refused(BeginLong(seat=GM, who="Ari", name="fouiller")) == engaged
    table.to(3)
    assert table.refused(PickUp(seat=GM, who="Ari", weapon="knife")) == engaged
    assert table.refused(Improvise(seat=GM, who="Ari", name="x")) == engaged
    assert table.refused(Improvise(seat=GM, who="Ari", name="x", attention="limited")) == engaged
    table.send(Improvise(seat=GM, who="Ari", name="x", attention="slight"))


@pytest.mark.clause("SK-GRP-3")
def test_a_seized_man_gets_free_as_the_source_says_and_not_otherwise():
    held = ("SK-GRP-3", "skirmish-held")
    table = two().engage("Ari", "Bo").with_state(holds=(Hold("Bo", "Ari", 14, 2),))
    assert table.refused(Disengage(seat=GM, who="Ari")) == held
    assert table.refused(Move(seat=GM, who="Ari")) == held
    table.set("Ari", posture=Posture.PRONE)
    assert table.refused(GetUp(seat=GM, who="Ari")) == held


@pytest.mark.clause("SK-ENG-12", "SK-MNT-4", "SK-IMP-7", "SK-TER-9")
def test_the_parting_blow_obeys_the_checks_of_any_blow():
    leave = Disengage(seat=GM, who="Ari", swap=True)

    def options(table: Table) -> tuple[str, ...]:
        table.engage("Ari", "Bo").send(leave).flat(3)
        return getattr(table.need, "options", ())

    assert options(two()) == ("none", "strike", "trip", "trip-strength", "grapple")
    driver = clash(man("Ari", "one", traits=quick(20)), man("Bo", "two", mount="chariot"))
    assert options(driver) == ()
    for code in ("fleeing", "at-bay", "cowed"):
        assert options(two().set("Bo", effects=(weighed(code),))) == ()
    assert options(two().set("Bo", rising=1)) == ()


@pytest.mark.clause("SK-ENG-12")
def test_a_parting_blow_is_struck_with_bare_hands_when_the_weapon_is_stuck():
    table = clash(man("Ari", "one", traits=quick(20)), man("Bo", "two"), man("Cy", "one"))
    table.with_state(stuck=(Stuck("Bo", "sword", "Cy"),)).engage("Ari", "Bo")
    table.send(Disengage(seat=GM, who="Ari", swap=True)).flat(3).choose("strike")
    assert table.parts["unarmed"] == (3, 2)
    archer = clash(man("Ari", "one", traits=quick(20)), man("Bo", "two", "bow")).engage("Ari", "Bo")
    archer.send(Disengage(seat=GM, who="Ari", swap=True)).flat(3).choose("strike")
    assert archer.parts["unarmed"] == (3, 2)


@pytest.mark.clause("SK-ENG-12", "SK-TRP-1")
def test_who_trips_one_who_leaves_chooses_the_contest():
    table = two().engage("Ari", "Bo").send(Disengage(seat=GM, who="Ari", swap=True)).flat(3)
    result(table.choose("trip-strength"), 40)
    assert table.pool.roll == "strength-contest"


@pytest.mark.clause("SK-ENG-7")
@pytest.mark.parametrize("way", ["trip", "grapple"])
def test_a_trip_or_a_grab_that_hits_stops_whoever_leaves(way):
    table = two().engage("Ari", "Bo").send(Disengage(seat=GM, who="Ari", swap=True)).flat(3)
    result(result(result(table.choose(way), 40), 12), 10)
    assert (table.need, table.state.melee) == (None, {("Ari", "Bo")})


@pytest.mark.clause("SK-TURN-5", "SK-STR-10")
def test_what_is_announced_at_the_start_of_a_segment_is_offered_then():
    table = opening(man("Ari", "one"), man("Bo", "two"))
    offered = [one for one in engine.legal(table.state, GM) if getattr(one, "who", "") == "Ari"]
    assert [one for one in offered if isinstance(one, Move | Dodge | Jump)] == [
        Move(seat=GM, who="Ari"),
        Move(seat=GM, who="Ari", fast=True),
        Move(seat=GM, who="Ari", fast=True, swap=True),
        Move(seat=GM, who="Ari", fast=True, evading=True),
        Move(seat=GM, who="Ari", fast=True, evading=True, swap=True),
        Move(seat=GM, who="Ari", fast=True, fleeing=True),
        Dodge(seat=GM, who="Ari"),
        Dodge(seat=GM, who="Ari", swap=True),
        Dodge(seat=GM, who="Ari", acrobatic=True),
        Dodge(seat=GM, who="Ari", acrobatic=True, swap=True),
        Jump(seat=GM, who="Ari", dodge="dodge"),
    ]


@pytest.mark.clause("SK-STR-1", "SK-STR-10")
def test_a_man_who_flees_of_his_own_will_defends_with_athletics_and_strikes_nobody():
    table = opening(man("Ari", "one"), man("Bo", "two"))
    assert table.refused(Move(seat=GM, who="Bo", fleeing=True)) == ("SK-STR-10", "skirmish-flee-runs")
    table.send(Move(seat=GM, who="Bo", fast=True, fleeing=True)).flat(3)
    assert sum(part.flat for part in defence(table.state, "Bo", "Ari")) == 2
    table.to(3)
    assert table.refused(strike("Bo", "Ari")) == ("SK-STR-10", "skirmish-fleeing")
    table.send(Move(seat=GM, who="Bo"))
    assert table.of("Bo").effect("fleeing") is None


@pytest.mark.clause("SK-STR-10", "SK-TER-9")
def test_a_flight_lasts_as_long_as_the_run_but_terror_until_it_is_lifted():
    for duration, left in (("segment", False), ("turn", True)):
        table = opening(man("Ari", "one"), man("Bo", "two"), segment=1, fast_move_duration=duration)
        table.send(Move(seat=GM, who="Bo", fast=True, fleeing=True)).flat(3).to(2)
        assert (table.of("Bo").effect("fleeing") is not None) is left
    terrified = opening(man("Ari", "one"), man("Bo", "two")).set("Bo", effects=(weighed("fleeing"),))
    assert terrified.send(Move(seat=GM, who="Bo")).of("Bo").effect("fleeing") is not None


@pytest.mark.clause("SK-STR-1", "SK-DICE-21")
def test_what_a_defence_is_made_of_is_asked_for_where_the_sheet_is_silent():
    traits = {key: value for key, value in TRAITS.items() if key != "athletics"}
    bare = man("Bo", "two")
    bare = from_plain({**to_plain(bare), "sheet": {**to_plain(bare.sheet), "traits": to_plain(traits)}}, type(bare))
    table = clash(man("Ari", "one", traits=quick(20)), bare, rulings="ask").set("Bo", effects=(weighed("fleeing"),))
    table.send(strike("Ari", "Bo"))
    assert (table.need.code, table.need.who, table.need.about) == ("skirmish-trait-dice", "Bo", "athletics")


# --- defence


@pytest.mark.clause("SK-STR-3", "SK-LNG-3")
def test_in_a_long_action_nobody_defends_himself():
    table = opening(man("Ari", "one", traits=quick(20)), man("Bo", "two"))
    table.send(BeginLong(seat=GM, who="Bo", name="fouiller")).to(3)
    assert sum(part.flat for part in defence(table.state, "Bo", "Ari")) == -10


@pytest.mark.clause("SK-STR-3", "SK-MNT-3", "SK-CMD-15")
def test_minus_ten_is_the_score_itself():
    roster = man("Ari", "one", traits=quick(20)), man("Bo", "two", mount="horse", chief="Chief"), man("Chief", "two")
    table = clash(*roster).with_state(tactics={"Chief": Tactic("defence", 3, ("Bo",))})
    assert [part.code for part in defence(table.state, "Bo", "Ari")][-2:] == ["mounted", "tactics"]
    table.send(PutAside(who="Bo", how="unaware"))
    assert [(part.code, part.flat) for part in defence(table.state, "Bo", "Ari")] == [("static", -10)]


@pytest.mark.clause("SK-MNT-3")
def test_a_charioteer_is_not_on_foot():
    roster = man("Ari", "one", mount="horse", traits=quick(20)), man("Bo", "two", mount="chariot")
    table = clash(*roster).send(strike("Ari", "Bo"))
    assert "mounted" not in table.parts
    assert "mounted" not in [part.code for part in defence(table.state, "Ari", "Bo")]


@pytest.mark.clause("SK-MNT-1")
def test_riding_that_a_sheet_does_not_give_is_asked_for():
    table = clash(man("Ari", "one", mount="horse", traits=quick(20)), man("Bo", "two"), rulings="ask")
    table.send(strike("Ari", "Bo"))
    assert (table.need.code, table.need.who, table.need.about) == ("skirmish-trait-dice", "Ari", "riding")
    table.rule(2).rule(1)
    assert table.parts["swords"] == (2, 1)


@pytest.mark.clause("SK-MNT-2", "SK-CMD-2")
def test_riding_limits_the_attacker_and_not_the_command_of_a_chief():
    traits = {**quick(20), "riding": Trait(1, 0)}
    table = clash(man("Ari", "one", mount="horse", traits=traits), man("Man", "one", chief="Ari"), man("Bo", "two"))
    table.send(Order(seat=GM, who="Ari", order=OrderKind.HEARTEN, men=("Man",)))
    assert table.parts == {"command": (2, 2)}
    assert sum(part.flat for part in defence(table.state, "Ari", "Bo")) == 4 + 3 + 2 + 5
    rider = clash(man("Ari", "one", "bow", mount="horse", traits=traits), man("Bo", "two"))
    assert rider.send(Shoot(seat=GM, who="Ari", target="Bo", weapon="bow", distance=5)).parts == {"bows": (1, 0)}


@pytest.mark.clause("SK-SIZ-4")
@pytest.mark.parametrize(
    ("mount", "size", "aim"),
    [("none", "human", {"human": 0}), ("horse", "human", {"horse": -5}), ("chariot", "wolf", {"horse": -5}),
     ("camel", "giant", {"giant": -10})],
)  # fmt: skip
def test_a_rider_is_a_target_as_large_as_a_horse(mount, size, aim):
    table = clash(man("Ari", "one", "bow", traits=quick(20)), man("Bo", "two", mount=mount, size=size))
    table.send(Shoot(seat=GM, who="Ari", target="Bo", weapon="bow", distance=5))
    assert table.aims == {"short": 5, **aim}


# --- blows


@pytest.mark.clause("SK-CHG-3", "SK-STR-4")
@pytest.mark.parametrize("shield", [False, True])
def test_a_charge_takes_height_and_back(shield):
    table = two("sword", "shield").set("Bo", slots=())
    weapon = "shield" if shield else "sword"
    table.send(Charge(seat=GM, who="Ari", target="Bo", weapon=weapon, shield=shield, height="above", behind=True))
    assert {"above": (0, 2), "behind": (0, 5)}.items() <= table.parts.items()
    odd = Charge(seat=GM, who="Ari", target="Bo", weapon="sword", height="sideways")
    assert two().refused(odd) == ("SK-STR-4", "skirmish-no-such-situation")


@pytest.mark.clause("SK-CHG-1")
def test_who_charges_into_a_longer_weapon_is_told_the_clause_of_charges():
    table = clash(man("Ari", "one", traits=quick(30)), man("Bo", "two", "spear"))
    table.send(Charge(seat=GM, who="Ari", target="Bo", weapon="sword")).choose("none")
    assert table.refused(strike("Ari", "Bo")) == ("SK-CHG-1", "skirmish-not-first")


@pytest.mark.clause("SK-CHG-1")
def test_nobody_waits_for_the_longer_weapon_of_somebody_out_of_the_fight():
    table = clash(man("Ari", "one", traits=quick(30)), man("Bo", "two", "spear")).send(PutAside(who="Bo", how="gone"))
    table.send(Charge(seat=GM, who="Ari", target="Bo", weapon="sword"))
    assert (table.pool.who, table.pool.roll, table.state.foes("Ari")) == ("Ari", "attack", ())


@pytest.mark.clause("SK-CHG-3", "SK-MNT-4")
def test_only_who_could_charge_himself_is_offered_a_countercharge():
    charge = Charge(seat=GM, who="Ari", target="Bo", weapon="sword")
    assert two().send(charge).need.code == "skirmish-countercharge"
    driver = clash(man("Ari", "one", traits=quick(20)), man("Bo", "two", mount="chariot"))
    assert driver.send(charge).pool.roll == "attack"
    assert two().set("Bo", posture=Posture.PRONE).send(charge).pool.roll == "attack"
    assert two().set("Bo", effects=(weighed("fleeing"),)).send(charge).pool.roll == "attack"


def aimed(hand: str = "", zone: str = "hand") -> Table:
    table = clash(man("Ari", "one", traits=quick(20)), man("Bo", "two", "sword", "shield"))
    result(table.send(strike("Ari", "Bo", aim=zone, hand=hand)), 20).choose("none")
    return result(result(result(table, 17), 10), 1)


@pytest.mark.clause("SK-PRE-6", "SK-CON-7")
def test_a_blow_aimed_at_one_hand_drops_one_thing():
    assert (aimed().of("Bo").held, aimed().of("Bo").dropped) == (("shield",), ("sword",))
    assert aimed("left", "arm").of("Bo").dropped == ("shield",)
    assert aimed("right").of("Bo").dropped == ("sword",)
    assert two().refused(strike("Ari", "Bo", hand="third")) == ("SK-PRE-6", "skirmish-no-such-hand")
    left = clash(man("Ari", "one", traits=quick(20)), man("Bo", "two", "sword", "shield")).set("Bo", right="")
    result(left.send(strike("Ari", "Bo", aim="hand")), 20).choose("none")
    assert result(result(result(left, 17), 10), 1).of("Bo").dropped == ("shield",)


@pytest.mark.clause("SK-DBL-1", "SK-DBL-5")
def test_two_weapons_may_strike_two_opponents():
    table = clash(man("Ari", "one", "sword", "knife", traits=quick(20)), man("Bo", "two"), man("Cy", "two"))
    table.send(strike("Ari", "Bo", second="knife", second_target="Cy", behind=True))
    result(table, 5).choose("none")
    assert (table.told(BlowRead)[0].target, table.pool.roll) == ("Bo", "attack")
    assert "behind" not in table.parts
    result(table, 5).choose("none")
    assert [blow.target for blow in table.told(BlowRead)] == ["Cy"]


@pytest.mark.clause("SK-DBL-1")
def test_a_second_opponent_needs_a_second_weapon_and_must_be_one():
    table = clash(man("Ari", "one", "sword", "knife", traits=quick(20)), man("Bo", "two"), man("Cy", "one"))
    alone = strike("Ari", "Bo", second_target="Bo")
    assert table.refused(alone) == ("SK-DBL-1", "skirmish-not-two-weapons")
    friend = strike("Ari", "Bo", second="knife", second_target="Cy")
    assert table.refused(friend) == ("HOUSE-PHASE-1", "skirmish-same-side")
    slow = clash(man("Ari", "one", "sword", "knife"), man("Bo", "two"), man("Cy", "two", traits=quick(30)))
    late = strike("Ari", "Bo", second="knife", second_target="Cy")
    assert slow.refused(late) == ("SK-PRI-3", "skirmish-not-first")


@pytest.mark.clause("SK-SPC-1")
def test_a_martial_art_gives_two_dice_at_most():
    master = Settings(fighters=(man("Ari", "one", martial_arts={"trip": 3}),))
    refused = engine.start(master, engine.rules)
    assert isinstance(refused, Refusal)
    assert (refused.clause, refused.code, refused.allowed) == ("SK-SPC-1", "skirmish-too-much-art", 2)
    with in_force(1):
        assert not isinstance(engine.start(master, engine.rules), Refusal)
    table = two()
    trained = {"martial_arts": {"trip": 5}}
    fighter = table.of("Ari")
    sheet = from_plain({**to_plain(fighter.sheet), **trained}, type(fighter.sheet))
    assert table.set("Ari", sheet=sheet).send(strike("Ari", "Bo", style="trip")).parts["martial-art"] == (2, 0)


@pytest.mark.clause("SK-TRP-5", "SK-DMG-4")
def test_who_is_tripped_lands_in_his_armour():
    table = clash(man("Ari", "one", traits=quick(20)), man("Bo", "two", armour=WornArmour(4)))
    result(table.send(strike("Ari", "Bo", style="trip")), 15).choose("none")
    result(result(table, 30), 10)
    assert (table.pool.roll, table.parts) == ("landing", {"soak": (2, 2), "protection": (0, 4)})


# --- weapons that stay in the wound


def pierced(weapon: str, *, edition: int = 2) -> Table:
    """A blow of three wound levels on the trunk, row 8: a mark of impalement."""
    with in_force(edition):
        table = Table(man("Ari", "one", weapon, traits=quick(20)), man("Bo", "two")).begin().announce(rest=5).to(1)
        table.set("Bo", yielded=True)
        result(table.send(strike("Ari", "Bo", weapon)), 12).choose("none")
        return result(result(result(table, 25), 12), 8)


@pytest.mark.clause("SK-IMP-1")
def test_a_sword_thrusts_as_the_source_lists_it():
    assert [stuck.weapon for stuck in pierced("sword").state.stuck] == ["sword"]
    assert pierced("axe").state.stuck == ()
    assert pierced("sword", edition=1).state.stuck == (), "a fight goes on under the tables it began with"


def javelin_stuck() -> Table:
    table = Table(man("Ari", "one", "javelin", traits=quick(20)), man("Bo", "two")).begin().announce(rest=5).to(1)
    result(table.send(Shoot(seat=GM, who="Ari", target="Bo", weapon="javelin", distance=5)), 12).choose("none")
    return result(result(result(table, 25), 12), 8)


@pytest.mark.clause("SK-IMP-8")
def test_a_thrown_weapon_that_sticks_is_in_its_victim_and_not_on_the_ground():
    table = javelin_stuck()
    assert [stuck.victim for stuck in table.state.stuck] == ["Bo"]
    assert (table.of("Ari").held, table.of("Ari").dropped) == ((), ())
    table.to(2)
    assert table.refused(PickUp(seat=GM, who="Ari", weapon="javelin"))[0] in ("SK-IMP-8", "SK-CON-7")
    assert table.refused(Draw(seat=GM, who="Ari", weapon="javelin")) == ("SK-DRW-1", "skirmish-cannot-draw")
    assert table.refused(strike("Ari", "Bo", "javelin", style="twist")) == ("SK-IMP-8", "skirmish-not-in-hand")
    result(table.send(Extract(seat=GM, who="Ari", weapon="javelin")), 10)
    assert (table.state.stuck, table.of("Ari").held) == ((), ("javelin",))


@pytest.mark.clause("SK-IMP-8")
def test_a_thrown_weapon_that_does_not_stick_lies_on_the_ground():
    table = Table(man("Ari", "one", "javelin", traits=quick(20)), man("Bo", "two")).begin().announce().to(3)
    result(table.send(Shoot(seat=GM, who="Ari", target="Bo", weapon="javelin", distance=5)), 1).choose("none")
    assert (table.of("Ari").held, table.of("Ari").dropped) == ((), ("javelin",))


@pytest.mark.clause("SK-IMP-8")
def test_a_stuck_weapon_let_go_of_is_not_picked_up_but_pulled_out():
    table = pierced("spear").set("Ari", right="", dropped=("spear",)).with_state(melee=frozenset()).to(2)
    assert table.refused(PickUp(seat=GM, who="Ari", weapon="spear")) == ("SK-IMP-8", "skirmish-weapon-stuck")
    result(table.send(Extract(seat=GM, who="Ari", weapon="spear")), 10)
    assert (table.of("Ari").held, table.of("Ari").dropped) == (("spear",), ())


@pytest.mark.clause("SK-IMP-2", "SK-IMP-8")
def test_its_owner_is_offered_to_pull_a_weapon_out_and_nobody_else():
    table = javelin_stuck().to(3)
    assert [one.who for one in engine.legal(table.state, GM) if isinstance(one, Extract)] == ["Ari"]
    assert table.refused(Extract(seat=GM, who="Bo", weapon="javelin")) == ("SK-IMP-2", "skirmish-not-stuck")


@pytest.mark.clause("SK-DUE-1")
def test_nobody_duels_with_a_weapon_that_lies_on_the_ground():
    duel = FaceOff(who="Ari", target="Bo", weapon="bow", other_weapon="bow", distance=5)
    assert two().set("Bo", dropped=("bow",)).refused(duel) == ("SK-DUE-1", "skirmish-not-in-hand")


# --- wounds and care


@pytest.mark.clause("SK-CRI-8")
def test_an_unusable_leg_fells_and_leaves_only_crawling():
    table = Table(man("Ari", "one", traits=quick(20)), man("Bo", "two")).begin().announce(rest=5).to(1)
    table.set("Bo", yielded=True)
    result(table.send(strike("Ari", "Bo")), 12).choose("none")
    result(result(result(table, 25), 12), 12).roll(1)
    assert (table.of("Bo").posture, table.of("Bo").effect("leg-unusable").of) == ("prone", "left")
    lame = ("SK-CRI-8", "skirmish-lame")
    table.with_state(melee=frozenset()).to(2, acting=False)
    assert table.refused(GetUp(seat=GM, who="Bo")) == lame
    table.set("Bo", posture=Posture.STANDING, rising=0)
    assert table.refused(Move(seat=GM, who="Bo")) == lame
    table.send(Move(seat=GM, who="Bo", ground="crawl"))


@pytest.mark.clause("SK-CRI-8")
@pytest.mark.parametrize("code", ["leg-unusable", "foot-crushed", "foot-saved"])
def test_on_an_unusable_leg_or_foot_nobody_runs_jumps_charges_or_tumbles(code):
    lame = ("SK-CRI-8", "skirmish-lame")
    table = opening(man("Ari", "one", traits=quick(20)), man("Bo", "two"))
    table.set("Ari", effects=(weighed(code, Until.RECOVERY, of="left"),))
    assert table.refused(Move(seat=GM, who="Ari", fast=True)) == lame
    assert table.refused(Jump(seat=GM, who="Ari")) == lame
    assert table.refused(Dodge(seat=GM, who="Ari", acrobatic=True)) == lame
    table.to(3)
    assert table.refused(Charge(seat=GM, who="Ari", target="Bo", weapon="sword")) == lame
    assert table.refused(Prepare(seat=GM, who="Ari", style="acrobatic", target="Bo", distance=3)) == lame
    table.engage("Ari", "Bo")
    assert table.refused(Disengage(seat=GM, who="Ari", acrobatic=True)) == lame
    table.send(Disengage(seat=GM, who="Ari"))


@pytest.mark.clause("SK-CRI-8")
def test_a_lame_man_is_offered_no_acrobatic_dodge_but_a_horse_still_charges():
    hurt = (weighed("foot-crushed", Until.RECOVERY, of="left"),)
    table = result(two().set("Bo", effects=hurt).send(strike("Ari", "Bo")), 12)
    assert table.need.options == ("none", "dodge", "dodge-slot", "survive")
    rider = clash(man("Ari", "one", mount="horse", traits=quick(20)), man("Bo", "two"))
    rider.set("Ari", effects=hurt).send(Charge(seat=GM, who="Ari", target="Bo", weapon="sword"))
    walker = opening(man("Ari", "one"), man("Bo", "two")).set("Ari", effects=hurt)
    assert walker.send(Move(seat=GM, who="Ari")).of("Ari").motion.speed == 4


@pytest.mark.clause("SK-CRI-8")
def test_a_rider_with_an_unusable_leg_stays_in_the_saddle():
    roster = man("Ari", "one", traits=quick(20)), man("Bo", "two", mount="horse")
    table = Table(*roster).begin().announce(rest=5).to(1).set("Bo", yielded=True)
    result(table.send(strike("Ari", "Bo")), 20).choose("none")
    result(result(result(table, 25), 12), 12).roll(1)
    assert (table.of("Bo").posture, table.of("Bo").lame) == ("standing", True)
    table.to(2).send(Move(seat=GM, who="Bo"))


@pytest.mark.clause("SK-CRI-1")
@pytest.mark.parametrize(("lost", "held"), [("left", "right"), ("right", "left")])
def test_with_one_hand_left_what_is_drawn_takes_the_place_of_what_it_holds(lost, held):
    hurt = (weighed("arm-unusable", Until.RECOVERY, of=lost),)
    table = two().set("Ari", effects=hurt, **{lost: "", held: "shield"})
    table.send(Draw(seat=GM, who="Ari", weapon="knife"))
    assert (getattr(table.of("Ari"), held), table.of("Ari").held) == ("knife", ("knife",))
    table.send(Draw(seat=GM, who="Ari", weapon="shield"))  # it was put away, not lost


@pytest.mark.clause("SK-CRI-9", "SK-LNG-1")
def test_first_aid_is_a_long_action_and_its_roll_comes_at_the_end():
    dying = (weighed("trunk-dying", Until.DEADLINE, "SK-CRI-5", limit=13),)
    table = opening(man("Ari", "one"), man("Bo", "two"), man("Cy", "one"), segment=1, rulings="ask")
    table.set("Bo", effects=dying).send(FirstAid(seat=GM, who="Ari", target="Bo"))
    assert (table.need.code, table.need.offered) == ("skirmish-first-aid-length", 5)
    table.rule(2)
    assert (table.of("Ari").long.name, table.of("Ari").long.patient, table.need) == ("first-aid", "Bo", None)
    table.to(2)
    table.send(Proceed())
    assert (table.pool.roll, table.pool.difficulty, table.parts["healing"]) == ("first-aid", 15, (2, 3))
    result(table, 15)
    assert (table.of("Bo").effect("trunk-dying"), table.of("Ari").long) == (None, None)


@pytest.mark.clause("SK-CRI-9", "SK-ENG-4", "SK-TURN-5")
def test_care_is_begun_at_the_start_of_a_segment_by_somebody_free():
    dying = (weighed("trunk-dying", Until.DEADLINE, "SK-CRI-5", limit=13),)
    aid = FirstAid(seat=GM, who="Ari", target="Bo")
    assert two().set("Bo", effects=dying).refused(aid)[0] == "HOUSE-PHASE-1"
    table = opening(man("Ari", "one"), man("Bo", "two"), man("Cy", "two")).set("Bo", effects=dying)
    assert table.refused(FirstAid(seat=GM, who="Ari", target="Cy")) == ("SK-CRI-1", "skirmish-not-dying")
    assert table.refused(FirstAid(seat=GM, who="Bo", target="Bo"))[1] == "skirmish-out"
    assert table.engage("Ari", "Cy").refused(aid) == ("SK-ENG-4", "skirmish-engaged")


@pytest.mark.clause("SK-CRI-9")
def test_care_broken_off_saves_nobody_and_the_game_master_may_end_it_sooner():
    dying = (weighed("trunk-dying", Until.DEADLINE, "SK-CRI-5", limit=13),)
    table = opening(man("Ari", "one"), man("Bo", "two")).set("Bo", effects=dying)
    table.send(FirstAid(seat=GM, who="Ari", target="Bo"))
    result(table.send(Survive(seat=GM, who="Ari")), 20)
    assert (table.of("Ari").long, table.of("Bo").effect("trunk-dying") is not None) == (None, True)

    table = opening(man("Ari", "one"), man("Bo", "two")).set("Bo", effects=dying)
    table.send(FirstAid(seat=GM, who="Ari", target="Bo")).send(EndLong(who="Ari"))
    assert result(table, 15).of("Bo").effect("trunk-dying") is None


@pytest.mark.clause("SK-CRI-1", "SK-CRI-9")
@pytest.mark.parametrize(
    ("code", "difficulty", "after"),
    [("trunk-bleeding", 20, ()), ("hand-crushed", 25, ("hand-saved",)), ("foot-crushed", 25, ("foot-saved",))],
)
def test_after_the_fight_care_stops_bleeding_and_saves_hands_and_feet(code, difficulty, after):
    hurt = (weighed(code, Until.RECOVERY, "SK-CRI-1", of="left", limit=1),)
    table = two().set("Bo", effects=hurt).send(EndFight())
    table.send(FirstAid(seat=GM, who="Ari", target="Bo"))
    assert table.pool.difficulty == difficulty
    assert tuple(effect.code for effect in result(table, difficulty).of("Bo").effects) == after
    assert [(effect.of, effect.limit) for effect in table.of("Bo").effects] == [("left", 1)] * len(after)


# --- moving


@pytest.mark.clause("SK-MOV-10")
def test_crouched_one_goes_bent_double_and_on_the_ground_one_crawls():
    table = opening(man("Ari", "one"), man("Bo", "two")).set("Ari", posture=Posture.PRONE)
    up_first = ("SK-MOV-10", "skirmish-get-up-first")
    for ground in ("flat", "crouched", "ladder"):
        assert table.refused(Move(seat=GM, who="Ari", ground=ground)) == up_first
    assert table.refused(Jump(seat=GM, who="Ari")) == up_first
    assert table.send(Move(seat=GM, who="Ari", ground="crawl")).of("Ari").motion.speed == 1
    table.set("Ari", posture=Posture.CROUCHED)
    assert table.refused(Move(seat=GM, who="Ari")) == up_first
    table.send(Move(seat=GM, who="Ari", ground="crouched")).send(Move(seat=GM, who="Ari", ground="crawl"))


@pytest.mark.clause("SK-CMV-1", "SK-DICE-21")
def test_a_body_feint_that_the_sheet_does_not_give_is_asked_for():
    table = opening(man("Ari", "one"), man("Bo", "two"), rulings="ask")
    sheet = table.of("Ari").sheet
    plain = {**to_plain(sheet), "traits": to_plain({key: one for key, one in TRAITS.items() if key != "body_feint"})}
    table.set("Ari", sheet=from_plain(plain, type(sheet)))
    table.send(Move(seat=GM, who="Ari", fast=True, evading=True))
    assert (table.need.code, table.need.about) == ("skirmish-trait-dice", "body_feint")


# --- terror and trophies


@pytest.mark.clause("SK-TER-14")
def test_the_terror_of_a_side_is_read_once():
    table = Table(man("Ari", "one"), man("Bo", "two")).send(Frighten(side=side_id("one"))).flat(6)
    assert table.refused(Frighten(side=side_id("one"))) == ("SK-TER-14", "skirmish-terror-read")
    table.send(Frighten(side=side_id("two")))


@pytest.mark.clause("SK-TER-15", "SK-CMD-5")
def test_hidden_men_do_not_show_by_whose_courage_is_rolled_first():
    hidden = man("Bo", "two"), man("Chief", "two"), man("Man", "two", chief="Chief", hidden=True), man("Ari", "one")
    table = Table(*hidden).send(Frighten(side=side_id("one")))
    assert [pool.who for pool in table.need.pools] == ["Bo", "Chief"]
    seen = Table(*(man("Man", "two", chief="Chief") if one.id == "Man" else one for one in hidden))
    assert [pool.who for pool in seen.send(Frighten(side=side_id("one"))).need.pools] == ["Chief"]


def beheading(**facts: object) -> Table:
    roster = man("Ari", "one", traits=quick(20)), man("Bo", "two"), man("Cy", "two"), man("Druid", "one")
    table = Table(*roster).begin().announce(rest=5).to(1)
    return table.set("Bo", out=Out.DEAD, harmed_by=("Ari",), **facts)


@pytest.mark.clause("SK-HED-7")
def test_one_head_per_corpse_and_one_try_per_action():
    take = TakeHead(seat=GM, who="Ari", victim="Bo")
    table = result(beheading().send(take), 14)
    assert (table.of("Ari").heads, table.slots("Ari")[1]) == ((), "used")
    assert table.refused(take) == ("SK-DECL-6", "skirmish-no-slot")
    result(table.to(2).send(take), 16)
    assert table.of("Ari").heads == (TrophyHead(1),)
    assert table.to(4).refused(take) == ("SK-HED-7", "skirmish-head-gone")


@pytest.mark.clause("SK-HED-7", "SK-HED-4", "SK-ENG-4")
def test_the_druid_spends_his_own_action_and_is_of_the_same_side():
    table = beheading()
    by_enemy = TakeHead(seat=GM, who="Ari", victim="Bo", druid="Cy")
    assert table.refused(by_enemy) == ("SK-HED-4", "skirmish-same-side-only")
    table.send(TakeHead(seat=GM, who="Ari", victim="Bo", druid="Druid"))
    assert (table.slots("Druid")[1], table.slots("Ari")[1]) == ("used", "open")
    busy = beheading().engage("Ari", "Cy")
    assert busy.refused(TakeHead(seat=GM, who="Ari", victim="Bo")) == ("SK-ENG-4", "skirmish-engaged")


@pytest.mark.clause("SK-HED-7")
def test_after_the_fight_a_failure_spoils_the_head():
    take = TakeHead(seat=GM, who="Ari", victim="Bo")
    table = result(beheading().send(EndFight()).send(take), 14)
    assert table.told(HeadSpoiled) == [HeadSpoiled(who="Ari", victim="Bo")]
    assert table.refused(take) == ("SK-HED-7", "skirmish-head-gone")


@pytest.mark.clause("SK-HED-3", "SK-DICE-21")
def test_presence_that_a_sheet_does_not_give_is_asked_for():
    table = Table(man("Ari", "one", attributes={**ATTRIBUTES}), man("Bo", "two"), rulings="ask")
    table.begin().announce(rest=5).to(1).set("Bo", out=Out.DEAD, harmed_by=("Ari",))
    sheet = table.of("Ari").sheet
    plain = to_plain(sheet)
    plain["attributes"].pop("presence")
    table.set("Ari", sheet=from_plain(plain, type(sheet)), heads=(TrophyHead(1),))
    table.send(TakeHead(seat=GM, who="Ari", victim="Bo"))
    assert (table.need.code, table.need.about) == ("skirmish-trait-dice", "presence")
    assert table.rule(1).need is None
    assert (table.of("Ari").heads, table.slots("Ari")[1]) == ((TrophyHead(1),), "open")


# --- command


def troop(**chief: object) -> Table:
    roster = (
        man("Chief", "one", traits={**quick(20), "command": Trait(2, 3)}, **chief),
        man("Man", "one", chief="Chief"), man("Lost", "one", chief="Chief"), man("Bo", "two"),
    )  # fmt: skip
    return clash(*roster)


@pytest.mark.clause("SK-CMD-24", "SK-CMD-23")
def test_a_chief_who_fled_gives_no_orders_and_his_men_can_be_taken_over():
    table = troop()
    over = TakeOver(seat=GM, who="Man", men=("Lost",))
    assert table.refused(over) == ("SK-CMD-23", "skirmish-has-a-chief")
    table.set("Chief", effects=(weighed("fleeing"),))
    order = Order(seat=GM, who="Chief", order=OrderKind.HEARTEN, men=("Man",))
    assert table.refused(order) == ("SK-CMD-24", "skirmish-chief-flees")
    assert table.refused(KeepOrdering(seat=GM, who="Chief")) == ("SK-CMD-24", "skirmish-chief-flees")
    assert any(isinstance(one, TakeOver) and one.who == "Man" for one in engine.legal(table.state, GM))
    result(result(table.send(over), 10), 10)
    assert table.of("Lost").chief == "Man"
    runaway = troop().set("Chief", effects=(weighed("fleeing"),)).set("Man", effects=(weighed("fleeing"),))
    assert runaway.refused(over) == ("SK-CMD-24", "skirmish-chief-flees")


def afraid(dice: int) -> Effect:
    return Effect(code="fear", clause=ClauseId("SK-TER-8"), since=Moment(1, 1), until=Until.FEAR,
                  scope=Scope.OFFENSIVE, dice=dice)  # fmt: skip


@pytest.mark.clause("SK-CMD-12", "SK-CMD-13")
def test_an_uncommanded_man_is_not_heartened():
    table = troop().set("Man", effects=(afraid(3),)).set("Lost", effects=(afraid(3),), uncommanded=True)
    table.send(Order(seat=GM, who="Chief", order=OrderKind.HEARTEN, men=("Man", "Lost")))
    result(result(table, 10), 10)
    assert [table.of(who).effect("fear").dice for who in ("Man", "Lost")] == [2, 3]


@pytest.mark.clause("SK-CMD-12", "SK-CMD-15", "SK-CMD-16")
def test_an_uncommanded_man_has_no_part_in_a_tactical_change_good_or_bad():
    change = Order(seat=GM, who="Chief", order=OrderKind.TACTICS, men=("Man", "Lost"), gain="attack")
    table = troop().set("Lost", uncommanded=True).send(change)
    result(result(table, 10), 15)
    assert table.state.tactics["Chief"].men == ("Man",)
    blunder = troop().set("Lost", uncommanded=True).send(change)
    result(blunder, 10).flat(1)
    assert [pool.who for pool in blunder.need.pools] == ["Man"]


@pytest.mark.clause("SK-CMD-12", "SK-CMD-20", "SK-CMD-21")
def test_an_uncommanded_man_is_not_galvanised():
    table = troop().set("Man", fatigue=2).set("Lost", fatigue=2, uncommanded=True)
    table.send(Order(seat=GM, who="Chief", order=OrderKind.GALVANISE, men=("Man", "Lost"), gain="fatigue"))
    result(result(table, 10), 20)
    assert [table.of(who).fatigue for who in ("Man", "Lost")] == [1, 2]


@pytest.mark.clause("SK-CMD-20", "SK-DICE-22")
def test_the_end_of_the_battle_tells_what_was_lent_and_who_was_kept_up_by_it_goes_out():
    table = Table(man("Ari", "one", wound_levels=3), man("Bo", "two", wound_levels=3)).begin()
    table.set("Ari", wounds=2, lent_wounds=1).set("Bo", wounds=1, lent_wounds=1)
    table.send(EndFight())

    assert [(loan.who, loan.wounds, loan.fatigue) for loan in table.told(LoanLost)] == [("Ari", 1, 0), ("Bo", 1, 0)]
    assert [(table.of(who).wounds, table.of(who).out) for who in ("Ari", "Bo")] == [(3, "unconscious"), (2, None)]


@pytest.mark.clause("SK-LNG-5", "SK-DICE-22")
def test_a_distance_shortened_for_the_last_fatigue_exhausts():
    table = opening(man("Ari", "one", fatigue_levels=2), man("Bo", "two"))
    table.send(BeginLong(seat=GM, who="Ari", name="marche")).send(EndLong(who="Ari", fatigue=2))

    assert table.of("Ari").out == "exhausted"


@pytest.mark.clause("SK-CRW-1")
@pytest.mark.parametrize(("density", "rise"), [(0, 5), (5, 5), (8, 8), (10, 10)])
def test_the_density_of_a_crowd_is_said_with_the_shot(density: int, rise: int):
    table = Table(man("Ari", "one", "bow"), man("Bo", "two")).begin().announce().to(3)
    shot = Shoot(seat=GM, who="Ari", target="Bo", weapon="bow", distance=10, crowd=True, density=density)

    assert table.send(shot).aims["crowd"] == rise
    refused = Shoot(seat=GM, who="Bo", target="Ari", weapon="javelin", distance=10, draw="belt", crowd=True, density=11)
    fresh = Table(man("Bo", "one"), man("Ari", "two")).begin().announce().to(3)
    assert fresh.refused(refused) == ("SK-CRW-1", "skirmish-no-such-density")


@pytest.mark.clause("SK-SUR-1")
def test_the_game_master_says_how_sudden_it_is_whoever_decides_the_rest():
    table = two()
    table.send(Startle(who="Ari", difficulty=21))

    assert table.aims == {"sudden": 21}


# --- held at bay


@pytest.mark.clause("SK-BAY-5")
def test_a_captor_without_an_action_has_nothing_to_be_first_with():
    roster = man("Ari", "one"), man("Bo", "two", traits=quick(30))
    table = Table(*roster).begin().announce(Ari=1, Bo=0).to(3)
    table.set("Ari", effects=(weighed("at-bay", clause="SK-BAY-1", of="Bo"),))
    result(table.send(Defy(seat=GM, who="Ari", trait="swords")), 15)
    assert (table.need, table.state.precedence) == (None, {})
    ready = Table(*roster).begin().announce(Ari=1, Bo=1).to(3)
    ready.set("Ari", effects=(weighed("at-bay", clause="SK-BAY-1", of="Bo"),))
    result(ready.send(Defy(seat=GM, who="Ari", trait="swords")), 15)
    assert ready.need.code == "skirmish-be-quicker"

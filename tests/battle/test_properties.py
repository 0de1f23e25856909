"""Whatever two units meet: the law adds up, and whatever is rolled could have been foreseen."""

from fractions import Fraction
from itertools import cycle

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from battle.units import melee
from heraut.battle import marker, shooting
from heraut.battle.marker import MarkerCharge
from heraut.battle.melee import MeleeSide, form, refusal, resolve
from heraut.battle.shooting import Shooting
from heraut.battle.unit import Cover, Stand, Tires, Unit, after, aftermaths, remains
from heraut.dice import EXACT, FAST, Fallen
from heraut.warband.profile import profiles
from heraut.warband.tables import Distance, Overrides

few = settings(max_examples=60, deadline=None, derandomize=True)
units = st.builds(
    Unit, st.sampled_from(list(profiles().values())), st.integers(1, 6), st.integers(0, 4), st.sampled_from(Cover)
)
sides = st.builds(
    MeleeSide,
    unit=units,
    own_armour=st.integers(0, 1),
    enemy_armour=st.integers(0, 1),
    close_ranks=st.booleans(),
    extra_defence=st.integers(0, 2),
)
rules = st.builds(
    Overrides,
    rounding=st.sampled_from(["up", "down", "nearest"]),
    exhausted_melee=st.sampled_from(["half_dice", "minus_one_die_result", "none"]),
    resilience_policy=st.sampled_from(["max", "none"]),
)
faces = st.lists(st.integers(1, 6), min_size=7, max_size=40)


@given(attacker=sides, defender=sides, overrides=rules, faces=faces)
@few
def test_a_melee_adds_up_and_every_roll_was_possible(attacker, defender, overrides, faces):
    described = melee(attacker, defender, overrides=overrides)
    assume(refusal(described) is None)
    fight = form(described)
    clash, rolled = resolve(EXACT, fight), resolve(Fallen(cycle(faces)), fight)

    assert sum(weight for _, weight in clash.attacker) == sum(weight for _, weight in clash.defender) == Fraction(1)
    assert clash.attacker.p(rolled.attacker.outcome) > 0
    assert clash.defender.p(rolled.defender.outcome) > 0
    fast = resolve(FAST, fight)
    assert all(abs(float(weight) - fast.defender.p(end)) < 1e-12 for end, weight in clash.defender)


@given(shooter=units, target=units, within=st.sampled_from([*Distance, None]), overrides=rules, faces=faces)
@few
def test_a_shot_adds_up_and_every_roll_was_possible(shooter, target, within, overrides, faces):
    described = Shooting(shooter=shooter, target=target, within=within, overrides=overrides)
    assume(shooting.refusal(described) is None)
    shot = shooting.form(described)
    law = shooting.resolve(EXACT, shot)

    assert sum(weight for _, weight in law) == 1
    assert law.p(shooting.resolve(Fallen(cycle(faces)), shot).outcome) > 0


@given(charger=units, exploited=st.integers(0, 1), faces=faces)
@few
def test_a_charge_on_a_marker_adds_up_and_every_roll_was_possible(charger, exploited, faces):
    described = MarkerCharge(charger=charger, exploited=exploited)
    assume(marker.refusal(described) is None)
    fight = marker.form(described)
    law = marker.resolve(EXACT, fight)

    assert sum(weight for _, weight in law) == 1
    assert law.p(marker.resolve(Fallen(cycle(faces)), fight).outcome) > 0


@given(
    stand=st.builds(
        Stand,
        st.integers(1, 8),
        st.integers(0, 4),
        st.integers(1, 2),
        st.integers(0, 4),
        st.integers(0, 3),
        st.sampled_from(Tires),
    ),
    casualties=st.integers(0, 20),
)
@few
def test_one_more_casualty_never_helps(stand, casualties):
    now, then = after(stand, casualties), after(stand, casualties + 1)

    assert now.figures + now.removed == stand.figures
    assert then.removed >= now.removed
    assert then.resisted >= now.resisted
    assert then.guarded >= now.guarded or then.resisted > now.resisted


@given(
    stand=st.builds(
        Stand,
        st.integers(1, 5),
        st.integers(0, 4),
        st.integers(1, 2),
        st.integers(0, 3),
        st.integers(0, 3),
        st.sampled_from(Tires),
    ),
    most=st.integers(0, 20),
)
@few
def test_all_aftermaths_at_once_are_those_worked_out_one_by_one(stand, most):
    at_once = aftermaths(stand, most)

    assert at_once == [after(stand, casualties) for casualties in range(len(at_once))]
    assert all(after(stand, casualties) == at_once[-1] for casualties in range(len(at_once) - 1, most + 1))
    left = [(end.figures, end.fatigue, stand.bodyguards - end.guarded) for end in aftermaths(stand, 100)]
    assert remains(stand.figures, stand.bodyguards, stand) == left

"""Shooting: Part C.1 of the sheet, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import repeat
from typing import NamedTuple

import msgspec

from heraut.battle.activation import NEW_TURN, Act, ActivatedBy, Activation, UnitTurn, faults_of_ability, gives_fatigue
from heraut.battle.activation import refusal as activation_refusal
from heraut.battle.unit import (
    Aftermath,
    BattleCode,
    Cover,
    Stand,
    StrikeDice,
    Tires,
    Unit,
    aftermaths,
    armour,
    capped,
    faults_of_bodyguards,
    faults_of_bonus,
    faults_of_discard,
    faults_of_exploit,
    rounded,
    stand,
    winning_faces,
)
from heraut.dice import Dice, Law, PoolTally
from heraut.kernel.refusal import Refusal, together
from heraut.warband.profile import Profile
from heraut.warband.tables import OUR_DEFAULT, Distance, Overrides, SpecialRule, number, weapons


class Shooting(msgspec.Struct, frozen=True, kw_only=True):
    """
    A shot as the players describe it, their choices included.

    `within` is the shortest stick that reaches from unit to unit, None beyond L. `in_range` counts the figures in
    range and in sight (all by default). `exploited` are the shooter's fatigues the target's owner discards.
    `extra_attack` and `extra_defence` are dice gained from abilities once the pool is formed; `shooter_advanced` and
    `target_advanced` say whose owner triggers an advanced ability. Without an `activation` the weapon shoots in its
    usual way.
    """

    shooter: Unit
    target: Unit
    within: Distance | None = Distance.L
    in_range: int | None = None
    in_sight: bool = True
    exploited: int = 0
    bonus_dice: int = 0
    extra_attack: int = 0
    extra_defence: int = 0
    shooter_advanced: bool = False
    target_advanced: bool = False
    bodyguards: int = 0
    activation: Activation | None = None
    turn: UnitTurn = NEW_TURN
    overrides: Overrides = OUR_DEFAULT

    @property
    def is_close(self) -> bool:
        """Whether firearms hit better and startle, unit to unit [AM-FIRE-4, AM-FIRE-5]."""
        return self.within is not None and Distance.M.reaches(self.within)


class Shot(NamedTuple):
    """A shot in numbers, ready to be rolled."""

    attack: StrikeDice
    target: Stand
    shooter: Aftermath
    unstable: bool


class Volley(NamedTuple):
    """How a shot ended for both units."""

    target: Aftermath
    shooter: Aftermath


_volley: Callable[[tuple[Aftermath, Aftermath]], Volley] = partial(tuple.__new__, Volley)


def sight_is_blocked(target: Profile, *, something_between: bool) -> bool:
    """Nothing hides a flying unit; whoever looks, flying or not, sees no further [AM-FLY-12, AM-FLY-13]."""
    return something_between and not target.flight


def refusal(shooting: Shooting) -> Refusal | None:
    """Why the shot cannot be what was described [SEQ-S1], all faults at once."""
    return together(tuple(_faults(shooting)))


def form(shooting: Shooting) -> Shot:
    """The numbers of a legal shot [SEQ-S2 to SEQ-S7, SEQ-S13]."""
    shooter, target, rules = shooting.shooter, shooting.target, shooting.overrides
    weapon = weapons()[shooter.profile.weapon]
    cover = target.cover_from_shots
    shield = _armour(shooting, cover, shooting.exploited)
    attack = StrikeDice(
        _dice(shooting) + shooting.extra_attack,
        shield,
        winning_faces(shield, weapon.shot + (weapon.close_shot if shooting.is_close else 0)),
        winning_faces(number("defence_shooting"), _defence_modifier(shooting, cover)),
        shooting.extra_defence,
    )
    stood = stand(
        target,
        rules,
        resilience=target.profile.resilience,
        bodyguards=shooting.bodyguards,
        tires=Tires.IF_HURT if weapon.startles and shooting.is_close else Tires.NEVER,
    )
    fatigue = gives_fatigue(shooter, shooting.turn, _activation(shooting), rules) if shooting.turn.activations else 0
    spent = Aftermath(shooter.figures, shooter.fatigue - shooting.exploited + fatigue, 0, 0, 0)
    return Shot(attack, stood, spent, SpecialRule.UNSTABLE in shooter.profile.rules)


def resolve(dice: Dice, shot: Shot) -> Law[Volley]:
    """The attack roll, the defence roll, and what follows [SEQ-S6 to SEQ-S13]."""
    if shot.unstable:
        return _resolve_unstable(dice, shot)
    hits = dice.successes("attack", shot.attack.dice, shot.attack.hit)
    return _defended(dice, shot, hits, shot.shooter)


def _resolve_unstable(dice: Dice, shot: Shot) -> Law[Volley]:
    """Three attack dice alike and the team is gone after the shot [SEQ-S12, CORE-UNIT-3]."""
    attack = dice.tally("attack", shot.attack.dice, shot.attack.hit, number("unstable_alike"))
    gone = Aftermath(0, shot.shooter.fatigue, shot.shooter.figures, 0, 0)

    def after(shown: PoolTally) -> Law[Volley]:
        return _defended(dice, shot, Law.sure(shown.successes), gone if shown.alike else shot.shooter)

    return attack.then(after)


def _defended(dice: Dice, shot: Shot, hits: Law[int], shooter: Aftermath) -> Law[Volley]:
    casualties = dice.unanswered("defence", hits, shot.attack.save, extra=shot.attack.extra_defence)
    return casualties.leading_to([*map(_volley, zip(aftermaths(shot.target, shot.attack.dice), repeat(shooter)))])


def _activation(shooting: Shooting) -> Activation:
    if shooting.activation is not None:
        return shooting.activation
    weapon = weapons().get(shooting.shooter.profile.weapon)
    return Activation(Act.SHOOT, ActivatedBy.FREE_SHOT if weapon and weapon.free == "only_shot" else ActivatedBy.ORDER)


def _dice(shooting: Shooting) -> int:
    """The pool: fractions rounded once, bonus dice, then the cap; fatigue changes nothing [SEQ-S2]."""
    return capped(_generated(shooting) + shooting.bonus_dice, shooting.overrides)


def _generated(shooting: Shooting) -> int:
    aggression = shooting.shooter.profile.aggression
    each = aggression.far if shooting.within is None and aggression.far is not None else aggression.shooting
    figures = shooting.shooter.figures if shooting.in_range is None else shooting.in_range
    return rounded(figures * each.numerator, each.denominator, shooting.overrides)


def _armour(shooting: Shooting, cover: Cover, exploited: int) -> int:
    """The target's armour, raised by each fatigue discarded and by solid cover [SEQ-S5]."""
    change = exploited + (shooting.overrides.solid_cover_armour_shooting if cover is Cover.SOLID else 0)
    return armour(shooting.target.profile.armour.shooting, change, shooting.overrides)


def _defence_modifier(shooting: Shooting, cover: Cover) -> int:
    rules = shooting.overrides
    unarmed = rules.unarmed_applies_to_shooting and shooting.shooter.has(SpecialRule.UNARMED)
    match cover:
        case Cover.LIGHT:
            return rules.light_cover_defence + unarmed
        case Cover.SOLID:
            return rules.solid_cover_defence_shooting + unarmed
        case _:
            return int(unarmed)


def _faults(shooting: Shooting) -> Iterator[Refusal]:
    shooter, target = shooting.shooter, shooting.target
    for unit in (shooter, target):
        if unit.figures < 1:
            yield unit.refused("SEQ-S1", BattleCode.NO_FIGURES)
    activation = activation_refusal(shooter, shooting.turn, _activation(shooting))
    if activation is not None:
        yield from activation.all()
    yield from _faults_of_range(shooting)
    yield from _faults_of_spending(shooting)
    yield from faults_of_bonus(shooter, shooting.bonus_dice, _generated(shooting))
    yield from faults_of_bodyguards(target, shooting.bodyguards)
    yield from faults_of_ability(shooter, advanced=shooting.shooter_advanced)
    yield from faults_of_ability(target, advanced=shooting.target_advanced)


def _faults_of_range(shooting: Shooting) -> Iterator[Refusal]:
    shooter = shooting.shooter
    weapon = weapons().get(shooter.profile.weapon)
    if weapon is not None and weapon.range is not None:
        within = shooting.within
        if within is None or not weapon.range.reaches(within):
            yield shooter.refused(weapon.clause, BattleCode.OUT_OF_RANGE, within, weapon.range)
    if not shooting.in_sight:
        yield shooter.refused("SEQ-S1", BattleCode.OUT_OF_SIGHT)
    if shooting.in_range is not None and shooting.in_range > shooter.figures:
        yield shooter.refused("CORE-ATT-1", BattleCode.TOO_MANY_IN_RANGE, shooting.in_range, shooter.figures)


def _faults_of_spending(shooting: Shooting) -> Iterator[Refusal]:
    """Only fatigue that is there, and only if it helps [SEQ-S4, CORE-EXPL-5]."""
    spent, shooter, rules = shooting.exploited, shooting.shooter, shooting.overrides
    yield from faults_of_exploit(shooter, spent, clause="SEQ-S4", overrides=rules)
    cover = shooting.target.cover_from_shots
    yield from faults_of_discard(shooter, spent, *(_armour(shooting, cover, one) for one in (spent, spent - 1)))

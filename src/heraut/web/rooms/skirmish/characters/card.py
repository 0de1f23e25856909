"""What a sheet comes to: the dice of each roll by the number of actions, defence, damage, soak, speeds, command."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from heraut.kernel import Seat
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.model import CriticalFailure, dice_model
from heraut.skirmish.orders import capacity
from heraut.skirmish.rolls import level_of, trait_of
from heraut.skirmish.settings import Enlisted
from heraut.skirmish.sheet import ATTRIBUTES, Delivery, Sheet, Trait, Weapon
from heraut.skirmish.state import enlist
from heraut.skirmish.tables import grounds, number, ranges, slots
from heraut.web.rooms.skirmish.dice import signed

CALM = ("reaction", "courage", "soak", "fatigue", "vigilance")
"""Rolls that are no actions, whatever was announced [SK-DICE-15]."""


@dataclass(frozen=True, slots=True)
class Roll:
    """A trait: its dice and level, and the dice left with one to five declared actions."""

    trait: str
    dice: int
    level: int
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon: its dice of attack and damage, and how hard it is to shoot at each range."""

    weapon: Weapon
    held: bool
    attack: Trait | None
    damage: Trait | None
    reach: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Speed:
    """A kind of ground: unhurried, and at the best run."""

    ground: str
    base: Fraction
    best: Fraction


@dataclass(frozen=True, slots=True)
class Box:
    """A level of a track: whether it is lost, and the dice it then costs."""

    lost: bool
    dice: int


@dataclass(frozen=True, slots=True)
class Card:
    """All that a character's page shows beside the sheet itself."""

    attributes: tuple[tuple[str, int | None], ...]
    rolls: tuple[Roll, ...]
    arms: tuple[Arm, ...]
    defence: int
    fleeing: int
    motionless: str
    soak: Trait | None
    covered: int
    speeds: tuple[Speed, ...]
    capacity: int


def card(sheet: Sheet) -> Card:
    """What the sheet comes to, by the rules as they are printed."""
    (fighter,) = enlist(Enlisted(id=sheet.name, side="-", seat=Seat("-"), sheet=sheet))
    soak = sheet.traits.get("soak")
    main = fighter.main_weapon
    return Card(
        attributes=tuple((name, sheet.attributes.get(name)) for name in ATTRIBUTES),
        rolls=tuple(_roll(fighter, name) for name in sheet.traits),
        arms=tuple(_arm(fighter, weapon) for weapon in sheet.weapons),
        defence=level_of(fighter, main.skill)
        + level_of(fighter, "dodge")
        + sum(weapon.defence_bonus for weapon in fighter.wielded),
        fleeing=level_of(fighter, "athletics"),
        motionless=signed(number("static-defence")),
        soak=soak,
        covered=sheet.armour.protection,
        speeds=tuple(_speeds(sheet)),
        capacity=capacity(fighter) if "command" in sheet.traits else 0,
    )


def boxes(length: int | None, costs: tuple[int, ...], lost: int = 0) -> tuple[Box, ...]:
    """A track as boxes to cross; none where the sheet gives no length [SK-DICE-22]."""
    if length is None:
        return ()
    return tuple(
        Box(place < lost, costs[min(place, len(costs) - 1)] if costs else 0) for place in range(max(length, lost))
    )


def _roll(fighter: Fighter, name: str) -> Roll:
    model = dice_model("sum-d6", True, CriticalFailure.ALL_ONES)
    trait = trait_of(fighter, name)
    confidence = fighter.sheet.confidence if trait.confidence is None else trait.confidence
    costs = (0 if name in CALM else slots()[actions].penalty for actions in range(1, number("segments") + 1))
    return Roll(name, trait.dice, trait.level, tuple(model.pool(trait.dice, 0, cost, confidence) for cost in costs))


def _arm(fighter: Fighter, weapon: Weapon) -> Arm:
    sheet = fighter.sheet
    skill = trait_of(fighter, weapon.skill) if weapon.skill in sheet.traits else None
    attack = None if skill is None else Trait(skill.dice, skill.level + weapon.attack_mod)
    damage = weapon.damage if weapon.delivery is Delivery.PROJECTILE else None
    strength = sheet.attributes.get("strength")
    if damage is None and strength is not None:
        damage = Trait(strength, 0)
    if damage is not None:
        damage = Trait(damage.dice, damage.level + weapon.damage_bonus)
    reach = tuple(zip(weapon.ranges or (), (row.difficulty for row in ranges()), strict=False))
    return Arm(weapon, weapon.id in fighter.held, attack, damage, reach)


def _speeds(sheet: Sheet) -> list[Speed]:
    agility = sheet.attributes.get("agility")
    if agility is None:
        return []
    return [Speed(row.id, row.speed(agility), row.speed(agility) + row.bonus[-1]) for row in grounds().values()]

"""A character as a card, on a page and on paper."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from heraut.kernel import Seat
from heraut.press import paper
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.model import CriticalFailure, dice_model
from heraut.skirmish.orders import capacity
from heraut.skirmish.rolls import attackers_trait, level_of, trait_of
from heraut.skirmish.settings import Enlisted
from heraut.skirmish.sheet import ATTRIBUTES, Delivery, Mount, Sheet, Trait, Weapon
from heraut.skirmish.state import enlist
from heraut.skirmish.tables import grounds, number, ranges, slots
from heraut.web.game import account
from heraut.web.guard import needs
from heraut.web.pdf_response import printed
from heraut.web.permissions import Action
from heraut.web.rooms.skirmish import character_store
from heraut.web.rooms.skirmish.character_store import ready_sheet
from heraut.web.rooms.skirmish.lanes import signed
from heraut.web.sentences import word

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
    (fighter,) = enlist(Enlisted(name=sheet.name, side="-", seat=Seat("-"), sheet=sheet))
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
    skill = attackers_trait(fighter, weapon.skill) if weapon.skill in sheet.traits else None
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


@require_safe
@needs(Action.CREATE)
def own(request: HttpRequest, id: str) -> HttpResponse:
    """One's own character."""
    return _printed(request, character_store.one_of(account(request), id).sheet)


@require_safe
@needs(Action.CREATE)
def ready(request: HttpRequest, ready: str) -> HttpResponse:
    """A ready-made character."""
    return _printed(request, ready_sheet(ready))


def _printed(request: HttpRequest, sheet: Sheet) -> HttpResponse:
    return printed(request, sheet.name, on_paper(sheet))


def on_paper(sheet: Sheet) -> paper.CharacterSheet:
    """The sheet as it is printed: what the character's page shows, in the reader's words."""
    shown = card(sheet)
    return paper.CharacterSheet(
        event=paper.Occasion(_("Escarmouche")),
        person=paper.Person(sheet.name),
        mount="" if sheet.mount is Mount.NONE else _said(sheet.mount),
        chief=shown.capacity > 0,
        confidence=sheet.confidence,
        attributes=tuple(paper.Value(_said(name), value) for name, value in shown.attributes if value is not None),
        traits=tuple(paper.TraitLine(_said(roll.trait), roll.dice, roll.level) for roll in shown.rolls),
        weapons=tuple(_weapon(arm) for arm in shown.arms),
        armour=_armour(sheet, shown),
        wounds=sheet.wound_levels or 0,
        fatigue=sheet.fatigue_levels or 0,
    )


def _weapon(arm: Arm) -> paper.WeaponLine:
    weapon = arm.weapon
    return paper.WeaponLine(
        label=_said(weapon.id),
        skill=_said(weapon.skill),
        attack=weapon.attack_mod,
        defence=weapon.defence_bonus,
        damage=f"{arm.damage.dice}d+{arm.damage.level}" if arm.damage else "",
        kind=_said(weapon.type),
        ranges=weapon.ranges or (),
        notes=", ".join(filter(None, (_("en main") if arm.held else "", _("longue") if weapon.long else ""))),
    )


def _armour(sheet: Sheet, shown: Card) -> tuple[paper.ArmourLine, ...]:
    zones = ", ".join(_said(zone) for zone in sheet.armour.zones)
    return (paper.ArmourLine(_("Protection"), shown.covered, zones),) if shown.covered else ()


def _said(key: str) -> str:
    return word(key, "skirmish")

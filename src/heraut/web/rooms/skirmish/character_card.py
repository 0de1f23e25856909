"""What a character's sheet comes to by the rules: rolls, weapons, defence, speeds, tracks; on its page and on paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from heraut.skirmish.fighter import Fighter
from heraut.skirmish.grips import extraction_difficulty
from heraut.skirmish.harm import stays_in_wounds
from heraut.skirmish.model import CriticalFailure, dice_model
from heraut.skirmish.orders import capacity
from heraut.skirmish.rolls import attackers_trait, level_of, trait_of
from heraut.skirmish.sheet import ATTRIBUTES, UNARMED, CharacterSheet, Mount, Trait, Weapon, WeaponDelivery
from heraut.skirmish.state import in_no_fight
from heraut.skirmish.tables import GroundRow, draws, grounds, number, ranges, slots
from heraut.speech.typography import signed, two_decimals
from heraut.web.game import language
from heraut.web.rooms.skirmish.buttons import capital, style_word
from heraut.web.rooms.skirmish.conditions import keeps
from heraut.web.sentences import word

CALM = ("reaction", "courage", "soak", "fatigue", "vigilance")
"""Rolls that are no actions, whatever was announced [SK-DICE-15]."""


@dataclass(frozen=True, slots=True)
class TraitDice:
    """A trait: its dice and level, and the dice left with one to five declared actions."""

    trait: str
    dice: int
    level: int
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon: its dice of attack and damage, how hard it is to shoot at each range, and what else the rules read."""

    weapon: Weapon
    held: bool
    attack: str
    damage: str
    reach: tuple[tuple[int, int], ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Speed:
    """A kind of ground, and the speeds as they are written: unhurried, and at the best run."""

    ground: str
    base: str
    best: str


@dataclass(frozen=True, slots=True)
class TrackBox:
    """A level of a track: whether it is lost, and the dice it then costs."""

    lost: bool
    dice: int


@dataclass(frozen=True, slots=True)
class CharacterCard:
    """All that a character's page shows beside the sheet itself."""

    attributes: tuple[tuple[str, int | None], ...]
    rolls: tuple[TraitDice, ...]
    arms: tuple[Arm, ...]
    defence: int
    fleeing: int
    motionless: str
    soak: Trait | None
    covered: int
    speeds: tuple[Speed, ...]
    capacity: int
    more: tuple[tuple[str, str], ...]
    """What no list of the sheet tells: mount, command, training, heads."""

    @property
    def soaks(self) -> str:
        """What is rolled to take a blow, without what protects."""
        return "" if self.soak is None else dice_of(self.soak)


def card(sheet: CharacterSheet) -> CharacterCard:
    """What the sheet comes to, by the rules as they are printed."""
    fighter = in_no_fight(sheet)
    soak = sheet.traits.get("soak")
    main = fighter.main_weapon
    reach = capacity(fighter) if "command" in sheet.traits else 0
    return CharacterCard(
        attributes=tuple((name, sheet.attributes.get(name)) for name in ATTRIBUTES),
        rolls=tuple(_roll(fighter, name) for name in sheet.traits),
        arms=tuple(_arm(fighter, weapon) for weapon in (*sheet.weapons, UNARMED)),
        defence=level_of(fighter, main.skill)
        + level_of(fighter, "dodge")
        + sum(weapon.defence_bonus for weapon in fighter.wielded),
        fleeing=level_of(fighter, "athletics"),
        motionless=signed(number("static-defence")),
        soak=soak,
        covered=sheet.armour.protection,
        speeds=tuple(_speeds(sheet)),
        capacity=reach,
        more=tuple(_more(sheet, reach)),
    )


def boxes(length: int | None, costs: tuple[int, ...], lost: int = 0) -> tuple[TrackBox, ...]:
    """A track as boxes to cross; none where the sheet gives no length [SK-DICE-22]."""
    if length is None:
        return ()
    return tuple(
        TrackBox(place < lost, costs[min(place, len(costs) - 1)] if costs else 0) for place in range(max(length, lost))
    )


def _roll(fighter: Fighter, name: str) -> TraitDice:
    model = dice_model("sum-d6", True, CriticalFailure.ALL_ONES)
    trait = trait_of(fighter, name)
    confidence = fighter.sheet.confidence if trait.confidence is None else trait.confidence
    costs = (0 if name in CALM else slots()[actions].penalty for actions in range(1, number("segments") + 1))
    return TraitDice(
        name, trait.dice, trait.level, tuple(model.pool(trait.dice, 0, cost, confidence) for cost in costs)
    )


def _arm(fighter: Fighter, weapon: Weapon) -> Arm:
    sheet = fighter.sheet
    skill = attackers_trait(fighter, weapon.skill) if weapon.skill in sheet.traits else None
    attack = "" if skill is None else dice_of(Trait(skill.dice, skill.level + weapon.attack_mod))
    damage = weapon.damage if weapon.delivery is WeaponDelivery.PROJECTILE else None
    strength = sheet.attributes.get("strength")
    if damage is None and strength is not None:
        damage = Trait(strength, 0)
    harm = "" if damage is None else dice_of(Trait(damage.dice, damage.level + weapon.damage_bonus))
    reach = tuple(zip(weapon.ranges or (), (row.difficulty for row in ranges()), strict=False))
    held = weapon.id in fighter.held
    return Arm(weapon, held, attack, harm, reach, tuple(_notes(weapon, held=held)))


def _notes(weapon: Weapon, *, held: bool) -> Iterator[str]:
    """What a rule reads of a weapon beside its numbers: hands, reach, breakage, where it hangs, how it comes out."""
    if weapon.two_handed:
        yield _("à deux mains")
    if weapon.long:
        yield _("longue")
    if weapon.length:
        yield f"{weapon.length} cm"
    if weapon.pole:
        yield _("d'hast, encombrement %s") % weapon.encumbrance
    if not held and weapon is not UNARMED:
        yield f"{said(weapon.place)} {signed(draws()[weapon.place].flat)}"
    if stays_in_wounds(weapon):
        yield _("à retirer : %s") % extraction_difficulty(weapon)


def _speeds(sheet: CharacterSheet) -> list[Speed]:
    agility = sheet.attributes.get("agility")
    if agility is None:
        return []
    return [_speed(row, row.speed(agility)) for row in grounds().values()]


def _speed(row: GroundRow, base: Fraction) -> Speed:
    """All in decimals: every character crawls at 2,25 m/s, and one table writes its numbers in one way."""
    return Speed(row.id, two_decimals(base, language()), two_decimals(base + row.bonus[-1], language()))


def _more(sheet: CharacterSheet, reach: int) -> Iterator[tuple[str, str]]:
    if sheet.mount not in (Mount.NONE, Mount.CHARIOT):
        bonus = {"attack": signed(number("mounted-attack")), "defence": signed(number("mounted-defence"))}
        yield _("Contre un adversaire à pied"), _("%(attack)s à l'attaque, %(defence)s à la défense") % bonus
    if reach:
        yield _("Hommes commandés par action"), str(reach)
    for strike, dice in sheet.martial_arts.items():
        yield _strike(strike), f"+{dice}d"
    for strike in sheet.specialties:
        yield _strike(strike), signed(number("specialty"))
    if sheet.size != "human":
        yield _("Taille"), said(sheet.size)
    if sheet.heads:
        yield _("Têtes à la ceinture"), ", ".join(map(keeps, sheet.heads))
    if sheet.unclothed:
        yield _("Combat sans vêtements"), _("1 point de terreur")


def _strike(strike: str) -> str:
    return capital(said(style_word(strike)))


def dice_of(trait: Trait) -> str:
    """As it is rolled: 3d+2."""
    return f"{trait.dice}d{signed(trait.level)}" if trait.level else f"{trait.dice}d"


def said(key: str) -> str:
    """A word of the fight, in the reader's language."""
    return word(key, "skirmish")

"""A fight on paper: a sheet for each character, and the rules as its table plays them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from msgspec.structs import replace

from heraut.press.fight_paper import ArmourLine, CharacterPaper, FightRules, PaperFact, TraitLine, Value, WeaponLine
from heraut.press.paper import PaperOccasion, PaperPerson
from heraut.press.rules import fight_rules
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.grips import extraction
from heraut.skirmish.model import CriticalFailure, dice_model
from heraut.skirmish.orders import capacity
from heraut.skirmish.rolls import attackers_trait, level_of, trait_of
from heraut.skirmish.settings import OPTION_CLAUSES, FightOptions
from heraut.skirmish.sheet import ATTRIBUTES, UNARMED, CharacterSheet, Mount, Trait, Weapon, WeaponDelivery, WeaponType
from heraut.skirmish.state import in_no_fight
from heraut.skirmish.tables import GroundRow, SlotsRow, draws, grounds, number, ranges, slots, thrusting
from heraut.skirmish.view import FighterView, FightView
from heraut.speech.sentences import phrases
from heraut.speech.typography import minus, two_decimals
from heraut.web import forms
from heraut.web.downloads import printed
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.rooms.skirmish.lanes import keeps, signed
from heraut.web.rooms.skirmish.log import names
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
        return "" if self.soak is None else _dice(self.soak)


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
    attack = "" if skill is None else _dice(Trait(skill.dice, skill.level + weapon.attack_mod))
    damage = weapon.damage if weapon.delivery is WeaponDelivery.PROJECTILE else None
    strength = sheet.attributes.get("strength")
    if damage is None and strength is not None:
        damage = Trait(strength, 0)
    harm = "" if damage is None else _dice(Trait(damage.dice, damage.level + weapon.damage_bonus))
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
        yield f"{_said(weapon.place)} {signed(draws()[weapon.place].flat)}"
    if weapon.type is WeaponType.THRUSTING or weapon.family in thrusting():
        out = extraction(weapon).difficulty if weapon.extraction is None else weapon.extraction
        yield _("à retirer : %s") % out


def _speeds(sheet: CharacterSheet) -> list[Speed]:
    agility = sheet.attributes.get("agility")
    if agility is None:
        return []
    return [_speed(row, row.speed(agility)) for row in grounds().values()]


def _speed(row: GroundRow, base: Fraction) -> Speed:
    """All in decimals: every character crawls at 2,25 m/s, and one table writes its numbers in one way."""
    return Speed(row.id, two_decimals(base, language()), two_decimals(base + row.bonus[-1], language()))


def on_paper(sheet: CharacterSheet) -> CharacterPaper:
    """The sheet as it is printed: what the character's page shows, in the reader's words."""
    shown = card(sheet)
    return CharacterPaper(
        event=PaperOccasion(_("Escarmouche")),
        person=PaperPerson(sheet.name),
        mount="" if sheet.mount is Mount.NONE else _said(sheet.mount),
        chief=shown.capacity > 0,
        confidence=sheet.confidence,
        attributes=tuple(Value(_said(name), value) for name, value in shown.attributes if value is not None),
        traits=tuple(TraitLine(_said(roll.trait), roll.dice, roll.level, roll.left) for roll in shown.rolls),
        weapons=tuple(_weapon(arm) for arm in shown.arms),
        armour=_armour(sheet, shown),
        wounds=tuple(box.dice for box in boxes(sheet.wound_levels, sheet.wound_penalties)),
        fatigue=tuple(box.dice for box in boxes(sheet.fatigue_levels, sheet.fatigue_penalties)),
        fighting=tuple(PaperFact(label, text) for label, text in _fighting(shown)),
        speeds=tuple((_said(one.ground), one.base, one.best) for one in shown.speeds),
        slots=tuple((row.actions, " ".join(map(str, row.segments)), signed(-row.penalty)) for row in _announced()),
    )


def _announced() -> Iterator[SlotsRow]:
    return (row for row in slots().values() if row.segments)


def _fighting(shown: CharacterCard) -> Iterator[tuple[str, str]]:
    """What the rules ask of him in a fight and no list of the sheet tells."""
    yield _("Défense au combat"), str(shown.defence)
    yield _("En fuite"), str(shown.fleeing)
    yield _("Immobile"), shown.motionless
    if shown.soak is not None:
        yield _("Encaissement, protection comprise"), _dice(Trait(shown.soak.dice, shown.soak.level + shown.covered))
    yield from shown.more


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
        yield _("Taille"), _said(sheet.size)
    if sheet.heads:
        yield _("Têtes à la ceinture"), ", ".join(map(keeps, sheet.heads))
    if sheet.unclothed:
        yield _("Combat sans vêtements"), _("1 point de terreur")


def _strike(strike: str) -> str:
    return _said("acrobatic-attack" if strike == "acrobatic" else strike).capitalize()


def _dice(trait: Trait) -> str:
    return f"{trait.dice}d{signed(trait.level)}" if trait.level else f"{trait.dice}d"


def _weapon(arm: Arm) -> WeaponLine:
    weapon = arm.weapon
    return WeaponLine(
        label=_said(weapon.id),
        skill=_said(weapon.skill),
        attack=arm.attack,
        defence=weapon.defence_bonus,
        damage=arm.damage,
        kind=_said(weapon.type),
        ranges=weapon.ranges or (),
        notes=", ".join((*([_("en main")] if arm.held else []), *arm.notes)),
    )


def _armour(sheet: CharacterSheet, shown: CharacterCard) -> tuple[ArmourLine, ...]:
    zones = ", ".join(_said(zone) for zone in sheet.armour.zones)
    return (ArmourLine(_("Protection"), shown.covered, zones),) if shown.covered else ()


def _said(key: str) -> str:
    return word(key, "skirmish")


@require_safe
@needs(Action.VISIT)
def all_rules(request: HttpRequest) -> HttpResponse:
    """The rules as they are printed, for no fight in particular."""
    return printed(request, _("Règles de l'escarmouche"), rules_sheet(_("Escarmouche"), FightOptions()))


@require_safe
@needs(Action.WATCH)
def rules(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The rules as this table plays them."""
    return printed(request, _("Règles de l'escarmouche"), rules_sheet(game.header.title, game.view.options))


@require_safe
@needs(Action.WATCH)
def sheets(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """A sheet for each character whose sheet the visitor may read, as it is now."""
    found = tuple(fighter_sheets(game.header.title, game.view, names(game, language())))
    if not found:
        raise Http404
    return printed(request, game.header.title, *found)


def rules_sheet(title: str, options: FightOptions) -> FightRules:
    """Every rule one looks up, and the settings that are not as the sheet has them."""
    return FightRules(
        event=PaperOccasion(title),
        title=_("Règles de l'escarmouche"),
        sections=fight_rules(language(), celtic=options.celtic),
        settings=tuple(_changed(options)),
    )


def _changed(options: FightOptions) -> Iterator[PaperFact]:
    """The settings of section 36 that this table has changed, as their form says them."""
    words, choices = phrases(language())["words"], phrases(language())["choices"]
    for field in forms.fields(FightOptions, language()):
        value = getattr(options, field.name)
        if field.name in OPTION_CLAUSES and value != getattr(FightOptions(), field.name):
            said = words[str(value).lower()] if isinstance(value, bool) else choices.get(f"{field.name}:{value}")
            said = said or dict(field.choices).get(str(value), minus(str(value)))
            yield PaperFact(field.label, said)


def fighter_sheets(title: str, view: FightView, seats: Mapping[str, str]) -> Iterator[CharacterPaper]:
    """The sheets of those the viewer plays: who plays them, who they are in this fight, the levels they have lost."""
    leads = {other.chief for other in view.fighters}
    for one in view.fighters:
        if one.own is not None:
            yield replace(_fighter_sheet(title, one, leads), player=seats.get(one.seat, one.seat))


def _fighter_sheet(title: str, fighter: FighterView, leads: set[str]) -> CharacterPaper:
    assert fighter.own is not None
    return replace(
        on_paper(fighter.own.sheet),
        event=PaperOccasion(title),
        person=PaperPerson(fighter.name),
        side=fighter.side_name,
        chief=fighter.id in leads,
        lost=(fighter.wounds, fighter.fatigue),
    )

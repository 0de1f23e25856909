"""The attack roll: what adds to it, the defence it meets, what comes of it [sections 18, 19, 21]."""

from __future__ import annotations

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from heraut.kernel.engine import on
from heraut.kernel.names import ClauseId
from heraut.skirmish.dodges import final_defence, react
from heraut.skirmish.engagement import Engaged
from heraut.skirmish.fighter import Fighter, Use
from heraut.skirmish.need import Part, printed
from heraut.skirmish.procedure import FightScene, FightSubject, Steps
from heraut.skirmish.rolls import ask_trait, level_of, roll
from heraut.skirmish.settings import Gang
from heraut.skirmish.sheet import Weapon
from heraut.skirmish.state import Between, State, pair
from heraut.skirmish.tables import number, situations


class Style(StrEnum):
    """How a blow is struck."""

    PLAIN = "plain"
    POWER = "power"
    ACROBATIC = "acrobatic"
    TRIP = "trip"
    GRAPPLE = "grapple"
    THROW = "throw"
    TWIST = "twist"


CHARGE, SHIELD = "charge", "shield"
"""The styles of charges: to strike, and to knock over with the shield."""


class BlowRead(Between, frozen=True, kw_only=True):
    """An attack against a final defence."""

    total: int
    defence: int
    hit: bool
    margin: int = 0


class Blow(msgspec.Struct, frozen=True):
    """A blow about to be struck."""

    who: str
    target: str
    weapon: Weapon
    skill: str
    style: str
    parts: tuple[Part, ...] = ()
    aim: str = ""
    noticed: bool = True
    hand: str = ""

    @property
    def twists(self) -> bool:
        """Whether a stuck weapon is driven deeper, against half of what protects [SK-IMP-6]."""
        return self.style == Style.TWIST


class Struck(msgspec.Struct, frozen=True):
    """A blow that got through: its total and its margin over the final defence."""

    total: int
    margin: int


def defence(
    state: State, target: str, attacker: str, *, halved: bool = False, noticed: bool = True
) -> tuple[Part, ...]:
    """The defence score in its parts [SK-STR-1]; of whoever does not defend himself, -10 is the score itself."""
    fighter = state.fighters[target]
    if not defends(state, fighter, noticed=noticed):
        return (printed("static", "static-defence"),)
    score = list(_stance(fighter, halved=halved))
    if fighter.mounted and state.fighters[attacker].on_foot:
        score.append(printed("mounted", "mounted-defence"))
    score += tactic_parts(state, fighter, "defence")
    return tuple(score)


def defends(state: State, fighter: Fighter, *, noticed: bool) -> bool:
    """Whether he sees the blow coming and can fight; in a long action he cannot [SK-STR-3]."""
    ready = noticed or bool(state.foes(fighter.id))
    return ready and fighter.out is None and fighter.long is None and fighter.effect("unaware") is None


def _stance(fighter: Fighter, *, halved: bool) -> tuple[Part, ...]:
    if fighter.effect("fleeing") is not None:
        return (Part("athletics", ClauseId("SK-STR-1"), flat=level_of(fighter, "athletics")),)
    skill = fighter.main_weapon.skill
    arms = sum(weapon.defence_bonus for weapon in fighter.wielded)
    return (
        Part(skill, ClauseId("SK-STR-2"), flat=level_of(fighter, skill)),
        Part("dodge", ClauseId("SK-STR-2"), flat=level_of(fighter, "dodge")),
        Part("arms", ClauseId("SK-IMP-7" if halved else "SK-STR-2"), flat=arms // 2 if halved else arms),
    )


def tactic_parts(state: State, fighter: Fighter, gain: str) -> list[Part]:
    """What his chief's tactics give him, unless he is uncommanded [SK-CMD-15, SK-CMD-12]."""
    tactic = state.tactics.get(fighter.chief)
    if tactic is None or fighter.uncommanded or fighter.id not in tactic.men or tactic.gain != gain:
        return []
    return [Part("tactics", ClauseId("SK-CMD-15"), flat=tactic.bonus)]


def attack_parts(state: State, fighter: Fighter, target: str, weapon: Weapon) -> list[Part]:
    """What any melee attack adds to its roll: weapon, several attackers, mount, two hands, tactics."""
    foe = state.fighters[target]
    parts = [Part("weapon", ClauseId("SK-STR-4"), flat=weapon.attack_mod)] if weapon.attack_mod else []
    if several := gang_part(len({fighter.id, *state.foes(target)}), state.options.gang_bonus):
        parts.append(several)
    if fighter.mounted and foe.on_foot:
        parts.append(printed("mounted", "mounted-attack"))
    if weapon.two_handed and (fighter.declared or 0) > number("two-handed-actions"):
        parts.append(Part("two-handed", ClauseId("SK-WPN-2"), dice=-number("two-handed-dice")))
    return parts + tactic_parts(state, fighter, "attack")


def gang_part(attackers: int, gang: Gang) -> Part | None:
    """What each of several attackers has for it: all are counted, or all but one by setting [SK-STR-5]."""
    counted = attackers - (gang is Gang.PER_EXTRA_ATTACKER) if attackers > 1 else 0
    return Part("several", ClauseId("SK-STR-5"), flat=counted * situations()["several"].flat) if counted else None


def trained(fighter: Fighter, style: str) -> list[Part]:
    """Martial arts, of two dice at most, and specialties of a special strike [SK-SPC-1, SK-SPC-2]."""
    parts = []
    if dice := min(fighter.sheet.martial_arts.get(style, 0), number("martial-art-most")):
        parts.append(Part("martial-art", ClauseId("SK-SPC-1"), dice=dice))
    if style in fighter.sheet.specialties:
        parts.append(Part("specialty", ClauseId("SK-SPC-2"), flat=number("specialty")))
    return parts


def attack(scene: FightScene, blow: Blow) -> Steps[Struck | None]:
    """
    The attack roll against the final defence; None when it does not get through [SK-STR-6, SK-STR-7].

    Unless a dodge avoided it, attacker and target are in melee from now on [SK-ENG-3].
    """
    yield from _ask_defence(scene, blow)
    throw = yield from roll(scene, blow.who, "attack", blow.skill, Use.ATTACK, "SK-STR-4", extra=blow.parts)
    parts = defence(scene.read, blow.target, blow.who, halved=blow.twists, noticed=blow.noticed)
    base = sum(part.flat for part in parts)
    through = throw.total > base and not throw.critical
    engaged = pair(blow.who, blow.target) in scene.state.melee
    if blow.noticed and (through or not engaged):
        yield from react(scene, blow.target)
    final = final_defence(scene, blow.target, base)
    hit = throw.total > final and not throw.critical
    margin = throw.total - final
    yield BlowRead(
        who=blow.who, target=blow.target, total=throw.total, defence=final, hit=hit, margin=max(0, margin) if hit else 0
    )
    dodged = scene.now(blow.target).dodge
    avoided = dodged is not None and not dodged.critical and not hit
    both_stand = scene.now(blow.who).out is None and scene.now(blow.target).out is None
    if not engaged and not avoided and both_stand:
        yield Engaged(who=blow.who, target=blow.target)
    return Struck(throw.total, margin) if hit else None


def _ask_defence(scene: FightScene, blow: Blow) -> Steps[None]:
    """What the defence is made of, where the target's sheet does not give it [SK-DICE-21]."""
    target = scene.seen(blow.target)
    yield from ask_trait(scene, blow.target, "dodge")
    if defends(scene.read, target, noticed=blow.noticed):
        yield from ask_trait(scene, blow.target, "athletics" if target.effect("fleeing") else target.main_weapon.skill)


def _read(state: State, _event: BlowRead) -> State:
    return replace(state, last_blow=state.turn)


SUBJECT = FightSubject(evolves=(on(BlowRead, _read),))

"""How many dice a roll has, and why: every pool carries its breakdown."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.kernel import ClauseId
from heraut.skirmish.effect import Scope, Use
from heraut.skirmish.fighter import Fighter, Posture
from heraut.skirmish.need import Part, Pool
from heraut.skirmish.sheet import Sheet, Trait
from heraut.skirmish.sheets.consistency import ATTRIBUTES
from heraut.skirmish.state import State
from heraut.skirmish.tables import clause_of, number

RIDERS_OWN = frozenset({"riding", "reaction", "courage", "soak", "fatigue"})
"""Traits that are no skill used from the saddle, so that riding does not limit them."""


def known(sheet: Sheet, trait: str) -> bool:
    """Whether the sheet gives this trait or attribute [SK-DICE-21]."""
    return trait in (sheet.attributes if trait in ATTRIBUTES else sheet.traits)


def trait_of(fighter: Fighter, trait: str) -> Trait:
    """
    A trait as it counts now.

    An attribute rolls its value in dice and has no level [SK-DICE-2]. In the saddle, dice and level of a skill are
    each limited by those of riding [SK-MNT-2].
    """
    if trait in ATTRIBUTES:
        return Trait(fighter.sheet.attributes[trait])
    own = fighter.sheet.traits[trait]
    riding = fighter.sheet.traits.get("riding")
    if not fighter.mounted or riding is None or trait in RIDERS_OWN:
        return own
    return Trait(min(own.dice, riding.dice), min(own.level, riding.level), own.confidence)


def level_of(fighter: Fighter, trait: str) -> int:
    """The level of a trait, or the value of an attribute, as a flat number; nothing known counts 0."""
    if trait in ATTRIBUTES:
        return fighter.sheet.attributes.get(trait, 0)
    return trait_of(fighter, trait).level if trait in fighter.sheet.traits else 0


def build(  # noqa: PLR0913  # a roll is made of that many things
    state: State,
    fighter: Fighter,
    roll: str,
    trait: str,
    use: Use,
    *,
    extra: Iterable[Part] = (),
    aims: tuple[Part, ...] = (),
    critical: bool = True,
) -> Pool:
    """The roll of a trait: bonus dice first, then penalties down to the minimum [SK-DICE-5, SK-DICE-17]."""
    base = trait_of(fighter, trait)
    parts = [Part(trait, ClauseId("SK-DICE-3"), base.dice, base.level)]
    parts += [*extra, *weights(fighter, use)]
    bonus = sum(part.dice for part in parts[1:] if part.dice > 0)
    penalty = -sum(part.dice for part in parts[1:] if part.dice < 0)
    confidence = fighter.sheet.confidence if base.confidence is None else base.confidence
    dice = state.model.pool(base.dice, bonus, penalty, confidence)
    if kept := dice - (base.dice + bonus - penalty):
        parts.append(Part("minimum", ClauseId("SK-DICE-5"), kept))
    return Pool(
        who=fighter.id,
        roll=roll,
        dice=dice,
        sides=state.model.sides,
        flat=sum(part.flat for part in parts),
        parts=tuple(parts),
        difficulty=sum(part.flat for part in aims) if aims else None,
        aims=aims,
        critical=critical,
    )


def weights(fighter: Fighter, use: Use) -> list[Part]:
    """What weighs on a roll of this use: effects in scope, levels lost, posture."""
    found = [
        Part(effect.code, effect.clause, -effect.dice, effect.flat)
        for effect in fighter.effects
        if effect.scope.covers(use)
    ]
    if use is not Use.FREE:
        found += _tracks(fighter)
    if use is Use.DODGE and fighter.posture is not Posture.STANDING and fighter.effect("prone") is None:
        found.append(Part(fighter.posture.value, clause_of("posture-dodge"), flat=number("posture-dodge")))
    return found


def _tracks(fighter: Fighter) -> list[Part]:
    """The dice that lost levels take, where the sheet gives them [SK-DICE-22]."""
    sheet = fighter.sheet
    tracks = (
        ("wounds", fighter.wounds, sheet.wound_penalties),
        ("tiredness", fighter.fatigue, sheet.fatigue_penalties),
    )
    lost = (
        (code, penalties[min(levels, len(penalties)) - 1]) for code, levels, penalties in tracks if levels and penalties
    )
    return [Part(code, ClauseId("SK-DICE-22"), -dice) for code, dice in lost if dice]


def damage_parts(fighter: Fighter, target: str) -> list[Part]:
    """What a clash adds to the damage of blows exchanged with this opponent [SK-CHG-3]."""
    return [
        Part(effect.code, effect.clause, flat=effect.flat)
        for effect in fighter.effects
        if effect.scope is Scope.DAMAGE and effect.of == target
    ]


def bare(who: str, roll: str, dice: int, *, flat: int = 0, sides: int = 6) -> Pool:
    """Plain dice for a table, without trait or critical failure [SK-DICE-13]."""
    return Pool(who=who, roll=roll, dice=dice, sides=sides, flat=flat, table=True)

"""Rolls: how many dice and why, with every part of the breakdown; what the rules ask for while an action is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from heraut.kernel.names import ORGANISER, ClauseId, Seat
from heraut.skirmish.fighter import Fighter, Posture, Scope, Use
from heraut.skirmish.model import level
from heraut.skirmish.need import DecisionNeed, DiceNeed, Part, Pool, RulingNeed, printed
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, Throw, chosen, on_fighter, settled, thrown
from heraut.skirmish.sheet import ATTRIBUTES, MOST_DICE, MOST_LEVEL, CharacterSheet, Trait
from heraut.skirmish.state import FighterEvent, State


class TraitRecorded(FighterEvent, frozen=True, kw_only=True):
    """A trait the sheet did not give; an attribute has no level."""

    trait: str
    dice: int
    level: int = 0


class MalusSpent(FighterEvent, frozen=True, kw_only=True):
    """The malus of something sudden has counted, for its one roll [SK-SUR-4]."""


def known(sheet: CharacterSheet, trait: str) -> bool:
    """Whether the sheet gives this trait or attribute [SK-DICE-21]."""
    return trait in (sheet.attributes if trait in ATTRIBUTES else sheet.traits)


def trait_of(fighter: Fighter, trait: str) -> Trait:
    """A trait as the sheet gives it; an attribute rolls its value in dice and has no level [SK-DICE-2]."""
    return Trait(fighter.sheet.attributes[trait]) if trait in ATTRIBUTES else fighter.sheet.traits[trait]


def attackers_trait(fighter: Fighter, trait: str) -> Trait:
    """A trait as an attacker uses it: in the saddle, dice and level are each limited by riding's [SK-MNT-2]."""
    own = trait_of(fighter, trait)
    riding = fighter.sheet.traits.get("riding")
    if not fighter.mounted or riding is None:
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
    base = attackers_trait(fighter, trait) if use is Use.ATTACK else trait_of(fighter, trait)
    more = [*extra, *weights(fighter, use)]
    parts = [Part(trait, ClauseId("SK-DICE-3"), base.dice, base.level), *more]
    bonus = sum(part.dice for part in more if part.dice > 0)
    penalty = -sum(part.dice for part in more if part.dice < 0)
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
    """What weighs on a roll of this use: effects in scope, levels lost, posture; on no other than action rolls."""
    if use is Use.FREE:
        return []
    found = [
        Part(effect.code, effect.clause, -effect.dice, effect.flat)
        for effect in fighter.effects
        if effect.scope.covers(use)
    ]
    found += level_parts(fighter.sheet, fighter.wounds, fighter.fatigue)
    if use is Use.DODGE and fighter.posture is not Posture.STANDING and fighter.effect("prone") is None:
        found.append(printed(fighter.posture.value, "posture-dodge"))
    return found


def level_parts(sheet: CharacterSheet, wounds: int, fatigue: int) -> list[Part]:
    """The dice that lost levels take, where the sheet gives them [SK-DICE-22]."""
    tracks = (("wounds", wounds, sheet.wound_penalties), ("tiredness", fatigue, sheet.fatigue_penalties))
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


def roll(  # noqa: PLR0913, PLR0917  # a roll is made of that many things
    scene: FightScene,
    who: str,
    roll: str,
    trait: str,
    use: Use,
    clause: str,
    *,
    extra: tuple[Part, ...] = (),
    aims: tuple[Part, ...] = (),
    critical: bool = True,
    secret: bool = False,
) -> Steps[Throw]:
    """One roll of one character; from the saddle an attack needs to know his riding [SK-MNT-1]."""
    yield from ask_trait(scene, who, trait)
    if use is Use.ATTACK and scene.now(who).mounted:
        yield from ask_trait(scene, who, "riding")
    pool = build(scene.read, scene.seen(who), roll, trait, use, extra=extra, aims=aims, critical=critical)
    throw = yield from throw_pool(scene, pool, clause, secret=secret)
    if use is not Use.FREE and scene.now(who).effect("startled") is not None:
        yield MalusSpent(who=who)
    return throw


def throw_pool(scene: FightScene, pool: Pool, clause: str, *, secret: bool = False) -> Steps[Throw]:
    """The dice of a roll, from whoever plays the character; from the game master, where nobody else may know."""
    seat = ORGANISER if secret else scene.now(pool.who).seat
    (throw,) = yield from thrown(DiceNeed(seat=seat, clause=ClauseId(clause), pools=(pool,), secret=secret))
    return throw


def roll_table(  # noqa: PLR0913  # as many as a table needs
    scene: FightScene, who: str, name: str, dice: int, clause: str, *, flat: int = 0, sides: int = 6
) -> Steps[int]:
    """Plain dice for a table, without trait or critical failure [SK-DICE-13]; returns the total."""
    pool = Pool(who=who, roll=name, dice=dice, sides=sides, flat=flat, table=True)
    return (yield from throw_pool(scene, pool, clause)).total


def roll_each(  # noqa: PLR0913  # a roll is made of that many things
    scene: FightScene,
    ids: Iterable[str],
    roll: str,
    trait: str,
    clause: str,
    *,
    aims: tuple[Part, ...] = (),
    helped: Callable[[str], Iterable[Part]] = lambda _who: (),
    critical: bool = True,
) -> Steps[dict[str, Throw]]:
    """The same roll of many, none of them an action: each seat's dice together, those of hidden characters apart."""
    ids = tuple(ids)
    for who in ids:
        yield from ask_trait(scene, who, trait)
    batches: dict[tuple[Seat, bool], list[Pool]] = {}
    for fighter in map(scene.now, ids):
        pool = build(
            scene.state, fighter, roll, trait, Use.FREE, extra=helped(fighter.id), aims=aims, critical=critical
        )
        batches.setdefault((fighter.seat, fighter.hidden), []).append(pool)
    found: dict[str, Throw] = {}
    for (seat, hidden), batch in batches.items():
        throws = yield from thrown(DiceNeed(seat=seat, clause=ClauseId(clause), pools=tuple(batch), secret=hidden))
        found.update((throw.pool.who, throw) for throw in throws)
    return found


def contest(scene: FightScene, one: Pool, other: Pool, clause: str) -> Steps[int]:
    """
    Two rolls against each other, the active side first [SK-DICE-19]; returns the level won, 0 unless strictly higher.

    Not action rolls, and without critical failures [SK-DICE-13, SK-DICE-15].
    """
    mine = yield from throw_pool(scene, one, clause)
    theirs = yield from throw_pool(scene, other, clause)
    margin = mine.total - theirs.total
    return level(margin) if margin > 0 else 0


def rule(  # noqa: PLR0913  # a question to the game master is made of that many things
    code: str, clause: str, offered: int, *, who: str = "", about: str = "", low: int = -100, high: int = 100
) -> Steps[int]:
    """Ask the game master for a number, offering the sheet's."""
    need = RulingNeed(code=code, clause=ClauseId(clause), offered=offered, who=who, about=about, low=low, high=high)
    return (yield from settled(need))


def decide_between(scene: FightScene, who: str, code: str, clause: str, options: tuple[str, ...]) -> Steps[str]:
    """Ask whoever plays the character to choose."""
    seat = scene.now(who).seat
    need = DecisionNeed(code=code, clause=ClauseId(clause), seat=seat, who=who, options=options)
    return (yield from chosen(need))


def ask_trait(scene: FightScene, who: str, trait: str) -> Steps[None]:
    """What the sheet does not give is asked for when first needed [SK-DICE-21]."""
    if known(scene.now(who).sheet, trait):
        return
    dice = yield from rule("skirmish-trait-dice", "SK-DICE-21", 2, who=who, about=trait, low=1, high=MOST_DICE)
    level = 0
    if trait not in ATTRIBUTES:
        level = yield from rule("skirmish-trait-level", "SK-DICE-21", 0, who=who, about=trait, low=0, high=MOST_LEVEL)
    recorded = TraitRecorded(who=who, trait=trait, dice=dice, level=level)
    yield recorded
    if scene.past is not None:
        fighters = {**scene.past.fighters, who: _trait_recorded(scene.past.fighters[who], recorded)}
        scene.past = replace(scene.past, fighters=fighters)


def _trait_recorded(fighter: Fighter, event: TraitRecorded) -> Fighter:
    sheet = fighter.sheet
    if event.trait in ATTRIBUTES:
        return replace(fighter, sheet=replace(sheet, attributes={**sheet.attributes, event.trait: event.dice}))
    traits = {**sheet.traits, event.trait: Trait(event.dice, event.level)}
    return replace(fighter, sheet=replace(sheet, traits=traits))


def _malus_spent(fighter: Fighter, _event: MalusSpent) -> Fighter:
    return replace(fighter, effects=tuple(effect for effect in fighter.effects if effect.code != "startled"))


SUBJECT = FightSubject(evolves=(on_fighter(TraitRecorded, _trait_recorded), on_fighter(MalusSpent, _malus_spent)))

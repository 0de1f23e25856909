"""Trips, holds and throws; weapons stuck in a victim [sections 20, 25]."""

from __future__ import annotations

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.skirmish.checks import has_slot, speaks_for
from heraut.skirmish.effects import EffectChanged, gain
from heraut.skirmish.engagement import HoldEnded, Seized
from heraut.skirmish.fighter import Fighter, Scope, Until, Use
from heraut.skirmish.harm import Hit, fall, hard_landing, wound
from heraut.skirmish.model import margin_dice
from heraut.skirmish.need import Part, Pool, refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, play, tell
from heraut.skirmish.rolls import ask_trait, build, contest, level_of, roll
from heraut.skirmish.sheet import UNARMED, Weapon
from heraut.skirmish.slots import lose_actions, spend
from heraut.skirmish.state import AtTarget, ByFighter, Hold, State
from heraut.skirmish.tables import ExtractionRow, extractions, number
from heraut.skirmish.weapons import PickedUp, WeaponFreed, is_stuck, weapon_of, with_hands


class Extract(ByFighter, frozen=True, kw_only=True):
    """Pull a stuck weapon out [SK-IMP-2]."""

    weapon: str


class Tighten(AtTarget, frozen=True, kw_only=True):
    """A new contest of Strength for a hold [SK-GRP-5]."""


class Hurl(AtTarget, frozen=True, kw_only=True):
    """Throw a character held fast enough [SK-THR-2]."""


class Escape(ByFighter, frozen=True, kw_only=True):
    """Free oneself from a hold by a dodge [SK-GRP-3]."""


class Release(AtTarget, frozen=True, kw_only=True):
    """Let go of a held character, which costs nothing [SK-GRP-6]."""


# --- trips


AGILITY, STRENGTH = "agility", "strength"
"""The contests of a trip."""
OTHER = {AGILITY: STRENGTH, STRENGTH: AGILITY}
"""The attribute that each contest of a trip adds [SK-TRP-1]."""


def trip(scene: FightScene, who: str, target: str, attribute: str, margin: int) -> Steps[None]:
    """Agility or Strength against the same, each adding the other attribute [SK-TRP-1, SK-TRP-2]."""
    for one in (who, target):
        yield from ask_trait(scene, one, attribute)
        yield from ask_trait(scene, one, OTHER[attribute])
    mine = trip_pool(scene.read, scene.seen(who), attribute, margin_dice(margin))
    theirs = trip_pool(scene.read, scene.seen(target), attribute)
    won = yield from contest(scene, mine, theirs, "SK-TRP-1")
    if not won:
        return
    if attribute == AGILITY and won == 1:
        yield from lose_actions(scene, target, 1)
        return
    yield from fall(scene, target, "SK-TRP-5")
    yield from hard_landing(scene, target)
    if attribute == STRENGTH and won == 1:
        yield from fall(scene, who, "SK-TRP-7")


def trip_pool(state: State, fighter: Fighter, attribute: str, dice: int = 0) -> Pool:
    """Both attributes, and the dice that the margin of the attack gives."""
    other = OTHER[attribute]
    extra = [Part(other, ClauseId("SK-TRP-1"), flat=level_of(fighter, other))]
    if dice:
        extra.append(Part("margin", ClauseId("SK-TRP-2"), dice=dice))
    name = f"{attribute}-contest"
    return build(state, fighter, name, attribute, Use.FREE, extra=extra, critical=False)


# --- holds


def seize(scene: FightScene, who: str, target: str, total: int, *, throwing: bool) -> Steps[None]:
    """
    A contest of Strength gives the restraint; losing or tying it, no hold [SK-GRP-2, SK-GRP-5].

    Whom a simultaneous action has put out holds nobody for longer than his answer [SK-GRP-6, SK-PRI-4].
    """
    restraint = yield from _strength(scene, who, target)
    if not restraint:
        return
    yield from _restrain(scene, who, target, total, restraint)
    if throwing and restraint >= number("throw-restraint"):
        yield from _throw(scene, who, target)
    if scene.now(who).out is not None and grip(scene.state, who, target) is not None:
        yield HoldEnded(who=who, target=target)


def _strength(scene: FightScene, who: str, target: str) -> Steps[int]:
    for one in (who, target):
        yield from ask_trait(scene, one, "strength")
    mine, theirs = (strength_pool(scene.read, scene.seen(one)) for one in (who, target))
    return (yield from contest(scene, mine, theirs, "SK-GRP-2"))


def strength_pool(state: State, fighter: Fighter) -> Pool:
    """Strength alone, to hold and not to be held [SK-GRP-2]."""
    return build(state, fighter, "strength-contest", "strength", Use.FREE, critical=False)


def _restrain(scene: FightScene, who: str, target: str, total: int, restraint: int) -> Steps[None]:
    yield Seized(who=who, target=target, total=total, restraint=restraint)
    if scene.now(target).effect("restraint", who) is not None:
        yield EffectChanged(who=target, code="restraint", of=who, dice=restraint)
    else:
        yield gain(scene, target, "restraint", "SK-GRP-2", Until.HOLD, scope=Scope.ACTIONS, dice=restraint, of=who)


def _throw(scene: FightScene, who: str, target: str) -> Steps[None]:
    """Strength and the unarmed level, as unarmed; then prone, and the hold is over [SK-THR-1, SK-THR-3]."""
    yield from ask_trait(scene, who, "unarmed")
    yield from wound(scene, Hit(who, target, UNARMED, 0, (throw_part(scene.seen(who)),)))
    if scene.now(target).out is None:
        yield from fall(scene, target, "SK-THR-3")
    if grip(scene.state, who, target) is not None:
        yield HoldEnded(who=who, target=target)


def throw_part(fighter: Fighter) -> Part:
    """What a throw adds to Strength."""
    return Part("unarmed", ClauseId("SK-THR-1"), flat=level_of(fighter, "unarmed"))


def tighten(scene: FightScene, command: Tighten) -> Steps[None]:
    """A new contest; the higher restraint is kept, or both add up by setting [SK-GRP-5]."""
    yield from spend(scene, command.who, "tighten")
    hold = grip(scene.state, command.who, command.target)
    assert hold is not None
    won = yield from _strength(scene, command.who, command.target)
    better = hold.restraint + won if scene.state.options.restraint_stacks else max(hold.restraint, won)
    if better > hold.restraint:
        yield from _restrain(scene, command.who, command.target, hold.total, better)


def check_tighten(state: State, command: Tighten) -> Refusal | None:
    """With a slot, on somebody held."""
    if refusal := has_slot(state, command):
        return refusal
    if grip(state, command.who, command.target) is None:
        return refuse("SK-GRP-5", "not-held", command.target)
    return None


def grip(state: State, who: str, target: str) -> Hold | None:
    """The hold of one on the other."""
    return next((hold for hold in state.holds if (hold.grappler, hold.held) == (who, target)), None)


def hurl(scene: FightScene, command: Hurl) -> Steps[None]:
    """Throw whom one holds fast, without a roll to hit [SK-THR-2]."""
    yield from spend(scene, command.who, "hurl")
    yield from _throw(scene, command.who, command.target)


def check_hurl(state: State, command: Hurl) -> Refusal | None:
    """With 3 dice of restraint or more [SK-THR-1]."""
    if refusal := has_slot(state, command):
        return refusal
    hold = grip(state, command.who, command.target)
    if hold is None:
        return refuse("SK-THR-2", "not-held", command.target)
    least = number("throw-restraint")
    if hold.restraint < least:
        return refuse("SK-THR-1", "held-too-loosely", command.target, asked=hold.restraint, allowed=least)
    return None


def escape(scene: FightScene, command: Escape) -> Steps[None]:
    """A dodge that reaches the attack that seized him, or the setting's number [SK-GRP-3, SK-GRP-4]."""
    hold = scene.state.hold_on(command.who)
    assert hold is not None
    yield from spend(scene, command.who, "escape")
    fixed = scene.state.options.escape_difficulty
    difficulty = fixed if isinstance(fixed, int) else hold.total
    aims = (Part("hold", ClauseId("SK-GRP-4"), flat=difficulty),)
    throw = yield from roll(scene, command.who, "escape", "dodge", Use.DODGE, "SK-GRP-3", aims=aims)
    if throw.success:
        yield HoldEnded(who=hold.grappler, target=command.who)


def check_escape(state: State, command: Escape) -> Refusal | None:
    """In one of his actions, when held."""
    if refusal := has_slot(state, command):
        return refusal
    return None if state.hold_on(command.who) else refuse("SK-GRP-3", "not-held", command.who)


def check_release(state: State, command: Release) -> Refusal | None:
    """Of somebody held."""
    if refusal := speaks_for(state, command.seat, command.who):
        return refusal
    return None if grip(state, command.who, command.target) else refuse("SK-GRP-6", "not-held", command.target)


# --- stuck weapons


def extraction(weapon: Weapon) -> ExtractionRow:
    """The row of a stuck weapon: its family's, or that of any long weapon [SK-IMP-2, SK-IMP-3]."""
    table = extractions()
    if weapon.family in table:
        return table[weapon.family]
    return table["long"] if weapon.long else table["knife"]


def extraction_difficulty(weapon: Weapon) -> int:
    """What pulling it out must reach: the weapon's own number, or that of its row."""
    return extraction(weapon).difficulty if weapon.extraction is None else weapon.extraction


def extract(scene: FightScene, command: Extract) -> Steps[None]:
    """One action and a roll of the weapon's skill; a harpoon wounds again coming out [SK-IMP-2, SK-IMP-4]."""
    yield from spend(scene, command.who, "extract")
    stuck = next(one for one in scene.state.stuck if (one.owner, one.weapon) == (command.who, command.weapon))
    weapon = weapon_of(scene.now(command.who), command.weapon)
    row = extraction(weapon)
    aims = [Part("extraction", row.clause, flat=extraction_difficulty(weapon))]
    if scene.now(stuck.victim).out is not None:
        aims.append(Part("inert", ClauseId("SK-IMP-2"), flat=number("inert-extraction")))
    throw = yield from roll(scene, command.who, "extraction", weapon.skill, Use.ACTION, "SK-IMP-2", aims=tuple(aims))
    if not throw.success:
        return
    yield WeaponFreed(who=command.who, weapon=command.weapon, victim=stuck.victim)
    if command.weapon not in scene.now(command.who).held:  # it was thrown, or dropped since
        yield with_hands(scene.now(command.who), PickedUp(who=command.who, weapon=command.weapon))
    if row.tears:
        yield from wound(scene, Hit(command.who, stuck.victim, weapon, 0))


def check_extract(state: State, command: Extract) -> Refusal | None:
    """With a slot, of a weapon that is stuck."""
    if refusal := has_slot(state, command):
        return refusal
    return None if is_stuck(state, command.who, command.weapon) else refuse("SK-IMP-2", "not-stuck", command.weapon)


SUBJECT = FightSubject(
    plays=(
        play(Extract, check_extract, extract),
        play(Tighten, check_tighten, tighten),
        play(Hurl, check_hurl, hurl),
        play(Escape, check_escape, escape),
        tell(Release, check_release, lambda _, command: HoldEnded(who=command.who, target=command.target)),
    )
)

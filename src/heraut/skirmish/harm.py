"""Damage and soak, wounds and fatigue, critical hits, falls, going out of the fight [sections 29 to 32]."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from heraut.kernel.engine import on, unchanged
from heraut.kernel.names import ClauseId
from heraut.skirmish.effects import EffectChanged, gain, shaken
from heraut.skirmish.engagement import HoldEnded
from heraut.skirmish.fighter import Fighter, Out, Scope, Until, Use
from heraut.skirmish.model import level, margin_dice
from heraut.skirmish.moves import PostureTaken
from heraut.skirmish.need import Part, Pool, printed
from heraut.skirmish.orders import TacticSet
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, on_fighter
from heraut.skirmish.rolls import ask_trait, build, roll, roll_table, throw_pool
from heraut.skirmish.settings import FallSplit
from heraut.skirmish.sheet import Trait, Weapon, WeaponDelivery, WeaponType
from heraut.skirmish.slots import OrderClosed, lose_actions
from heraut.skirmish.state import FighterEvent, State, changed, edition_five_holds
from heraut.skirmish.sums import critical_bonus, split
from heraut.skirmish.tables import CriticalRow, critical, face, number, thrusting, zones
from heraut.skirmish.weapons import DroppedWeapons, WeaponStuck, is_stuck


class Harmed(FighterEvent, frozen=True, kw_only=True):
    """
    Levels lost; a strike he has prepared, if he has, is spoiled if it `spoils` [SK-SPC-4].

    Whether he has prepared one is not for all to know.
    """

    wounds: int
    fatigue: int
    by: str = ""
    spoils: bool = True


class CriticalRead(FighterEvent, frozen=True, kw_only=True):
    """A critical wound."""

    total: int
    row: str
    clause: ClauseId


class PutOut(FighterEvent, frozen=True, kw_only=True):
    """
    A character is out of the fight: of every melee, and of whatever he was at.

    `undone`: getting up and survival mode that was to come are, too [SK-POS-5, SK-SRV-13].
    """

    how: str
    by: str = ""
    undone: bool = False


class Wounds(msgspec.Struct, frozen=True):
    """What a blow did: levels lost of each kind, and by how much damage beat soak."""

    wounds: int = 0
    fatigue: int = 0
    margin: int = 0

    @property
    def levels(self) -> int:
        """Damage levels of both kinds."""
        return self.wounds + self.fatigue


class Hit(msgspec.Struct, frozen=True):
    """A blow or a shot that got through: its margin, and what adds to its damage."""

    who: str
    target: str
    weapon: Weapon
    margin: int
    parts: tuple[Part, ...] = ()
    aim: str = ""
    halved: bool = False
    hand: str = ""


def stays_in_wounds(weapon: Weapon) -> bool:
    """Whether it may stay in a wound: of thrust by its type or its family [SK-IMP-1]."""
    return weapon.type is WeaponType.THRUSTING or weapon.family in thrusting()


def wound(scene: FightScene, hit: Hit) -> Steps[Wounds]:
    """
    Damage against soak, then all that comes of it in the order of the dice [SK-DMG-1, SK-STR-9].

    The aimed zone, the critical hit, freed holds, full tracks.
    """
    done = yield from _lose_levels(scene, hit)
    if hit.aim and done.wounds >= number("precision-wounds"):
        yield from _precision(scene, hit)
    if done.levels >= number("critical-levels"):
        yield from _critical(scene, hit, done)
    yield from _settle(scene, hit, done)
    return done


def _lose_levels(scene: FightScene, hit: Hit) -> Steps[Wounds]:
    own = _own_damage(hit.weapon)
    if own is None:
        yield from ask_trait(scene, hit.who, "strength")
    dealt = damage_pool(scene.read, scene.seen(hit.who), hit)
    damage = yield from throw_pool(scene, dealt, "SK-DMG-2" if own is None else "SK-DMG-7")
    worn = worn_parts(scene.seen(hit.target), hit.aim, halved=hit.halved)
    soak = yield from roll(scene, hit.target, "soak", "soak", Use.FREE, "SK-DMG-4", extra=worn, critical=False)
    margin = damage.total - soak.total
    if margin <= 0:
        return Wounds()
    wounds, fatigue = split(hit.weapon.type, level(margin))
    yield from harm(scene, hit.target, wounds, fatigue, hit.who)
    return Wounds(wounds, fatigue, margin)


def worn_parts(fighter: Fighter, aim: str = "", *, halved: bool = False) -> tuple[Part, ...]:
    """
    What his armour adds to a soak roll, if it does [SK-DMG-4].

    Only where it covers an aimed zone [SK-PRE-2]; half against a twist [SK-IMP-7].
    """
    armour = fighter.sheet.armour
    worn = armour.protection if not aim or aim in armour.zones else 0
    worn = worn // 2 if halved else worn
    return (Part("protection", ClauseId("SK-DMG-4"), flat=worn),) if worn else ()


def damage_pool(state: State, fighter: Fighter, hit: Hit) -> Pool:
    """Strength and the weapon's bonus [SK-DMG-2]; a projectile weapon may have dice of its own [SK-DMG-7]."""
    extra = list(hit.parts)
    if hit.weapon.damage_bonus:
        extra.append(Part("weapon", ClauseId("SK-DMG-2"), flat=hit.weapon.damage_bonus))
    if dice := margin_dice(hit.margin):
        extra.append(Part("margin", ClauseId("SK-DMG-3"), dice=dice))
    own = _own_damage(hit.weapon)
    if own is None:
        return build(state, fighter, "damage", "strength", Use.FREE, extra=extra, critical=False)
    parts = (Part("weapon-dice", ClauseId("SK-DMG-7"), own.dice, own.level), *extra)
    dice, flat = sum(part.dice for part in parts), sum(part.flat for part in parts)
    return Pool(who=hit.who, roll="damage", dice=dice, sides=state.model.sides, flat=flat, parts=parts)


def _own_damage(weapon: Weapon) -> Trait | None:
    return weapon.damage if weapon.delivery is WeaponDelivery.PROJECTILE else None


def harm(scene: FightScene, who: str, wounds: int, fatigue: int, by: str = "") -> Steps[None]:
    """Levels lost; a chief who is hurt loses the orders he was giving [SK-CMD-9]."""
    yield Harmed(who=who, wounds=wounds, fatigue=fatigue, by=by, spoils=True)
    if scene.now(who).series is not None:
        yield OrderClosed(who=who, lost=True)


def _settle(scene: FightScene, hit: Hit, done: Wounds) -> Steps[None]:
    """A grappler wounded by whom he holds lets go [SK-GRP-3]; a full track puts out of action [SK-DICE-22]."""
    hold = scene.state.hold_on(hit.who)
    if hold is not None and hold.grappler == hit.target and done.wounds >= number("escape-wounds"):
        yield HoldEnded(who=hit.target, target=hit.who)
    yield from check_tracks(scene, hit.target, hit.who)


def check_tracks(scene: FightScene, who: str, by: str = "") -> Steps[None]:
    """A character whose track is full is out of action, where the sheet gives its length [SK-DICE-22]."""
    if (how := full_track(scene.now(who))) is not None:
        yield from fall_out(scene, who, how, by)


def full_track(fighter: Fighter) -> str | None:
    """How whoever has a full track goes out; None of others, and of those who are out."""
    sheet = fighter.sheet
    if fighter.out is not None:
        return None
    if sheet.wound_levels is not None and fighter.wounds >= sheet.wound_levels:
        return "unconscious"
    if sheet.fatigue_levels is not None and fighter.fatigue >= sheet.fatigue_levels:
        return "exhausted"
    return None


def fall_out(scene: FightScene, who: str, how: str, by: str = "") -> Steps[None]:
    """
    Out of the fight: he holds nobody and nobody him [SK-GRP-6, SK-BAY-6], the victor's fear ends [SK-TER-11].

    The men of a chief waver [SK-CMD-22].
    """
    was_in = scene.now(who).out is None
    if scene.now(who).out in (Out.DEAD, Out(how)):
        return
    yield PutOut(who=who, how=how, by=by, undone=edition_five_holds())
    for hold in scene.state.holds:
        if who in (hold.grappler, hold.held):
            yield HoldEnded(who=hold.grappler, target=hold.held)
    for captive in scene.state.fighters.values() if edition_five_holds() else ():
        bay = captive.effect("at-bay")
        if bay is not None and who in (captive.id, bay.of):
            yield EffectChanged(who=captive.id, code="at-bay", of=bay.of)
    if by and scene.now(by).effect("fear") is not None and scene.now(by).side != scene.now(who).side:
        yield EffectChanged(who=by, code="fear")
    if was_in and scene.state.tactics.get(who) is not None:
        yield TacticSet(who=who, bonus=0)
    if was_in and (men := [man for man in scene.state.men_of(who) if man.out is None and not man.uncommanded]):
        yield from shaken(scene, men, "chief-lost-courage", "chief-lost")


def drop(scene: FightScene, who: str, side: str = "") -> Steps[None]:
    """What he held lies on the ground: of one hand, or of both [SK-CON-7]."""
    fighter = scene.now(who)
    hands = {"left": (fighter.left,), "right": (fighter.right,)}.get(side, (fighter.right, fighter.left))
    weapons = tuple(dict.fromkeys(item for item in hands if item))
    if weapons:
        yield DroppedWeapons(who=who, weapons=weapons)


def fall(scene: FightScene, who: str, clause: str) -> Steps[None]:
    """Knocked down in melee: prone, -5 to all action rolls until up [SK-POS-4]."""
    yield PostureTaken(who=who, posture="prone")
    if scene.now(who).effect("prone") is None:
        flat = number("prone-flat")
        yield gain(scene, who, "prone", clause, Until.STANDING, scope=Scope.ACTIONS, flat=flat)


def hard_landing(scene: FightScene, who: str) -> Steps[None]:
    """The soak roll of one who was tripped; failing costs its failure level [SK-TRP-5, SK-TRP-6]."""
    aims = (printed("landing", "fall-soak"),)
    worn = worn_parts(scene.seen(who))
    throw = yield from roll(scene, who, "landing", "soak", Use.FREE, "SK-TRP-5", extra=worn, aims=aims)
    if throw.success:
        return
    levels = throw.outcome.level
    match scene.state.options.fall_damage_split:
        case FallSplit.FATIGUE:
            wounds = 0
        case FallSplit.WOUND:
            wounds = levels
        case _:
            wounds = levels // 2
    yield from harm(scene, who, wounds, levels - wounds)
    yield from check_tracks(scene, who)


def _precision(scene: FightScene, hit: Hit) -> Steps[None]:
    """The effect of the aimed zone [SK-PRE-1]."""
    zone = zones()[hit.aim]
    if zone.lose:
        yield from lose_actions(scene, hit.target, zone.lose)
    if zone.eye:
        dice = number("eye-dice")
        yield gain(scene, hit.target, "eye", "SK-PRE-1", Until.LIFTED, scope=Scope.COMBAT, dice=dice)
    if not zone.agility:
        return
    aims = (Part(zone.id, zone.clause, flat=zone.agility),)
    throw = yield from roll(scene, hit.target, "balance", "agility", Use.FREE, zone.clause, aims=aims)
    if throw.success:
        return
    if zone.fall:
        yield from fall(scene, hit.target, zone.clause)
    else:
        yield from drop(scene, hit.target, _hand_aimed(scene.now(hit.target), hit.hand))


def _hand_aimed(fighter: Fighter, named: str) -> str:
    """The hand a blow is aimed at: the one named, or the first that holds something [SK-PRE-6]."""
    return named or ("right" if fighter.right else "left")


def _critical(scene: FightScene, hit: Hit, done: Wounds) -> Steps[None]:
    """2d6 and the wound levels, on the table [SK-CRI-1, SK-CRI-2]."""
    target = hit.target
    added = critical_bonus(scene.state.options.critical_adds, done.wounds, done.levels, scene.now(target).wounds)
    total = yield from roll_table(scene, target, "critical", number("critical-dice"), "SK-CRI-1", flat=added)
    row = critical(total)
    yield CriticalRead(who=target, total=total, row=row.code, clause=row.clause)
    side = ""
    if row.limb:
        die = yield from roll_table(scene, target, "limb-side", 1, "SK-CRI-6")
        side = "left" if die <= number("left-most") else "right"
    yield from _suffer(scene, hit, done, row, side)
    if row.impalement and stays_in_wounds(hit.weapon):
        yield from _impale(scene, hit)


def _suffer(scene: FightScene, hit: Hit, done: Wounds, row: CriticalRow, side: str) -> Steps[None]:
    target = hit.target
    if row.lose:
        yield from lose_actions(scene, target, row.lose)
    if row.fall and not (row.unusable and scene.now(target).mounted):  # a horse carries whom a leg does not
        yield from fall(scene, target, row.clause)
    if row.drop or (row.unusable and row.limb in ("arm", "hand")):
        yield from drop(scene, target, side)
    if row.dodge_cost:
        limit = max(0, scene.now(target).wounds - 1)
        yield gain(
            scene, target, row.code, row.clause, Until.RECOVERY, scope=Scope.DODGE_COST, dice=row.dodge_cost, of=side,
            limit=limit,
        )  # fmt: skip
    if row.unusable:
        before = scene.now(target).wounds - done.wounds
        yield gain(scene, target, row.code, row.clause, Until.RECOVERY, of=side, limit=max(0, before))
    if row.face:
        die = yield from roll_table(scene, target, "face", 1, row.clause)
        yield gain(scene, target, face(die).code, row.clause, Until.LIFTED)
    if row.first_aid:
        yield gain(scene, target, row.code, row.clause, Until.DEADLINE, limit=scene.state.turn + row.turns)
    if row.unconscious:
        hours = (yield from roll_table(scene, target, "hours", 1, row.clause)) if row.hours else 0
        yield gain(scene, target, row.code, row.clause, Until.LIFTED, limit=hours)
        yield from fall_out(scene, target, "unconscious", hit.who)
    if row.death:
        yield from fall_out(scene, target, "dead", hit.who)


def _impale(scene: FightScene, hit: Hit) -> Steps[None]:
    """A thrusting weapon stays in the wound [SK-IMP-1]."""
    if hit.weapon.delivery is WeaponDelivery.PROJECTILE:
        return
    if not is_stuck(scene.state, hit.who, hit.weapon.id):
        yield WeaponStuck(who=hit.who, weapon=hit.weapon.id, victim=hit.target)


def _harmed(fighter: Fighter, event: Harmed) -> Fighter:
    by = (*fighter.harmed_by, event.by) if event.by and event.by not in fighter.harmed_by else fighter.harmed_by
    prepared = fighter.prepared and replace(fighter.prepared, spoiled=fighter.prepared.spoiled or event.spoils)
    wounds, fatigue = fighter.wounds + event.wounds, fighter.fatigue + event.fatigue
    return replace(fighter, wounds=wounds, fatigue=fatigue, harmed_by=by, prepared=prepared)


def _put_out(state: State, event: PutOut) -> State:
    melee = frozenset(found for found in state.melee if event.who not in found)
    state = changed(state, event.who, out=Out(event.how), long=None, prepared=None, series=None)
    if event.undone:
        state = changed(state, event.who, rising=0, survival_at=None)
    return replace(state, melee=melee)


SUBJECT = FightSubject(
    evolves=(on_fighter(Harmed, _harmed), on(CriticalRead, unchanged), on(PutOut, _put_out)),
)

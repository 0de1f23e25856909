"""Thrown and missile weapons: the difficulty in its parts, the shot, stray hits [section 26]."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from heraut.kernel.engine import on, unchanged
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.skirmish.attack import BlowRead, tactic_parts, trained
from heraut.skirmish.checks import may_attack
from heraut.skirmish.dodges import final_defence, react
from heraut.skirmish.engagement import begin_exchange, in_order, precedence
from heraut.skirmish.fighter import Fighter, Use
from heraut.skirmish.harm import Hit, wound
from heraut.skirmish.need import Part, refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, Throw, play
from heraut.skirmish.rolls import ask_trait, level_of, roll, roll_table, rule
from heraut.skirmish.secrecy import show
from heraut.skirmish.settings import Bystander
from heraut.skirmish.sheet import Weapon, WeaponDelivery
from heraut.skirmish.slots import spend
from heraut.skirmish.state import AtTarget, FighterEvent, State
from heraut.skirmish.sums import SeenTarget, size_part, target_parts, visibility_part
from heraut.skirmish.tables import clause_of, directions, draws, number, ranges, visibilities, zones
from heraut.skirmish.weapons import (
    DroppedWeapons,
    WeaponThrown,
    draw_at_once,
    draw_parts,
    is_stuck,
    may_wield,
    weapon_of,
)


class Shoot(AtTarget, frozen=True, kw_only=True):
    """
    Throw or shoot at a target.

    `surface` is the size of what cover leaves visible, `direction` how a running target crosses the shot, `crowd`
    that it moves in one, of that `density` (0: as the sheet offers), `seen` that the shooter sees it there,
    `visibility` a row of that table. `before`: by the priority of a declared action, before the target runs or jumps
    in this segment [SK-PRI-1]. `hand`: the one aimed at.
    """

    weapon: str
    distance: int
    aim: str = ""
    surface: int | None = None
    direction: str = ""
    crowd: bool = False
    seen: bool = True
    visibility: str = ""
    draw: str = ""
    before: bool = False
    hand: str = ""
    density: int = 0


class BystanderHit(FighterEvent, frozen=True, kw_only=True):
    """A shot into a crowd hit a passer-by."""


# --- the difficulty


def range_part(weapon: Weapon, distance: int) -> Part | None:
    """The base difficulty of the distance; None beyond extreme range [SK-MIS-1, SK-MIS-2]."""
    limits = weapon.ranges or (0, 0, 0, 0)
    row = next((row for row, limit in zip(ranges(), limits, strict=True) if distance <= limit), None)
    return None if row is None else Part(row.id, row.clause, flat=row.difficulty)


def size_of(fighter: Fighter) -> Part:
    """The size of the whole target; who rides or drives is as large as a horse at least [SK-SIZ-4]."""
    own, horse = size_part(fighter.sheet.size), size_part("horse")
    return own if fighter.on_foot or own.flat <= horse.flat else replace(horse, clause=ClauseId("SK-SIZ-4"))


def as_target(state: State, fighter: Fighter, direction: str, crowd: int, *, before: bool = False) -> SeenTarget:
    """The target as its state shows it; `before`: as it was before it began to run or jump in this segment."""
    motion, jumping = fighter.motion, fighter.effect("jumping") is not None
    if before:
        motion, jumping = None if began_now(state, fighter) else motion, False
    evading = motion is not None and motion.evading
    engaged = state.brawl(fighter.id)
    return SeenTarget(
        speed=motion.speed if motion is not None else Fraction(0),
        direction=direction,
        jumping=jumping,
        falling=fighter.falling,
        feint=level_of(fighter, "body_feint") if evading else 0,
        participants=len(engaged) if len(engaged) > 1 else 0,
        crowd=crowd,
    )


def began_now(state: State, fighter: Fighter) -> bool:
    """Whether he began to move in this very segment."""
    return fighter.motion is not None and fighter.motion.since == state.now


# --- the shot


def shoot(scene: FightScene, command: Shoot) -> Steps[None]:
    """Throw or shoot in one declared action."""
    yield from begin_exchange(scene, command.who, command.target, melee=False)
    noticed = yield from show(scene, command.who)
    yield from spend(scene, command.who, "shoot")
    if command.draw:
        yield from draw_at_once(scene, command.who, command.weapon)
    if (yield from _dares(scene, command)):
        yield from take_shot(scene, command, noticed=noticed)


def check_shoot(state: State, command: Shoot) -> Refusal | None:
    """A slot, a weapon that flies, a target in range and in sight, and no melee around the shooter."""
    if refusal := may_attack(state, command, command.target):
        return refusal
    before = state.exchanges.get((command.who, command.target), state)
    if refusal := may_wield(before, command, command.weapon, command.draw):
        return refusal
    weapon = weapon_of(before.fighters[command.who], command.weapon)
    if weapon.delivery is WeaponDelivery.MELEE:
        return refuse("SK-MIS-2", "not-a-missile", weapon.id)
    if before.foes(command.who):
        return refuse("SK-ENG-4", "engaged-cannot-shoot", command.who)
    if range_part(weapon, command.distance) is None or command.distance < 0:
        most = (weapon.ranges or (0, 0, 0, 0))[3]
        return refuse("SK-MIS-2", "out-of-range", asked=command.distance, allowed=most)
    if command.crowd and not command.seen:
        return refuse("SK-CRW-2", "target-unseen", command.target)
    if command.before and precedence(state, command.who, command.target, melee=False).first != command.who:
        return refuse("SK-PRI-1", "no-priority", state.fighters[command.target].id)
    return _check_words(command) or in_order(state, command.who, command.target, melee=False)


def _check_words(command: Shoot) -> Refusal | None:
    least, most = number("size-least"), number("size-most")
    if command.surface is not None and not least <= command.surface <= most:
        return refuse("SK-SIZ-3", "no-such-size", asked=command.surface, allowed=f"{least}-{most}")
    thin, dense = number("crowd-least"), number("crowd-most")
    if command.density and not thin <= command.density <= dense:
        return refuse("SK-CRW-1", "no-such-density", asked=command.density, allowed=f"{thin}-{dense}")
    words = (
        (command.aim, zones(), "SK-PRE-1", "no-such-zone"),
        (command.direction, directions(), "SK-TMV-1", "no-such-direction"),
        (command.visibility, visibilities(), "SK-VIS-1", "no-such-visibility"),
        (command.draw, draws(), "SK-DRW-4", "no-such-place"),
        (command.hand, ("right", "left"), "SK-PRE-6", "no-such-hand"),
    )
    wrong = next((entry for entry in words if entry[0] and entry[0] not in entry[1]), None)
    return None if wrong is None else refuse(wrong[2], wrong[3], wrong[0])


def _dares(scene: FightScene, command: Shoot) -> Steps[bool]:
    """Before a shot into a melee with a friend the game master may ask for courage; 0: he does not [SK-MEL-5]."""
    if not friend_there(scene.read, command.who, command.target):
        return True
    offered = number("friend-courage")
    difficulty = yield from rule("skirmish-friend-courage", "SK-MEL-5", offered, who=command.who, low=0)
    if not difficulty:
        return True
    shooter = scene.seen(command.who)
    level = skill_part(shooter, weapon_of(shooter, command.weapon))
    aims = (Part("friend", clause_of("friend-courage"), flat=difficulty),)
    throw = yield from roll(scene, command.who, "courage", "courage", Use.FREE, "SK-MEL-5", extra=(level,), aims=aims)
    return throw.success


def friend_there(state: State, who: str, target: str) -> bool:
    """Whether somebody of his side is in the melee he would shoot into."""
    side = state.fighters[who].side
    return any(state.fighters[other].side == side for other in state.brawl(target))


def skill_part(fighter: Fighter, weapon: Weapon) -> Part:
    """The level of what one means to use, added to courage or reaction [SK-DICE-4]."""
    return Part(weapon.skill, ClauseId("SK-DICE-4"), flat=level_of(fighter, weapon.skill))


def take_shot(scene: FightScene, command: Shoot, *, noticed: bool = True, bonus: tuple[Part, ...] = ()) -> Steps[None]:
    """The roll, the dodge of a thrown weapon, the hit or the stray hit."""
    target = command.target
    weapon = weapon_of(scene.seen(command.who), command.weapon)
    aims = yield from _aims(scene, command, weapon)
    shooter = scene.seen(command.who)
    extra = (*bonus, *shot_parts(scene.read, shooter, weapon, draw=command.draw, aim=command.aim))
    throw = yield from roll(scene, command.who, "shot", weapon.skill, Use.ATTACK, "SK-MIS-4", extra=extra, aims=aims)
    base = throw.pool.difficulty
    assert base is not None
    if weapon.delivery is WeaponDelivery.THROWN and noticed:
        yield from react(scene, target)
    final = final_defence(scene, target, base)
    hit = throw.success if final == base else throw.total > final and not throw.critical
    margin = throw.total - final if hit else 0
    yield BlowRead(who=command.who, target=target, total=throw.total, defence=final, hit=hit, margin=margin)
    if hit:
        yield from wound(scene, Hit(command.who, target, weapon, margin, aim=command.aim, hand=command.hand))
    elif not throw.success:
        yield from _stray(scene, command, weapon, throw, aims)
    yield from _leave_hand(scene, command.who, weapon)


def _leave_hand(scene: FightScene, who: str, weapon: Weapon) -> Steps[None]:
    """A thrown weapon lies on the ground, or stays in the body it struck [SK-IMP-8]."""
    if weapon.delivery is not WeaponDelivery.THROWN or weapon.id not in scene.now(who).held:
        return
    if is_stuck(scene.state, who, weapon.id):
        yield WeaponThrown(who=who, weapon=weapon.id)
    else:
        yield DroppedWeapons(who=who, weapons=(weapon.id,))


def shot_parts(state: State, fighter: Fighter, weapon: Weapon, *, draw: str = "", aim: str = "") -> list[Part]:
    """What a shot adds to its roll: tactics, the weapon, drawing in the same action, training."""
    parts = tactic_parts(state, fighter, "attack")
    if weapon.attack_mod:
        parts.append(Part("weapon", ClauseId("SK-STR-4"), flat=weapon.attack_mod))
    if draw:
        parts += draw_parts(draw)
        if snap := state.options.snap_shot_malus:
            parts.append(Part("snap-shot", ClauseId("SK-DRW-3"), flat=snap))
    return parts + (trained(fighter, "precision") if aim else [])


def _aims(scene: FightScene, command: Shoot, weapon: Weapon) -> Steps[tuple[Part, ...]]:
    """The difficulty in its parts [SK-MIS-3]; cover and aim replace the size of the whole [SK-COV-2, SK-PRE-5]."""
    target = scene.seen(command.target)
    reach = range_part(weapon, command.distance)
    assert reach is not None
    if command.surface is not None:
        size = size_part(command.surface)
    elif command.aim:
        offered = size_part(zones()[command.aim].size).flat
        least, most = number("size-least"), number("size-most")
        ruled = yield from rule(
            "skirmish-zone-size", "SK-PRE-5", offered, who=command.target, about=command.aim, low=least, high=most
        )
        size = Part(command.aim, ClauseId("SK-PRE-5"), flat=ruled)
    else:
        size = size_of(target)
    crowd = 0
    if command.crowd:
        least, most = number("crowd-least"), number("crowd-most")
        offered = command.density or least
        crowd = yield from rule("skirmish-crowd", "SK-CRW-1", offered, who=command.target, low=least, high=most)
    parts = [reach, size, *target_parts(_seen_as(scene, command, target, crowd))]
    if command.visibility:
        yield from ask_trait(scene, command.who, "perception")
        perception = level_of(scene.seen(command.who), "perception")
        rounding = scene.state.options.visibility_rounding
        parts.append(visibility_part(command.visibility, command.distance, perception, rounding))
    return tuple(parts)


def _seen_as(scene: FightScene, command: Shoot, target: Fighter, crowd: int) -> SeenTarget:
    return as_target(scene.read, target, command.direction, crowd, before=command.before)


def _stray(scene: FightScene, command: Shoot, weapon: Weapon, throw: Throw, aims: tuple[Part, ...]) -> Steps[None]:
    """A miss by no more than what the melee or the crowd added hits somebody else there [SK-MEL-3, SK-MEL-4]."""
    missed = throw.outcome.margin
    for part in aims:
        if part.code not in ("melee", "crowd"):
            continue
        near = missed <= part.flat if scene.state.options.bystander_rule is Bystander.AT_MOST else missed < part.flat
        if near and part.code == "crowd":
            yield BystanderHit(who=command.who)
        elif near:
            others = [id for id in scene.read.brawl(command.target) if id != command.target]
            die = yield from roll_table(scene, command.who, "stray", 1, "SK-MEL-4", sides=len(others))
            yield from wound(scene, Hit(command.who, others[die - 1], weapon, 0))
        if near:
            return


SUBJECT = FightSubject(plays=(play(Shoot, check_shoot, shoot),), evolves=(on(BystanderHit, unchanged),))

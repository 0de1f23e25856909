"""Weapons in hand, drawn, dropped, picked up, broken, stuck [sections 20, 34]."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from heraut.kernel.engine import on
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.skirmish.checks import able, free_of_melee, has_slot
from heraut.skirmish.effects import gain
from heraut.skirmish.fighter import HANDLESS, Fighter, Scope, Until
from heraut.skirmish.need import Part, refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, on_fighter, play
from heraut.skirmish.settings import DoubleScope
from heraut.skirmish.sheet import Mount, Weapon, WeaponDelivery
from heraut.skirmish.slots import spend
from heraut.skirmish.state import ByFighter, FighterEvent, State, Stuck, edition_five_holds
from heraut.skirmish.tables import draws, number


class Draw(ByFighter, frozen=True, kw_only=True):
    """Take a weapon in hand at normal pace [SK-DRW-1]."""

    weapon: str


class PickUp(ByFighter, frozen=True, kw_only=True):
    """Pick a dropped weapon up [SK-CON-7]."""

    weapon: str


class OfWeapon(FighterEvent, frozen=True, kw_only=True):
    """An event about a weapon of a character's."""

    weapon: str


class InHand(OfWeapon, frozen=True, kw_only=True):
    """A weapon is in hand; `right` and `left`: what either hand holds from now on, where it held something else."""

    right: str | None = None
    left: str | None = None


class Drawn(InHand, frozen=True, kw_only=True):
    """A weapon is in hand."""


class DroppedWeapons(FighterEvent, frozen=True, kw_only=True):
    """What was held lies on the ground."""

    weapons: tuple[str, ...]


class WeaponThrown(OfWeapon, frozen=True, kw_only=True):
    """A weapon has left the hand and stays where it struck [SK-IMP-8]."""


class PickedUp(InHand, frozen=True, kw_only=True):
    """A weapon is in hand again."""


class WeaponBroke(OfWeapon, frozen=True, kw_only=True):
    """A weapon is broken."""


class WeaponStuck(OfWeapon, frozen=True, kw_only=True):
    """A weapon is stuck in its victim."""

    victim: str


class WeaponFreed(OfWeapon, frozen=True, kw_only=True):
    """A stuck weapon is out."""

    victim: str


H = TypeVar("H", bound=InHand)


def weapon_of(fighter: Fighter, weapon: str) -> Weapon:
    """A weapon the checks have found on the sheet."""
    found = fighter.sheet.weapon(weapon)
    assert found is not None
    return found


def is_stuck(state: State, who: str, weapon: str) -> bool:
    """Whether that weapon of his is in somebody's body."""
    return any((stuck.owner, stuck.weapon) == (who, weapon) for stuck in state.stuck)


def may_wield(state: State, command: ByFighter, weapon: str, draw: str = "") -> Refusal | None:
    """Whether the weapon is at hand, or drawn in the same action [SK-DRW-2]."""
    fighter = state.fighters[command.who]
    found = fighter.sheet.weapon(weapon)
    if found is None or weapon in fighter.broken:
        return refuse("SK-DICE-21", "no-such-weapon", weapon)
    if is_stuck(state, command.who, weapon):
        return refuse("SK-IMP-7", "weapon-stuck", weapon)
    if weapon == "unarmed" or (weapon in fighter.held and not draw):
        return enough_hands(fighter, found)
    if draw and weapon not in fighter.dropped and weapon not in fighter.held:
        return enough_hands(fighter, found)
    return refuse("SK-DRW-1", "not-in-hand", weapon)


def enough_hands(fighter: Fighter, weapon: Weapon) -> Refusal | None:
    """An arm or a hand may be unusable [SK-CRI-1]."""
    usable = 2 - len(_lost_hands(fighter))
    needed = 2 if weapon.two_handed else 1
    if weapon.family == "unarmed" or usable >= needed:
        return None
    return refuse("SK-CRI-1", "no-hand", weapon.id, asked=needed, allowed=usable)


def _lost_hands(fighter: Fighter) -> set[str]:
    return {effect.of for effect in fighter.effects if effect.code in HANDLESS}


def may_fight_hand_to_hand(fighter: Fighter, weapon: Weapon) -> Refusal | None:
    """No melee from a chariot [SK-MNT-4], none with a bow."""
    if fighter.sheet.mount is Mount.CHARIOT:
        return refuse("SK-MNT-4", "in-chariot", fighter.id)
    return refuse("SK-ENG-4", "not-for-melee", weapon.id) if weapon.delivery is WeaponDelivery.PROJECTILE else None


def draw(scene: FightScene, command: Draw) -> Steps[None]:
    """Innate at normal pace; by setting it costs a die [SK-DRW-1]."""
    yield with_hands(scene.now(command.who), Drawn(who=command.who, weapon=command.weapon))
    if scene.state.options.draw_costs_die:
        yield gain(scene, command.who, "drawing", "SK-DRW-1", Until.TURN, scope=Scope.ACTIONS, dice=1)


def check_draw(state: State, command: Draw) -> Refusal | None:
    """A weapon of the sheet that is neither in hand nor lost."""
    if refusal := able(state, command):
        return refusal
    fighter = state.fighters[command.who]
    weapon = fighter.sheet.weapon(command.weapon)
    gone = {*fighter.dropped, *fighter.broken, *fighter.held, "unarmed"}
    if weapon is None or command.weapon in gone or is_stuck(state, command.who, command.weapon):
        return refuse("SK-DRW-1", "cannot-draw", command.weapon)
    return enough_hands(fighter, weapon)


def pick_up(scene: FightScene, command: PickUp) -> Steps[None]:
    """Picking up is a declared action [SK-CON-7]."""
    yield from spend(scene, command.who, "pick-up")
    yield with_hands(scene.now(command.who), PickedUp(who=command.who, weapon=command.weapon))


def check_pick_up(state: State, command: PickUp) -> Refusal | None:
    """Of something that lies there, by somebody not engaged [SK-ENG-4]; what is stuck is pulled out [SK-IMP-8]."""
    if refusal := has_slot(state, command) or free_of_melee(state, command.who):
        return refusal
    if is_stuck(state, command.who, command.weapon):
        return refuse("SK-IMP-8", "weapon-stuck", command.weapon)
    fighter = state.fighters[command.who]
    if command.weapon not in fighter.dropped:
        return refuse("SK-CON-7", "not-dropped", command.weapon)
    return enough_hands(fighter, weapon_of(fighter, command.weapon))


def draw_at_once(scene: FightScene, who: str, weapon: str) -> Steps[None]:
    """Drawing and using in one double action [SK-DRW-2]."""
    yield with_hands(scene.now(who), Drawn(who=who, weapon=weapon))
    if scene.state.options.double_penalty_scope is DoubleScope.REST_OF_TURN:
        dice = number("double-dice")
        yield gain(scene, who, "double", "SK-DBL-4", Until.TURN, scope=Scope.ACTIONS, dice=dice)


def with_hands(fighter: Fighter, event: H) -> H:
    """The event with what each hand holds then, where that changes."""
    right, left = _hands(fighter, event.weapon)
    return replace(event, right=None if right == fighter.right else right, left=None if left == fighter.left else left)


def _hands(fighter: Fighter, id: str) -> tuple[str, str]:
    """
    What he holds right and left once he takes it: what he held makes room; with one hand left, all [SK-CRI-1].

    A two-handed weapon takes both hands, and leaves both [SK-WPN-5].
    """
    weapon = fighter.sheet.weapon(id)
    if weapon is not None and weapon.two_handed:
        return id, id
    if lost := _lost_hands(fighter):
        return "" if "right" in lost else id, "" if "left" in lost else id
    if fighter.right and fighter.right == fighter.left and edition_five_holds():
        return id, ""
    if fighter.right and fighter.left in ("", fighter.right):
        return fighter.right, id
    return id, fighter.left


def draw_parts(place: str) -> list[Part]:
    """The die and the malus fall on the use [SK-DRW-5]."""
    row = draws()[place]
    return [Part("double", ClauseId("SK-DRW-2"), dice=-number("double-dice")), Part(place, row.clause, flat=row.flat)]


def _in_hand(fighter: Fighter, event: InHand) -> Fighter:
    right = fighter.right if event.right is None else event.right
    left = fighter.left if event.left is None else event.left
    dropped = tuple(item for item in fighter.dropped if item != event.weapon)
    return replace(fighter, right=right, left=left, dropped=dropped)


def _with_hands(state: State, event: H) -> H:
    """At first it was not stored which hand takes a weapon."""
    said = event.right is not None or event.left is not None
    return event if said else with_hands(state.fighters[event.who], event)


def _out_of_hand(fighter: Fighter, weapons: tuple[str, ...]) -> Fighter:
    right = "" if fighter.right in weapons else fighter.right
    left = "" if fighter.left in weapons else fighter.left
    return replace(fighter, right=right, left=left)


def _dropped(fighter: Fighter, event: DroppedWeapons) -> Fighter:
    empty = _out_of_hand(fighter, event.weapons)
    return replace(empty, dropped=(*fighter.dropped, *event.weapons))


def _broke(fighter: Fighter, event: WeaponBroke) -> Fighter:
    return replace(_out_of_hand(fighter, (event.weapon,)), broken=(*fighter.broken, event.weapon))


def _weapon_stuck(state: State, event: WeaponStuck) -> State:
    return replace(state, stuck=(*state.stuck, Stuck(event.who, event.weapon, event.victim)))


def _weapon_freed(state: State, event: WeaponFreed) -> State:
    freed = Stuck(event.who, event.weapon, event.victim)
    return replace(state, stuck=tuple(stuck for stuck in state.stuck if stuck != freed))


SUBJECT = FightSubject(
    plays=(play(Draw, check_draw, draw), play(PickUp, check_pick_up, pick_up)),
    evolves=(
        on_fighter(Drawn, _in_hand),
        on_fighter(DroppedWeapons, _dropped),
        on_fighter(WeaponThrown, lambda fighter, event: _out_of_hand(fighter, (event.weapon,))),
        on_fighter(PickedUp, _in_hand),
        on_fighter(WeaponBroke, _broke),
        on(WeaponStuck, _weapon_stuck),
        on(WeaponFreed, _weapon_freed),
    ),
    completes=(on(Drawn, _with_hands), on(PickedUp, _with_hands)),
)

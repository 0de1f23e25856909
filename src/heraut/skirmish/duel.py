"""The duel: a stare, then two shots [section 33]."""

from __future__ import annotations

from msgspec.structs import replace

from heraut.kernel.engine import ImpossibleEvent, on
from heraut.kernel.names import ORGANISER, ClauseId
from heraut.kernel.refusal import Refusal
from heraut.skirmish.checks import is_game_master, speaks_for, unknown
from heraut.skirmish.fighter import Use
from heraut.skirmish.missiles import Shoot, range_part, skill_part, take_shot
from heraut.skirmish.model import level
from heraut.skirmish.need import Part, refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, play
from heraut.skirmish.rolls import roll
from heraut.skirmish.sheet import WeaponDelivery
from heraut.skirmish.state import Between, ByFighter, ByGameMaster, Duel, FighterEvent, FightStep, OfFighter, State
from heraut.skirmish.weapons import is_stuck, weapon_of


class FaceOff(OfFighter, frozen=True, kw_only=True):
    """Two duellists stare each other down [SK-DUE-1]."""

    target: str
    weapon: str
    other_weapon: str
    distance: int


class Stare(ByGameMaster, frozen=True, kw_only=True):
    """One more second of staring."""


class BreakStare(ByFighter, frozen=True, kw_only=True):
    """End the stare: shoot [SK-DUE-3]."""


class DuelBegan(Between, frozen=True, kw_only=True):
    """Two duellists face each other."""

    weapon: str
    other_weapon: str
    distance: int


class Stared(FighterEvent, frozen=True, kw_only=True):
    """One second of staring: who gained, and how much."""

    bonus: int


class DuelBroken(FighterEvent, frozen=True, kw_only=True):
    """The stare is over."""


def face_off(_scene: FightScene, command: FaceOff) -> Steps[None]:
    """Two duellists stare each other down [SK-DUE-1]."""
    yield DuelBegan(
        who=command.who,
        target=command.target,
        weapon=command.weapon,
        other_weapon=command.other_weapon,
        distance=command.distance,
    )


def check_face_off(state: State, command: FaceOff) -> Refusal | None:
    """Two enemies with missiles that reach, one duel at a time."""
    if refusal := is_game_master(command.seat) or unknown(state, command.who, command.target):
        return refusal
    if state.duel is not None or state.step is FightStep.OVER:
        return refuse("SK-DUE-1", "duel-under-way")
    one, other = state.fighters[command.who], state.fighters[command.target]
    if one.side == other.side or one.out is not None or other.out is not None or one.hidden or other.hidden:
        return refuse("SK-DUE-1", "no-duel", other.id)
    for fighter, id in ((one, command.weapon), (other, command.other_weapon)):
        weapon = fighter.sheet.weapon(id)
        if weapon is None or weapon.delivery is WeaponDelivery.MELEE or range_part(weapon, command.distance) is None:
            return refuse("SK-MIS-2", "not-a-missile", id)
        if id in (*fighter.dropped, *fighter.broken) or is_stuck(state, fighter.id, id):
            return refuse("SK-DUE-1", "not-in-hand", id)
    return None


def stare(scene: FightScene, _command: Stare) -> Steps[None]:
    """Both roll courage and the level of their weapon; the better gains 1 per level of difference [SK-DUE-2]."""
    duel = scene.state.duel
    assert duel is not None
    lead = yield from _lead(scene, replace(duel, bonus=0, other_bonus=0), "stare", "courage", "SK-DUE-1")
    if lead:
        yield Stared(who=duel.who if lead > 0 else duel.target, bonus=level(abs(lead)))


def _lead(scene: FightScene, duel: Duel, name: str, trait: str, clause: str) -> Steps[int]:
    """By how much the first duellist's roll beats the other's, each with his weapon's level and what he has gained."""
    totals = []
    for who, weapon, bonus in ((duel.who, duel.weapon, duel.bonus), (duel.target, duel.other_weapon, duel.other_bonus)):
        extra: tuple[Part, ...] = (skill_part(scene.now(who), weapon_of(scene.now(who), weapon)),)
        if bonus:
            extra += (Part("stare", ClauseId("SK-DUE-1"), flat=bonus),)
        throw = yield from roll(scene, who, name, trait, Use.FREE, clause, extra=extra, critical=False)
        totals.append(throw.total)
    return totals[0] - totals[1]


def check_stare(state: State, command: Stare) -> Refusal | None:
    """While a duel lasts."""
    return is_game_master(command.seat) or (None if state.duel else refuse("SK-DUE-1", "no-duel"))


def break_stare(scene: FightScene, command: BreakStare) -> Steps[None]:
    """Reaction, skill level and the bonus stared out: the better shoots first [SK-DUE-3]; equal, both at once."""
    duel = scene.state.duel
    assert duel is not None
    yield DuelBroken(who=command.who)
    lead = yield from _lead(scene, duel, "reaction", "reaction", "SK-DUE-3")
    shots = [reflex_shot(duel, duel.who), reflex_shot(duel, duel.target)]
    if lead < 0:
        shots.reverse()
    before = None if lead else scene.state
    for shot in shots:
        if not lead or scene.now(shot.who).out is None:
            scene.past = before
            yield from take_shot(scene, shot)
    scene.past = None


def reflex_shot(duel: Duel, who: str) -> Shoot:
    """The shot of one of two duellists [SK-DUE-3]."""
    first = who == duel.who
    target, weapon = (duel.target, duel.weapon) if first else (duel.who, duel.other_weapon)
    return Shoot(seat=ORGANISER, who=who, target=target, weapon=weapon, distance=duel.distance)


def check_break_stare(state: State, command: BreakStare) -> Refusal | None:
    """Either duellist, at any moment."""
    if refusal := speaks_for(state, command.seat, command.who):
        return refusal
    if state.duel is None or command.who not in (state.duel.who, state.duel.target):
        return refuse("SK-DUE-3", "no-duel")
    return None


def _duel_began(state: State, event: DuelBegan) -> State:
    return replace(state, duel=Duel(event.who, event.target, event.weapon, event.other_weapon, event.distance))


def _stared(state: State, event: Stared) -> State:
    duel = state.duel
    if duel is None:
        raise ImpossibleEvent(state, event)
    if event.who == duel.who:
        return replace(state, duel=replace(duel, bonus=duel.bonus + event.bonus))
    return replace(state, duel=replace(duel, other_bonus=duel.other_bonus + event.bonus))


SUBJECT = FightSubject(
    plays=(
        play(FaceOff, check_face_off, face_off),
        play(Stare, check_stare, stare),
        play(BreakStare, check_break_stare, break_stare),
    ),
    evolves=(
        on(DuelBegan, _duel_began),
        on(Stared, _stared),
        on(DuelBroken, lambda state, _event: replace(state, duel=None)),
    ),
)

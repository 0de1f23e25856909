"""Leaving a melee: disengaging and getting up under blows, who strikes after, who follows [sections 17, 27]."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from heraut.kernel.refusal import Refusal
from heraut.skirmish.attack import Blow, Style, attack_parts, trained
from heraut.skirmish.checks import free_of_holds, may_react, sound_of_limb
from heraut.skirmish.dodges import make_dodge, may_dodge
from heraut.skirmish.engagement import Parted
from heraut.skirmish.fighter import Posture
from heraut.skirmish.moves import PostureTaken, RiseBegan
from heraut.skirmish.need import printed, refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, play
from heraut.skirmish.rolls import decide_between
from heraut.skirmish.sheet import UNARMED
from heraut.skirmish.slots import Acted, spend
from heraut.skirmish.state import ByFighter, FightStep, State
from heraut.skirmish.strikes import Strike, deliver, may_strike, used_weapon
from heraut.skirmish.tables import number


class GetUp(ByFighter, frozen=True, kw_only=True):
    """Stand up [SK-POS-3]."""

    acrobatic: bool = False
    swap: bool = False


class Disengage(ByFighter, frozen=True, kw_only=True):
    """Leave the melee [SK-ENG-6]."""

    acrobatic: bool = False
    swap: bool = False


def get_up(scene: FightScene, command: GetUp) -> Steps[None]:
    """Time outside melee; in melee an undeclared action resolved like a disengagement [SK-POS-3, SK-TRP-5]."""
    who = command.who
    if not scene.state.foes(who):
        crouched = scene.now(who).posture is Posture.CROUCHED
        yield RiseBegan(who=who, segments=number("rise-crouched" if crouched else "rise-prone"))
        return
    stopped = yield from _break_away(scene, command)
    if not stopped:
        yield PostureTaken(who=who, posture="standing")


def check_get_up(state: State, command: GetUp) -> Refusal | None:
    """From the ground or a crouch."""
    if refusal := may_react(state, command, swap=command.swap):
        return refusal
    fighter = state.fighters[command.who]
    if fighter.posture is Posture.STANDING or (state.foes(command.who) and not may_dodge(state, fighter)):
        return refuse("SK-POS-2", "cannot-get-up", fighter.id)
    if fighter.effect("leg-unusable") is not None or command.acrobatic:
        return free_of_holds(state, command.who) or sound_of_limb(fighter)
    return free_of_holds(state, command.who)


def disengage(scene: FightScene, command: Disengage) -> Steps[None]:
    """A dodge; opponents with an action strike at +5, the others may follow [SK-ENG-6, SK-ENG-7, SK-ENG-8]."""
    who = command.who
    foes = scene.state.foes(who)
    idle = [foe for foe in foes if not scene.now(foe).open_slot(scene.state.segment)]
    if (yield from _break_away(scene, command)):
        return
    for foe in foes:
        if foe in idle and (yield from _follows(scene, foe, who)):
            continue
        yield Parted(who=who, target=foe)


def check_disengage(state: State, command: Disengage) -> Refusal | None:
    """When engaged, not seized [SK-GRP-3], and free to dodge."""
    if refusal := may_react(state, command, swap=command.swap):
        return refusal
    fighter = state.fighters[command.who]
    if not state.foes(command.who):
        return refuse("SK-ENG-6", "not-engaged", fighter.id)
    if refusal := free_of_holds(state, command.who):
        return refusal
    if not may_dodge(state, fighter):
        return refuse("SK-DOD-8", "one-dodge", fighter.id)
    return sound_of_limb(fighter) if command.acrobatic else None


def _break_away(scene: FightScene, command: Disengage | GetUp) -> Steps[bool]:
    """The dodge, then each opponent who has an action; True when it fails."""
    who = command.who
    foes = scene.state.foes(who)
    yield Acted(who=who)
    throw = yield from make_dodge(scene, who, acrobatic=command.acrobatic, swapped=command.swap)
    stopped = throw.critical
    for foe in foes:
        if scene.now(foe).open_slot(scene.state.segment) and scene.now(foe).out is None:
            stopped = (yield from _parting_blow(scene, foe, who)) or stopped
    return stopped


PARTING = {
    "strike": (Style.PLAIN, "agility"),
    "trip": (Style.TRIP, "agility"),
    "trip-strength": (Style.TRIP, "strength"),
    "grapple": (Style.GRAPPLE, "agility"),
}
"""What one may do to somebody who leaves: the style of the blow, and the contest of a trip."""


def _parting_blows(state: State, foe: str, who: str) -> Iterator[tuple[str, Strike]]:
    """Those that the rules of any blow let through now, with what he holds or with bare hands [SK-ENG-12]."""
    acting = replace(state, step=FightStep.ACTING)
    fighter = state.fighters[foe]
    for option, (style, attribute) in PARTING.items():
        for weapon in dict.fromkeys((fighter.main_weapon.id, UNARMED.id)):
            blow = Strike(seat=fighter.seat, who=foe, target=who, weapon=weapon, style=style, contest=attribute)
            if may_strike(acting, blow) is None:
                yield option, blow
                break


def _parting_blow(scene: FightScene, foe: str, who: str) -> Steps[bool]:
    """An offensive action with +5; True when it hits [SK-ENG-7]."""
    offered = dict(_parting_blows(scene.state, foe, who))
    if not offered:
        return False
    options = ("none", *offered)
    chosen = yield from decide_between(scene, foe, "skirmish-parting-blow", "SK-ENG-7", options)
    if chosen == "none":
        return False
    command, fighter = offered[chosen], scene.now(foe)
    yield from spend(scene, foe, command.style)
    weapon = used_weapon(fighter, command.weapon, command.style)
    parts = [*attack_parts(scene.state, fighter, who, weapon), *trained(fighter, command.style)]
    parts.append(printed("parting", "parting-blow"))
    blow = Blow(foe, who, weapon, weapon.skill, command.style, tuple(parts))
    return (yield from deliver(scene, blow, command.contest))


def _follows(scene: FightScene, foe: str, who: str) -> Steps[bool]:
    """An equivalent dodge, as an undeclared action of his own [SK-ENG-8, SK-ENG-9]."""
    fled, rival = scene.now(who).dodge, scene.now(foe)
    if fled is None or rival.effect("unaware") is not None or not may_dodge(scene.state, rival):
        return False
    chosen = yield from decide_between(scene, foe, "skirmish-follow", "SK-ENG-8", ("none", "follow"))
    if chosen == "none":
        return False
    throw = yield from make_dodge(scene, foe, acrobatic=False, swapped=False)
    return throw.total >= fled.total and not throw.critical


SUBJECT = FightSubject(plays=(play(GetUp, check_get_up, get_up), play(Disengage, check_disengage, disengage)))

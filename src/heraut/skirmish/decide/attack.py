"""The attack roll: what adds to it, what it meets, who goes first [sections 14, 17, 18]."""

from __future__ import annotations

from dataclasses import dataclass

from heraut.kernel import ClauseId, Refusal
from heraut.skirmish import events as e
from heraut.skirmish.asking import ask_trait, roll
from heraut.skirmish.decide.defence import defence, tactic_parts
from heraut.skirmish.decide.dodging import final_defence, react
from heraut.skirmish.decide.economy import gain
from heraut.skirmish.effect import Scope, Until, Use
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.need import Part
from heraut.skirmish.priority import precedence, waits_for
from heraut.skirmish.procedure import Scene, Steps
from heraut.skirmish.refusing import refuse
from heraut.skirmish.settings import DoubleScope, Gang
from heraut.skirmish.sheet import Weapon
from heraut.skirmish.state import State, pair
from heraut.skirmish.tables import clause_of, draws, number, situations


@dataclass(frozen=True, slots=True)
class Blow:
    """A blow about to be struck."""

    who: str
    target: str
    weapon: Weapon
    skill: str
    style: str
    parts: tuple[Part, ...] = ()
    aim: str = ""
    noticed: bool = True


@dataclass(frozen=True, slots=True)
class Struck:
    """A blow that got through: its total and its margin over the final defence."""

    total: int
    margin: int


def attack_parts(state: State, fighter: Fighter, target: str, weapon: Weapon) -> list[Part]:
    """What any melee attack adds to its roll: weapon, several attackers, mount, two hands, tactics."""
    foe = state.fighters[target]
    parts = [Part("weapon", ClauseId("SK-STR-4"), flat=weapon.attack_mod)] if weapon.attack_mod else []
    attackers = len({fighter.id, *state.foes(target)})
    if attackers > 1:
        counted = attackers - (state.options.gang_bonus is Gang.PER_EXTRA_ATTACKER)
        parts.append(Part("several", ClauseId("SK-STR-5"), flat=counted * situations()["several"].flat))
    if fighter.mounted and not foe.mounted:
        parts.append(Part("mounted", clause_of("mounted-attack"), flat=number("mounted-attack")))
    if weapon.two_handed and (fighter.declared or 0) > number("two-handed-actions"):
        parts.append(Part("two-handed", ClauseId("SK-WPN-2"), dice=-number("two-handed-dice")))
    return parts + tactic_parts(state, fighter, "attack")


def trained(fighter: Fighter, style: str) -> list[Part]:
    """Martial arts and specialties of a special strike [SK-SPC-1, SK-SPC-2]."""
    parts = []
    if dice := fighter.sheet.martial_arts.get(style, 0):
        parts.append(Part("martial-art", ClauseId("SK-SPC-1"), dice=dice))
    if style in fighter.sheet.specialties:
        parts.append(Part("specialty", ClauseId("SK-SPC-2"), flat=number("specialty")))
    return parts


def attack(scene: Scene, blow: Blow, *, halved: bool = False) -> Steps[Struck | None]:
    """
    The attack roll against the final defence; None when it does not get through [SK-STR-6, SK-STR-7].

    Unless a dodge avoided it, attacker and target are in melee from now on [SK-ENG-3].
    """
    yield from ask_trait(scene, blow.target, "dodge")
    throw = yield from roll(scene, blow.who, "attack", blow.skill, Use.ATTACK, "SK-STR-4", extra=blow.parts)
    parts = defence(scene.read, blow.target, blow.who, halved=halved, noticed=blow.noticed)
    base = sum(part.flat for part in parts)
    through = throw.total > base and not throw.critical
    engaged = pair(blow.who, blow.target) in scene.state.melee
    if blow.noticed and (through or not engaged):
        yield from react(scene, blow.target)
    final = final_defence(scene, blow.target, base)
    hit = throw.total > final and not throw.critical
    margin = throw.total - final
    yield e.BlowRead(
        who=blow.who, target=blow.target, total=throw.total, defence=final, hit=hit, margin=max(0, margin) if hit else 0
    )
    dodged = scene.now(blow.target).dodge
    avoided = dodged is not None and not dodged.critical and not hit
    both_stand = scene.now(blow.who).out is None and scene.now(blow.target).out is None
    if not engaged and not avoided and both_stand:
        yield e.Engaged(who=blow.who, target=blow.target)
    return Struck(throw.total, margin) if hit else None


def in_order(state: State, who: str, target: str, *, melee: bool) -> Refusal | None:
    """Nobody acts before an opponent who has the right to go first and has not yielded it [SK-PRI-2, SK-PRI-3]."""
    if (who, target) in state.exchanges:
        return None
    rival = waits_for(state, who, target, melee=melee)
    if rival is None:
        return None
    return refuse(precedence(state, who, rival, melee=melee).clause, "not-first", state.fighters[rival].name)


def begin_exchange(scene: Scene, who: str, target: str, *, melee: bool) -> Steps[None]:
    """
    Simultaneous actions [SK-PRI-4].

    The first to speak opens the exchange, if the other could answer in this segment; the answer is rolled in the
    state the exchange began in.
    """
    state = scene.state
    if (who, target) in state.exchanges:
        scene.past = state.exchanges[who, target]
        yield e.ExchangeClosed(who=who, target=target)
        return
    answers = state.fighters[target].open_slot(state.segment) and state.fighters[target].out is None
    if answers and precedence(state, who, target, melee=melee).first is None:
        yield e.ExchangeOpened(who=target, target=who)


def show(scene: Scene, who: str) -> Steps[bool]:
    """Whoever attacks from hiding is seen from then on; his attack is not noticed in time [SK-DOD-10]."""
    if not scene.now(who).hidden:
        return True
    yield e.Uncovered(who=who)
    return False


def draw_at_once(scene: Scene, who: str, weapon: str) -> Steps[None]:
    """Drawing and using in one double action [SK-DRW-2]."""
    yield e.Drawn(who=who, weapon=weapon)
    if scene.state.options.double_penalty_scope is DoubleScope.REST_OF_TURN:
        dice = number("double-dice")
        yield gain(scene, who, "double", "SK-DBL-4", Until.TURN, scope=Scope.ACTIONS, dice=dice)


def draw_parts(place: str) -> list[Part]:
    """The die and the malus fall on the use [SK-DRW-5]."""
    row = draws()[place]
    return [Part("double", ClauseId("SK-DRW-2"), dice=-number("double-dice")), Part(place, row.clause, flat=row.flat)]

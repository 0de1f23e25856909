"""The blow somebody may dodge, once its attack is rolled: the exact odds of each choice [SK-DICE-20, SK-DOD-2]."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from heraut.kernel import Exact, whole_or_exact
from heraut.skirmish.attack import defence
from heraut.skirmish.chances import CHARGE, SHIELD, blow_exchange, dodge_of, leap_of, shot_exchange
from heraut.skirmish.disengage import PARTING, Disengage, GetUp
from heraut.skirmish.effects import unbalance
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.missiles import Shoot
from heraut.skirmish.need import Decision, Part
from heraut.skirmish.odds import Dicing, Exchange, Prospect, Tumble, chances_of
from heraut.skirmish.pace import DODGE
from heraut.skirmish.procedure import Scene, Throw
from heraut.skirmish.rolls import known, level_of
from heraut.skirmish.sheet import UNARMED, Weapon
from heraut.skirmish.state import Pending, State, pair
from heraut.skirmish.strikes import Charge, Strike, Style

SURVIVE, NONE = "survive", "none"
MELEE = (Strike, Charge, Disengage, GetUp)
"""What somebody strikes a blow in."""
SURE = Dicing(1, 100)
"""The damage of whom the sheets do not tell enough about yet: what gets through is taken to hurt."""


class ChoiceView(msgspec.Struct, frozen=True):
    """One thing he may do: how likely the blow then gets through, and how likely it takes a level."""

    option: str
    hit: Exact
    harm: Exact


class ThreatView(msgspec.Struct, frozen=True):
    """A blow that may be dodged: who strikes, the total of his attack, the defence it has to beat, the choices."""

    attacker: str
    total: int
    defence: int
    choices: tuple[ChoiceView, ...]


class Guard(NamedTuple):
    """What a blow has to beat, in its parts [SK-STR-1]; `engages`: undodged it begins a melee [SK-ENG-2]."""

    parts: tuple[Part, ...] = ()
    engages: bool = False


class _Attack(NamedTuple):
    """What strikes: by which weapon, in which way, aimed where."""

    weapon: Weapon
    style: str = Style.PLAIN
    aim: str = ""


def guard(state: State, attacker: str) -> Guard:
    """The defence of whoever is asked to dodge a blow; of a shot the roll itself tells its difficulty."""
    pending = state.pending
    if pending is None or not isinstance(pending.need, Decision) or not isinstance(pending.command, MELEE):
        return Guard()
    target, command = pending.need.who, pending.command
    halved = isinstance(command, Strike) and command.style is Style.TWIST
    return Guard(defence(state, target, attacker, halved=halved), pair(attacker, target) not in state.melee)


def threat(state: State, throws: tuple[Throw, ...]) -> ThreatView | None:
    """The blow whose dodge the fight waits for, given the rolls made so far; None while it waits for something else."""
    pending = state.pending
    if pending is None or not isinstance(pending.need, Decision) or pending.need.code != DODGE:
        return None
    attacks = [throw for throw in throws if throw.pool.roll in ("attack", "shot")]
    if not attacks:
        return None
    thrown, target = attacks[-1], pending.need.who
    past = _read(state, pending, thrown.pool.who, target)
    asked = _exchange(past, _attack(past.fighters[thrown.pool.who], pending, len(attacks)), pending, thrown)
    return ThreatView(
        thrown.pool.who,
        thrown.total,
        asked.defence,
        tuple(_choice(past, target, asked, option, thrown) for option in pending.need.options if option != SURVIVE),
    )


def _read(state: State, pending: Pending, attacker: str, target: str) -> State:
    """What the rolls of this blow are read from: of an answer in the same instant, the state before it [SK-PRI-4]."""
    past = pending.origin.exchanges.get((attacker, target))
    if past is None:
        return state
    sheets = {who: replace(past.fighters[who], sheet=state.fighters[who].sheet) for who in (attacker, target)}
    return replace(past, fighters={**past.fighters, **sheets})


def _attack(attacker: Fighter, pending: Pending, blows: int) -> _Attack:
    """What he strikes with: as the command says, or as he chose to strike somebody who leaves."""
    match pending.command:
        case Strike(who=who) as strike if who == attacker.id:
            weapon = strike.second if blows > 1 else strike.weapon
            return _Attack(attacker.sheet.weapon(weapon) or UNARMED, strike.style, strike.aim if blows == 1 else "")
        case Charge(who=who, shield=shield, weapon=weapon) if who == attacker.id:
            return _Attack(attacker.sheet.weapon(weapon) or UNARMED, SHIELD if shield else CHARGE)
        case Shoot(who=who, weapon=weapon, aim=aim) if who == attacker.id:
            return _Attack(attacker.sheet.weapon(weapon) or UNARMED, aim=aim)
        case _:
            chosen = next((one for one in reversed(pending.answers) if one in PARTING), "strike")
            return _Attack(attacker.main_weapon, PARTING[str(chosen)][0])


def _exchange(past: State, used: _Attack, pending: Pending, thrown: Throw) -> Exchange:
    """The blow as it stands: its attack is rolled, its damage and soak are to come."""
    assert isinstance(pending.need, Decision)
    attacker, target, command = past.fighters[thrown.pool.who], past.fighters[pending.need.who], pending.command
    shot = isinstance(command, Shoot) and command.who == attacker.id
    if shot:
        base = thrown.pool.difficulty or 0
    else:
        base = sum(part.flat for part in defence(past, target.id, attacker.id, halved=used.style == Style.TWIST))
    if not known(attacker.sheet, "strength") or not known(target.sheet, "soak"):
        return Exchange(SURE, base, SURE, Dicing(1), used.weapon.type, reaches=shot, rolled=thrown.total)
    if isinstance(command, Shoot) and shot:
        asked = shot_exchange(past, attacker.id, target.id, used.weapon, command.distance)
    else:
        asked = blow_exchange(past, attacker.id, target.id, used.weapon, style=used.style, aim=used.aim)
    return asked._replace(rolled=thrown.total, defence=base)


def _choice(past: State, target: str, asked: Exchange, option: str, thrown: Throw) -> ChoiceView:
    """What becomes of the blow if he chooses so; one that is a critical failure harms nobody."""
    if thrown.critical:
        return ChoiceView(option, 0, 0)
    if option != NONE:
        asked = asked._replace(dodge=dodge_of(past, past.fighters[target]), reactive=False)
    if option.startswith("acrobatic"):
        asked = asked._replace(tumble=_tumble(past, past.fighters[target]))
    found: Prospect = chances_of(past.model, asked)
    return ChoiceView(option, whole_or_exact(found.hit), whole_or_exact(found.harm))


def _tumble(past: State, fighter: Fighter) -> Tumble | None:
    """The leap of an acrobatic dodge at the sheet's difficulty, and the dodge that is left if it fails [SK-DOD-11]."""
    leap = leap_of(past, fighter)
    if leap is None:
        return None
    fallen = unbalance(Scene(past), fighter.id, "SK-DOD-11").effect
    unbalanced = dodge_of(past, replace(fighter, effects=(*fighter.effects, fallen)))
    return Tumble(leap, level_of(fighter, "acrobatics"), unbalanced)

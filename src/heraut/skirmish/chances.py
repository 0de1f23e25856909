"""The odds of blows and shots before one is chosen, and of each way to meet one [SK-DICE-20]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from heraut.kernel.codec import Exact, whole_or_exact
from heraut.skirmish.attack import CHARGE, SHIELD, Style, attack_parts, defence, trained
from heraut.skirmish.charges import Charge, charge_row
from heraut.skirmish.dodges import DODGE
from heraut.skirmish.effects import unbalance
from heraut.skirmish.fighter import Fighter, Use
from heraut.skirmish.grips import AGILITY, STRENGTH, strength_pool, throw_part, trip_pool
from heraut.skirmish.harm import Hit, damage_pool, worn_parts
from heraut.skirmish.legal import AttackForm, attack_forms, attack_of
from heraut.skirmish.missiles import Shoot, as_target, friend_there, range_part, shot_parts, size_of, skill_part
from heraut.skirmish.need import DecisionNeed, Part, Pool
from heraut.skirmish.odds import Dicing, Exchange, Grip, Leap, Prospect, Tumble, chances_of, success
from heraut.skirmish.procedure import FightScene, Throw
from heraut.skirmish.rolls import build, known, level_of
from heraut.skirmish.sheet import UNARMED, Weapon
from heraut.skirmish.standoff import reflex_shot
from heraut.skirmish.state import FightStep, Pending, State, pair
from heraut.skirmish.strikes import SEIZING, Strike, force_parts, style_parts, used_skill, used_weapon
from heraut.skirmish.sums import target_parts
from heraut.skirmish.tables import number

NOTHING = Prospect(Fraction(0), Fraction(0))


def prospect(state: State, who: str, target: str, attack: AttackForm) -> Prospect:
    """
    What an attack promises that nobody dodges from now on, nor meets with a charge of his own.

    A shot is one at a target in plain sight.
    """
    past = state.exchanges.get((who, target), state)
    fighter = past.fighters[who]
    leap = leap_of(past, fighter) if attack.style == Style.ACROBATIC else None
    skill = used_skill(state, used_weapon(fighter, attack.weapon.id, attack.style), attack.style)
    if not known(fighter.sheet, skill) or (attack.style == Style.ACROBATIC and leap is None):
        return NOTHING
    asked = exchange(past, who, target, attack, noticed=not state.fighters[who].hidden)
    found = chances_of(state.model, asked._replace(dodged=_dodged(state, target), leap=leap))
    if attack.distance is None:
        return found
    dares = _dares(past, fighter, target, attack.weapon)
    return found._replace(hit=found.hit * dares, harm=found.harm * dares)


def exchange(past: State, who: str, target: str, attack: AttackForm, *, noticed: bool = True) -> Exchange:
    """The blow or the shot as the odds take it, read from the state its rolls are read from."""
    fighter, foe = past.fighters[who], past.fighters[target]
    if attack.distance is None:
        return _blow(past, fighter, foe, attack, noticed=noticed)
    return _shot(past, fighter, foe, attack, attack.distance)


def _blow(past: State, fighter: Fighter, foe: Fighter, attack: AttackForm, *, noticed: bool) -> Exchange:
    weapon, style, aim, contest, _ = attack
    used, halved = used_weapon(fighter, weapon.id, style), style == Style.TWIST
    skill = used_skill(past, used, style)
    extra = [*attack_parts(past, fighter, foe.id, used), *_training(fighter, style, aim)]
    score = defence(past, foe.id, fighter.id, halved=halved, noticed=noticed)
    return Exchange(
        _dicing(build(past, fighter, "attack", skill, Use.ATTACK, extra=extra)),
        sum(part.flat for part in score),
        _damage(past, fighter, Hit(fighter.id, foe.id, used, 0, tuple(_force(fighter, foe, skill, style)))),
        _soak(past, foe, aim, halved=halved),
        used.type,
        grip=_grip(past, fighter, foe, style, contest),
    )


def _shot(past: State, fighter: Fighter, foe: Fighter, attack: AttackForm, distance: int) -> Exchange:
    weapon = attack.weapon
    reach = range_part(weapon, distance)
    assert reach is not None
    aims = (reach, size_of(foe), *target_parts(as_target(past, foe, "", 0)))
    extra = shot_parts(past, fighter, weapon, aim=attack.aim)
    return Exchange(
        _dicing(build(past, fighter, "shot", weapon.skill, Use.ATTACK, extra=extra)),
        sum(part.flat for part in aims),
        _damage(past, fighter, Hit(fighter.id, foe.id, weapon, 0)),
        _soak(past, foe, attack.aim),
        weapon.type,
        reaches=past.options.tie_succeeds,
    )


def _dicing(pool: Pool) -> Dicing:
    return Dicing(pool.dice, pool.flat)


def _damage(state: State, fighter: Fighter, hit: Hit) -> Dicing:
    return _dicing(damage_pool(state, fighter, hit))


def _soak(state: State, foe: Fighter, aim: str = "", *, halved: bool = False) -> Dicing:
    return _dicing(build(state, foe, "soak", "soak", Use.FREE, extra=worn_parts(foe, aim, halved=halved)))


def dodge_of(state: State, fighter: Fighter) -> Dicing:
    """The dice he would dodge with."""
    return _dicing(build(state, fighter, "dodge", "dodge", Use.DODGE))


def _dodged(state: State, target: str) -> tuple[int, bool] | None:
    """The dodge he has already made counts for the rest of the segment [SK-DOD-6]."""
    made = state.fighters[target].dodge
    return None if made is None else (made.total, made.critical)


def _training(fighter: Fighter, style: str, aim: str) -> list[Part]:
    return trained(fighter, CHARGE) if style in (CHARGE, SHIELD) else style_parts(fighter, style, aim)


def _force(fighter: Fighter, foe: Fighter, skill: str, style: str) -> Iterator[Part]:
    """What adds to the damage, the charge he has not begun yet included."""
    if style == Style.THROW:
        yield throw_part(fighter)
        return
    yield from force_parts(fighter, foe.id, skill, style)
    if style in (CHARGE, SHIELD):
        row = charge_row(fighter.mounted, None)
        yield Part("clash", row.clause, flat=row.charger)


def leap_of(state: State, fighter: Fighter) -> Leap | None:
    """The acrobatics of an acrobatic attack, at the sheet's difficulty; none for whom it cannot be told yet."""
    if not known(fighter.sheet, "acrobatics"):
        return None
    pool = build(state, fighter, "acrobatics", "acrobatics", Use.ACTION)
    return Leap(_dicing(pool), number("acrobatics-difficulty"))


def _grip(state: State, fighter: Fighter, foe: Fighter, style: str, contest: str) -> Grip | None:
    """The contest after a hit: of the attribute chosen for a trip, of Strength for a hold; one die where unknown."""
    if style != Style.TRIP and style not in SEIZING:
        return None
    trips = style == Style.TRIP
    pools = (
        (trip_pool(state, one, contest) if trips else strength_pool(state, one))
        if known(one.sheet, contest if trips else STRENGTH)
        else None
        for one in (fighter, foe)
    )
    mine, theirs = (Dicing(1) if pool is None else _dicing(pool) for pool in pools)
    return Grip(mine, theirs, margin=trips, throws=style == Style.THROW)


def _dares(state: State, fighter: Fighter, target: str, weapon: Weapon) -> Fraction:
    """The courage to shoot into a melee with a friend, at the sheet's difficulty [SK-MEL-5]."""
    if not friend_there(state, fighter.id, target) or not known(fighter.sheet, "courage"):
        return Fraction(1)
    courage = build(state, fighter, "courage", "courage", Use.FREE, extra=(skill_part(fighter, weapon),))
    return success(state.model, Leap(_dicing(courage), number("friend-courage")))


class ChanceView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """
    A blow or a shot one may try now: how likely it gets through undodged, and how likely it takes a level.

    `style` is that of a blow, or `charge`, or `shield` for a charge with one; a shot has its distance, a trip the
    attribute of its contest. `won` is how likely a trip unbalances or throws down, a grapple holds, a throw throws;
    `both` how likely a trip by Strength throws both down [SK-TRP-4].
    """

    target: str
    weapon: str
    style: str = Style.PLAIN.value
    aim: str = ""
    distance: int = 0
    contest: str = AGILITY
    hit: Exact
    harm: Exact
    won: Exact = 0
    both: Exact = 0


def chances(state: State, fighter: Fighter, seen: Iterable[str]) -> Iterator[ChanceView]:
    """The blows and shots of a character whose action it is, against each enemy in sight [SK-DICE-20]."""
    if state.step is not FightStep.ACTING or state.pending is not None or not fighter.open_slot(state.segment):
        return
    tried = [
        one
        for one in attack_forms(fighter)
        if known(fighter.sheet, one.weapon.skill) and known(fighter.sheet, STRENGTH)
    ]
    for foe in (state.fighters[id] for id in seen):
        if foe.side != fighter.side and foe.out is None and known(foe.sheet, "soak"):
            for attack in tried:
                yield _told(foe.id, attack, prospect(state, fighter.id, foe.id, attack))


def _told(target: str, attack: AttackForm, found: Prospect) -> ChanceView:
    return ChanceView(
        target=target,
        weapon=attack.weapon.id,
        style=str(attack.style),
        aim=attack.aim,
        distance=attack.distance or 0,
        contest=attack.contest,
        hit=whole_or_exact(found.hit),
        harm=whole_or_exact(found.harm),
        won=whole_or_exact(found.won),
        both=_both(attack, found),
    )


def _both(attack: AttackForm, found: Prospect) -> Exact:
    """How likely a trip by Strength, won by one level and no more, throws both down [SK-TRP-4]."""
    by_strength = (attack.style, attack.contest) == (Style.TRIP, STRENGTH)
    return whole_or_exact(found.barely) if by_strength else 0


# --- a blow somebody may dodge


SURVIVE, NONE = "survive", "none"
SURE = Dicing(1, 100)
"""The damage of whom the sheets do not tell enough about yet: what gets through is taken to hurt."""


class ChoiceView(msgspec.Struct, frozen=True, omit_defaults=True):
    """
    One thing he may do: how likely the blow then gets through, and how likely it takes a level.

    `won` is how likely a trip unbalances or throws him down, a grapple holds him, a throw throws him; `both` how
    likely a trip by Strength throws both down.
    """

    option: str
    hit: Exact
    harm: Exact
    won: Exact = 0
    both: Exact = 0


class ThreatView(msgspec.Struct, frozen=True, omit_defaults=True):
    """
    A blow that may be dodged: who strikes, the total of his attack, the defence it has to beat, the choices.

    `style` is that of the blow, as in `ChanceView`, and `contest` that of a trip.
    """

    attacker: str
    total: int
    defence: int
    choices: tuple[ChoiceView, ...]
    style: str = Style.PLAIN.value
    contest: str = AGILITY


class BlowDefence(NamedTuple):
    """What a blow has to beat, in its parts [SK-STR-1]; `engages`: undodged it begins a melee [SK-ENG-2]."""

    parts: tuple[Part, ...] = ()
    engages: bool = False


def guard(state: State, attacker: str) -> BlowDefence:
    """The defence of whoever is asked to dodge a blow; of a shot the roll itself tells its difficulty."""
    pending = state.pending
    if (
        pending is None
        or not isinstance(pending.need, DecisionNeed)
        or not isinstance(pending.command, Strike | Charge)
    ):
        return BlowDefence()
    target, command = pending.need.who, pending.command
    halved = isinstance(command, Strike) and command.style is Style.TWIST
    return BlowDefence(defence(state, target, attacker, halved=halved), pair(attacker, target) not in state.melee)


def threat(state: State, throws: tuple[Throw, ...]) -> ThreatView | None:
    """The blow whose dodge the fight waits for, given the rolls made so far; None while it waits for something else."""
    pending = state.pending
    if pending is None or not isinstance(pending.need, DecisionNeed) or pending.need.code != DODGE:
        return None
    attacks = [throw for throw in throws if throw.pool.roll in ("attack", "shot")]
    if not attacks:
        return None
    thrown, target = attacks[-1], pending.need.who
    past = _read(state, pending, thrown.pool.who, target)
    used = _attack(past.fighters[thrown.pool.who], pending, len(attacks))
    asked = _as_it_stands(past, used, target, thrown)
    futures = {
        option: NOTHING if thrown.critical else _after(past, target, asked, option)  # a critical failure harms nobody
        for option in pending.need.options
        if option != SURVIVE
    }
    return ThreatView(
        thrown.pool.who,
        thrown.total,
        asked.defence,
        tuple(_choice(option, used, found) for option, found in futures.items()),
        str(used.style),
        used.contest,
    )


def _read(state: State, pending: Pending, attacker: str, target: str) -> State:
    """What the rolls of this blow are read from: of an answer in the same instant, the state before it [SK-PRI-4]."""
    past = pending.origin.exchanges.get((attacker, target))
    if past is None:
        return state
    sheets = {who: replace(past.fighters[who], sheet=state.fighters[who].sheet) for who in (attacker, target)}
    return replace(past, fighters={**past.fighters, **sheets})


def _attack(attacker: Fighter, pending: Pending, blows: int) -> AttackForm:
    """What he strikes or shoots by; in a duel the command of the shot is the duel's own."""
    match pending.command:
        case Strike(second=second) if blows > 1:
            return AttackForm(attacker.sheet.weapon(second) or UNARMED)
        case Strike() | Charge() | Shoot() as command:
            return attack_of(attacker, command)
        case _:
            assert pending.origin.duel is not None
            return attack_of(attacker, reflex_shot(pending.origin.duel, attacker.id))


def _as_it_stands(past: State, attack: AttackForm, target: str, thrown: Throw) -> Exchange:
    """The blow whose attack is rolled, with its damage and soak to come; of a shot the roll tells the difficulty."""
    attacker, foe = past.fighters[thrown.pool.who], past.fighters[target]
    shot = attack.distance is not None
    if known(attacker.sheet, STRENGTH) and known(foe.sheet, "soak"):
        asked = exchange(past, attacker.id, target, attack)
    else:
        parts = () if shot else defence(past, target, attacker.id, halved=attack.style == Style.TWIST)
        score = sum(part.flat for part in parts)
        asked = Exchange(SURE, score, SURE, Dicing(1), attack.weapon.type, reaches=shot and past.options.tie_succeeds)
    met = thrown.pool.difficulty or 0 if shot else asked.defence
    return asked._replace(rolled=thrown.total, defence=met)


def _after(past: State, target: str, asked: Exchange, option: str) -> Prospect:
    """What becomes of the blow if he chooses so."""
    if option != NONE:
        asked = asked._replace(dodge=dodge_of(past, past.fighters[target]), reactive=False)
    if option.startswith("acrobatic"):
        asked = asked._replace(tumble=_tumble(past, past.fighters[target]))
    return chances_of(past.model, asked)


def _choice(option: str, attack: AttackForm, found: Prospect) -> ChoiceView:
    hit, harm, won = map(whole_or_exact, (found.hit, found.harm, found.won))
    return ChoiceView(option, hit, harm, won, _both(attack, found))


def _tumble(past: State, fighter: Fighter) -> Tumble | None:
    """The leap of an acrobatic dodge at the sheet's difficulty, and the dodge that is left if it fails [SK-DOD-11]."""
    leap = leap_of(past, fighter)
    if leap is None:
        return None
    fallen = unbalance(FightScene(past), fighter.id, "SK-DOD-11").effect
    unbalanced = dodge_of(past, replace(fighter, effects=(*fighter.effects, fallen)))
    return Tumble(leap, level_of(fighter, "acrobatics"), unbalanced)

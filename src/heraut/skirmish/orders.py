"""Command: capacity, series of actions, the four orders, tactics, a new chief [section 35]."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from msgspec.structs import replace

from heraut.kernel.engine import on
from heraut.kernel.refusal import Refusal
from heraut.skirmish.checks import has_slot
from heraut.skirmish.effects import EffectChanged, courage, shaken, units
from heraut.skirmish.fighter import Fighter, Series, Use
from heraut.skirmish.need import Part, printed, refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, on_fighter, play, tell
from heraut.skirmish.rolls import level_of, roll, rule
from heraut.skirmish.slots import OrderClosed, spend
from heraut.skirmish.state import ByFighter, ByGameMaster, FighterEvent, State, Tactic, edition_five_holds
from heraut.skirmish.sums import cancel, check_circumstances, tactics_aims
from heraut.skirmish.tables import capacities, positions


class OrderKind(StrEnum):
    """The four orders of a chief, and rallying."""

    HEARTEN = "hearten"
    TACTICS = "tactics"
    RALLY = "rally"
    GALVANISE = "galvanise"


class Order(ByFighter, frozen=True, kw_only=True):
    """
    Spend an action on orders to men or units [SK-CMD-6].

    For tactics, `gain` is attack or defence and `circumstances` rows of the table, `plan` the worth of the plan; for
    galvanising, `gain` is fatigue or wound.
    """

    order: OrderKind
    men: tuple[str, ...]
    position: str = "leading"
    gain: str = ""
    circumstances: tuple[str, ...] = ()
    plan: int = 0


class KeepOrdering(ByFighter, frozen=True, kw_only=True):
    """Spend the next action of a series of orders."""


class TakeOver(ByFighter, frozen=True, kw_only=True):
    """Take over the men of a lost chief [SK-CMD-23]."""

    men: tuple[str, ...]
    position: str = "leading"


class ChangeSituation(ByGameMaster, frozen=True, kw_only=True):
    """The situation has changed greatly: a chief's tactical bonus ends [SK-CMD-17]."""

    chief: str


class OrderBegan(FighterEvent, frozen=True, kw_only=True):
    """A series of command actions; so many are needed in all."""

    order: Order
    needed: int


class OrderKept(FighterEvent, frozen=True, kw_only=True):
    """One more action of the series is spent."""


class TacticSet(FighterEvent, frozen=True, kw_only=True):
    """A chief's tactical bonus; 0: none any more."""

    bonus: int
    gain: str = ""
    men: tuple[str, ...] = ()


class LeftOut(FighterEvent, frozen=True, kw_only=True):
    """A man is uncommanded."""


class Rallied(FighterEvent, frozen=True, kw_only=True):
    """A man is under command again, perhaps of a new chief."""

    chief: str


class Galvanised(FighterEvent, frozen=True, kw_only=True):
    """A chief has spent his one attempt to galvanise."""


class Lent(FighterEvent, frozen=True, kw_only=True):
    """Levels given back until the end of the battle [SK-CMD-20]."""

    wounds: int
    fatigue: int


GAINS = {
    OrderKind.HEARTEN: ("",),
    OrderKind.RALLY: ("",),
    OrderKind.TACTICS: ("attack", "defence"),
    OrderKind.GALVANISE: ("fatigue", "wound"),
}


TRAITS = ("warrior_fury", "command", "courage", "presence")
"""What may stand for warrior fury outside the Celtic setting; the game master names one by its place."""


def capacity(fighter: Fighter) -> int:
    """Men or units commanded in one action: the level in command, and the mount's bonus [SK-CMD-2, SK-CMD-3]."""
    row = capacities().get("horse" if fighter.mounted else fighter.sheet.mount)
    return level_of(fighter, "command") + (row.bonus if row is not None else 0)


def actions_needed(men: int, capacity: int) -> int:
    """Successive actions to reach so many [SK-CMD-6]."""
    return -(-men // capacity)


def members(state: State, names: Iterable[str]) -> tuple[Fighter, ...]:
    """The men meant by names of men and of units."""
    wanted = set(names)
    return tuple(man for man in state.fighters.values() if man.id in wanted or (man.unit and man.unit in wanted))


def order(scene: FightScene, command: Order) -> Steps[None]:
    """The first action of an order; with enough capacity the only one."""
    needed = actions_needed(len(command.men), capacity(scene.now(command.who)))
    yield from spend(scene, command.who, "order")
    if scene.now(command.who).series is not None:
        yield OrderClosed(who=command.who, lost=True)
    yield OrderBegan(who=command.who, order=command, needed=needed)
    if needed == 1:
        yield from _carry_out(scene, command)


def keep_ordering(scene: FightScene, command: KeepOrdering) -> Steps[None]:
    """One more action; the rolls come with the last [SK-CMD-8]."""
    yield from spend(scene, command.who, "order")
    yield OrderKept(who=command.who)
    series = scene.now(command.who).series
    assert series is not None
    if series.spent == series.needed and isinstance(series.order, Order):
        yield from _carry_out(scene, series.order)


def check_keep_ordering(state: State, command: KeepOrdering) -> Refusal | None:
    """While a series is under way."""
    if refusal := has_slot(state, command) or _stands(state, command.who):
        return refusal
    fighter = state.fighters[command.who]
    return None if fighter.series is not None else refuse("SK-CMD-6", "no-order-under-way", fighter.id)


def check_order(state: State, command: Order) -> Refusal | None:
    """A slot, a capacity, men of one's own within reach of one's voice."""
    if refusal := has_slot(state, command) or _stands(state, command.who):
        return refusal
    fighter = state.fighters[command.who]
    if capacity(fighter) < 1:
        return refuse("SK-CMD-3", "no-capacity", fighter.id)
    if refusal := _check_men(state, command.who, command.men):
        return refusal
    if command.position not in positions():
        return refuse("SK-CMD-10", "no-such-position", command.position)
    if command.gain not in GAINS[command.order]:
        return refuse("SK-CMD-15", "no-such-gain", command.gain, allowed=GAINS[command.order][0])
    if command.order is OrderKind.GALVANISE and fighter.galvanised:
        return refuse("SK-CMD-20", "galvanised-once", fighter.id)
    return check_circumstances(command.circumstances, command.plan)


def _stands(state: State, who: str) -> Refusal | None:
    """A chief who flees commands nobody [SK-CMD-24]."""
    fighter = state.fighters[who]
    return refuse("SK-CMD-24", "chief-flees", fighter.id) if fighter.effect("fleeing") is not None else None


def is_lost(chief: Fighter) -> bool:
    """Out of the fight or in flight: his men may be taken over [SK-CMD-23, SK-CMD-24]."""
    return chief.out is not None or chief.effect("fleeing") is not None


def cut_off(man: Fighter) -> bool:
    """Whether no voice reaches him [SK-CMD-1]."""
    return man.effect("cut-off") is not None


def _check_men(state: State, chief: str, names: tuple[str, ...]) -> Refusal | None:
    men = members(state, names)
    known = {man.id for man in men} | {man.unit for man in men}
    for name in names:
        if name not in known:
            return refuse("SK-CMD-1", "not-his-man", name)
    for man in men:
        if man.chief != chief:
            return refuse("SK-CMD-1", "not-his-man", man.id)
        if cut_off(man):
            return refuse("SK-CMD-1", "out-of-reach", man.id)
    return None if men else refuse("SK-CMD-6", "nobody-to-command", state.fighters[chief].id)


# --- the last action: the rolls


def _carry_out(scene: FightScene, command: Order) -> Steps[None]:
    """
    The command roll; men left out become uncommanded whatever it gives [SK-CMD-10, SK-CMD-11].

    So does whoever was cut off since the first action of the series [SK-CMD-25].
    """
    chief = command.who
    success = yield from _command_roll(scene, chief, command.position)
    reached = {man.id for man in members(scene.state, command.men) if not (edition_five_holds() and cut_off(man))}
    for man in scene.state.men_of(chief):
        if man.id not in reached and man.out is None and not man.uncommanded:
            yield LeftOut(who=man.id)
    yield OrderClosed(who=chief)
    if not success:
        return
    men = tuple(scene.now(id) for id in scene.state.fighters if id in reached and scene.now(id).out is None)
    if command.order is OrderKind.RALLY:
        yield from _rally(scene, chief, men)
        return
    obeying = tuple(man for man in men if not man.uncommanded)
    match command.order:
        case OrderKind.HEARTEN:
            yield from _hearten(scene, chief, obeying)
        case OrderKind.TACTICS:
            yield from _change_tactics(scene, command, obeying)
        case _:
            yield from _galvanise(scene, command, obeying)


def _command_roll(scene: FightScene, chief: str, position: str) -> Steps[bool]:
    row = positions()[position]
    aims = (Part(row.id, row.clause, flat=row.difficulty),)
    throw = yield from roll(scene, chief, "command", "command", Use.ACTION, "SK-CMD-10", aims=aims)
    return throw.success


def _hearten(scene: FightScene, chief: str, men: tuple[Fighter, ...]) -> Steps[None]:
    """Each success level takes 1d of fear from each man [SK-CMD-13]."""
    aims = (printed("hearten", "hearten-difficulty"),)
    throw = yield from roll(scene, chief, "hearten", "courage", Use.ACTION, "SK-CMD-13", aims=aims)
    for man in men:
        fear = man.effect("fear")
        if throw.success and fear is not None:
            yield EffectChanged(who=man.id, code="fear", dice=max(0, fear.dice - throw.outcome.level))


def _change_tactics(scene: FightScene, command: Order, men: tuple[Fighter, ...]) -> Steps[None]:
    """Art of war: a bonus, after the enemy's has been cancelled [SK-CMD-15, SK-CMD-17]; a blunder shakes the men."""
    aims = tactics_aims(command.circumstances, command.plan)
    throw = yield from roll(scene, command.who, "tactics", "art_of_war", Use.ACTION, "SK-CMD-14", aims=aims)
    if throw.critical:
        yield from shaken(scene, men, "blunder-courage", "blunder")
    if not throw.success:
        return
    level = throw.outcome.level
    rival = _rival(scene.state, scene.now(command.who).side)
    if rival is not None:
        theirs = scene.state.tactics[rival]
        left, level = cancel(level, theirs.bonus, scene.state.options.tactics_cancel)
        yield TacticSet(who=rival, gain=theirs.gain, bonus=left, men=theirs.men)
    yield TacticSet(who=command.who, gain=command.gain, bonus=level, men=tuple(man.id for man in men))


def _rival(state: State, side: str) -> str | None:
    """The enemy chief with the greatest bonus."""
    enemies = [chief for chief in state.tactics if state.fighters[chief].side != side]
    return max(enemies, key=lambda chief: state.tactics[chief].bonus, default=None)


def _rally(scene: FightScene, chief: str, men: tuple[Fighter, ...]) -> Steps[None]:
    """Courage, difficulty 10, of each uncommanded man or unit [SK-CMD-19]."""
    groups = units(man for man in men if man.uncommanded or man.chief != chief)
    thrown = yield from courage(scene, groups, "rally-difficulty", "rally")
    for roller, those in groups.items():
        if thrown[roller].success:
            for who in those:
                yield Rallied(who=who, chief=chief)


def _galvanise(scene: FightScene, command: Order, men: tuple[Fighter, ...]) -> Steps[None]:
    """Once a fight: a level given back until its end to those who lost one [SK-CMD-20, SK-CMD-21]."""
    chief = command.who
    trait = TRAITS[0]
    if not scene.state.options.celtic:
        last = len(TRAITS) - 1
        place = yield from rule("skirmish-galvanise-trait", "SK-CMD-21", 1, who=chief, low=0, high=last)
        trait = TRAITS[place]
    yield Galvanised(who=chief)
    id = f"galvanise-{command.gain}"
    aims = (printed(id, id),)
    throw = yield from roll(scene, chief, "galvanise", trait, Use.ACTION, "SK-CMD-20", aims=aims)
    for man in men if throw.success else ():
        if command.gain == "wound" and man.wounds:
            yield Lent(who=man.id, wounds=1, fatigue=0)
        if command.gain == "fatigue" and man.fatigue:
            yield Lent(who=man.id, wounds=0, fatigue=1)


# --- a new chief


def take_over(scene: FightScene, command: TakeOver) -> Steps[None]:
    """His own command roll, then each unit's courage; with the first success he is their chief [SK-CMD-23]."""
    yield from spend(scene, command.who, "take-over")
    if (yield from _command_roll(scene, command.who, command.position)):
        men = tuple(man for man in members(scene.state, command.men) if man.out is None)
        yield from _rally(scene, command.who, men)


def check_take_over(state: State, command: TakeOver) -> Refusal | None:
    """Of men on his side whose chief is lost, by somebody who stands."""
    if refusal := has_slot(state, command) or _stands(state, command.who):
        return refusal
    men = members(state, command.men)
    if not men or capacity(state.fighters[command.who]) < actions_needed(len(command.men), 1):
        return refuse("SK-CMD-3", "no-capacity", command.who)
    side = state.fighters[command.who].side
    for man in men:
        leader = state.fighters.get(man.chief)
        if man.side != side or man.id == command.who or leader is None or not is_lost(leader):
            return refuse("SK-CMD-23", "has-a-chief", man.id)
    return None


def check_change_situation(state: State, command: ChangeSituation) -> Refusal | None:
    """If he has one."""
    return None if command.chief in state.tactics else refuse("SK-CMD-17", "no-tactics", command.chief)


def _order_kept(fighter: Fighter, _event: OrderKept) -> Fighter:
    return replace(fighter, series=fighter.series and replace(fighter.series, spent=fighter.series.spent + 1))


def _tactic_set(state: State, event: TacticSet) -> State:
    others = {chief: tactic for chief, tactic in state.tactics.items() if chief != event.who}
    if event.bonus:
        others[event.who] = Tactic(event.gain, event.bonus, event.men)
    return replace(state, tactics=others)


def _lent(fighter: Fighter, event: Lent) -> Fighter:
    return replace(
        fighter,
        wounds=fighter.wounds - event.wounds,
        fatigue=fighter.fatigue - event.fatigue,
        lent_wounds=fighter.lent_wounds + event.wounds,
        lent_fatigue=fighter.lent_fatigue + event.fatigue,
    )


SUBJECT = FightSubject(
    plays=(
        play(Order, check_order, order),
        play(KeepOrdering, check_keep_ordering, keep_ordering),
        play(TakeOver, check_take_over, take_over),
        tell(ChangeSituation, check_change_situation, lambda _, command: TacticSet(who=command.chief, bonus=0)),
    ),
    evolves=(
        on_fighter(OrderBegan, lambda fighter, event: replace(fighter, series=Series(event.order, event.needed, 1))),
        on_fighter(OrderKept, _order_kept),
        on(TacticSet, _tactic_set),
        on_fighter(LeftOut, lambda fighter, _event: replace(fighter, uncommanded=True)),
        on_fighter(Rallied, lambda fighter, event: replace(fighter, uncommanded=False, chief=event.chief)),
        on_fighter(Galvanised, lambda fighter, _event: replace(fighter, galvanised=True)),
        on_fighter(Lent, _lent),
    ),
)

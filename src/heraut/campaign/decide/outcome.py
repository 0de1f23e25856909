"""A result takes effect: losses, control, retreats, the next stage (chapters 21 to 24)."""

from __future__ import annotations

from typing import NamedTuple

from heraut.campaign.combat import Combat, Force
from heraut.campaign.decide.control import take
from heraut.campaign.decide.determine import roles
from heraut.campaign.decide.story import Story
from heraut.campaign.events import (
    BandDestroyed,
    BandRetreated,
    CombatApplied,
    CombatOpened,
    ForceFielded,
    LossesTaken,
    MilitiaRetreated,
    MilitiaReturned,
)
from heraut.campaign.forces import Army, Band, Lord, Unit, figures_after, worth
from heraut.campaign.names import ArmyId, BandId
from heraut.campaign.outcome import Winner, outcome
from heraut.campaign.plans import Left
from heraut.campaign.tables import numbers
from heraut.kernel import Seat


class _Troops(NamedTuple):
    """What leaves the map after a combat; `band` if it may come back as one."""

    owner: Seat
    units: tuple[Unit, ...]
    lords: tuple[Lord, ...]
    band: BandId | None = None


def apply(story: Story, combat: Combat) -> None:
    """Losses of every fielded unit, fitness, control, retreats: in this order [SC-CBT-8]."""
    winners = _winners(story, combat)
    _losses(story, combat)
    cell = _cell(story, combat, winners)
    for seat in combat.fighters:
        _settle_militia(story, combat, seat, winners)
    if not combat.newcomers and (holder := _new_controller(combat, winners)) is not None:
        take(story, holder, combat.territory)
    for seat in combat.fighters:
        _retreats(story, combat, seat, winners)
    story.tell(CombatApplied(combat.territory, combat.stage, winners, cell))


def _winners(story: Story, combat: Combat) -> tuple[Seat, ...]:
    """Those in first place: the last one left [SC-CBT-7]; one alone in a first stage of two [SC-MUL-6]."""
    standing = combat.standing()
    if len(standing) == 1 or combat.result is None:
        return standing
    winners = tuple(seat for seat in combat.fighters if seat in combat.result.winners)
    return (min(winners, key=story.board.rank),) if combat.newcomers else winners


def _losses(story: Story, combat: Combat) -> None:
    """Winner included [SC-LOS-3]; who conceded, or was left alone, has none [SC-CBT-7]."""
    standing = combat.standing()
    if len(standing) == 1 or combat.result is None:
        return
    survivors = {left.unit: left.figures for left in combat.result.left}
    odd_half = story.state.game.settings.odd_half
    for seat in standing:
        force = combat.forces[seat]
        units = (unit for unit in _fielded(story, combat, seat)[0] if unit.figures != survivors[unit.id])
        left = ((unit, figures_after(unit.figures, survivors[unit.id], odd_half)) for unit in units)
        changed = tuple(Left(unit.id, figures) for unit, figures in left if figures != unit.figures)
        fallen = tuple(lord for lord in combat.result.fallen if lord in force.lords)
        story.tell(LossesTaken(seat, combat.territory, changed, fallen))


def _fielded(story: Story, combat: Combat, seat: Seat) -> tuple[tuple[Unit, ...], tuple[Lord, ...]]:
    """The units and lords of a force that are alive now."""
    force = combat.forces[seat]
    if force.band is not None:
        band = story.board.bands[force.band]
        return band.units, (band.lord,) if band.lord is not None else ()
    village = story.board.villages[combat.territory]
    units = tuple(unit for unit in village.units if unit.id in force.units)
    return units, tuple(lord for lord in village.lords if lord.id in force.lords)


def _fit(story: Story, combat: Combat, seat: Seat) -> bool:
    """Judged after losses; a militia that does not lose never retreats and needs no lord [SC-OUT-6]."""
    force = combat.forces.get(seat)
    if force is None or force.band is None:
        return True
    return story.board.bands[force.band].fit()


def _cell(story: Story, combat: Combat, winners: tuple[Seat, ...]) -> int | None:
    """The cell of the table, between two players [SC-OUT-1]."""
    attacker, defender = combat.attacker, combat.defender
    if attacker is None or defender is None:
        return None
    result: Winner = "draw" if len(winners) > 1 else "attacker" if attacker in winners else "defender"
    row = outcome(
        result,
        attacker_fit=_fit(story, combat, attacker),
        defender_fit=_fit(story, combat, defender),
    )
    return row.cell


def _new_controller(combat: Combat, winners: tuple[Seat, ...]) -> Seat | None:
    """The single winner [SC-OUT-2, SC-MUL-2]; in a draw nobody [SC-OUT-3], or who won stage 1 [SC-MUL-10]."""
    if len(winners) == 1:
        return winners[0]
    return combat.holder if combat.holder in winners else None


def _settle_militia(story: Story, combat: Combat, seat: Seat, winners: tuple[Seat, ...]) -> None:
    """A beaten militia retreats [SC-RSV-8]; another returns [SC-RSV-7], or fights on in stage 2 [SC-MUL-9]."""
    force = combat.forces.get(seat)
    if force is None or force.band is not None:
        return
    units, lords = _fielded(story, combat, seat)
    if seat in winners:
        if not (combat.newcomers and worth(units) >= numbers().band_least):
            story.tell(MilitiaReturned(seat, combat.territory))
    elif units or lords:
        army = _army(story, combat, _Troops(seat, units, lords), winners)
        story.tell(MilitiaRetreated(seat, combat.territory, army))


def _retreats(story: Story, combat: Combat, seat: Seat, winners: tuple[Seat, ...]) -> None:
    """Losers leave with all their bands; others only with a fielded band that is unfit [SC-OUT-4, SC-MUL-2]."""
    force = combat.forces.get(seat)
    for band in tuple(story.board.bands_at(combat.territory)):
        if band.owner == seat:
            fielded = force is not None and force.band == band.id
            if seat not in winners or (fielded and not band.fit()):
                _retreat(story, combat, band, winners)


def _retreat(story: Story, combat: Combat, band: Band, winners: tuple[Seat, ...]) -> None:
    """An army of its own [SC-RET-9]; nothing is left of a band without units and lord [SC-LOS-6]."""
    if not band.units and band.lord is None:
        story.tell(BandDestroyed(band.owner, band.id, combat.territory))
        return
    lords = (band.lord,) if band.lord is not None else ()
    army = _army(story, combat, _Troops(band.owner, band.units, lords, band.id), winners)
    story.tell(BandRetreated(band.owner, band.id, combat.territory, army))


def _army(story: Story, combat: Combat, troops: _Troops, winners: tuple[Seat, ...]) -> Army:
    return Army(
        ArmyId(story.board.serial),
        troops.owner,
        combat.territory,
        troops.units,
        troops.lords,
        due=story.board.turn + 1,
        leaderless=not troops.lords,
        band=troops.band,
        victor=winners[0] if len(winners) == 1 else None,
        opponents=tuple(seat for seat in combat.fighters if seat != troops.owner),
    )


def next_stage(story: Story, combat: Combat) -> None:
    """Stage 2: the winner of stage 1, if still there, against the newcomers [SC-MUL-7, SC-MUL-8]."""
    assert combat.result is not None
    winner, at = combat.result.winners[0], combat.territory
    force = combat.forces.get(winner)
    militia = force is not None and force.band is None
    present = militia or any(band.owner == winner for band in story.board.bands_at(at))
    fighters = tuple(seat for seat in story.board.order if seat in combat.newcomers or (present and seat == winner))
    if len(fighters) == 1:
        take(story, fighters[0], at)
        story.tell(CombatApplied(at, 2, fighters))
        return
    attacker, defender = roles(story.board, at, fighters)
    if present and len(fighters) == 2:
        attacker, defender = next(seat for seat in fighters if seat != winner), winner
    story.tell(CombatOpened(at, 2, fighters, (), attacker, defender, winner if present else None))
    _carry_over(story, combat, fighters)


def _carry_over(story: Story, before: Combat, fighters: tuple[Seat, ...]) -> None:
    """Militias, and the band that won stage 1, fight on as the losses left them [SC-MUL-8, SC-MUL-9]."""
    for seat in fighters:
        force = before.forces.get(seat)
        if force is not None and (force.band is None or force.band in story.board.bands):
            units, lords = _fielded(story, before, seat)
            carried = Force(tuple(unit.id for unit in units), tuple(lord.id for lord in lords), force.band)
            story.tell(ForceFielded(seat, before.territory, carried))

"""The odds of what a character may try now, as his player sees them before choosing [SK-DICE-20]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from heraut.skirmish.commands import Style
from heraut.skirmish.decide import prospects
from heraut.skirmish.decide.melee import SEIZING
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.legal import AIMS
from heraut.skirmish.odds import Prospect
from heraut.skirmish.pools import known
from heraut.skirmish.sheet import UNARMED, Delivery, Weapon
from heraut.skirmish.state import State, Step


class ChanceView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """
    A blow or a shot one may try now: how likely it gets through undodged, and how likely it takes a level.

    `style` is that of a blow, or `charge`, or `shield` for a charge with one; a shot has its distance. `won` is how
    likely a trip unbalances or throws down, a grapple holds, a throw throws.
    """

    target: str
    weapon: str
    style: str = Style.PLAIN.value
    aim: str = ""
    distance: int = 0
    hit: float
    harm: float
    won: float = 0


def chances(state: State, fighter: Fighter, seen: Iterable[str]) -> Iterator[ChanceView]:
    """The blows and shots of a character whose action it is, against each enemy in sight [SK-DICE-20]."""
    if state.step is not Step.ACTING or state.pending is not None or not fighter.open_slot(state.segment):
        return
    for foe in (state.fighters[id] for id in seen):
        if foe.side == fighter.side or foe.out is not None or not known(foe.sheet, "soak"):
            continue
        for weapon in fighter.wielded or (UNARMED,):
            if known(fighter.sheet, weapon.skill) and known(fighter.sheet, "strength"):
                yield from _chances(state, fighter, foe, weapon)
        if known(fighter.sheet, UNARMED.skill) and known(fighter.sheet, "strength"):
            for style in SEIZING:
                yield _struck(state, fighter, foe, UNARMED, style=style)


def _chances(state: State, fighter: Fighter, foe: Fighter, weapon: Weapon) -> Iterator[ChanceView]:
    if weapon.shield:
        yield _struck(state, fighter, foe, weapon, style=prospects.SHIELD)
        return
    if weapon.delivery is not Delivery.MELEE:
        for limit in weapon.ranges or ():
            yield _told(foe, weapon, prospects.shot(state, fighter.id, foe.id, weapon, limit), distance=limit)
    if weapon.delivery is Delivery.PROJECTILE:
        return
    for aim in ("", *AIMS):
        yield _struck(state, fighter, foe, weapon, aim=aim)
    for style in (Style.POWER, Style.ACROBATIC, Style.TRIP, Style.TWIST, prospects.CHARGE):
        yield _struck(state, fighter, foe, weapon, style=style)


def _struck(  # noqa: PLR0913  # what names a blow, each by name
    state: State, fighter: Fighter, foe: Fighter, weapon: Weapon, *, style: str = Style.PLAIN, aim: str = ""
) -> ChanceView:
    prospect = prospects.blow(state, fighter.id, foe.id, weapon, style=style, aim=aim)
    return _told(foe, weapon, prospect, style=str(style), aim=aim)


def _told(  # noqa: PLR0913  # what names a blow or a shot, each by name
    foe: Fighter,
    weapon: Weapon,
    prospect: Prospect,
    *,
    style: str = Style.PLAIN.value,
    aim: str = "",
    distance: int = 0,
) -> ChanceView:
    hit, harm, won = (round(float(chance), 4) for chance in prospect)
    return ChanceView(
        target=foe.id, weapon=weapon.id, style=style, aim=aim, distance=distance, hit=hit, harm=harm, won=won
    )

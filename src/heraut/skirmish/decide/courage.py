"""Men who waver: courage rolls of many, one for each man or each unit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from heraut.skirmish.asking import ask_trait, roll_each
from heraut.skirmish.decide.economy import frighten
from heraut.skirmish.effect import Use
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.need import Part
from heraut.skirmish.pools import build
from heraut.skirmish.procedure import Scene, Steps, Throw
from heraut.skirmish.tables import clause_of, number


def units(men: Iterable[Fighter]) -> Mapping[str, tuple[str, ...]]:
    """Those who roll, each with all those the roll counts for: a man alone, or the first of a unit for all of it."""
    found: dict[tuple[str, str], list[str]] = {}
    for man in men:
        if man.out is None:
            found.setdefault((man.side, man.unit) if man.unit else (man.id, ""), []).append(man.id)
    return {members[0]: tuple(members) for members in found.values()}


def courage(scene: Scene, rollers: Iterable[str], number_id: str, roll: str) -> Steps[dict[str, Throw]]:
    """Courage rolls against a difficulty of the sheet; outside command they are no action rolls [SK-DICE-15]."""
    aims = (Part(roll, clause_of(number_id), flat=number(number_id)),)
    rollers = tuple(rollers)
    for who in rollers:
        yield from ask_trait(scene, who, "courage")
    pools = [build(scene.state, scene.now(who), roll, "courage", Use.FREE, aims=aims) for who in rollers]
    return (yield from roll_each(scene, pools, clause_of(number_id)))


def shaken(scene: Scene, men: Iterable[Fighter], number_id: str, roll: str) -> Steps[None]:
    """Each failure costs 1d of fear per failure level [SK-CMD-16, SK-CMD-22]."""
    groups = units(men)
    thrown = yield from courage(scene, groups, number_id, roll)
    for roller, members in groups.items():
        if not thrown[roller].success:
            for who in members:
                yield from frighten(scene, who, thrown[roller].outcome.level, clause_of(number_id))

"""The defence score [SK-STR-1]."""

from __future__ import annotations

from heraut.kernel import ClauseId
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.need import Part
from heraut.skirmish.pools import level_of
from heraut.skirmish.state import State
from heraut.skirmish.tables import clause_of, number


def defence(
    state: State, target: str, attacker: str, *, halved: bool = False, noticed: bool = True
) -> tuple[Part, ...]:
    """The defence score in its parts [SK-STR-1]."""
    fighter = state.fighters[target]
    foe = state.fighters[attacker]
    score = list(_stance(state, fighter, halved=halved, noticed=noticed))
    if fighter.mounted and not foe.mounted and fighter.out is None:
        score.append(Part("mounted", clause_of("mounted-defence"), flat=number("mounted-defence")))
    score += tactic_parts(state, fighter, "defence")
    return tuple(score)


def _stance(state: State, fighter: Fighter, *, halved: bool, noticed: bool) -> tuple[Part, ...]:
    ready = noticed or bool(state.foes(fighter.id))
    if fighter.out is not None or fighter.effect("unaware") is not None or not ready:
        return (Part("static", clause_of("static-defence"), flat=number("static-defence")),)
    if fighter.effect("fleeing") is not None:
        return (Part("athletics", ClauseId("SK-STR-1"), flat=level_of(fighter, "athletics")),)
    skill = fighter.main_weapon.skill
    arms = sum(weapon.defence_bonus for weapon in fighter.wielded)
    return (
        Part(skill, ClauseId("SK-STR-2"), flat=level_of(fighter, skill)),
        Part("dodge", ClauseId("SK-STR-2"), flat=level_of(fighter, "dodge")),
        Part("arms", ClauseId("SK-IMP-7" if halved else "SK-STR-2"), flat=arms // 2 if halved else arms),
    )


def tactic_parts(state: State, fighter: Fighter, gain: str) -> list[Part]:
    """What his chief's tactics give him, unless he is uncommanded [SK-CMD-15, SK-CMD-12]."""
    tactic = state.tactics.get(fighter.chief)
    if tactic is None or fighter.uncommanded or fighter.id not in tactic.men or tactic.gain != gain:
        return []
    return [Part("tactics", ClauseId("SK-CMD-15"), flat=tactic.bonus)]

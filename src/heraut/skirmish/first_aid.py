"""First aid and healing: what a wound asks for, the long action, its roll [SK-CRI-1, SK-CRI-9]."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.kernel.refusal import Refusal
from heraut.skirmish.checks import speaks_for, unknown
from heraut.skirmish.effects import EffectChanged, gain
from heraut.skirmish.fighter import Effect, Fighter, Out, Use
from heraut.skirmish.need import Part, refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, play
from heraut.skirmish.rolls import roll, rule
from heraut.skirmish.slots import LongEnded, check_begin_long, take_up_long
from heraut.skirmish.state import AtTarget, FightStep, State
from heraut.skirmish.tables import CriticalRow, critical_named, number

NAME = "first-aid"
"""The name of the long action, and of its roll."""
SAVED = {"hand-crushed": "hand-saved", "foot-crushed": "foot-saved"}
"""What becomes of a limb that care keeps from amputation: it stays unusable until recovery."""


class FirstAid(AtTarget, frozen=True, kw_only=True):
    """Tend somebody's wound [SK-CRI-9]."""


def treatable(fighter: Fighter) -> Effect | None:
    """The wound that needs care most: a deadly one, then one that bleeds, then a limb in danger."""
    found = [effect for effect in fighter.effects if (row := critical_named(effect.code)) and difficulty(row)]
    return min(found, key=lambda effect: difficulty(critical_named(effect.code)), default=None)


def needs_care(conditions: Iterable[str]) -> bool:
    """Whether one of these wounds can be helped by care."""
    return any(difficulty(critical_named(code)) for code in conditions)


def difficulty(row: CriticalRow | None) -> int:
    """What healing must reach; 0 where nothing is to be done."""
    return 0 if row is None else row.first_aid or row.healing


def first_aid(scene: FightScene, command: FirstAid) -> Steps[None]:
    """A long action: the roll comes at its end [SK-CRI-9]; after the fight, at once."""
    if scene.state.step is FightStep.OVER:
        yield from _tend(scene, command.who, command.target)
        return
    offered = number("first-aid-length")
    length = yield from rule("skirmish-first-aid-length", "SK-CRI-9", offered, who=command.who, low=1)
    yield from take_up_long(scene, command.who, NAME, length, command.target)


def check_first_aid(state: State, command: FirstAid) -> Refusal | None:
    """By somebody free to begin a long action, of somebody whom care can help."""
    if refusal := unknown(state, command.target) or speaks_for(state, command.seat, command.who):
        return refusal
    fighter, patient = state.fighters[command.who], state.fighters[command.target]
    if fighter.out is not None or command.target == command.who:
        return refuse("SK-TER-10", "out", fighter.id)
    if treatable(patient) is None or patient.out == "dead":
        return refuse("SK-CRI-1", "not-dying", patient.id)
    return None if state.step is FightStep.OVER else check_begin_long(state, command)


def finish_long(scene: FightScene, who: str) -> Steps[None]:
    """A long action is done; if it was care, its roll is made."""
    long = scene.now(who).long
    yield LongEnded(who=who)
    if long is not None and long.patient:
        yield from _tend(scene, who, long.patient)


def _tend(scene: FightScene, who: str, patient: str) -> Steps[None]:
    """Healing against the difficulty of the wound [SK-CRI-1]; nothing is rolled for who has died meanwhile."""
    wound = treatable(scene.now(patient))
    row = None if wound is None else critical_named(wound.code)
    if wound is None or row is None or scene.now(patient).out is Out.DEAD:
        return
    aims = (Part(NAME, row.clause, flat=difficulty(row)),)
    throw = yield from roll(scene, who, NAME, "healing", Use.ACTION, "SK-CRI-9", aims=aims)
    if not throw.success:
        return
    yield EffectChanged(who=patient, code=wound.code, of=wound.of)
    if wound.code in SAVED:
        yield gain(scene, patient, SAVED[wound.code], wound.clause, wound.until, of=wound.of, limit=wound.limit)


SUBJECT = FightSubject(plays=(play(FirstAid, check_first_aid, first_aid),))

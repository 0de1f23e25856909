"""How a fight ends: by the game master's word, or called off where nobody strikes any more [SK-TURN-11, SK-TURN-12]."""

from __future__ import annotations

from functools import reduce
from typing import TypeVar

from msgspec.structs import replace

from heraut.kernel.engine import on
from heraut.kernel.message import PublicEvent
from heraut.kernel.refusal import HouseCode, Refusal, house
from heraut.skirmish.fighter import Fighter, Until, lapse
from heraut.skirmish.harm import PutOut, full_track
from heraut.skirmish.need import refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, on_fighter, play
from heraut.skirmish.state import ByGameMaster, FighterEvent, FightStep, State, edition_five_holds, everyone

STILL_TURNS = 3
"""After so many whole turns without a blow or a shot a fight may be called off [SK-TURN-11]."""


class EndFight(ByGameMaster, frozen=True, kw_only=True):
    """The fight is over."""


class CallOff(ByGameMaster, frozen=True, kw_only=True):
    """Nobody strikes any more: the fight ends without a winner [SK-TURN-11]."""


class LoanLost(FighterEvent, frozen=True, kw_only=True):
    """Levels lent by galvanising are lost again [SK-CMD-20]."""

    wounds: int
    fatigue: int


class FightOver(PublicEvent, frozen=True, kw_only=True):
    """
    The fight is over.

    `loans`: levels lent that are lost only now, in fights written before `LoanLost` told so; never written today.
    `unbinds`: melees and holds end with it, and what weighs until the end of a segment or a turn [SK-TURN-12].
    """

    loans: tuple[LoanLost, ...] = ()
    unbinds: bool = False


class FightEnded(FightOver, frozen=True, kw_only=True):
    """The fight is over."""


class FightCalledOff(FightOver, frozen=True, kw_only=True):
    """The fight is over without a winner, after so many turns without a blow."""

    turns: int


F = TypeVar("F", bound=FightOver)


def end_fight(scene: FightScene, _command: EndFight) -> Steps[None]:
    """The fight is over."""
    yield from end_loans(scene)
    yield FightEnded(unbinds=edition_five_holds())


def end_loans(scene: FightScene) -> Steps[None]:
    """Who was kept up by levels lent to him alone goes out with them [SK-CMD-20, SK-DICE-22]."""
    for fighter in tuple(scene.state.fighters.values()):
        if owes(fighter):
            yield loan_lost(fighter)
            if (how := full_track(scene.now(fighter.id))) is not None:
                yield PutOut(who=fighter.id, how=how)


def owes(fighter: Fighter) -> bool:
    """Whether levels were lent to him [SK-CMD-20]."""
    return bool(fighter.lent_wounds or fighter.lent_fatigue)


def loan_lost(fighter: Fighter) -> LoanLost:
    """All of them are lost again."""
    return LoanLost(who=fighter.id, wounds=fighter.lent_wounds, fatigue=fighter.lent_fatigue)


def check_end_fight(state: State, _command: EndFight) -> Refusal | None:
    """Once."""
    return house(HouseCode.WRONG_PHASE, state.step.value) if state.step is FightStep.OVER else None


def still_turns(state: State) -> int:
    """Whole turns since the last blow or shot, once they are enough to call the fight off; else 0."""
    turns = state.turn - 1 - state.last_blow
    return turns if turns >= STILL_TURNS and state.step is not FightStep.OVER else 0


def call_off(scene: FightScene, _command: CallOff) -> Steps[None]:
    """Nobody has won."""
    yield from end_loans(scene)
    yield FightCalledOff(turns=still_turns(scene.state), unbinds=edition_five_holds())


def check_call_off(state: State, _command: CallOff) -> Refusal | None:
    """Only once nobody has struck for a while."""
    if state.step is FightStep.OVER:
        return house(HouseCode.WRONG_PHASE, state.step.value)
    return None if still_turns(state) else refuse("SK-TURN-11", "still-fighting", allowed=STILL_TURNS)


def _loan_lost(fighter: Fighter, event: LoanLost) -> Fighter:
    wounds, fatigue = fighter.wounds + event.wounds, fighter.fatigue + event.fatigue
    return replace(fighter, wounds=wounds, fatigue=fatigue, lent_wounds=0, lent_fatigue=0)


def fight_over(state: State, event: FightOver) -> State:
    """Nobody does anything any more."""
    lost = {loan.who: _loan_lost(state.fighters[loan.who], loan) for loan in event.loans}
    over = replace(state, fighters={**state.fighters, **lost}, step=FightStep.OVER)
    return replace(everyone(over, _unbound), melee=frozenset(), holds=()) if event.unbinds else over


def _unbound(fighter: Fighter) -> Fighter:
    return reduce(lapse, (Until.SEGMENT, Until.TURN, Until.HOLD), fighter)


def with_loans(state: State, event: F) -> F:
    """At first the levels lent were lost without an event of their own."""
    loans = tuple(map(loan_lost, filter(owes, state.fighters.values())))
    return replace(event, loans=loans) if loans and not event.loans else event


SUBJECT = FightSubject(
    plays=(
        play(EndFight, check_end_fight, end_fight),
        play(CallOff, check_call_off, call_off),
    ),
    evolves=(
        on_fighter(LoanLost, _loan_lost),
        on(FightEnded, fight_over),
        on(FightCalledOff, fight_over),
    ),
    completes=(on(FightEnded, with_loans), on(FightCalledOff, with_loans)),
)

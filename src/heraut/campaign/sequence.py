"""The sequence of a turn: which step follows which, what happens by itself, who is awaited (chapter 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from heraut.campaign import (
    aftermath,
    arrivals,
    bids,
    building,
    claims,
    combats,
    invasions,
    marches,
    musters,
    results,
    setup,
    turns,
    upkeep,
)
from heraut.campaign.settings import TurnStep
from heraut.campaign.state import Passing, Sealing, State, step_of
from heraut.campaign.subject import AwaitedQuestion, CampaignScene, CampaignSubject, Steps, during
from heraut.campaign.turns import StepOpened
from heraut.kernel.engine import evolvers
from heraut.kernel.message import Awaited, Command, Event
from heraut.kernel.names import Seat


def _opens(step: TurnStep) -> Callable[[CampaignScene], Steps[None]]:
    """A step that opens without a question of its own."""

    def opened(_scene: CampaignScene) -> Steps[None]:
        yield StepOpened(step)

    return opened


_NEXT: Mapping[TurnStep, Callable[[CampaignScene], Steps[None]]] = {
    TurnStep.TURN_START: _opens(TurnStep.INITIATIVE),
    TurnStep.INITIATIVE: musters.open_step,
    TurnStep.PREPARE: marches.open_step,
    TurnStep.DECLARE: claims.open_step,
    TurnStep.COMBATS: _opens(TurnStep.AFTERMATH),
    TurnStep.AFTERMATH: _opens(TurnStep.UPKEEP),
    TurnStep.UPKEEP: building.open_step,
    TurnStep.BUILD: invasions.open_step,
    TurnStep.INVASION: _opens(TurnStep.TURN_END),
    TurnStep.TURN_END: turns.end,
}
"""What follows a step that is over [SC-SEQ-1]; claims open the combats themselves, with the first of them."""

_AT_ONCE: Mapping[TurnStep, Callable[[CampaignScene], Steps[bool]]] = {
    TurnStep.INITIATIVE: bids.begin,
    TurnStep.AFTERMATH: arrivals.send_the_homeless_away,
    TurnStep.UPKEEP: upkeep.collect_and_pay,
}
"""What happens at the opening of a step before anybody is asked."""


def _passing(scene: CampaignScene, phase: Passing) -> Steps[bool]:
    if phase.step is TurnStep.TURN_END:
        yield StepOpened(TurnStep.TURN_START)
        return False
    return phase.done or (yield from _AT_ONCE[phase.step](scene))


SUBJECTS: tuple[CampaignSubject, ...] = (
    turns.SUBJECT,
    setup.SUBJECT,
    arrivals.SUBJECT,
    bids.SUBJECT,
    musters.SUBJECT,
    marches.SUBJECT,
    claims.SUBJECT,
    combats.SUBJECT,
    results.SUBJECT,
    aftermath.SUBJECT,
    upkeep.SUBJECT,
    building.SUBJECT,
    invasions.SUBJECT,
    CampaignSubject(phases=(during(Passing, _passing),)),
)
"""The subjects of a turn, in the order of the sheet."""

_EVOLVERS = evolvers(SUBJECTS)
_PHASES = {rule.phase: rule for subject in SUBJECTS for rule in subject.phases}
_QUESTIONS = {question.code: question for subject in SUBJECTS for question in subject.questions}


class Followed(NamedTuple):
    """What has followed, and the state it led to."""

    state: State
    events: tuple[Event, ...]


def follow(state: State, steps: Callable[[CampaignScene], Steps[None]]) -> Followed:
    """Each event is put in place before the next one is worked out."""
    scene, events = CampaignScene(state), list[Event]()
    for event in steps(scene):
        scene.state = _EVOLVERS[type(event)](scene.state, event)
        events.append(event)
    return Followed(scene.state, tuple(events))


def carry_on(state: State) -> Followed:
    """Go on until somebody is awaited: a step that awaits nobody is passed through at once [SC-GEN-8]."""
    return follow(state, _onward)


def _onward(scene: CampaignScene) -> Steps[None]:
    before = None
    while before is not scene.state:
        before = scene.state
        if (rule := _PHASES.get(type(before.phase))) is not None:
            over = yield from rule.onward(scene, before.phase)
            if over:
                yield from _NEXT[step_of(before.phase)](scene)


def awaits(state: State) -> tuple[Awaited, ...]:
    """Everything that is awaited now; empty when the campaign is over."""
    rule = _PHASES.get(type(state.phase))
    asked = tuple(rule.awaits(state, state.phase)) if rule is not None else ()
    watch = state.people.watch
    return asked if watch is None else tuple(replace(one, since=watch.opened) for one in asked)


def dice_due(state: State) -> Awaited | None:
    """The dice that are awaited now: the next player's, or the draw of the start territories."""
    return next((one for one in awaits(state) if one.chance is not None), None)


def sealed(state: State, seat: Seat) -> Awaited | None:
    """What somebody has answered in secret and may answer anew until the opening [SC-INI-6, SC-SEQ-4, SC-SEQ-10]."""
    if not isinstance(state.phase, Sealing) or seat not in state.phase.box.values:
        return None
    asked = _PHASES[type(state.phase)].sealed
    return None if asked is None else asked.to(seat)


def question(awaited: Awaited) -> AwaitedQuestion:
    """The question that somebody is asked."""
    return _QUESTIONS[awaited.code]


def answers(state: State, awaited: Awaited) -> Iterator[Command]:
    """The answers to one thing that is awaited."""
    return question(awaited).answers(state, awaited)

"""The turn as a state machine: what happens by itself once a command has had its effect (chapter 7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from heraut.campaign.decide import (
    arrivals,
    build,
    combat,
    declare,
    determine,
    ending,
    initiative,
    invasion,
    paying,
    prepare,
    setup,
)
from heraut.campaign.decide.story import Story
from heraut.campaign.events import StepOpened
from heraut.campaign.names import Step
from heraut.campaign.state import (
    Arriving,
    Bidding,
    Building,
    Declaring,
    Determining,
    Fighting,
    Invading,
    Passing,
    Paying,
    Preparing,
    Rolling,
    Setup,
    Tied,
)


def carry_on(story: Story) -> None:
    """Go on until somebody is awaited: a step that awaits nobody is passed through at once [SC-GEN-8]."""
    told = -1
    while told != len(story.events):
        told = len(story.events)
        phase = story.state.phase
        if (onward := _ONWARD.get(type(phase))) is not None:
            onward(story, phase)


def _through(story: Story, phase: Passing) -> None:
    """Steps that await nobody, at their opening or at their end [SC-SEQ-1]."""
    match phase.step, phase.done:
        case Step.TURN_END, True:
            story.tell(StepOpened(Step.TURN_START))
        case Step.INITIATIVE, False:
            initiative.begin(story)
        case Step.INITIATIVE, True:
            prepare.begin(story)
        case Step.PREPARE, True:
            declare.begin(story)
        case Step.AFTERMATH, _:
            arrivals.aftermath(story)
        case Step.UPKEEP, _:
            if paying.begin(story):
                build.begin(story)
        case Step.BUILD, True:
            invasion.begin(story)
        case _:
            raise AssertionError(f"nothing follows {phase}")


def _arrivals(story: Story, phase: Arriving) -> None:
    if arrivals.onward(story, phase):
        if phase.step is Step.TURN_START:
            story.tell(StepOpened(Step.INITIATIVE))
        else:
            ending.turn_end(story)


def _combats(story: Story, phase: Fighting) -> None:
    """Combats on different territories are independent of one another [SC-SEQ-7]."""
    settled = [combat.onward(story, one) for one in phase.combats.values()]
    if all(settled):
        story.tell(StepOpened(Step.AFTERMATH))


def _declaring(story: Story, phase: Declaring) -> None:
    if declare.onward(story, phase):
        determine.begin(story)


def _paying(story: Story, phase: Paying) -> None:
    if paying.onward(story, phase):
        build.begin(story)


def _invading(story: Story, phase: Invading) -> None:
    if invasion.onward(story, phase):
        story.tell(StepOpened(Step.TURN_END))


_ONWARD: Mapping[type, Callable[[Story, Any], None]] = {
    Setup: setup.onward,
    Passing: _through,
    Arriving: _arrivals,
    Rolling: initiative.rolled,
    Bidding: initiative.reveal,
    Tied: initiative.settled,
    Preparing: prepare.reveal,
    Declaring: _declaring,
    Determining: determine.onward,
    Fighting: _combats,
    Paying: _paying,
    Building: build.reveal,
    Invading: _invading,
}

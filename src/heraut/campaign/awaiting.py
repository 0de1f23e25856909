"""What the campaign waits for, and from whom (the table of chapter 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from heraut.campaign.combat import Combat, CombatStatus
from heraut.campaign.decide.arrivals import chooser, due
from heraut.campaign.decide.determine import unanswered
from heraut.campaign.decide.initiative import dice, roller
from heraut.campaign.decide.setup import draw_chance
from heraut.campaign.state import (
    Arriving,
    Bidding,
    Building,
    Declaring,
    Determining,
    Fighting,
    Invading,
    Paying,
    Preparing,
    Rolling,
    Setup,
    State,
    Tied,
)
from heraut.kernel import FATE, ORGANISER, Awaited, ClauseId, Fact, Seat


def awaits(state: State) -> tuple[Awaited, ...]:
    """Everything that is awaited now; empty when the campaign is over."""
    asking = _ASKING.get(type(state.phase))
    asked = tuple(asking(state, state.phase)) if asking is not None else ()
    watch = state.people.watch
    return asked if watch is None else tuple(replace(one, since=watch.opened) for one in asked)


def _ask(seat: Seat, code: str, clause: str, subject: Fact | None = None) -> Awaited:
    return Awaited(seat, code, ClauseId(clause), subject=subject)


def _setup(state: State, phase: Setup) -> Iterator[Awaited]:
    if phase.starts:
        for seat in state.game.seats:
            if seat not in phase.composed:
                yield _ask(seat, "campaign-compose", "SC-SET-4")
    elif state.game.settings.start_assignment == "manual":
        yield _ask(ORGANISER, "campaign-starts", "SC-SET-2")
    else:
        yield Awaited(FATE, "campaign-draw", ClauseId("SC-SET-2"), draw_chance(state.game))


def _arriving(state: State, phase: Arriving) -> Iterator[Awaited]:
    for army in due(state, phase):
        yield _ask(chooser(state.board, army), "campaign-village", "SC-RET-6", army.id)


def _rolling(state: State, phase: Rolling) -> Iterator[Awaited]:
    if (seat := roller(phase)) is not None:
        yield Awaited(FATE, "campaign-dice", ClauseId("SC-INI-2"), dice(state, seat), subject=seat)


def _bidding(_state: State, phase: Bidding) -> Iterator[Awaited]:
    return (_ask(seat, "campaign-bid", "SC-INI-5") for seat in phase.box.awaited)


def _tied(state: State, _phase: Tied) -> Iterator[Awaited]:
    if state.board.favour_holder is not None:
        yield _ask(state.board.favour_holder, "campaign-ties", "SC-INI-10")


def _preparing(_state: State, phase: Preparing) -> Iterator[Awaited]:
    return (_ask(seat, "campaign-prepare", "SC-SEQ-4") for seat in phase.box.awaited)


def _declaring(_state: State, phase: Declaring) -> Iterator[Awaited]:
    yield _ask(phase.queue[0], "campaign-declare", "SC-DEC-2")


def _determining(state: State, phase: Determining) -> Iterator[Awaited]:
    for at in unanswered(phase):
        yield _ask(state.board.villages[at].owner, "campaign-militia", "SC-RSV-4", at)


def _fighting(_state: State, phase: Fighting) -> Iterator[Awaited]:
    for combat in phase.combats.values():
        yield from _combat(combat)


def _combat(combat: Combat) -> Iterator[Awaited]:
    """Fielding [SC-CBT-3], a result [SC-CBT-5], agreement [SC-CBT-6]."""
    for seat in combat.standing():
        if combat.status is CombatStatus.ORGANISE and seat not in combat.forces:
            yield _ask(seat, "campaign-field", "SC-CBT-3", combat.territory)
        elif combat.status is CombatStatus.BATTLE:
            yield _ask(seat, "campaign-result", "SC-CBT-5", combat.territory)
        elif combat.status is CombatStatus.REVIEW and seat not in combat.agreed:
            yield _ask(seat, "campaign-review", "SC-CBT-6", combat.territory)


def _paying(_state: State, phase: Paying) -> Iterator[Awaited]:
    return (_ask(seat, "campaign-demobilise", "SC-UPK-5") for seat in phase.owing)


def _building(_state: State, phase: Building) -> Iterator[Awaited]:
    return (_ask(seat, "campaign-build", "SC-SEQ-10") for seat in phase.box.awaited)


def _invading(_state: State, phase: Invading) -> Iterator[Awaited]:
    yield _ask(phase.queue[0], "campaign-invade", "SC-INV-1")


_ASKING: Mapping[type, Callable[[State, Any], Iterator[Awaited]]] = {
    Setup: _setup,
    Arriving: _arriving,
    Rolling: _rolling,
    Bidding: _bidding,
    Tied: _tied,
    Preparing: _preparing,
    Declaring: _declaring,
    Determining: _determining,
    Fighting: _fighting,
    Paying: _paying,
    Building: _building,
    Invading: _invading,
}

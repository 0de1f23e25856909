"""The engine of the skirmish: the list of its subjects, and who may see, try and await what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heraut.kernel.engine import Outcome, deciders, evolvers, union
from heraut.kernel.message import Command
from heraut.kernel.names import ORGANISER, EngineId, Instant, RulesVersion, Seat
from heraut.skirmish import playing, subjects
from heraut.skirmish.answers import legal_answers
from heraut.skirmish.chances import ThreatView, threat
from heraut.skirmish.legal import candidates
from heraut.skirmish.need import DecisionNeed
from heraut.skirmish.playing import check, complete, evolve, played, unfit
from heraut.skirmish.secrecy import known_to, waits_unseen
from heraut.skirmish.settings import Settings
from heraut.skirmish.state import State, start
from heraut.skirmish.view import FightView, awaits, fight_view

__all__ = [
    "awaits", "called", "commands", "complete", "decide", "events", "evolve", "id", "legal", "next_tick", "rules",
    "seats", "settings", "stand_ins", "start", "view",
]  # fmt: skip

SUBJECTS = (*subjects.SUBJECTS, playing.SUBJECT)
_DECIDERS = deciders(SUBJECTS)

id = EngineId("skirmish")
rules = RulesVersion("saga-skirmish-5")
settings = Settings
commands = union(_DECIDERS)
events = union(evolvers(SUBJECTS))


def decide(state: State, command: Command) -> Outcome:
    """An answer to what the action under way waits for, or a new action."""
    return unfit(state, command) or _DECIDERS[type(command)](state, command)


def view(state: State, viewer: Seat | None) -> FightView:
    """The fight as the viewer may see it."""
    return fight_view(state, viewer, threat_of(state))


def threat_of(state: State) -> ThreatView | None:
    """The blow whose dodge the fight waits for, with the odds of each choice."""
    pending = state.pending
    if pending is None or not isinstance(pending.need, DecisionNeed):
        return None
    return threat(state, played(pending.origin, pending.command, pending.answers).throws)


def legal(state: State, seat: Seat) -> Iterator[Command]:
    """The commands of a seat, the game master speaking for everybody; for FATE, every way the dice may fall."""
    if waits_unseen(state, seat):
        return
    if state.pending is not None:
        yield from legal_answers(state.pending.need, seat)
        return
    for command in candidates(known_to(state, seat), seat):
        if check(state, command) is None:
            yield command


def next_tick(_state: State) -> Instant | None:
    """Never: a fight has no deadline, its seconds pass when the game master says so."""
    return None


def seats(state: State) -> Mapping[Seat, str]:
    """The players, and the game master in the organiser's seat."""
    return {ORGANISER: "meneur", **state.settings.players}


def stand_ins(_state: State) -> Mapping[Seat, Seat]:
    """Nobody: who plays which character is in the settings."""
    return {}


def called(state: State) -> Mapping[str, str]:
    """The characters whose name is not their id; the sides and units whose ids were made."""
    return {**state.names, **{fighter.id: fighter.called for fighter in state.fighters.values() if fighter.called}}

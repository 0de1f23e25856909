"""The result of a match, as an event is given it: who won and how, the points of both sides, why."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from heraut.kernel.names import Seat
from heraut.kernel.refusal import Reason
from heraut.scenario.facts import SIDES, Side
from heraut.scenario.scoring import Awards
from heraut.scenario.sheet import DRAWN, Tally, WinKind
from heraut.scenario.state import Signing, State


class MatchResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """
    The outcome of a match, as an event is given it.

    `victory_points` are SAGA's, `control_points` Steamroller's. `destroyed` is what each side destroyed of the
    other's army, `surviving` what is left of its own. No winner: a draw. `settled`: both have signed or an official
    has decided.
    """

    scenario: str
    seats: Mapping[Side, Seat]
    winner: Side | None = None
    kind: WinKind | None = None
    cause: str | None = None
    victory_points: Mapping[Side, int] = {}
    control_points: Mapping[Side, int] = {}
    destroyed: Mapping[Side, int] = {}
    surviving: Mapping[Side, int] = {}
    turns: int = 0
    settled: bool = False
    bonuses: Mapping[Seat, tuple[str, ...]] = {}
    """The bonuses of the event the players have earned."""
    because: tuple[Reason, ...] = ()


def final_sheet(state: Signing) -> Tally:
    """The sheet with the lines that the end added."""
    sheet = state.play.sheet
    return msgspec.structs.replace(sheet, lines=(*sheet.lines, *state.outcome.lines))


def result(state: State) -> MatchResult | None:
    """The result, once play has ended and everything is counted."""
    if not isinstance(state, Signing):
        return None
    sheet, win, armies = final_sheet(state), state.outcome.win, state.outcome.armies
    whole = MatchResult(
        scenario=sheet.scenario.id,
        seats={side: state.game.seat(side) for side in SIDES},
        winner=win.side if win else None,
        kind=win.kind if win else None,
        cause=win.cause if win else None,
        turns=sheet.turns,
        settled=state.settled,
        bonuses=state.play.bonuses,
        because=(
            *(line.because for line in sheet.lines),
            *(reason for army in armies for reason in army.because),
            win.because if win else DRAWN,
        ),
    )
    if not isinstance(sheet.scenario.scoring, Awards):
        return msgspec.structs.replace(whole, victory_points=sheet.points)
    return msgspec.structs.replace(
        whole,
        control_points=sheet.points,
        destroyed={army.side.other: army.lost for army in reversed(armies)},
        surviving={army.side: army.surviving for army in armies},
    )

"""What a match hands to the tournament."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from heraut.kernel import ClauseId, Reason, Refusal, Seat
from heraut.scenario.score import Tally, Win, WinKind, begin, finish, tally
from heraut.scenario.scoring import Awards
from heraut.scenario.sides import SIDES, Side
from heraut.scenario.state import Counting, Game, Play, Signing, State
from heraut.scenario.tiebreak import Armies, ArmyCount, army_counts, lost_points, separate, surviving_points


class MatchResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """
    The outcome of a match.

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
    because: tuple[Reason, ...] = ()


def refold(game: Game, play: Play) -> Tally | Refusal:
    """The score counted anew from the facts of the turns; what follows a victory no longer counts."""
    sheet: Tally | Refusal = begin(game.scenario, game.options, play.start)
    for facts in play.turns:
        if isinstance(sheet, Refusal) or sheet.over:
            return sheet
        sheet = tally(sheet, (facts,))
    return sheet


def result(state: State) -> MatchResult | None:
    """The result, once play has ended and everything is counted."""
    match state:
        case Signing(game, _, play, stop):
            sheet, win = outcome(state)
            seats = {side: game.seat(side) for side in SIDES}
            whole = MatchResult(
                scenario=game.scenario.id,
                seats=seats,
                winner=win.side if win else None,
                kind=win.kind if win else None,
                cause=win.cause if win else None,
                turns=sheet.turns,
                settled=state.settled,
                because=(
                    *(line.because for line in sheet.lines),
                    *(reason for army in armies(state) for reason in army.because),
                    _why(win, stop.clause),
                ),
            )
            return _with_points(whole, sheet, play.armies)
        case _:
            return None


def armies(state: Signing) -> tuple[ArmyCount, ...]:
    """What is left of both armies, where that was counted."""
    return army_counts(state.play.sheet, state.play.armies)


def outcome(state: Counting | Signing) -> tuple[Tally, Win | None]:
    """The final sheet and who won it; None is a draw."""
    sheet, stop = state.play.sheet, state.stop
    if stop.kind is not None and stop.side is not None:
        return sheet, sheet.win or Win(stop.side, stop.kind, stop.clause)
    if isinstance(state.game.scenario.scoring, Awards):
        return sheet, separate(sheet, state.play.armies or Armies())
    final = finish(sheet, state.play.ending) if state.play.ending is not None else sheet
    assert isinstance(final, Tally)
    return final, final.win


def _why(win: Win | None, clause: ClauseId) -> Reason:
    if win is None:
        return Reason(ClauseId("SR-WIN-13"), "match-drawn")
    return Reason(win.clause or clause, "match-won", {"side": win.side.value, "kind": win.kind.value})


def _with_points(whole: MatchResult, sheet: Tally, armies: Armies | None) -> MatchResult:
    if not isinstance(sheet.scenario.scoring, Awards):
        return msgspec.structs.replace(whole, victory_points=dict(sheet.points))
    left = armies or Armies()
    return msgspec.structs.replace(
        whole,
        control_points=dict(sheet.points),
        destroyed={side: lost_points(left, side.other) for side in SIDES},
        surviving={side: surviving_points(left, side) for side in SIDES},
    )

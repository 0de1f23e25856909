"""What a match hands to the tournament."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from heraut.kernel import ClauseId, Reason, Refusal, Seat
from heraut.scenario.events import PlayEnded
from heraut.scenario.score import Tally, Win, WinKind, begin, finish, tally
from heraut.scenario.score.sheet import Ending, Score, Start, remembering
from heraut.scenario.scoring import Awards
from heraut.scenario.sides import SIDES, Side
from heraut.scenario.state import Game, Ground, Play, Signing, State
from heraut.scenario.tiebreak import Armies, Outcome, army_counts, separate


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


def first_score(game: Game, ground: Ground) -> Score:
    """The score before the first turn: casters, a flag drawn by lot, and the dice of both bands where all are known."""
    casters = {side: game.settings.casters.get(game.seat(side), 1) for side in SIDES}
    knows_all_dice = len(ground.dice) == 2 and ground.deployed == ground.mustered
    dice = dict(ground.dice) if knows_all_dice else {}
    return begin(game.scenario, game.options, Start(dice=dice, first_flag=ground.first_flag, casters=casters)).memory


def first_sheet(game: Game, play: Play) -> Tally:
    """The sheet before the first turn."""
    return remembering(Tally(scenario=game.scenario, options=game.options), play.begun)


def recount(game: Game, play: Play) -> Tally | Refusal:
    """The score counted anew from the facts of the turns; what follows a victory no longer counts."""
    sheet: Tally | Refusal = first_sheet(game, play)
    for facts in play.turns:
        if isinstance(sheet, Refusal) or sheet.over:
            return sheet
        sheet = tally(sheet, (facts,))
    return sheet


def result(state: State) -> MatchResult | None:
    """The result, once play has ended and everything is counted."""
    match state:
        case Signing(game=game, stop=stop):
            sheet, win = final_sheet(state), state.outcome.win
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
                    *(reason for army in state.outcome.armies for reason in army.because),
                    _why(win, stop.clause),
                ),
            )
            return _with_points(whole, sheet, state.outcome)
        case _:
            return None


def final_sheet(state: Signing) -> Tally:
    """The sheet with the lines that the end added."""
    sheet = state.play.sheet
    return msgspec.structs.replace(sheet, lines=(*sheet.lines, *state.outcome.lines))


def outcome_of(game: Game, play: Play, stop: PlayEnded) -> Outcome:
    """What the game comes to, now that everything is counted."""
    sheet = play.sheet
    counts = army_counts(sheet, play.armies)
    if stop.kind is not None and stop.side is not None:
        return Outcome(win=sheet.win or Win(stop.side, stop.kind, stop.clause), armies=counts)
    if isinstance(game.scenario.scoring, Awards):
        return Outcome(win=separate(sheet, play.armies or Armies()), armies=counts)
    final = finish(sheet, play.ending or Ending())
    assert isinstance(final, Tally)
    return Outcome(lines=final.lines[len(sheet.lines) :], win=final.win)


def _why(win: Win | None, clause: ClauseId) -> Reason:
    if win is None:
        return Reason(ClauseId("SR-WIN-13"), "match-drawn")
    return Reason(win.clause or clause, "match-won", {"side": win.side.value, "kind": win.kind.value})


def _with_points(whole: MatchResult, sheet: Tally, outcome: Outcome) -> MatchResult:
    if not isinstance(sheet.scenario.scoring, Awards):
        return msgspec.structs.replace(whole, victory_points=sheet.points)
    return msgspec.structs.replace(
        whole,
        control_points=sheet.points,
        destroyed={army.side.other: army.lost for army in reversed(outcome.armies)},
        surviving={army.side: army.surviving for army in outcome.armies},
    )

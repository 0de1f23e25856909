"""How play stops: by its length, by time, by a victory, by a sudden loss, by giving up."""

from __future__ import annotations

import msgspec

from heraut.kernel import OFFICIALS, ClauseId, Event, HouseCode, Refusal, Seat, house
from heraut.scenario.chance import length_chance
from heraut.scenario.commands import Ended, Forfeit, OrdersWithoutDice
from heraut.scenario.events import EndCounted, PlayEnded
from heraut.scenario.evolve import evolve
from heraut.scenario.result import first_score, outcome_of
from heraut.scenario.score import Ending, WinKind
from heraut.scenario.scoring import Awards, Control
from heraut.scenario.sides import Side
from heraut.scenario.state import Counting, Game, Playing, SettingUp


def stopped(state: Playing, *events: Event) -> tuple[Event, ...]:
    """The events, and the end of play if they bring it."""
    after: object = state
    for event in events:
        assert isinstance(after, Playing)
        after = evolve(after, event)
    assert isinstance(after, Playing)
    end = _end(after)
    return events if end is None else (*events, *with_count(after, end))


def _end(state: Playing) -> PlayEnded | None:
    sheet, play = state.play.sheet, state.play
    if sheet.over:
        win = sheet.win
        return PlayEnded(win.clause, win.kind, win.side) if win else PlayEnded(ClauseId("SR-WIN-14"))
    if isinstance(state.game.scenario.scoring, Awards):
        return _dice_down(state)
    length = state.game.scenario.length
    assert length is not None
    assert length.turns is not None
    last = 2 * (length.turns + (1 if play.more else 0))
    if play.timed_at is not None and sheet.turns % 2 == 0:
        return PlayEnded(ClauseId("ST-ORG-7"))
    return PlayEnded(length.clause) if sheet.turns >= last and length_chance(state) is None else None


def _dice_down(state: Playing) -> PlayEnded | None:
    """Dice down ends the turn under way, which is still scored [SR-DICE-3]."""
    called = state.play.timed_at
    return PlayEnded(ClauseId("SR-DICE-4")) if called is not None and state.play.sheet.turns > called else None


def with_count(state: SettingUp | Playing, end: PlayEnded) -> tuple[Event, ...]:
    """The end of play; where nothing is left to count, the result stands at once [ST-LOSS-3]."""
    game, change = state.game, msgspec.structs.replace
    if isinstance(state, SettingUp):
        end = change(end, score=first_score(game, state.ground))
    if isinstance(game.scenario.scoring, Awards):
        if isinstance(state, SettingUp) or state.play.armies is None:
            return (end,)
        return (change(end, outcome=outcome_of(game, state.play, end)),)
    if end.kind is None and _is_counted(game):
        return (end,)
    after = evolve(state, end)
    assert isinstance(after, Counting)
    return (end, EndCounted(Ending(), outcome=outcome_of(game, after.play, end)))


def _is_counted(game: Game) -> bool:
    """Whether something is left to count after the last turn of a SAGA game."""
    scoring = game.scenario.scoring
    assert scoring is not None
    assert not isinstance(scoring, Awards)
    pays_dice = isinstance(scoring, Control) and scoring.lost_dice is not None
    return scoring.massacre != "none" or (pays_dice and game.options.lost_dice_scoring == "once")


def ended_against(game: Game, loser: Side, kind: Ended) -> PlayEnded:
    """The end of a game against one side, with the clause of its kind."""
    if not isinstance(game.scenario.scoring, Awards):
        clause = "ST-LOSS-1" if kind == "sudden-loss" else "ST-LOSS-8"
    else:
        clause = {"concession": "SR-WIN-15", "clock": "SR-VTIME-15"}.get(kind, "SR-FAIR-6")
    return PlayEnded(ClauseId(clause), WinKind(kind), loser.other)


def conceded(state: SettingUp | Playing, seat: Seat) -> tuple[Event, ...] | Refusal:
    """A player gives up: a win of kind concession [SR-WIN-15, ST-LOSS-8]."""
    side = state.game.side(seat)
    if side is None:
        return house(HouseCode.NOT_YOUR_SEAT, seat)
    return with_count(state, ended_against(state.game, side, "concession"))


def forfeited(state: SettingUp | Playing, command: Forfeit) -> tuple[Event, ...] | Refusal:
    """An official ends the game: absence, disqualification, a clock at zero [ST-LOSS-8, SR-VTIME-15]."""
    if command.seat not in OFFICIALS:
        return house(HouseCode.NOT_YOUR_SEAT, command.seat)
    return with_count(state, ended_against(state.game, command.side, command.kind))


def without_dice(state: Playing, command: OrdersWithoutDice) -> tuple[Event, ...] | Refusal:
    """A band that begins its Orders phase with no die to roll loses at once [ST-LOSS-1]."""
    if isinstance(state.game.scenario.scoring, Awards):
        return Refusal(ClauseId("ST-LOSS-1"), "match-not-in-this-game")
    if command.generated > 0:
        return Refusal(ClauseId("ST-LOSS-5"), "dice-generated", subject=command.side.value, asked=command.generated)
    if command.side is not state.play.sheet.next_turn[0] or state.play.during is not None:
        return Refusal(ClauseId("ST-LOSS-6"), "not-your-orders-phase", subject=command.side.value)
    return with_count(state, ended_against(state.game, command.side, "sudden-loss"))

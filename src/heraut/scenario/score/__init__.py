"""The score as a fold over the facts of turns: pure, the same for the engine, the questions and the lab."""

from heraut.scenario.score.ending import finish
from heraut.scenario.score.sheet import Ending, Line, Start, Tally, Win, WinKind, begin
from heraut.scenario.score.tally import end_turn, happen, tally

__all__ = ["Ending", "Line", "Start", "Tally", "Win", "WinKind", "begin", "end_turn", "finish", "happen", "tally"]

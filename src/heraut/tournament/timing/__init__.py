"""Lengths of games and turns, the round's secret clock, the clocks of a table."""

from heraut.tournament.timing.lengths import Times, reserve_minutes, secret_sides, times_for, variable_minutes

__all__ = ["Times", "reserve_minutes", "secret_sides", "times_for", "variable_minutes"]

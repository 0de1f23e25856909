"""Builders that keep the set-up of a test on screen."""

from __future__ import annotations

from auction import engine
from heraut.kernel.names import Seat

ANA, BEN, CHLOE = Seat("ana"), Seat("ben"), Seat("chloe")
NAMES = {"ana": "Ana", "ben": "Ben", "chloe": "Chloé"}


def settings(*lots: str, bidders: int = 2, purse: int = 10) -> engine.Settings:
    return engine.Settings(dict(list(NAMES.items())[:bidders]), lots or ("helm", "sword"), purse)


def bidding(*lots: str, bidders: int = 2, purse: int = 10) -> engine.State:
    state = engine.start(settings(*lots, bidders=bidders, purse=purse), engine.rules)
    assert isinstance(state, engine.Bidding)
    return state

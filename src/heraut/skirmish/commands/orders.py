"""Command: orders and taking over."""

from __future__ import annotations

from heraut.skirmish.commands.speaker import ByFighter, OrderKind


class Order(ByFighter, frozen=True, kw_only=True):
    """
    Spend an action on orders to men or units [SK-CMD-6].

    For tactics, `gain` is attack or defence and `circumstances` rows of the table, `plan` the worth of the plan; for
    galvanising, `gain` is fatigue or wound.
    """

    order: OrderKind
    men: tuple[str, ...]
    position: str = "leading"
    gain: str = ""
    circumstances: tuple[str, ...] = ()
    plan: int = 0


class KeepOrdering(ByFighter, frozen=True, kw_only=True):
    """Spend the next action of a series of orders."""


class TakeOver(ByFighter, frozen=True, kw_only=True):
    """Take over the men of a lost chief [SK-CMD-23]."""

    men: tuple[str, ...]
    position: str = "leading"

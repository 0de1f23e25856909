"""Questions about the campaign: upkeep, speed, losses, the outcome of a combat, initiative."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Literal

import msgspec

from heraut.ask.question import Answer, Question
from heraut.campaign.board import charged, figures_after, fit, refund, steps
from heraut.campaign.initiative import in_order, open_bids, strict, ties
from heraut.campaign.tables import Category, due_row, incomes, numbers, outcome, players_rows
from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Fact, Reason, Refusal, exact


class UpkeepInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The points of all bands standing on the map; `rule` is the setting `upkeep_rule`."""

    points: Fraction
    rule: Literal["exceed", "reach"] = "exceed"


class UpkeepOutput(msgspec.Struct, frozen=True):
    """What they cost each turn."""

    pp: int


def _upkeep(asked: UpkeepInput) -> Answer[UpkeepOutput] | Refusal:
    if asked.points < 0:
        return _no_points(asked.points)
    row = due_row(asked.points, asked.rule)
    if row is None:
        return Answer(UpkeepOutput(0), (_because("SC-UPK-3", "campaign-upkeep-free", points=asked.points),))
    reason = _because("SC-UPK-3", "campaign-upkeep-due", points=asked.points, threshold=row.threshold, pp=row.cost)
    return Answer(UpkeepOutput(row.cost), (reason,))


class SpeedInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The points of a band; `fast_max_points` is the setting of that name."""

    points: Fraction
    fast_max_points: int = 7


class SpeedOutput(msgspec.Struct, frozen=True):
    """How many territories it may go in one move."""

    steps: int


def _speed(asked: SpeedInput) -> Answer[SpeedOutput] | Refusal:
    if asked.points < 0:
        return _no_points(asked.points)
    far = steps(asked.points, asked.fast_max_points)
    code = "campaign-speed-fast" if asked.points <= asked.fast_max_points else "campaign-speed-slow"
    reason = _because("SC-MOV-2", code, points=asked.points, most=asked.fast_max_points, steps=far)
    return Answer(SpeedOutput(far), (reason,))


class LossesInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of a unit before a battle and those left after it; `odd_half` is the setting of that name."""

    initial: int
    left: int
    odd_half: Literal["down", "up"] = "down"


class LossesOutput(msgspec.Struct, frozen=True):
    """The figures the unit goes on with; 0 when it is removed."""

    figures: int


def _losses(asked: LossesInput) -> Answer[LossesOutput] | Refusal:
    if asked.initial < 1 or not 0 <= asked.left <= asked.initial:
        return Refusal(ClauseId("SC-CBT-5"), "campaign-question-figures", None, asked.left, asked.initial)
    figures = figures_after(asked.initial, asked.left, asked.odd_half)
    whole = asked.left > 0 and figures == asked.initial and asked.left > asked.initial // 2
    code = "campaign-losses-gone" if not asked.left else "campaign-losses-whole" if whole else "campaign-losses-half"
    facts = {"initial": asked.initial, "left": asked.left, "figures": figures}
    clause = "SC-LOS-2" if asked.initial % 2 else "SC-LOS-1"
    return Answer(LossesOutput(figures), (Reason(ClauseId(clause), code, facts if asked.left else {}),))


class RefundAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The points of all troops of a player that have no village to go to."""

    points: Fraction


class RefundAnswer(msgspec.Struct, frozen=True):
    """What they bring back."""

    pp: int


def _refund(asked: RefundAsked) -> Answer[RefundAnswer] | Refusal:
    if asked.points < 0:
        return _no_points(asked.points)
    back = refund(asked.points)
    return Answer(RefundAnswer(back), (_because("SC-HOM-1", "campaign-refund", points=asked.points, pp=back),))


class OutcomeInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """
    Who won, the points of both sides after losses, and whether their lords live.

    `controlled` says that somebody had the territory before; `neutral_draw` is the setting of that name.
    """

    result: Literal["attacker", "draw", "defender"]
    attacker_points: Fraction
    defender_points: Fraction
    attacker_lord: bool = True
    defender_lord: bool = True
    controlled: bool = True
    neutral_draw: Literal["defender", "nobody"] = "defender"


class OutcomeOutput(msgspec.Struct, frozen=True):
    """Who holds the territory (`unchanged`: whoever controlled it, if anybody), who retreats, the cell of the table."""

    holds: Literal["attacker", "unchanged", "defender"]
    retreats: tuple[Literal["attacker", "defender"], ...]
    cell: int


def _outcome(asked: OutcomeInput) -> Answer[OutcomeOutput] | Refusal:
    for points in (asked.attacker_points, asked.defender_points):
        if points < 0:
            return _no_points(points)
    attacker = fit(asked.attacker_points, lord=asked.attacker_lord)
    defender = fit(asked.defender_points, lord=asked.defender_lord)
    row = outcome(asked.result, attacker_fit=attacker, defender_fit=defender)
    retreats: tuple[Literal["attacker", "defender"], ...] = ()
    retreats += () if row.attacker_stays else ("attacker",)
    retreats += () if row.defender_stays else ("defender",)
    reasons = [Reason(row.clause, "campaign-outcome-cell", {"cell": row.cell, "control": row.control})]
    holds = row.control
    if holds == "unchanged" and not asked.controlled and asked.neutral_draw == "defender":
        holds = "defender"
        reasons.append(Reason(ClauseId("SC-OUT-3"), "campaign-neutral-draw", {}))
    return Answer(OutcomeOutput(holds, retreats, row.cell), tuple(reasons))


class InitiativeInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """
    The bids, the stocks before them, the favour holder, and that player's order for each tie, best first.

    Who has a stock and no bid is silent: a bid of 0. With `order`, that of the turn before, ties nobody has ordered
    stay as they were. `overbid` is the setting of that name.
    """

    bids: Mapping[str, int]
    purses: Mapping[str, int]
    favour_holder: str
    choices: tuple[tuple[str, ...], ...] = ()
    order: tuple[str, ...] = ()
    overbid: Literal["penalise", "refuse"] = "penalise"


class InitiativeOutput(msgspec.Struct, frozen=True):
    """The new order, the new favour holder, what each pays, and whose bids are void."""

    order: tuple[Seat, ...]
    favour_holder: Seat
    pays: Mapping[Seat, int]
    void: tuple[Seat, ...]


def _initiative(asked: InitiativeInput) -> Answer[InitiativeOutput] | Refusal:
    if fault := _initiative_fault(asked):
        return fault
    silent = [seat for seat in asked.purses if seat not in asked.bids]
    bids = {Seat(seat): asked.bids.get(seat, 0) for seat in (*asked.bids, *silent)}
    opening = open_bids(bids, {Seat(seat): stock for seat, stock in asked.purses.items()})
    chosen = {frozenset(order): tuple(map(Seat, order)) for order in asked.choices if len(set(order)) == len(order)}
    left = tuple(group for group in ties(opening.groups) if frozenset(group) not in chosen)
    if left and not asked.order:
        return Refusal(ClauseId("SC-INI-10"), "campaign-question-order", tuple(left[0]))
    chosen |= {frozenset(group): group for group in in_order(left, tuple(map(Seat, asked.order)))}
    order = strict(tuple(chosen.get(frozenset(group), group) for group in opening.groups))
    reasons = [_bid_reason(asked, seat, void=seat in opening.void) for seat in asked.bids]
    reasons += [Reason(ClauseId("SC-GEN-9"), "campaign-bid-silent", {"seat": seat}) for seat in silent]
    if left:
        reasons.append(Reason(ClauseId("SC-INI-12"), "campaign-tie-kept"))
    if len(ties(opening.groups)) > len(left):
        reasons.append(Reason(ClauseId("SC-INI-10"), "campaign-tie-ordered", {"holder": asked.favour_holder}))
    reasons.append(Reason(ClauseId("SC-INI-11"), "campaign-favour", {"seat": order[0]}))
    pays = {seat: opening.paid.get(seat, 0) for seat in bids}
    return Answer(InitiativeOutput(order, order[0], pays, opening.void), tuple(reasons))


def _initiative_fault(asked: InitiativeInput) -> Refusal | None:
    strangers = {*asked.bids, asked.favour_holder} - {*asked.purses}
    strangers |= set(asked.purses) ^ set(asked.order) if asked.order else set()
    if strangers or not asked.purses:
        return Refusal(ClauseId("SC-INI-5"), "campaign-question-seats", tuple(sorted(strangers)))
    if negative := tuple(seat for seat, bid in asked.bids.items() if bid < 0):
        return Refusal(ClauseId("SC-INI-5"), "campaign-bid-negative", negative, asked.bids[negative[0]])
    above = next((seat for seat, bid in asked.bids.items() if bid > asked.purses[seat]), None)
    if above is not None and asked.overbid == "refuse":
        return Refusal(ClauseId("SC-INI-8"), "campaign-bid-refused", above, asked.bids[above], asked.purses[above])
    return None


def _bid_reason(asked: InitiativeInput, seat: str, *, void: bool) -> Reason:
    bid = asked.bids[seat]
    if void:
        facts: dict[str, Fact] = {"seat": seat, "bid": bid, "purse": asked.purses[seat]}
        return Reason(ClauseId("SC-INI-8"), "campaign-bid-void", facts)
    return Reason(ClauseId("SC-INI-9"), "campaign-bid-valid", {"seat": seat, "bid": bid})


class PlayersAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many play."""

    players: int


class PlayersAnswer(msgspec.Struct, frozen=True):
    """The turns of the campaign, the points that win by fame, and the limits of each player."""

    turns: int
    prestige_to_win: int
    max_lords: int
    starting_bands: int
    max_villages: int


def _players(asked: PlayersAsked) -> Answer[PlayersAnswer] | Refusal:
    row = next((row for row in players_rows() if row.players == asked.players), None)
    if row is None:
        return Refusal(ClauseId("SC-SET-1"), "campaign-player-count", "players", asked.players)
    found = PlayersAnswer(row.turns, row.prestige_to_win, row.max_lords, row.starting_bands, row.max_villages)
    return Answer(found, (Reason(row.clause, "campaign-players", {"players": row.players}),))


Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class IncomeAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The territories a player controls, by category, and the villages on them; `prestige_income` is a setting."""

    normal: Count = 0
    developed: Count = 0
    prestige: Count = 0
    villages: Count = 0
    prestige_income: Count = 0


class IncomeAnswer(msgspec.Struct, frozen=True):
    """What they bring each turn."""

    pp: int


def _income(asked: IncomeAsked) -> Answer[IncomeAnswer] | Refusal:
    lands = asked.normal + asked.developed + asked.prestige
    if asked.villages > lands:
        return Refusal(ClauseId("SC-MAP-4"), "campaign-question-villages", None, asked.villages, lands)
    paid = incomes() | {Category.PRESTIGE: asked.prestige_income}
    land = sum(getattr(asked, category) * paid[category] for category in Category)
    more = asked.villages * numbers().village_income
    reasons = (
        _because("SC-PP-1", "campaign-income-land", lands=lands, pp=land),
        _because("SC-PP-2", "campaign-income-villages", villages=asked.villages, pp=more),
    )
    return Answer(IncomeAnswer(land + more), reasons)


class PriceAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The points of each unit of one order, and its new lords; `lord_cost` is the setting of that name."""

    units: tuple[Fraction, ...] = ()
    lords: Count = 0
    lord_cost: Count = 0


class PriceAnswer(msgspec.Struct, frozen=True):
    """What the order takes from the stock."""

    pp: int


def _price(asked: PriceAsked) -> Answer[PriceAnswer] | Refusal:
    if any(points < 0 for points in asked.units):
        return _no_points(min(asked.units))
    points = sum(asked.units, Fraction(0))
    pp = charged(points + asked.lords * asked.lord_cost)
    return Answer(PriceAnswer(pp), (_because("SC-REC-2", "campaign-price", points=points, pp=pp),))


def _because(clause: str, code: str, **facts: int | Fraction) -> Reason:
    said: dict[str, Fact] = {name: exact(Fraction(fact)) for name, fact in facts.items()}
    return Reason(ClauseId(clause), code, said)


def _no_points(points: Fraction) -> Refusal:
    return Refusal(ClauseId("SC-GEN-3"), "campaign-question-points", None, exact(points))


UPKEEP = Question(
    "campaign.upkeep", "What do standing bands of so many points cost each turn?", UpkeepInput, UpkeepOutput, _upkeep
)
SPEED = Question("campaign.speed", "How far may a band of so many points go?", SpeedInput, SpeedOutput, _speed)
LOSSES = Question(
    "campaign.losses", "With how many figures does a unit go on after a battle?", LossesInput, LossesOutput, _losses
)
OUTCOME = Question(
    "campaign.outcome", "Who holds the territory after a combat of two, and who retreats?",
    OutcomeInput, OutcomeOutput, _outcome,
)  # fmt: skip
INITIATIVE = Question(
    "campaign.initiative", "What order do these bids bring, and what does each player pay?",
    InitiativeInput, InitiativeOutput, _initiative,
)  # fmt: skip
REFUND = Question("campaign.refund", "What do troops without a village bring back?", RefundAsked, RefundAnswer, _refund)
PLAYERS = Question(
    "campaign.players", "How long is a campaign of so many players, and what may each have?",
    PlayersAsked, PlayersAnswer, _players,
)  # fmt: skip
INCOME = Question("campaign.income", "What do these territories bring each turn?", IncomeAsked, IncomeAnswer, _income)
PRICE = Question("campaign.price", "What does an order of recruits cost?", PriceAsked, PriceAnswer, _price)

"""
Questions about a campaign's map: marches, villages, claims, invasions, troops sent home, the score.

The map is told in the words of the conformance cases (`campaign/situation.py`); what is not told has its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

import msgspec

from heraut.ask.question import Answer, Question
from heraut.campaign.aftermath import MemoryPointGained, take
from heraut.campaign.arrivals import nearest
from heraut.campaign.board import BandId, Recruit, UnitId
from heraut.campaign.combats import CombatOpened
from heraut.campaign.invasions import BandInvaded, Invade, invade, place_fault
from heraut.campaign.marches import DeclareMove, MoveDeclared, declare_move, moves
from heraut.campaign.sequence import carry_on
from heraut.campaign.situation import GivenSituation, build
from heraut.campaign.state import State
from heraut.campaign.tables import TerritoryId, cost, numbers
from heraut.campaign.turns import famous, ranking
from heraut.campaign.upkeep import affordable, suggestion, total, wasteful
from heraut.kernel.engine import evolve_all
from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Fact, HouseCode, Reason, Refusal, exact, house

Path = tuple[TerritoryId, ...]
MOST = 200


class BoardAsked(GivenSituation, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The map as it stands, in the words of the conformance cases."""

    step: str = "declare"
    bands: Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST)] = ()
    armies: Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST)] = ()


def _state(asked: BoardAsked, step: str, **changes: Any) -> State:
    """The state at the opening of that step."""
    return build(msgspec.structs.replace(asked, step=step, **changes))


def _unknown(state: State, seat: Seat) -> Refusal | None:
    return None if seat in state.game.seats else house(HouseCode.UNKNOWN_SEAT, seat)


class MarchAsked(BoardAsked, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A band by its number, and the territories it wants to go through."""

    band: BandId
    path: Path


class MarchAnswer(msgspec.Struct, frozen=True):
    """What it really walks, what an enemy cuts off, and every way it could go."""

    path: Path
    lost: Path
    ways: tuple[Path, ...]


def _march(asked: MarchAsked) -> Answer[MarchAnswer] | Refusal:
    state = _state(asked, "declare")
    band = state.board.bands.get(asked.band)
    if band is None:
        return Refusal(ClauseId("SC-DEC-2"), "campaign-not-your-band", asked.band)
    first = (band.owner, *(seat for seat in state.board.order if seat != band.owner))
    speaking = _state(asked, "declare", order=first, settings={**asked.settings, "declaration_order": "initiative"})
    command = DeclareMove(seat=band.owner, band=asked.band, path=asked.path, accept_stop=True)
    outcome = declare_move(speaking, command)
    if isinstance(outcome, Refusal):
        return outcome
    (moved,) = (event for event in outcome if isinstance(event, MoveDeclared))
    clause = "SC-MOV-5" if moved.lost else "SC-MOV-1"
    reason = Reason(ClauseId(clause), "campaign-march", {"band": asked.band, "steps": len(moved.path)})
    ways = tuple(moves(state.game, state.board, band))
    return Answer(MarchAnswer(moved.path, moved.lost, ways), (reason,))


class VillageAsked(BoardAsked, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Whose troops look for a village, and from where."""

    seat: Seat
    origin: TerritoryId


class VillageAnswer(msgspec.Struct, frozen=True):
    """The nearest villages that no enemy occupies; several: somebody chooses."""

    villages: tuple[TerritoryId, ...]


def _village(asked: VillageAsked) -> Answer[VillageAnswer] | Refusal:
    state = _state(asked, "turn-start")
    if asked.origin not in state.game.map.territories:
        return Refusal(ClauseId("SC-RET-5"), "campaign-unknown-territory", asked.origin)
    if fault := _unknown(state, asked.seat):
        return fault
    found = nearest(state.game, state.board, asked.seat, asked.origin)
    facts: dict[str, Fact] = {"seat": asked.seat, "territory": asked.origin, "villages": found}
    return Answer(VillageAnswer(found), (Reason(ClauseId("SC-RET-5"), "campaign-nearest", facts),))


class DemobiliseAsked(BoardAsked, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who cannot pay the upkeep, and which units would go home."""

    seat: Seat
    gone: tuple[UnitId, ...] = ()


class DemobiliseAnswer(msgspec.Struct, frozen=True):
    """The upkeep of what stays, whether the stock pays it, which units could stay after all, the smallest sacrifice."""

    upkeep: int
    stock: int
    affordable: bool
    wasteful: tuple[UnitId, ...]
    suggestion: tuple[UnitId, ...]


def _demobilise(asked: DemobiliseAsked) -> Answer[DemobiliseAnswer] | Refusal:
    state = _state(asked, "declare")
    if fault := _unknown(state, asked.seat):
        return fault
    bands, stock = tuple(state.board.bands_of(asked.seat)), state.board.stocks[asked.seat]
    gone, rule = frozenset(asked.gone), state.game.settings.upkeep_rule
    strangers = gone - {unit.id for band in bands for unit in band.units}
    if strangers:
        return Refusal(ClauseId("SC-UPK-6"), "campaign-unit-not-here", min(strangers))
    paid = affordable(bands, gone, stock, rule)
    least = () if affordable(bands, frozenset(), stock, rule) else tuple(sorted(suggestion(bands, stock, rule)))
    due = cost(total(bands, gone), rule)
    answer = DemobiliseAnswer(due, stock, paid, wasteful(bands, gone, stock, rule) if paid else (), least)
    reason = Reason(ClauseId("SC-UPK-5"), "campaign-upkeep-owed", {"seat": asked.seat, "pp": due, "stock": stock})
    return Answer(answer, (reason,))


class PlaceAnswer(msgspec.Struct, frozen=True):
    """A player's final score, and what it is made of."""

    seat: Seat
    score: Fraction
    stock: int
    bands: Fraction
    villages: int


class ScoreAnswer(msgspec.Struct, frozen=True):
    """All players from the top; `famous` wins by the memory track, whatever the score."""

    ranking: tuple[PlaceAnswer, ...]
    famous: Seat | None


def _score(asked: BoardAsked) -> Answer[ScoreAnswer] | Refusal:
    state = _state(asked, "turn-end")
    board, winner = state.board, famous(state)
    places = tuple(
        PlaceAnswer(
            place.seat,
            place.score,
            board.stocks[place.seat],
            Fraction(board.standing(place.seat)),
            numbers().village_score * len(board.villages_of(place.seat)),
        )
        for place in ranking(board, winner)
    )
    clause, code = ("SC-VIC-3", "campaign-famous") if winner else ("SC-END-2", "campaign-score")
    facts = {"seat": places[0].seat, "score": exact(places[0].score)}
    return Answer(ScoreAnswer(places, winner), (Reason(ClauseId(clause), code, facts),))


class MemoryAsked(BoardAsked, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The track so far (`memory`, oldest first) and the prestige territories taken since, in order."""

    takes: Annotated[tuple[tuple[Seat, TerritoryId], ...], msgspec.Meta(max_length=MOST)] = ()


class MemoryAnswer(msgspec.Struct, frozen=True):
    """The track, the points of each player, how many make famous, and who is."""

    memory: tuple[Seat, ...]
    points: Mapping[Seat, int]
    needed: int
    famous: Seat | None


def _memory(asked: MemoryAsked) -> Answer[MemoryAnswer] | Refusal:
    from heraut.campaign import engine  # noqa: PLC0415  # only this question lets events happen

    state = _state(asked, "turn-end")
    for seat, territory in asked.takes:
        if territory not in state.game.map.territories or seat not in state.game.seats:
            return Refusal(ClauseId("SC-MEM-2"), "campaign-unknown-territory", territory)
        events = tuple(take(state, seat, territory))
        state = evolve_all(engine, state, events)
    track, winner = state.board.memory, famous(state)
    points = {seat: track.count(seat) for seat in state.board.order}
    facts = {"needed": state.game.prestige_to_win, "places": numbers().memory_places}
    reason = Reason(ClauseId("SC-VIC-2" if winner else "SC-MEM-5"), "campaign-memory", facts)
    return Answer(MemoryAnswer(track, points, state.game.prestige_to_win, winner), (reason,))


class CombatAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who fights for a territory; with five or six, who comes to the second stage."""

    territory: TerritoryId
    fighters: tuple[Seat, ...]
    attacker: Seat | None = None
    defender: Seat | None = None
    newcomers: tuple[Seat, ...] = ()


class ClaimsAnswer(msgspec.Struct, frozen=True):
    """The combats, and who takes what without one."""

    combats: tuple[CombatAnswer, ...]
    taken: Mapping[TerritoryId, Seat]


def _claims(asked: BoardAsked) -> Answer[ClaimsAnswer] | Refusal:
    state = _state(asked, "combats")
    followed = carry_on(state)
    opened = [event for event in followed.events if isinstance(event, CombatOpened) and event.stage == 1]
    combats = tuple(
        CombatAnswer(event.territory, event.fighters, event.attacker, event.defender, event.newcomers)
        for event in opened
    )
    before, after = state.board.control, followed.state.board.control
    taken = {at: seat for at, seat in after.items() if before.get(at) != seat and seat is not None}
    codes = {2: "SC-DET-6", 5: "SC-MUL-5", 6: "SC-MUL-5"}
    reasons = tuple(
        Reason(
            ClauseId(codes.get(len(one.fighters) + len(one.newcomers), "SC-MUL-1")),
            "campaign-claimants",
            {"territory": one.territory, "fighters": len(one.fighters), "newcomers": len(one.newcomers)},
        )
        for one in combats
    )
    return Answer(ClaimsAnswer(combats, taken), reasons)


class InvasionAsked(BoardAsked, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who invades, where, and with which units; without units only the places are told."""

    seat: Seat
    territory: TerritoryId | None = None
    recruits: Annotated[tuple[Recruit, ...], msgspec.Meta(max_length=50)] = ()


class InvasionAnswer(msgspec.Struct, frozen=True):
    """What it costs (nothing is asked for: null), how many memory points it brings, where a portal may open."""

    pp: int | None
    memory_points: int
    places: tuple[TerritoryId, ...]


def _invasion(asked: InvasionAsked) -> Answer[InvasionAnswer] | Refusal:
    outer = (*asked.outer, *((asked.seat,) if asked.seat not in asked.outer else ()))
    first = (asked.seat, *(seat for seat in asked.order or asked.players if seat != asked.seat))
    if asked.seat not in asked.players:
        return house(HouseCode.UNKNOWN_SEAT, asked.seat)
    state = _state(asked, "invasion", outer=outer, order=first)
    places = tuple(at for at in state.game.map.territories if place_fault(state.board, asked.seat, at) is None)
    reason = Reason(ClauseId("SC-INV-3"), "campaign-portals", {"seat": asked.seat, "places": len(places)})
    if asked.territory is None:
        return Answer(InvasionAnswer(None, 0, places), (reason,))
    outcome = invade(state, Invade(seat=asked.seat, territory=asked.territory, recruits=asked.recruits))
    if isinstance(outcome, Refusal):
        return outcome
    price = next(event.cost for event in outcome if isinstance(event, BandInvaded))
    gained = sum(isinstance(event, MemoryPointGained) for event in outcome)
    paid = Reason(ClauseId("SC-INV-2"), "campaign-invasion", {"seat": asked.seat, "pp": price})
    return Answer(InvasionAnswer(price, gained, places), (paid, reason))


MARCH = Question("campaign.march", "May this band go there, and where does it end?", MarchAsked, MarchAnswer, _march)
VILLAGE = Question(
    "campaign.village", "Which villages are nearest to these troops?", VillageAsked, VillageAnswer, _village
)
DEMOBILISE = Question(
    "campaign.demobilise", "Which units must go home when the upkeep cannot be paid?",
    DemobiliseAsked, DemobiliseAnswer, _demobilise,
)  # fmt: skip
SCORE = Question(
    "campaign.score", "Who would win the campaign now, and with which score?", BoardAsked, ScoreAnswer, _score
)
MEMORY = Question(
    "campaign.memory", "How does the memory track stand, and who is famous?", MemoryAsked, MemoryAnswer, _memory
)
CLAIMS = Question(
    "campaign.claims", "Who fights whom for which territory, and in how many stages?",
    BoardAsked, ClaimsAnswer, _claims,
)  # fmt: skip
INVASION = Question(
    "campaign.invasion", "Where may an outer band come through a portal, and for how much?",
    InvasionAsked, InvasionAnswer, _invasion,
)  # fmt: skip

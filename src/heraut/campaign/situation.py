"""
A situation of a campaign from a few plain words: for conformance cases, tests, and `heraut play campaign --from`.

The notation is explained in docs/conformance/campaign/README.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from heraut.campaign.board import Army, ArmyId, BandId, Board, Lord, LordId, MapBand, MapUnit, UnitId, Village
from heraut.campaign.claims import questions
from heraut.campaign.invasions import invaders
from heraut.campaign.marches import speakers
from heraut.campaign.sequence import carry_on
from heraut.campaign.settings import Campaign, CampaignPlayer, Settings, TurnStep, resolve
from heraut.campaign.state import Bidding, Determining, Force, Passing, People, Phase, Rolling, Setup, State, Tied
from heraut.campaign.tables import TerritoryId
from heraut.campaign.turns import StepOpened, phase_of
from heraut.kernel.codec import Malformed, from_plain
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal
from heraut.kernel.sealed import SealedBox

NAMES = {"ana": "Ana", "ben": "Ben", "chloe": "Chloé", "david": "David", "emma": "Emma", "farid": "Farid"}
FIRST_FREE = 1000
FIGURES_PER_POINT = 4
_BAND = re.compile(r"(\d+) (\w+) (T\d\d)(?: since (\d+))?(?: from (T\d\d))?(?: (no lord))?: ?(.*)")
_ARMY = re.compile(
    r"(\d+) (\w+) from (T\d\d) due (\d+)(?: band (\d+))?(?: (leaderless))?"
    r"(?: victor (\w+))?(?: against ([\w,]+))?: ?(.*)"
)


class GivenSituation(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a case begins with; everything has a default."""

    step: str
    players: tuple[Seat, ...] = (Seat("ana"), Seat("ben"))
    outer: tuple[Seat, ...] = ()
    settings: Mapping[str, Any] = {}
    turn: int = 2
    order: tuple[Seat, ...] = ()
    favour_holder: Seat | None = None
    stocks: Mapping[Seat, int] = {}
    memory: tuple[Seat, ...] = ()
    control: Mapping[TerritoryId, Seat] = {}
    villages: Mapping[TerritoryId, str] = {}
    sites: Mapping[TerritoryId, Seat] = {}
    bands: tuple[str, ...] = ()
    armies: tuple[str, ...] = ()
    starts: Mapping[Seat, TerritoryId] = {}
    groups: tuple[tuple[Seat, ...], ...] = ()
    militias: Mapping[TerritoryId, tuple[int, ...]] = {}


def build(given: GivenSituation) -> State:
    """
    The state at the opening of the step, before anything happens by itself.

    What names a territory or a player there is none of is malformed.
    """
    try:
        state = _build(given)
    except KeyError as error:
        raise Malformed(f"there is no {error.args[0]} on this map") from error
    except (IndexError, ValueError) as error:
        raise error if isinstance(error, Malformed) else Malformed("not a number where units are counted") from error
    _check(given, state)
    return state


def _check(given: GivenSituation, state: State) -> None:
    board = state.board
    places = {*board.control, *board.villages, *board.sites, *(band.territory for band in board.bands.values())}
    for place in sorted(places - {*state.game.map.territories}):
        raise Malformed(f"there is no {place} on this map")
    owners = {*board.control.values(), *board.sites.values()}
    owners |= {*(band.owner for band in board.bands.values()), *(army.owner for army in board.armies.values())}
    named = {*given.stocks, given.favour_holder or board.order[0], *board.order, *board.memory}
    for strange in sorted((owners | named) - {*state.game.seats}):
        raise Malformed(f"nobody plays as {strange}: name all players in `players`")
    if min(board.stocks.values()) < 0:
        raise Malformed("a stock is never negative - at `$.stocks`")


def _build(given: GivenSituation) -> State:
    game = _game(given)
    order = given.order or given.players
    board = Board(
        turn=given.turn,
        order=order,
        favour_holder=given.favour_holder or order[0],
        stocks={seat: given.stocks.get(seat, game.settings.starting_pp) for seat in game.seats},
        memory=given.memory,
        control=dict(given.control) | {at: Seat(words.partition(":")[0]) for at, words in given.villages.items()},
        villages={at: _village(words) for at, words in given.villages.items()},
        sites=dict(given.sites),
        bands={band.id: band for band in map(_band, given.bands)},
        armies={army.id: army for army in map(_army, given.armies)},
        serial=FIRST_FREE,
    )
    people = People({seat: NAMES.get(seat, seat) for seat in game.seats})
    return State(game, board, _phase(given, game, board), people)


def situation(step: str, **given: Any) -> State:
    """The state of a step once everything that needs nobody has happened."""
    return carry_on(build(from_plain({"step": step, **given}, GivenSituation))).state


def _game(given: GivenSituation) -> Campaign:
    players = tuple(CampaignPlayer(seat, NAMES.get(seat, seat), outer=seat in given.outer) for seat in given.players)
    settings = from_plain({"players": [], **given.settings}, Settings)
    game = resolve(msgspec.structs.replace(settings, players=players))
    if isinstance(game, Refusal):
        raise Malformed(f"the rules refuse these settings: {game.code} [{game.clause}]")
    return game


def _units(first: int, words: str) -> tuple[MapUnit, ...]:
    return tuple(_unit(first + place, word) for place, word in enumerate(words.split()))


def _unit(id: int, word: str) -> MapUnit:
    """`2` is a unit of 2 points; `2:5` the same with 5 of its 8 figures left; `0` a free unit of 4 figures."""
    points, _, figures = word.partition(":")
    size = FIGURES_PER_POINT * max(1, int(points))
    return MapUnit(UnitId(id), "hearthguards", int(points), size, int(figures or size))


def _band(words: str) -> MapBand:
    found = _BAND.fullmatch(words)
    if found is None:
        raise Malformed(f"not a band: “{words}”")
    id, owner, at, since, came, lordless, units = found.groups()
    lord = None if lordless else Lord(LordId(100 + int(id)))
    whence = None if came is None else TerritoryId(came)
    return MapBand(
        BandId(int(id)), Seat(owner), TerritoryId(at), lord, _units(10 * int(id), units), int(since or id),
        came is not None, whence,
    )  # fmt: skip


def _village(words: str) -> Village:
    """`ana`, or `ana: 50> 2 2 lords 91`: units numbered from 50, lord 91."""
    owner, _, rest = words.partition(":")
    first, _, troops = rest.partition(">")
    units, _, lords = troops.partition("lords")
    return Village(
        Seat(owner.strip()), _units(int(first or 0), units), tuple(Lord(LordId(int(id))) for id in lords.split())
    )


def _army(words: str) -> Army:
    found = _ARMY.fullmatch(words)
    if found is None:
        raise Malformed(f"not an army: “{words}”")
    id, owner, origin, due, band, leaderless, victor, against, units = found.groups()
    return Army(
        ArmyId(int(id)),
        Seat(owner),
        TerritoryId(origin),
        _units(10 * int(id), units),
        () if leaderless else (Lord(LordId(100 + int(id))),),
        int(due),
        bool(leaderless),
        BandId(int(band)) if band else None,
        None if victor is None else Seat(victor),
        tuple(map(Seat, against.split(","))) if against else (),
    )


def _phase(given: GivenSituation, game: Campaign, board: Board) -> Phase:
    match given.step:
        case "setup":
            return Setup(given.starts)
        case "dice":
            return Rolling(given.groups or (game.seats,))
        case "bids":
            return Bidding(SealedBox.of(game.seats))
        case "ties" if not given.groups:
            raise Malformed("Object missing required field `groups`")
        case "ties":
            return Tied(given.groups)
        case "combats":
            answers = {
                at: Force(_fighting(ids, board, at), _lords(ids, board, at)) for at, ids in given.militias.items()
            }
            return Determining(tuple(answers), answers)
        case "determine":
            return Determining(questions(State(game, board, Passing(TurnStep.DECLARE), People({}))))
        case step if step not in tuple(TurnStep) or step == TurnStep.FINISHED:
            raise Malformed(f"Invalid enum value {step[:40]!r} - at `$.step`")
        case _:
            speaking = {"declare": speakers(game, board), "invasion": invaders(game, board)}
            return phase_of(StepOpened(TurnStep(given.step), speaking.get(given.step, game.seats)))


def _fighting(ids: tuple[int, ...], board: Board, at: TerritoryId) -> tuple[UnitId, ...]:
    units = {unit.id for unit in board.villages[at].units}
    return tuple(UnitId(id) for id in ids if id in units)


def _lords(ids: tuple[int, ...], board: Board, at: TerritoryId) -> tuple[LordId, ...]:
    lords = {lord.id for lord in board.villages[at].lords}
    return tuple(LordId(id) for id in ids if id in lords)

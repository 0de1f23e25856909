"""What a group chooses before its campaign starts [SC-GEN-7], and the limits that follow from it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal, NamedTuple

import msgspec

from heraut.campaign.map import Map, default_map, parse
from heraut.campaign.tables import TerritoryId, UnitRow, catalogue, income, numbers, players_row
from heraut.kernel.names import RESERVED, ClauseId, Name, Seat
from heraut.kernel.refusal import Fact, Refusal, together


class TurnStep(StrEnum):
    """The steps of a turn, in their order [SC-SEQ-1]; setting up before the first, finished after the last."""

    SETUP = "setup"
    TURN_START = "turn-start"
    INITIATIVE = "initiative"
    PREPARE = "prepare"
    DECLARE = "declare"
    DETERMINE = "determine"
    COMBATS = "combats"
    AFTERMATH = "aftermath"
    UPKEEP = "upkeep"
    BUILD = "build"
    INVASION = "invasion"
    TURN_END = "turn-end"
    FINISHED = "finished"


Level = Literal["random", "heuristic", "searching", "tree"]
"""The programs that can fill a seat, the weakest first."""


class CampaignPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """
    One player: the faction is free text, `outer` says whether it may invade [SC-PLY-4].

    `bot` names the level of the program that fills the seat; empty for a person.
    """

    seat: Seat
    name: Name
    faction: Name = ""
    outer: bool = False
    bot: Literal[""] | Level = ""


class Settings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """
    Every choice of the sheet's chapters 29, 31 and 32; None takes the number of the table SC-PLY-1.

    `map` is the text of a map; empty for the default one. `deadlines` gives seconds for a step; a step that is not
    named has none.
    """

    players: tuple[CampaignPlayer, ...]
    map: str = ""
    turns: int | None = None
    prestige_to_win: int | None = None
    max_lords: int | None = None
    starting_bands: int | None = None
    max_villages: int | None = None
    start_assignment: Literal["draw", "manual"] = "draw"
    starting_band_points: int = 6
    starting_pp: int = 0
    unit_catalogue: tuple[UnitRow, ...] = ()
    dice: Literal["software", "typed"] = "software"
    overbid: Literal["penalise", "refuse"] = "penalise"
    declaration_order: Literal["reverse", "initiative"] = "reverse"
    engagement: Literal["pinned", "free"] = "pinned"
    fast_max_points: int = 7
    upkeep_rule: Literal["exceed", "reach"] = "exceed"
    prestige_income: int = 0
    lord_cost: int = 0
    neutral_draw: Literal["defender", "nobody"] = "defender"
    odd_half: Literal["down", "up"] = "down"
    reserve_needs_lord: bool = False
    reserve_on_loss: Literal["flee", "lost"] = "flee"
    homeless_scope: Literal["offmap", "all"] = "offmap"
    resurgence: Literal["village", "never"] = "village"
    deadlines: Mapping[TurnStep, int] = {}
    grace: int = 0
    reminder: int = 0
    on_deadline: Literal["default", "wait"] = "default"
    stand_ins: bool = True
    pause_vote: Literal["majority", "all", "never"] = "majority"
    letters: Literal["sealed", "open", "off"] = "sealed"

    def votes_needed(self, voters: int) -> int:
        """How many of those who are counted must want a pause: all of them, or more than half [SC-ABS-7]."""
        return voters if self.pause_vote == "all" else voters // 2 + 1


class Campaign(msgspec.Struct, frozen=True):
    """What never changes once the campaign has started: the settings with the gaps filled in, and the map."""

    settings: Settings
    map: Map
    seats: tuple[Seat, ...]
    turns: int
    prestige_to_win: int
    max_lords: int
    starting_bands: int
    max_villages: int
    catalogue: tuple[UnitRow, ...]
    outer: frozenset[Seat]
    bots: Mapping[Seat, Level]
    incomes: Mapping[TerritoryId, int]
    """What each territory gives its controller, without a village."""


class SettingsCode(StrEnum):
    """What can be wrong with the settings."""

    PLAYER_COUNT = "campaign-player-count"
    SEAT_TWICE = "campaign-seat-twice"
    SEAT_RESERVED = "campaign-seat-reserved"
    OUT_OF_RANGE = "campaign-setting-out-of-range"
    TOO_FEW_STARTS = "campaign-too-few-starts"
    TOO_FEW_LORDS = "campaign-too-few-lords"


class Range(NamedTuple):
    """The least and the most a number of the settings may be, and the clause that says so."""

    least: int
    most: int | None
    clause: str

    def fault(self, name: str, value: int) -> Refusal | None:
        """Why the setting of that name may not be this."""
        if self.least <= value and (self.most is None or value <= self.most):
            return None
        allowed = f"≥ {self.least}" if self.most is None else f"{self.least}–{self.most}"
        return Refusal(ClauseId(self.clause), SettingsCode.OUT_OF_RANGE, name, value, allowed)


MOST = 1000
"""Of whatever the table counts, and of the figures of a point: far beyond any campaign, and not beyond a page."""
SECONDS = Range(1, None, "SC-ABS-1")
"""Of the deadline of a step that has one."""
FIGURES = Range(1, MOST, "SC-BND-9")
"""Of a point of a kind of unit."""


def ranges() -> dict[str, Range]:
    """Every number a group may choose."""
    band = numbers().band_least, numbers().band_most
    by_players = ("turns", "prestige_to_win", "max_lords", "starting_bands", "max_villages")
    return {
        **dict.fromkeys(by_players, Range(1, MOST, "SC-PLY-2")),
        "starting_band_points": Range(*band, "SC-SET-4"),
        "starting_pp": Range(0, 30, "SC-SET-6"),
        "fast_max_points": Range(*band, "SC-MOV-2"),
        "prestige_income": Range(0, 3, "SC-PP-1"),
        "lord_cost": Range(0, 5, "SC-LRD-1"),
        "grace": Range(0, None, "SC-ABS-1"),
        "reminder": Range(0, None, "SC-ABS-1"),
    }


def resolve(settings: Settings) -> Campaign | Refusal:
    """The game of these settings, or everything that is wrong with them [SC-SET-1]."""
    faults = (*_player_faults(settings), *_range_faults(settings))
    found = parse(settings.map) if settings.map else default_map()
    if isinstance(found, Refusal):
        return together((*faults, found)) or found
    if not faults and len(starts(found, len(settings.players))) < len(settings.players):
        faults = (_refuse("SC-MAP-6", SettingsCode.TOO_FEW_STARTS, "map", len(settings.players)),)
    if fault := together(faults):
        return fault
    game = _game(settings, found)
    if game.starting_bands > game.max_lords:
        return Refusal(ClauseId("SC-BND-8"), SettingsCode.TOO_FEW_LORDS, None, game.starting_bands, game.max_lords)
    return game


def starts(map: Map, players: int) -> tuple[str, ...]:
    """The territories among which the starts are drawn: the map's set for this number, else the next larger."""
    fitting = [count for count in sorted(map.starts) if count >= players]
    return tuple(map.starts[fitting[0]]) if fitting else ()


def _player_faults(settings: Settings) -> tuple[Refusal, ...]:
    seats = [player.seat for player in settings.players]
    faults = []
    if not 2 <= len(seats) <= 6:
        faults.append(_refuse("SC-SET-1", SettingsCode.PLAYER_COUNT, None, len(seats)))
    for seat in sorted(set(seats)):
        if seats.count(seat) > 1:
            faults.append(_refuse("SC-SET-1", SettingsCode.SEAT_TWICE, seat))
        if seat in RESERVED:
            faults.append(_refuse("SC-SET-1", SettingsCode.SEAT_RESERVED, seat))
    return tuple(faults)


def _range_faults(settings: Settings) -> tuple[Refusal, ...]:
    chosen = [(name, getattr(settings, name), limits) for name, limits in ranges().items()]
    chosen += [(f"deadlines.{step}", seconds, SECONDS) for step, seconds in settings.deadlines.items()]
    chosen += [(f"unit_catalogue.{row.kind}", row.figures, FIGURES) for row in settings.unit_catalogue]
    faults = (limits.fault(name, value) for name, value, limits in chosen if value is not None)
    return tuple(fault for fault in faults if fault is not None)


def _refuse(clause: str, code: SettingsCode, subject: Fact | None, asked: Fact | None = None) -> Refusal:
    return Refusal(ClauseId(clause), code, subject, asked)


def most_lords(settings: Settings) -> int:
    """The living lords a player may have: as the group chose, else by the number of players."""
    return settings.max_lords or players_row(len(settings.players)).max_lords


def most_villages(settings: Settings) -> int:
    """The villages a player may have: as the group chose, else by the number of players."""
    return settings.max_villages or players_row(len(settings.players)).max_villages


def _game(settings: Settings, map: Map) -> Campaign:
    row = players_row(len(settings.players))
    return Campaign(
        settings,
        map,
        tuple(player.seat for player in settings.players),
        settings.turns or row.turns,
        settings.prestige_to_win or row.prestige_to_win,
        most_lords(settings),
        settings.starting_bands or row.starting_bands,
        most_villages(settings),
        settings.unit_catalogue or catalogue(),
        frozenset(player.seat for player in settings.players if player.outer),
        {player.seat: player.bot for player in settings.players if player.bot},
        {at: income(land.category, settings.prestige_income) for at, land in map.territories.items()},
    )

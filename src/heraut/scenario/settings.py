"""What an event may change in its scenarios, with the defaults of the sheets; what fixes one match."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Literal

import msgspec

from heraut.kernel.names import ClauseId, Name, PlayerSeat, Seat, StreamId
from heraut.kernel.refusal import Refusal
from heraut.scenario.definition import Element, Property, Scenario, Size
from heraut.scenario.library import marker_row


class TerrainType(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of the event's terrain table [ST-TER-8]."""

    name: str
    sizes: tuple[Size, ...]
    most: int
    properties: tuple[Property, ...] = ()


class MassacreScale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points per figure of each class, and how to round the total [ST-GAM-14]."""

    points: Mapping[str, Fraction]
    rounding: Literal["up", "down"] = "down"


class MatchOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The settings of an event that its matches obey."""

    budget: int = 6
    half_rounding: Literal["up", "down"] = "up"
    massacre_scale: MassacreScale | None = None
    terrain_table: tuple[TerrainType, ...] = ()
    special_terrain: bool = True
    marker_mm: int = 40
    table_size: tuple[int, int] | None = None
    layout: tuple[Element, ...] = ()
    lost_dice_scoring: Literal["once", "every_turn", "off"] = "once"
    failed_attack_bonus: Literal["once", "every_turn"] = "every_turn"
    diagonal_direction: Literal["left-to-far-right", "right-to-far-left"] = "left-to-far-right"
    diagonal_pieces: int = 2
    no_assassination: bool = False
    no_tiebreak: bool = False
    skip_condition_1: bool = False
    kill_box_counts_as: Literal["assassination", "scenario"] = "assassination"

    def half_budget(self) -> int:
        """Half the budget in dice [ST-GAM-7]."""
        return -(-self.budget // 2) if self.half_rounding == "up" else self.budget // 2

    def faults(self) -> tuple[Refusal, ...]:
        """What cannot be right, all at once."""
        marker = marker_row()
        found: list[Refusal] = []
        if not marker.least_mm <= self.marker_mm <= marker.most_mm:
            found.append(Refusal(marker.clause, "marker-size", asked=self.marker_mm, allowed=marker.most_mm))
        if self.budget < 1:
            found.append(Refusal(ClauseId("ST-BND-1"), "match-budget", asked=self.budget, allowed=1))
        if self.diagonal_pieces < 1:
            found.append(Refusal(ClauseId("ST-DIA-4"), "match-too-few-pieces", asked=self.diagonal_pieces, allowed=1))
        names = [line.name for line in self.terrain_table]
        found += [
            Refusal(ClauseId("ST-TER-8"), "terrain-type-twice", subject=name)
            for name in sorted(set(names))
            if names.count(name) > 1
        ]
        return tuple(found)


class AtTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table of an event a match is played at, by the name of the event's stream; a shell takes the result there."""

    event: StreamId
    round: int
    table: int


class OfCampaign(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The battle of a campaign that a match decides, by the name of its stream; a shell takes the losses there."""

    campaign: StreamId
    turn: int
    territory: str
    stage: int = 1


class BandUnit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit as it comes to the table: its number where it comes from, its kind, its figures."""

    id: int
    kind: Name
    figures: int


class BandLord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A lord who comes to the table."""

    id: int
    name: Name = ""


class MatchBand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one player brings to the table."""

    units: tuple[BandUnit, ...]
    lords: tuple[BandLord, ...] = ()


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """
    A match. `players` names the two seats; `casters` is how many casters each has, 1 unless stated.

    `definition` is an organiser's own scenario: one the rules do not have, or list without a text [SR-S15-1];
    `edges_assigned` says that the organiser has settled who sits where. `both_agree`: neither player speaks for both,
    on the roles after the opening roll [ST-GAM-1] and on the table being ready [HOUSE-MATCH-1]. `minutes` is how long
    the game lasts where its own clock runs; 0 for as long as it takes. `bands` are what the players bring, where
    somebody wants to know what is left of it: the campaign whose `battle` it is.
    """

    scenario: str
    players: dict[PlayerSeat, Name]
    options: MatchOptions = MatchOptions()
    casters: Mapping[Seat, int] = {}
    definition: Scenario | None = None
    edges_assigned: bool = False
    at: AtTable | None = None
    battle: OfCampaign | None = None
    bands: Mapping[Seat, MatchBand] = {}
    both_agree: bool = False
    minutes: Annotated[int, msgspec.Meta(ge=0, le=1440)] = 0
    bonuses: tuple[str, ...] = ()
    """What earns a player points of the event besides the game, by name [ST-PTS-11]."""

"""
The few kinds of scoring rule scenarios are made of.

SAGA has four that score victory points during play (`held`, `presence`, `control`, none) and one limit on massacre
points; Steamroller scenarios are all lists of awards with their conditions and limits.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from heraut.kernel.names import ClauseId
from heraut.rulesets.tables import Span
from heraut.scenario.facts import ScoringUnit, Side

Massacre = Literal["none", "added", "capped"]


class ScoringWindow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The turns of each side whose end brings a scoring."""

    clause: ClauseId
    first: Span
    second: Span

    def has(self, side: Side, turn: int) -> bool:
        """Whether the end of that turn of that side scores."""
        return turn in (self.first if side is Side.FIRST else self.second)


class CountRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many markers are worth so many points."""

    clause: ClauseId
    markers: int
    points: int


class CountedUnits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which units count near a marker, and how near."""

    reach: str
    exhausted: bool
    mercenary: bool

    def counts(self, unit: ScoringUnit) -> bool:
        """A unit counts if it generates at least one die and is in no excluded state."""
        return unit.dice >= 1 and (self.exhausted or not unit.exhausted) and (self.mercenary or not unit.mercenary)


class ScoringRule(msgspec.Struct, frozen=True, tag_field="kind", kw_only=True):
    """One kind of scoring, and the clause it comes from."""

    clause: ClauseId


class Held(ScoringRule, frozen=True, tag="held", kw_only=True):
    """Markers claimed stay held; at the end of a player's turn the other player scores for those held."""

    claim_clause: ClauseId
    claim_from: int
    holder: CountedUnits
    contester: CountedUnits
    window: ScoringWindow
    table: tuple[CountRow, ...]
    massacre: Massacre = "none"


class Presence(ScoringRule, frozen=True, tag="presence", kw_only=True):
    """The player whose turn ends scores for each unit near a marker, up to a limit per marker."""

    counted: CountedUnits
    per_unit: int
    most_clause: ClauseId
    most_per_marker: int
    window: ScoringWindow
    massacre: Massacre = "added"


class Values(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a controlled marker is worth by where it stands."""

    own: int
    centre: int
    enemy: int


class LostDice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each die the opponent no longer generates is worth."""

    clause: ClauseId
    end_clause: ClauseId
    points: int


class Control(ScoringRule, frozen=True, tag="control", kw_only=True):
    """The player whose turn ends scores for the markers controlled: by their number, or by where they stand."""

    control_clause: ClauseId
    holder: CountedUnits
    contester: CountedUnits
    window: ScoringWindow
    table: tuple[CountRow, ...] = ()
    values: Values | None = None
    lost_dice: LostDice | None = None
    massacre: Massacre = "none"


class CapRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """With so many enemy markers left, massacre points stop here; no `cap` means no limit."""

    clause: ClauseId
    left: int
    cap: int | None = None


class Capped(ScoringRule, frozen=True, tag="capped", kw_only=True):
    """Nothing scores during play: enemy markers that stand limit the massacre points at the end."""

    charge_clause: ClauseId
    charge_from: int
    defence_at_least: int
    defence_dice_per_hit: int
    bonus_clause: ClauseId
    table: tuple[CapRow, ...]
    massacre: Massacre = "capped"


class MassacreOnly(ScoringRule, frozen=True, tag="massacre", kw_only=True):
    """Massacre points are all there is; units near their own edge at the end count as eliminated."""

    sweep_clause: ClauseId
    sweep: str
    massacre: Massacre = "added"


class PointsAward(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """
    Points at a scoring moment.

    `by` controlling the element, or by an objective lying in it, or (at once) by its destruction; `to` one side only.
    What else must hold: the same side contests an element (`contesting`), touches a flag (`touching`), has a caster
    contesting one of the flags (`caster_at`).
    """

    clause: ClauseId
    element: str
    by: Literal["control", "objective", "destroyed"] = "control"
    points: int = 1
    to: Side | None = None
    contesting: str | None = None
    touching: str | None = None
    caster_at: tuple[str, ...] = ()
    needs_clause: ClauseId | None = None

    def is_for(self, side: Side) -> bool:
        """Whether that side may earn it."""
        return self.to is None or self.to is side


class Lock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side scores nothing while the enemy contests the zone named for it."""

    clause: ClauseId
    first: str
    second: str

    def zone(self, side: Side) -> str:
        """The zone that must be free of enemies for the side to score."""
        return self.first if side is Side.FIRST else self.second


class Caps(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """
    Limits on points: per turn, per element and game.

    When both sides reach the victory points in one turn, the limits per element are `lifted` for good, or begin a new
    `cycle` in which the same number of new points must be scored.
    """

    clause: ClauseId
    per_turn: int | None = None
    per_element: int | None = None
    element_clause: ClauseId | None = None
    at_level: Literal["cycle", "lift"] | None = None
    level_clause: ClauseId | None = None


class Removal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """At the end of that turn one of the elements, drawn by lot, leaves the table."""

    clause: ClauseId
    after: Side
    turn: int
    among: tuple[str, ...]


class Later(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The element drawn first scores from the start; the others only after a turn in which it scored."""

    clause: ClauseId


class Cage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player who ends a turn of their own, from that turn on, with a caster outside loses all casters."""

    clause: ClauseId
    box: str
    from_turn: int


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The points that win, with a lead over the opponent or not; `None` points: no scenario victory by points."""

    clause: ClauseId
    points: int | None = None
    lead: bool = False
    both_clause: ClauseId | None = None


class Third(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the third tie-break condition counts: army points in or near these elements, or objectives at home."""

    clause: ClauseId
    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    objectives_at_home: bool = False

    def area(self, side: Side) -> tuple[str, ...]:
        """The elements whose union counts for that side."""
        return self.first if side is Side.FIRST else self.second


class Awards(ScoringRule, frozen=True, tag="awards", kw_only=True):
    """A Steamroller scenario: awards at each usual scoring moment, their limits, the victory, condition 3."""

    awards: tuple[PointsAward, ...]
    victory: Victory
    third: Third
    lock: Lock | None = None
    caps: Caps | None = None
    removal: Removal | None = None
    later: Later | None = None
    cage: Cage | None = None


Scoring = Held | Presence | Control | Capped | MassacreOnly | Awards

"""
What people write on a score sheet: the facts of one player's turn.

Each scenario asks for a few of them; the others are refused, so that nobody believes they count. `units` (SAGA) and
`entries` (Steamroller) give positions instead: the facts are then worked out from what stands where.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from heraut.scenario.sides import Side
from heraut.scenario.units import Entry, Unit

BySide = Mapping[Side, tuple[str, ...]]


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A marker claimed in the turn, with who stood where at that moment."""

    marker: str
    units: tuple[Unit, ...]


class Attack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A melee against an enemy marker, and how it ended."""

    marker: str
    destroyed: bool = False


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """
    One player's turn.

    SAGA. `claimed`: markers captured in the turn. `claims`: the same with positions. `near`: units counted at each
    marker. `controlled`: markers the active player controls. `dice`: Saga dice the opponent's units generate now.
    `attacks`: melees against markers, in order.

    Steamroller. `controls`, `contests`, `touches`: elements by side. `caster_contests`: flags a caster of the side
    contests. `objectives`: the zone each objective lies in. `destroyed`: objectives destroyed, those of one event
    together. `casters_lost`: casters destroyed, those of one instant together. `casters_out`: the active player ends
    the turn with a caster outside the box. `wiped_out`: sides without a model left. `zone`: the zone a side uses up.
    """

    by: Side
    turn: int
    claimed: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    near: Mapping[str, int] = {}
    controlled: tuple[str, ...] = ()
    dice: int | None = None
    attacks: tuple[Attack, ...] = ()
    controls: BySide = {}
    contests: BySide = {}
    touches: BySide = {}
    caster_contests: BySide = {}
    objectives: Mapping[str, str] = {}
    destroyed: tuple[tuple[str, ...], ...] = ()
    casters_lost: tuple[Mapping[Side, int], ...] = ()
    casters_out: bool = False
    wiped_out: tuple[Side, ...] = ()
    zone: Mapping[Side, str] = {}
    units: tuple[Unit, ...] | None = None
    entries: tuple[Entry, ...] | None = None

    def given(self) -> set[str]:
        """The names of the fields somebody filled in."""
        return {
            name
            for name in self.__struct_fields__
            if name not in ("by", "turn") and getattr(self, name) not in ((), {}, None, False)
        }

    @property
    def positions(self) -> tuple[tuple[Unit, ...], tuple[Entry, ...]]:
        """Where everyone stood, if that was entered: at the end of the turn, or when a marker was last claimed."""
        units = self.units or next((claim.units for claim in reversed(self.claims)), ())
        return units, self.entries or ()

    @property
    def index(self) -> int:
        """The place of this turn in the game, from 1: first, second, first, second…"""
        return 2 * (self.turn - 1) + (1 if self.by is Side.FIRST else 2)


def joined(earlier: Facts, later: Facts) -> Facts:
    """The facts of one turn, what was entered during it first."""
    return msgspec.structs.replace(
        later,
        claimed=(*earlier.claimed, *(one for one in later.claimed if one not in earlier.claimed)),
        claims=(*earlier.claims, *later.claims),
        attacks=(*earlier.attacks, *later.attacks),
        destroyed=(*earlier.destroyed, *later.destroyed),
        casters_lost=(*earlier.casters_lost, *later.casters_lost),
        wiped_out=(*earlier.wiped_out, *later.wiped_out),
    )


def turn_at(index: int) -> tuple[Side, int]:
    """Whose turn comes at that place, and which of theirs it is."""
    return (Side.FIRST if index % 2 else Side.SECOND), (index + 1) // 2

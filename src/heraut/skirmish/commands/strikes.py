"""Weapons: drawing, striking, shooting, holding."""

from __future__ import annotations

from heraut.skirmish.commands.speaker import ByFighter, Style


class Draw(ByFighter, frozen=True, kw_only=True):
    """Take a weapon in hand at normal pace [SK-DRW-1]."""

    weapon: str


class PickUp(ByFighter, frozen=True, kw_only=True):
    """Pick a dropped weapon up [SK-CON-7]."""

    weapon: str


class Extract(ByFighter, frozen=True, kw_only=True):
    """Pull a stuck weapon out [SK-IMP-2]."""

    weapon: str


class Prepare(ByFighter, frozen=True, kw_only=True):
    """The first of the two actions of a power strike or an acrobatic attack [SK-PWR-1, SK-ACR-1]."""

    style: Style
    target: str
    distance: int = 2


class Strike(ByFighter, frozen=True, kw_only=True):
    """
    Strike a blow, plain or special.

    `height` is where the attacker stands (above, below), `draw` the place the weapon is drawn from in the same
    action, `second` the weapon of the other hand, `contest` the attribute of a trip.
    """

    target: str
    weapon: str = "unarmed"
    style: Style = Style.PLAIN
    aim: str = ""
    height: str = ""
    behind: bool = False
    draw: str = ""
    second: str = ""
    contest: str = "agility"


class Charge(ByFighter, frozen=True, kw_only=True):
    """Charge an opponent, to strike him or to knock him over with a shield [SK-CHG-2, SK-CHG-5]."""

    target: str
    weapon: str
    shield: bool = False


class Shoot(ByFighter, frozen=True, kw_only=True):
    """
    Throw or shoot at a target.

    `surface` is the size of what cover leaves visible, `direction` how a running target crosses the shot, `crowd`
    that it moves in one, `seen` that the shooter sees it there, `visibility` a row of that table.
    """

    target: str
    weapon: str
    distance: int
    aim: str = ""
    surface: int | None = None
    direction: str = ""
    crowd: bool = False
    seen: bool = True
    visibility: str = ""
    draw: str = ""


class Tighten(ByFighter, frozen=True, kw_only=True):
    """A new contest of Strength for a hold [SK-GRP-5]."""

    target: str


class Hurl(ByFighter, frozen=True, kw_only=True):
    """Throw a character held fast enough [SK-THR-2]."""

    target: str


class Escape(ByFighter, frozen=True, kw_only=True):
    """Free oneself from a hold by a dodge [SK-GRP-3]."""


class Release(ByFighter, frozen=True, kw_only=True):
    """Let go of a held character [SK-GRP-6]."""

    target: str

"""The papers of a tournament day."""

from __future__ import annotations

from typing import Literal

import msgspec

from heraut.press.paper.sheet import Drawing, Event, Game, Link, Person, Sheet


class Pairings(Sheet, frozen=True, kw_only=True, tag="pairings"):
    """Who plays whom and where, to hang on the wall; by name each person has their own line."""

    event: Event
    round: int
    games: tuple[Game, ...]
    order: Literal["name", "table"] = "table"
    scenario: str = ""


class ResultSlips(Sheet, frozen=True, kw_only=True, tag="slips"):
    """One slip per table, four to a page, to be cut: what to write for each player, who went first, a code."""

    event: Event
    round: int
    games: tuple[Game, ...]
    asks: tuple[str, ...]
    asks_first_player: bool = True
    scenario: str = ""


class ScoreSheets(Sheet, frozen=True, kw_only=True, tag="scores"):
    """Two copies per table, one page each table: both players' columns, only the turns that can score."""

    event: Event
    round: int
    games: tuple[Game, ...]
    scenario: str
    turns: tuple[int, ...]
    columns: tuple[str, ...]
    copies: int = 2


class Standing(msgspec.Struct, frozen=True):
    """
    One line of the standings; the values stand under the sheet's columns.

    The numbers of the opponents met, where given, let the next round be paired by hand.
    """

    rank: int
    person: Person
    values: tuple[str, ...]
    met: tuple[int, ...] = ()


class Standings(Sheet, frozen=True, kw_only=True, tag="standings"):
    """The order after a round, as published."""

    event: Event
    after_round: int
    columns: tuple[str, ...]
    rows: tuple[Standing, ...]
    final: bool = False


class Badge(msgspec.Struct, frozen=True):
    """One badge: who, in which role, and the link that is theirs."""

    person: Person
    role: str = ""
    link: Link | None = None


class Badges(Sheet, frozen=True, kw_only=True, tag="badges"):
    """Badges of 90 by 64 mm, eight to a page, to be cut."""

    event: Event
    badges: tuple[Badge, ...]


class Certificate(Sheet, frozen=True, kw_only=True, tag="certificate"):
    """An award on one page, to be framed."""

    event: Event
    person: Person
    award: str
    citation: str = ""
    signed_by: tuple[str, ...] = ()


class BandLine(msgspec.Struct, frozen=True):
    """One line of a band: a unit, how many figures, its equipment, its points."""

    label: str
    figures: int
    points: str
    equipment: str = ""


class UnitLine(msgspec.Struct, frozen=True):
    """A unit as it comes to the table: its armour and aggression in melee and, in brackets, for shooting; its rules."""

    label: str
    figures: int
    armour: str
    aggression: str
    rules: str = ""


class BandSheet(Sheet, frozen=True, kw_only=True, tag="band"):
    """A band, all its copies on one page: one to keep, one for the opponent [ST-BND-13]."""

    event: Event
    person: Person
    age: str
    budget: int
    warlord: BandLine
    special: tuple[BandLine, ...] = ()
    hearthguards: tuple[BandLine, ...] = ()
    warriors: tuple[BandLine, ...] = ()
    levies: tuple[BandLine, ...] = ()
    spells: tuple[str, ...] = ()
    legendary_band: str = ""
    units: tuple[UnitLine, ...] = ()
    totals: tuple[str, ...] = ()
    copies: int = 2

    def lines(self) -> tuple[BandLine, ...]:
        """The lines in the order of print, without those of no figures [ST-BND-14]."""
        everything = (self.warlord, *self.special, *self.hearthguards, *self.warriors, *self.levies)
        return tuple(line for line in everything if line.figures > 0)


class Section(msgspec.Struct, frozen=True):
    """A heading, which may be empty, and what stands under it, a paragraph each."""

    heading: str
    paragraphs: tuple[str, ...]


class ScenarioSheet(Sheet, frozen=True, kw_only=True, tag="scenario"):
    """A scenario on one page: its diagram, then its sections."""

    event: Event
    title: str
    diagram: Drawing
    sections: tuple[Section, ...]
    round: int | None = None
    link: Link | None = None


class ReferenceTable(Sheet, frozen=True, kw_only=True, tag="reference"):
    """A published table to have at hand, such as what a difference of points is worth."""

    event: Event
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


class BlankRound(Sheet, frozen=True, kw_only=True, tag="blank"):
    """An empty round to fill in by hand: a line per table, for pairings and results."""

    event: Event
    round: int
    tables: int
    asks: tuple[str, ...]


class EmergencyPack(Sheet, frozen=True, kw_only=True, tag="pack"):
    """
    Everything needed to go on with pen and paper, behind a page that says how.

    The parts are printed in their order; each is listed on the cover.
    """

    event: Event
    parts: tuple[Sheet, ...]
    printed: str = ""
    link: Link | None = None

"""Paper: what every sheet is made of, and the sheets of a tournament day and of a campaign's turn."""

from __future__ import annotations

from enum import StrEnum
from itertools import accumulate
from typing import Literal

import msgspec

from heraut.press.heraldry import Arms
from heraut.scenario.sheet import WinKind


class PaperOccasion(msgspec.Struct, frozen=True):
    """What the paper is for: shown at the head of every page."""

    name: str
    place: str = ""
    day: str = ""


class Sheet(msgspec.Struct, frozen=True, kw_only=True, tag_field="sheet"):
    """
    One kind of paper: plain data, filled by whoever has it.

    Its tag is the name of its template; text in it is shown as it is, so it comes in the reader's language.
    """

    event: PaperOccasion


class PaperPerson(msgspec.Struct, frozen=True):
    """Somebody on paper. Without arms they bear those of their name."""

    name: str
    number: int | None = None
    faction: str = ""
    club: str = ""
    arms: Arms | None = None


class PaperLink(msgspec.Struct, frozen=True):
    """An address, printed as a QR code to come back to the screen."""

    address: str


class Drawing(msgspec.Struct, frozen=True):
    """A picture as SVG text, and what it shows."""

    svg: str
    shows: str = ""


class Seating(msgspec.Struct, frozen=True):
    """A table and who sits at it; without a second person, the first has a bye. What is to be known has a note."""

    table: int
    first: PaperPerson
    second: PaperPerson | None = None
    link: PaperLink | None = None
    note: str = ""


class Pairings(Sheet, frozen=True, kw_only=True, tag="pairings"):
    """Who plays whom and where, to hang on the wall; by name each person has their own line."""

    round: int
    games: tuple[Seating, ...]
    order: Literal["name", "table"] = "table"
    scenario: str = ""
    draft: bool = False
    """Not published yet: for officials."""


class SignIn(Sheet, frozen=True, kw_only=True, tag="sign-in"):
    """Everybody by name, to be ticked and signed at the door, with lines for those who come late."""

    people: tuple[PaperPerson, ...]
    present: tuple[int, ...] = ()
    """The numbers of those who are here already."""
    free_lines: int = 6


class ResultSlips(Sheet, frozen=True, kw_only=True, tag="slips"):
    """One slip per table, four to a page, to be cut: what to write for each player, who went first, a code."""

    round: int
    games: tuple[Seating, ...]
    asks: tuple[str, ...]
    asks_first_player: bool = True
    scenario: str = ""


class ScoreSheets(Sheet, frozen=True, kw_only=True, tag="scores"):
    """Two copies per table, one page each table: both players' columns, a line for each moment that can score."""

    round: int
    games: tuple[Seating, ...]
    scenario: str
    moments: tuple[str, ...]
    columns: tuple[str, ...]
    copies: int = 2


class StandingsLine(msgspec.Struct, frozen=True):
    """
    One line of the standings; the values stand under the sheet's columns.

    The numbers of the opponents met, where given, let the next round be paired by hand; `notes` say who had a bye, and
    who is no longer paired. Whoever is shut out has no rank.
    """

    rank: int | None
    person: PaperPerson
    values: tuple[str, ...]
    met: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


class StandingsPaper(Sheet, frozen=True, kw_only=True, tag="standings"):
    """The order after a round, as published."""

    after_round: int
    columns: tuple[str, ...]
    rows: tuple[StandingsLine, ...]
    final: bool = False


class Badge(msgspec.Struct, frozen=True):
    """One badge: who, in which role, and the link that is theirs."""

    person: PaperPerson
    role: str = ""
    link: PaperLink | None = None


class Badges(Sheet, frozen=True, kw_only=True, tag="badges"):
    """Badges of 90 by 64 mm, eight to a page, to be cut."""

    badges: tuple[Badge, ...]


class Certificate(Sheet, frozen=True, kw_only=True, tag="certificate"):
    """An award on one page, to be framed."""

    person: PaperPerson
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

    person: PaperPerson
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

    title: str
    diagram: Drawing
    sections: tuple[Section, ...]
    round: int | None = None
    link: PaperLink | None = None


class RulesSheet(Sheet, frozen=True, kw_only=True, tag="rules"):
    """Rules to have at hand, by subject, in two columns: on one page if they can be read there."""

    title: str
    sections: tuple[Section, ...]


class ReferenceTable(Sheet, frozen=True, kw_only=True, tag="reference"):
    """A published table to have at hand, such as what a difference of points is worth."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    widths: tuple[int, ...] = ()
    """How the columns share the page, if they are not alike; words then begin at the left."""


class BlankRound(Sheet, frozen=True, kw_only=True, tag="blank"):
    """An empty round to fill in by hand: a line per table, for pairings and results; one for a bye if there may be."""

    round: int
    tables: int
    asks: tuple[str, ...]
    bye: bool = False


class EmergencyPack(Sheet, frozen=True, kw_only=True, tag="pack"):
    """
    Everything needed to go on with pen and paper, behind a page that says how.

    The parts are printed in their order; each is listed on the cover.
    """

    parts: tuple[Sheet, ...]
    printed: str = ""
    link: PaperLink | None = None


class RoundOutcome(StrEnum):
    """How a round ended for the player [SR-SHEET-3, SR-SHEET-6]."""

    WIN = "W"
    LOSS = "L"
    DRAW = "D"
    BYE = "bye"


class PaperListEntry(msgspec.Struct, frozen=True):
    """One line of an army list and its cost."""

    label: str
    cost: int


class PaperList(msgspec.Struct, frozen=True):
    """One of a player's lists [SR-SHEET-2]."""

    faction: str
    entries: tuple[PaperListEntry, ...]
    contract: str = ""
    theme: str = ""
    tier: Literal[0, 1, 2, 3, 4] = 0

    @property
    def total(self) -> int:
        """The cost of all entries."""
        return sum(entry.cost for entry in self.entries)


class RecordRow(msgspec.Struct, frozen=True):
    """What a round brought [SR-SHEET-3]."""

    outcome: RoundOutcome
    opponent: PaperPerson | None = None
    won_by: WinKind | None = None
    tournament_points: int = 0
    control_points: int = 0
    destroyed: int = 0


class RecordPaper(Sheet, frozen=True, kw_only=True, tag="record"):
    """A player's sheet: lists and a row for each round of the event, played or not [SR-SHEET-4]."""

    player: PaperPerson
    nickname: str = ""
    rounds: int
    played: tuple[RecordRow, ...] = ()
    lists: tuple[PaperList, ...] = ()
    lists_asked: tuple[int, int] = (1, 2)
    """The least and the most lists of a player: as many have their place, those past the least are optional."""

    def subtotals(self) -> tuple[int | None, ...]:
        """The running tournament points, from round 2 on [SR-SHEET-4]."""
        running = accumulate(row.tournament_points for row in self.played)
        return tuple(None if number == 1 else points for number, points in enumerate(running, start=1))


class Holding(msgspec.Struct, frozen=True):
    """A territory under control: its income, and the reserve of its village if it has one."""

    name: str
    kind: str
    income: int
    village: bool = False
    reserve: str = ""
    sacred: bool = False


class CampaignBand(msgspec.Struct, frozen=True):
    """A band in the field, called by its lord or by its number."""

    name: str
    territory: str
    units: tuple[str, ...]
    points: str
    note: str = ""
    """The lord's experience and what is noted of it."""


class CampaignSheet(Sheet, frozen=True, kw_only=True, tag="campaign"):
    """What a player of a campaign has in hand at the start of a turn, and room for the turn's orders."""

    person: PaperPerson
    turn: int
    power_points: int
    income: int
    initiative: int
    turns: int = 0
    upkeep: int = 0
    favour: str = ""
    """Who has the favour of the gods."""
    prestige_to_win: int = 0
    limits: tuple[str, ...] = ()
    """Lords and villages against their most."""
    away: tuple[str, ...] = ()
    """The armies off the map, each with the turn and the place it comes back."""
    memory: tuple[str, ...] = ()
    holdings: tuple[Holding, ...] = ()
    bands: tuple[CampaignBand, ...] = ()
    prints: tuple[str, ...] = ()
    """The fingerprints of what lies sealed, each with its owner: to be compared once it is open."""
    link: PaperLink | None = None

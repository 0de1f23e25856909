"""Rounds: scenarios, drafts, pairings, lists chosen, the end."""

from __future__ import annotations

from heraut.kernel import Seat
from heraut.tournament.commands.speaker import Command, Speaker


class ChooseScenario(Command, frozen=True, kw_only=True):
    """Settle the scenario of a round that is not published yet."""

    speaker = Speaker.ORGANISER
    round: int
    scenario: str


class DrawScenario(Command, frozen=True, kw_only=True):
    """Let two dice choose the scenario of a round."""

    speaker = Speaker.ORGANISER
    round: int


class DraftRound(Command, frozen=True, kw_only=True):
    """Pair the next round; FATE gives the seed."""

    speaker = Speaker.ORGANISER


class AdjustDraft(Command, frozen=True, kw_only=True):
    """Change the draft by hand: all pairs in the order of their tables, and who sits out."""

    speaker = Speaker.ORGANISER
    pairs: tuple[tuple[Seat, Seat], ...]
    bye: Seat | None = None
    reason: str = ""


class DiscardDraft(Command, frozen=True, kw_only=True):
    """Throw the draft away."""

    speaker = Speaker.ORGANISER


class PublishRound(Command, frozen=True, kw_only=True):
    """Announce pairings and scenario. A draft with rematches has to be confirmed."""

    speaker = Speaker.ORGANISER
    confirm_rematches: bool = False


class RepairTables(Command, frozen=True, kw_only=True):
    """Pair the untouched tables of the round being played anew; FATE gives the seed."""

    speaker = Speaker.ORGANISER
    tables: tuple[int, ...]


class SetTables(Command, frozen=True, kw_only=True):
    """Say which tables are in use, in the order they are given out; none: 1, 2, 3 and so on."""

    speaker = Speaker.ORGANISER
    tables: tuple[int, ...]


class ChooseList(Command, frozen=True, kw_only=True):
    """Lay one's caster card face down: list 1, 2, …"""

    speaker = Speaker.PLAYER
    list_number: int
    round: int | None = None
    """The round meant; a page from an earlier round then does no harm [HOUSE-PHASE-1]."""


class LinkMatch(Command, frozen=True, kw_only=True):
    """Say which match stream is played at a table."""

    round: int
    table: int
    match: str


class EndEvent(Command, frozen=True, kw_only=True):
    """End the event before its time."""

    speaker = Speaker.ORGANISER
    reason: str = ""

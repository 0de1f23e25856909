"""Awards: what there is to win, the players' votes, the announcement."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.kernel import Seat
from heraut.tournament.awards import Award
from heraut.tournament.commands.speaker import Command, Speaker


class SetAwards(Command, frozen=True, kw_only=True):
    """Say what there is to win, in the order it will be announced."""

    speaker = Speaker.ORGANISER
    awards: tuple[Award, ...]


class OpenVotes(Command, frozen=True, kw_only=True):
    """Let everybody who is here vote for every award that is voted on."""

    speaker = Speaker.ORGANISER


class CastBallot(Command, frozen=True, kw_only=True):
    """Hand in one's ballot, sealed: for each award a name, or none for a blank vote."""

    speaker = Speaker.PLAYER
    choices: Mapping[str, Seat] = {}


class TakeBackBallot(Command, frozen=True, kw_only=True):
    """Take one's ballot back, as if one had not voted."""

    speaker = Speaker.PLAYER


class CloseVotes(Command, frozen=True, kw_only=True):
    """Count the votes, all at once."""

    speaker = Speaker.ORGANISER


class AnnounceAward(Command, frozen=True, kw_only=True):
    """Tell everybody who wins; a jury's award names its winner here."""

    speaker = Speaker.ORGANISER
    award: str
    winner: Seat | None = None

"""What may be asked of an event. `speaker` says for whom a command may be spoken."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import ClassVar

from heraut.kernel import Command as KernelCommand
from heraut.kernel import Instant, Roll, Seat, Tick
from heraut.tournament.bands import Band
from heraut.tournament.lists import ArmyList
from heraut.tournament.results import Report


class Speaker(StrEnum):
    """Who may speak a command."""

    ORGANISER = "organiser"
    OFFICIAL = "official"
    PLAYER = "player"
    PLAYER_OR_OFFICIAL = "player_or_official"
    """A player for themselves; an official for anybody, named in `player`."""


class Command(KernelCommand, frozen=True):
    """A command of this engine."""

    speaker: ClassVar[Speaker] = Speaker.OFFICIAL


class Register(Command, frozen=True, kw_only=True):
    """Enter a player, before the first round or later where the event allows it."""

    player: Seat
    name: str
    club: str = ""
    team: str = ""
    nickname: str = ""
    spare: bool = False
    fixed_table: int | None = None


class EditPlayer(Command, frozen=True, kw_only=True):
    """Correct what is known of a player: name, club, team, nickname, the table they must have."""

    player: Seat
    name: str
    club: str = ""
    team: str = ""
    nickname: str = ""
    fixed_table: int | None = None


class HandInBand(Command, frozen=True, kw_only=True):
    """Hand in a SAGA band, sealed; once round 1 is published only an official can, with a reason."""

    speaker = Speaker.PLAYER_OR_OFFICIAL
    band: Band
    player: Seat | None = None
    reason: str = ""


class HandInLists(Command, frozen=True, kw_only=True):
    """Hand in all Steamroller lists of a player, sealed; later only an official can, with a reason."""

    speaker = Speaker.PLAYER_OR_OFFICIAL
    lists: tuple[ArmyList, ...]
    player: Seat | None = None
    reason: str = ""


class CheckIn(Command, frozen=True, kw_only=True):
    """The player is here."""

    player: Seat


class RecordCheck(Command, frozen=True, kw_only=True):
    """Note what was checked: damage tracker, conversions, painting."""

    player: Seat
    item: str
    approved: bool
    list_number: int | None = None
    set_aside: tuple[str, ...] = ()
    note: str = ""


class Drop(Command, frozen=True, kw_only=True):
    """Leave the event; results stand."""

    speaker = Speaker.PLAYER_OR_OFFICIAL
    player: Seat | None = None


class Return(Command, frozen=True, kw_only=True):
    """Take a player who left back in, from the next round on."""

    player: Seat


class Disqualify(Command, frozen=True, kw_only=True):
    """Shut a player out of the event."""

    player: Seat
    reason: str
    at: Instant = Instant(0)


class CheckOff(Command, frozen=True, kw_only=True):
    """Tick an item of the organiser's checklist."""

    item: str


class CloseRegistration(Command, frozen=True, kw_only=True):
    """End registration; SAGA players then get their draw numbers."""

    speaker = Speaker.ORGANISER


class RevealLists(Command, frozen=True, kw_only=True):
    """Open everybody's lists to everybody."""

    speaker = Speaker.ORGANISER


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


class ChooseList(Command, frozen=True, kw_only=True):
    """Lay one's caster card face down: list 1, 2, …"""

    speaker = Speaker.PLAYER
    list_number: int


class SetTables(Command, frozen=True, kw_only=True):
    """Say which tables are in use, in the order they are given out; none: 1, 2, 3 and so on."""

    speaker = Speaker.ORGANISER
    tables: tuple[int, ...]


class LinkMatch(Command, frozen=True, kw_only=True):
    """Say which match stream is played at a table."""

    round: int
    table: int
    match: str


class StartClock(Command, frozen=True, kw_only=True):
    """The games of the round begin."""

    at: Instant = Instant(0)


class GrantTime(Command, frozen=True, kw_only=True):
    """A judge gives a table more minutes."""

    table: int
    minutes: int
    reason: str


class CallTime(Command, frozen=True, kw_only=True):
    """Call the end of time, once it has come."""

    at: Instant = Instant(0)


class StartTurn(Command, frozen=True, kw_only=True):
    """One's turn begins."""

    speaker = Speaker.PLAYER
    at: Instant = Instant(0)


class StopTurnClock(Command, frozen=True, kw_only=True):
    """Stop one's turn clock while the opponent acts."""

    speaker = Speaker.PLAYER
    at: Instant = Instant(0)


class ResumeTurnClock(Command, frozen=True, kw_only=True):
    """Let one's turn clock run again."""

    speaker = Speaker.PLAYER
    at: Instant = Instant(0)


class PassClock(Command, frozen=True, kw_only=True):
    """With a reserve: pass the clock to the opponent, who acts out of turn; or take it back."""

    speaker = Speaker.PLAYER
    at: Instant = Instant(0)


class AnnounceExtension(Command, frozen=True, kw_only=True):
    """Extend one's turn, once per game."""

    speaker = Speaker.PLAYER
    at: Instant = Instant(0)


class EndTurn(Command, frozen=True, kw_only=True):
    """One's turn is over."""

    speaker = Speaker.PLAYER
    at: Instant = Instant(0)


class ReportResult(Command, frozen=True, kw_only=True):
    """A player's word on their game; two equal ones settle it."""

    speaker = Speaker.PLAYER
    report: Report


class SettleResult(Command, frozen=True, kw_only=True):
    """An official's word on a game, at any time."""

    round: int
    table: int
    report: Report
    reason: str = ""


class CorrectResult(Command, frozen=True, kw_only=True):
    """Change a result that counts already, however old; see `repair.consequences` first."""

    round: int
    table: int
    report: Report
    reason: str


class CallJudge(Command, frozen=True, kw_only=True):
    """Ask for a judge at one's table."""

    speaker = Speaker.PLAYER
    note: str = ""
    at: Instant = Instant(0)


class AnswerCall(Command, frozen=True, kw_only=True):
    """A judge has come."""

    call: int


class Rule(Command, frozen=True, kw_only=True):
    """Settle a question of rules; final."""

    text: str
    table: int | None = None
    at: Instant = Instant(0)


class Warn(Command, frozen=True, kw_only=True):
    """Warn a player."""

    player: Seat
    reason: str
    at: Instant = Instant(0)


class Penalise(Command, frozen=True, kw_only=True):
    """Take tournament points from a player."""

    player: Seat
    points: Fraction
    reason: str
    at: Instant = Instant(0)


class EndEvent(Command, frozen=True, kw_only=True):
    """End the event before its time."""

    speaker = Speaker.ORGANISER
    reason: str = ""


EventCommand = (
    Register | EditPlayer | HandInBand | HandInLists | CheckIn | RecordCheck | Drop | Return | Disqualify | CheckOff
    | CloseRegistration | RevealLists | ChooseScenario | DrawScenario | DraftRound | AdjustDraft | DiscardDraft
    | PublishRound | RepairTables | SetTables | ChooseList | LinkMatch | StartClock | GrantTime | CallTime | StartTurn
    | StopTurnClock | ResumeTurnClock | PassClock | AnnounceExtension | EndTurn | ReportResult | SettleResult
    | CorrectResult | CallJudge | AnswerCall | Rule | Warn | Penalise | EndEvent | Roll | Tick
)  # fmt: skip

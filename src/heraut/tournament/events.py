"""What has happened in an event, and who may know it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from heraut.kernel import Audience, Event, Instant, Reason, Seat
from heraut.tournament.bands import Band
from heraut.tournament.lists import ArmyList
from heraut.tournament.pairing.pairs import Pair, Pairing
from heraut.tournament.results import Report


class PlayerRegistered(Event, frozen=True, kw_only=True):
    """A player entered; `joined` is the first round they can be paired in."""

    audience = Audience.EVERYBODY
    player: Seat
    name: str
    club: str = ""
    team: str = ""
    nickname: str = ""
    spare: bool = False
    fixed_table: int | None = None
    joined: int = 1
    number: int | None = None
    """The draw number of a late entry [ST-PAIR-2]."""


class PlayerEdited(Event, frozen=True, kw_only=True):
    """What is known of a player was corrected."""

    audience = Audience.EVERYBODY
    player: Seat
    name: str
    club: str = ""
    team: str = ""
    nickname: str = ""
    fixed_table: int | None = None


class BandHandedIn(Event, frozen=True, kw_only=True):
    """A band lies sealed with the organiser."""

    audience = Audience.OWNERS
    outline = Audience.EVERYBODY
    seat: Seat
    band: Band


class ListsHandedIn(Event, frozen=True, kw_only=True):
    """A player's lists lie sealed with the organiser."""

    audience = Audience.OWNERS
    outline = Audience.EVERYBODY
    seat: Seat
    lists: tuple[ArmyList, ...]


class ListsAmended(Event, frozen=True, kw_only=True):
    """An official changed a frozen list, and why [SR-LIST-9, ST-BND-15]."""

    audience = Audience.EVERYBODY
    player: Seat
    by: Seat
    reason: str


class ListsRevealed(Event, frozen=True, kw_only=True):
    """All lists are open to everybody."""

    audience = Audience.EVERYBODY
    reveals = True
    lists: Mapping[Seat, Band | tuple[ArmyList, ...]]


class PlayerCheckedIn(Event, frozen=True, kw_only=True):
    """The player is here."""

    audience = Audience.EVERYBODY
    player: Seat


class CheckRecorded(Event, frozen=True, kw_only=True):
    """What an official noted at check-in."""

    audience = Audience.OWNERS_AND_OFFICIALS
    seat: Seat
    item: str
    approved: bool
    list_number: int | None = None
    set_aside: tuple[str, ...] = ()
    note: str = ""
    by: Seat


class PlayerDropped(Event, frozen=True, kw_only=True):
    """The player left; results stand."""

    audience = Audience.EVERYBODY
    player: Seat


class PlayerReturned(Event, frozen=True, kw_only=True):
    """A player who had left is back."""

    audience = Audience.EVERYBODY
    player: Seat


class PlayerDisqualified(Event, frozen=True, kw_only=True):
    """The player is shut out of the event [SR-FAIR-6]."""

    audience = Audience.EVERYBODY
    player: Seat
    by: Seat
    at: Instant
    reason: str


class ItemCheckedOff(Event, frozen=True, kw_only=True):
    """An item of the organiser's checklist is done."""

    audience = Audience.OFFICIALS
    item: str


class RegistrationClosed(Event, frozen=True, kw_only=True):
    """No more entries, but late ones."""

    audience = Audience.EVERYBODY


class NumbersDrawn(Event, frozen=True, kw_only=True):
    """The draw numbers and the seed they come from [ST-PAIR-2]."""

    audience = Audience.EVERYBODY
    seed: int
    numbers: Mapping[Seat, int]


class ScenarioDrawBegun(Event, frozen=True, kw_only=True):
    """Dice are to choose a scenario."""

    audience = Audience.OWNERS
    outline = Audience.EVERYBODY
    seat: Seat
    round: int


class ScenarioRedrawn(Event, frozen=True, kw_only=True):
    """The dice gave a scenario that cannot be played; they are rolled again [SR-SCEN-6]."""

    audience = Audience.OWNERS
    seat: Seat
    round: int
    faces: tuple[int, ...]


class ScenarioPlanned(Event, frozen=True, kw_only=True):
    """The scenario of a round, known to the organiser alone until the round is announced [SR-SCEN-7]."""

    audience = Audience.OWNERS
    seat: Seat
    round: int
    scenario: str
    faces: tuple[int, ...] = ()


class DraftBegun(Event, frozen=True, kw_only=True):
    """The next round is to be paired."""

    audience = Audience.OFFICIALS
    round: int


class RoundDrafted(Event, frozen=True, kw_only=True):
    """The next round as it would be, with its reasons and the seed [SR-PAIR-10]."""

    audience = Audience.OFFICIALS
    round: int
    seed: int
    pairing: Pairing


class DraftAdjusted(Event, frozen=True, kw_only=True):
    """The organiser changed the draft; `breaks` says what that breaks [ST-PAIR-10]."""

    audience = Audience.OFFICIALS
    round: int
    pairing: Pairing
    breaks: tuple[Reason, ...] = ()
    reason: str = ""


class DraftDiscarded(Event, frozen=True, kw_only=True):
    """The draft is gone."""

    audience = Audience.OFFICIALS
    round: int


class RoundPublished(Event, frozen=True, kw_only=True):
    """Pairings and scenario are announced."""

    audience = Audience.EVERYBODY
    reveals = True
    round: int
    scenario: str
    seed: int
    pairing: Pairing
    ranking: bool = False
    adjusted: bool = False
    choose_lists: bool = False
    length_due: bool = False


class RepairBegun(Event, frozen=True, kw_only=True):
    """Some tables are to be paired anew."""

    audience = Audience.EVERYBODY
    round: int
    tables: tuple[int, ...]


class TablesRepaired(Event, frozen=True, kw_only=True):
    """Untouched tables were paired anew."""

    audience = Audience.EVERYBODY
    reveals = True
    round: int
    seed: int
    tables: tuple[int, ...]
    pairs: tuple[Pair, ...]


class TablesSet(Event, frozen=True, kw_only=True):
    """These tables are in use from the next draft on."""

    audience = Audience.EVERYBODY
    tables: tuple[int, ...]


class ListChosen(Event, frozen=True, kw_only=True):
    """A caster card lies face down [SR-PICK-1]."""

    audience = Audience.OWNERS
    outline = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    list_number: int


class ChoicesShown(Event, frozen=True, kw_only=True):
    """Both players of a table show their lists at once [SR-PICK-3]."""

    audience = Audience.EVERYBODY
    reveals = True
    round: int
    table: int
    choices: Mapping[Seat, int]


class MatchLinked(Event, frozen=True, kw_only=True):
    """A match stream is played at a table."""

    audience = Audience.EVERYBODY
    round: int
    table: int
    match: str


class LengthDrawn(Event, frozen=True, kw_only=True):
    """The secret roll that lengthens the round; never announced [SR-TIME-3]."""

    audience = Audience.OFFICIALS
    round: int
    face: int


class ClockStarted(Event, frozen=True, kw_only=True):
    """The games of the round have begun."""

    audience = Audience.EVERYBODY
    round: int
    at: Instant


class TimeGranted(Event, frozen=True, kw_only=True):
    """A judge gave a table more minutes."""

    audience = Audience.EVERYBODY
    round: int
    table: int
    minutes: int
    by: Seat
    reason: str


class DiceDownCalled(Event, frozen=True, kw_only=True):
    """Regulation time is over at these tables [SR-DICE-1]."""

    audience = Audience.EVERYBODY
    reveals = True
    round: int
    tables: tuple[int, ...]
    at: Instant


class TimeCalled(Event, frozen=True, kw_only=True):
    """The time limit of a SAGA round is reached at these tables [ST-ORG-7]."""

    audience = Audience.EVERYBODY
    round: int
    tables: tuple[int, ...]
    at: Instant


class TurnStarted(Event, frozen=True, kw_only=True):
    """A player's turn begins."""

    audience = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    at: Instant


class TurnClockStopped(Event, frozen=True, kw_only=True):
    """The turn clock stands still."""

    audience = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    at: Instant


class TurnClockResumed(Event, frozen=True, kw_only=True):
    """The turn clock runs again."""

    audience = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    at: Instant


class ClockPassed(Event, frozen=True, kw_only=True):
    """The time of `to` runs now [SR-VTIME-14]."""

    audience = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    to: Seat
    at: Instant


class ExtensionAnnounced(Event, frozen=True, kw_only=True):
    """The active player extends this turn [SR-EXT-2]."""

    audience = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    at: Instant


class TurnEnded(Event, frozen=True, kw_only=True):
    """The turn is over; `extension_spent` if an extension began to run [SR-EXT-4]."""

    audience = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    at: Instant
    extension_spent: bool = False


class ReserveRanOut(Event, frozen=True, kw_only=True):
    """A player has no time left and has lost [SR-VTIME-15]."""

    audience = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    at: Instant


class ResultReported(Event, frozen=True, kw_only=True):
    """One player's word on a game."""

    audience = Audience.OWNERS_AND_OFFICIALS
    outline = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    report: Report


class ReportsDiffer(Event, frozen=True, kw_only=True):
    """Two different reports wait for the players or an official to agree on one."""

    audience = Audience.OWNERS_AND_OFFICIALS
    outline = Audience.EVERYBODY
    reveals = True
    seats: tuple[Seat, Seat]
    round: int
    table: int
    reports: Mapping[Seat, Report]

    def owners(self) -> tuple[Seat, ...]:
        """Both players of the table."""
        return self.seats


class ResultSettled(Event, frozen=True, kw_only=True):
    """A result counts: by two equal reports, or by an official's word."""

    audience = Audience.EVERYBODY
    round: int
    table: int
    report: Report
    winner: Seat | None
    points: Mapping[Seat, Fraction]
    by: Seat | None = None
    reason: str = ""


class ResultCorrected(Event, frozen=True, kw_only=True):
    """A result that counted was wrong; this one counts instead [ST-OFF-5]."""

    audience = Audience.EVERYBODY
    round: int
    table: int
    report: Report
    winner: Seat | None
    points: Mapping[Seat, Fraction]
    by: Seat
    reason: str


class RoundCompleted(Event, frozen=True, kw_only=True):
    """Every game of the round has a result."""

    audience = Audience.EVERYBODY
    round: int


class EventEnded(Event, frozen=True, kw_only=True):
    """The event is over: `all-rounds`, `sole-leader` or `organiser`."""

    audience = Audience.EVERYBODY
    after: int
    cause: str
    leader: Seat | None = None
    reason: str = ""


class EventReopened(Event, frozen=True, kw_only=True):
    """A correction took the lead away from the one who led alone: there is another round [SR-ROUND-6]."""

    audience = Audience.EVERYBODY
    after: int


class JudgeCalled(Event, frozen=True, kw_only=True):
    """A player asks for a judge."""

    audience = Audience.OWNERS_AND_OFFICIALS
    seat: Seat
    call: int
    table: int | None
    note: str
    at: Instant


class CallAnswered(Event, frozen=True, kw_only=True):
    """A judge has come to the table."""

    audience = Audience.OWNERS_AND_OFFICIALS
    seat: Seat
    call: int
    by: Seat


class RulingGiven(Event, frozen=True, kw_only=True):
    """A question of rules is settled for good [ST-OFF-2]."""

    audience = Audience.EVERYBODY
    ruling: int
    by: Seat
    at: Instant
    text: str
    round: int | None = None
    table: int | None = None


class PlayerWarned(Event, frozen=True, kw_only=True):
    """A warning, between the player and the officials."""

    audience = Audience.OWNERS_AND_OFFICIALS
    seat: Seat
    by: Seat
    at: Instant
    reason: str


class PlayerPenalised(Event, frozen=True, kw_only=True):
    """Tournament points taken from a player [ST-PTS-10]."""

    audience = Audience.EVERYBODY
    player: Seat
    points: Fraction
    by: Seat
    at: Instant
    reason: str


TournamentEvent = (
    PlayerRegistered | PlayerEdited | BandHandedIn | ListsHandedIn | ListsAmended | ListsRevealed | PlayerCheckedIn
    | CheckRecorded | PlayerDropped | PlayerReturned | PlayerDisqualified | ItemCheckedOff | RegistrationClosed
    | NumbersDrawn | ScenarioDrawBegun | ScenarioRedrawn | ScenarioPlanned | DraftBegun | RoundDrafted
    | DraftAdjusted | DraftDiscarded | RoundPublished | RepairBegun | TablesRepaired | TablesSet | ListChosen
    | ChoicesShown | MatchLinked | LengthDrawn | ClockStarted | TimeGranted | DiceDownCalled | TimeCalled
    | TurnStarted | TurnClockStopped | TurnClockResumed | ClockPassed | ExtensionAnnounced | TurnEnded
    | ReserveRanOut | ResultReported | ReportsDiffer | ResultSettled | ResultCorrected | RoundCompleted | EventEnded
    | EventReopened | JudgeCalled | CallAnswered | RulingGiven | PlayerWarned | PlayerPenalised
)  # fmt: skip

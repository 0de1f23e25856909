"""From an event's view to what its pages show: how much of it at once, days and names, clocks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.utils.safestring import SafeString

from heraut.kernel.names import ClauseId, Instant, Seat
from heraut.kernel.refusal import Reason, Refusal
from heraut.scenario import library
from heraut.speech.sentences import say_because
from heraut.speech.typography import colon
from heraut.tournament.entries import PlayerView
from heraut.tournament.format import Format
from heraut.tournament.saga.bands import SagaBand, TroopClass, write_band
from heraut.tournament.turns import (
    AnnounceExtension,
    EndTurn,
    PassClock,
    ResumeTurnClock,
    StartTurn,
    StopTurnClock,
    TableClockView,
)
from heraut.tournament.view import RoundView, TableView, View
from heraut.web.commands import events
from heraut.web.desk import now
from heraut.web.game import VisitedGame, language
from heraut.web.sentences import amount, moment, names, word
from heraut.web.templatetags.heraut import coat_of

FEW = 48
"""Up to how many players a page shows everybody, each with their shield."""
SHOWN = 24
"""How many lines of a longer table stand on a page that has other things to say."""
FIRST, AROUND = 3, 2
"""On a player's phone: how many of the first places, and how many on either side of one's own."""
MINUS = "\N{MINUS SIGN}"
BUTTONS = (StartTurn, EndTurn, StopTurnClock, ResumeTurnClock, PassClock, AnnounceExtension)
"""What a phone may say of the clock of its table."""


def event_day(game: VisitedGame) -> date:
    """The day an event is played: as its organiser says, or else the day it was opened."""
    said = game.settings.played_on
    return date.fromisoformat(said) if said else moment(game.header.created).date()


def column(key: object) -> str:
    """The name of a column of the standings."""
    return word(f"column-{key}")


def scenario_name(slug: str) -> str:
    """The published name of a scenario; an organiser's own is shown as it was written."""
    found = library.find(slug)
    return slug if found is None else found.name(language())


def last_round(view: View) -> RoundView | None:
    """The round published last."""
    return view.played[-1] if view.played else None


def playing_round(view: View) -> RoundView | None:
    """The round being played."""
    return last_round(view) if view.stage == "playing" else None


def player_of(view: View, seat: Seat | None) -> PlayerView | None:
    """Somebody entered, by their seat."""
    return next((player for player in view.players if player.seat == seat), None)


def face(game: VisitedGame, name: str, once: set[str] | None = None) -> SafeString:
    """Somebody's shield, where few play; `once`: whose drawings the page has already."""
    return coat_of(name, 20, game.people, once) if len(game.view.players) <= FEW else SafeString()


def told(game: VisitedGame, reasons: Iterable[Reason]) -> list[tuple[str, ClauseId]]:
    """Each reason as its sentence, people by their names, and its clause."""
    spoken = language()
    known = names(game, spoken)
    return [(say_because(reason, spoken, known), reason.clause) for reason in reasons]


def rematch_tables(view: View) -> frozenset[int]:
    """The tables of the draft whose players have met before at this event."""
    if view.draft is None:
        return frozenset()
    met = {frozenset(table.seats) for played in view.played for table in played.tables}
    pairs = view.draft.pairing.pairs
    return frozenset(pair.table for pair in pairs if frozenset((pair.first, pair.second)) in met)


def here(view: View) -> int:
    """How many players are here."""
    return sum(player.status == "present" for player in view.players)


def band_words(band: SagaBand) -> str:
    """A band as people write it: "1 Seigneur, 8 Gardes, 12 Levées", in the order of a sheet; it reads back."""
    written, spoken = write_band(band).lines, language()
    lines = [
        f"{line.figures} {line.name} ({amount(line.points, spoken)} pts)"
        if line.troop is TroopClass.SPECIAL and line.points is not None
        else f"{line.figures} {line.name or word(line.troop)}"
        for line in written
    ]
    mark = colon(spoken)
    spells = f"\n{word('spells')}{mark}{', '.join(band.spells)}" if band.spells else ""
    legend = f"\n{word('legendary-band')}{mark}{band.legendary_band}" if band.legendary_band else ""
    return ", ".join(lines) + spells + legend


@dataclass(frozen=True, slots=True)
class Elapsed:
    """How long the games of a round have lasted, stops left out [HOUSE-CLOCK-3]."""

    text: str
    since: Instant | None
    """From when a running clock counts; None while it is stopped."""
    left: int | None = None
    """The seconds that are left, below 0 once time is over; None where nobody is told how long a round lasts."""
    ends: Instant | None = None
    """When time is over, if the clock runs on."""

    @property
    def countdown(self) -> str:
        """What is left as a page without script shows it."""
        return clock_face(self.left or 0)


def elapsed(shown: RoundView | None, settings: Format, table: TableView | None = None) -> Elapsed | None:
    """The clock of a round that has begun, at a table where one is meant: a judge may have given it more time."""
    if shown is None or shown.started is None:
        return None
    since = Instant(shown.started + shown.stood)
    at = shown.paused or now()
    minutes = max(0, at - since) // 60
    text, running = f"{minutes // 60} h {minutes % 60:02}", None if shown.paused else since
    if settings.clock.drawn is not None or shown.minutes is None:
        return Elapsed(text, running)
    end = since + 60 * (shown.minutes + (table.granted if table is not None else 0))
    return Elapsed(text, running, end - at, Instant(end) if running is not None else None)


def clock_face(seconds: int) -> str:
    """Minutes and seconds, hours before them if there are any, with a minus once time is over."""
    hours, rest = divmod(abs(seconds), 3600)
    minutes, seconds_left = divmod(rest, 60)
    face = f"{hours}:{minutes:02}:{seconds_left:02}" if hours else f"{minutes}:{seconds_left:02}"
    return f"{MINUS}{face}" if seconds < 0 else face


def time_is_over(shown: RoundView) -> bool:
    """Whether time has come at a table where nobody has called it yet; known to officials only."""
    return any(table.ends_at is not None and table.ends_at <= now() and not table.time_called for table in shown.tables)


def time_was_called(shown: RoundView) -> bool:
    """Whether the end of time was called at every table."""
    return bool(shown.tables) and all(table.time_called for table in shown.tables)


@dataclass(frozen=True, slots=True)
class Hand:
    """One player's time: the seconds left, below 0 when a turn has overrun; `runs` while they go by."""

    seat: Seat
    left: int
    runs: bool

    @property
    def text(self) -> str:
        """Minutes and seconds, as a page without script shows them."""
        return clock_face(self.left)


@dataclass(frozen=True, slots=True)
class TurnClock:
    """What a phone shows: the time of the turn, or both reserves; which commands its player may give."""

    active: Seat | None
    hands: tuple[Hand, ...]
    may: frozenset[str]
    fallen: Seat | None = None
    """Whose reserve has run out [SR-VTIME-15]."""
    extended: tuple[Seat, ...] = ()
    """Who has used up the right to an extension [SR-EXT-1]."""


def turn_clock(game: VisitedGame, table: TableView | None) -> TurnClock | None:
    """The clock at the player's own table; None where turns are not timed, or not now."""
    me = game.visitor.seat
    if table is None or table.result is not None or me is None:
        return None
    clock, at = table.clock, now()
    if clock is None and game.settings.clock.turns is None:
        return None
    may = frozenset(kind.__name__ for kind in BUTTONS if not isinstance(events(game, kind(seat=me, at=at)), Refusal))
    if clock is None:
        return TurnClock(None, (), may) if may else None
    return TurnClock(clock.active, _hands(clock, table.seats, at), may, clock.fallen, clock.extended)


def _hands(clock: TableClockView, seats: tuple[Seat, Seat], at: Instant) -> tuple[Hand, ...]:
    if clock.reserve_seconds is not None:
        return tuple(_hand(clock, seat, clock.reserve_seconds, at) for seat in seats)
    if clock.active is None or clock.turn_seconds is None:
        return ()
    return (_hand(clock, clock.active, clock.turn_seconds, at),)


def _hand(clock: TableClockView, seat: Seat, whole: int, at: Instant) -> Hand:
    runs = clock.running == seat
    used = clock.spent.get(seat, 0) + (max(0, at - clock.since) if runs else 0)
    return Hand(seat, whole - used, runs)

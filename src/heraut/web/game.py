"""One stream as one visitor meets it: what every page about a game is made from."""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count, islice
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
from django.contrib.auth.models import User
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest
from django.utils.translation import get_language

from heraut.journal.desk import Accepted
from heraut.journal.entry import settings_of
from heraut.journal.history import History
from heraut.journal.log import LogLine, entry_of, newest_of, version_of
from heraut.journal.undo import dependants
from heraut.kernel.engine import AnyEngine
from heraut.kernel.journal import Damaged, Header, Undo
from heraut.kernel.message import Audience, Awaited, Command, Event, Outline
from heraut.kernel.names import FATE, OFFICIALS, ORGANISER, ActorId, CommandId, Seat, SenderId, StreamId
from heraut.kernel.refusal import Refusal
from heraut.speech.sentences import Language, phrase
from heraut.web import links, models
from heraut.web.desk import desk, submit, take_back, take_back_together
from heraut.web.permissions import SEAT_OF, Role, Visitor
from heraut.web.store import by_name

P = ParamSpec("P")
T = TypeVar("T")
M = TypeVar("M", bound=Model)
MOST_LEGAL = 400
"""How many legal commands a page looks at; engines may offer endless ones."""


def language() -> Language:
    """The language of this answer."""
    return "en" if (get_language() or "fr").startswith("en") else "fr"


def seat_names(engine: AnyEngine, state: Any) -> Mapping[Seat, str]:
    """Who sits where; a game master, who has the organiser's seat, in the visitor's language."""
    known = engine.seats(state)
    return {**known, ORGANISER: phrase(language(), "words", "seat-game-master")} if ORGANISER in known else known


def account(request: HttpRequest) -> User | None:
    """The organiser's account behind the request, if somebody is signed in."""
    return request.user if isinstance(request.user, User) else None


def account_role(request: HttpRequest) -> Role:
    """What somebody is where no game is meant."""
    return Role.SPECTATOR if account(request) is None else Role.ORGANISER


@dataclass(frozen=True)
class VisitedGame:
    """A stream, its row, and the visitor; everything shown is worked out from the visitor's seat."""

    row: models.Stream
    history: History
    visitor: Visitor
    places: tuple[Visitor, ...]
    """Every place this visitor could take, the present one first."""

    @staticmethod
    def of(request: HttpRequest, stream: str) -> VisitedGame:
        """The game as the sender of this request meets it; 404 if there is none."""
        row = by_name(stream)
        if row is None:
            raise Http404(stream)
        return VisitedGame.met(request, row)

    @staticmethod
    def met(request: HttpRequest, row: models.Stream) -> VisitedGame:
        """The game of that row as the sender of this request meets it."""
        return VisitedGame.with_places(request, row, places_of(request, row))

    @staticmethod
    def with_places(request: HttpRequest, row: models.Stream, places: tuple[Visitor, ...]) -> VisitedGame:
        """The same, where the visitor's places are known already."""
        try:
            history = desk().history(StreamId(row.pk))
        except KeyError as error:
            raise Damaged(f"this Héraut has no engine {error} for {row.pk}: update it") from error
        seated = _with_chairs(request, history, places)
        return VisitedGame(row, history, seated[0], seated)

    @cached_property
    def stream(self) -> StreamId:
        return self.header.stream

    @cached_property
    def header(self) -> Header:
        """The first line of the journal, with the name the game goes by now."""
        return msgspec.structs.replace(self.history.header, title=title_of(self.history))

    @cached_property
    def engine(self) -> AnyEngine:
        return self.history.engine

    @cached_property
    def settings(self) -> Any:
        """What fixes the game, as far as its organiser has not changed it; of some games not all of it is public."""
        return present_settings(self.history)

    @property
    def hats(self) -> int:
        """How many of a player's and the organiser's places are one's own; several players' count as one."""
        return len({place.role for place in self.places if not place.chair})

    @property
    def neighbours(self) -> tuple[Visitor, ...]:
        """The places of other players that this browser holds too: they sit before one screen."""
        held = {place.seat: place for place in self.places if place.role is Role.PLAYER and not place.chair}
        own = next(iter(held), None) if self.standing_in else self.visitor.seat
        return tuple(place for seat, place in held.items() if seat != own)

    @property
    def standing_in(self) -> bool:
        """Whether the visitor sits in the chair of somebody they stand in for."""
        return self.visitor.chair

    @property
    def chairs(self) -> tuple[Visitor, ...]:
        """The other chairs the visitor may take, standing in for somebody."""
        return tuple(place for place in self.places[1:] if place.chair)

    @cached_property
    def _moment(self) -> tuple[str, Any]:
        """
        The version and the state this whole visit is about: bots, dice and others play on while a page is written.

        The version is taken first: a page that is behind by then must not think that it is not.
        """
        version = self.row.moved_to or version_of(self.history, self.visitor.seat)
        return version, self.history.state

    @property
    def version(self) -> str:
        """What the page compares with the live messages, to know whether it is behind."""
        return self._moment[0]

    @property
    def _state(self) -> Any:
        return self._moment[1]

    @cached_property
    def view(self) -> Any:
        return self.engine.view(self._state, self.visitor.seat)

    def view_at(self, sequence: int, seat: Seat | None) -> Any:
        """What that seat could see right after an entry of the journal, without what was taken back since."""
        return self.engine.view(self.history.at(sequence), seat)

    def seen(self, look: Callable[Concatenate[Any, P], T], *about: P.args, **named: P.kwargs) -> T:
        """
        What a further look of the engine's own finds: something too long to work out for every view.

        A room names the engine's function, which is handed the state; the room itself never is.
        """
        return look(self._state, *about, **named)

    def judged(self, judge: Callable[[Iterator[Any]], T]) -> T:
        """What an engine's judge says of the whole game, state by state, without what was taken back."""
        return judge(self._states())

    def _states(self) -> Iterator[Any]:
        state = self.history.at(0)
        yield state
        for deed in self.history.live():
            for event in deed.events:
                state = self.engine.evolve(state, event)
                yield state

    @cached_property
    def awaits(self) -> tuple[Awaited, ...]:
        return self.engine.awaits(self._state, self.visitor.seat)

    @property
    def is_turn(self) -> bool:
        """Whether the game waits for the visitor's own seat, or for dice that are theirs."""
        seat = self.visitor.seat
        return seat is not None and any(is_asked(awaited, seat) for awaited in self.awaits)

    @cached_property
    def names(self) -> Mapping[Seat, str]:
        return seat_names(self.engine, self._state)

    @cached_property
    def called(self) -> Mapping[str, str]:
        """What people named besides the seats, by its id; to be looked up in, since it names hidden things too."""
        return self.engine.called(self._state)

    @cached_property
    def people(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(name for seat, name in self.names.items() if seat not in OFFICIALS)

    @cached_property
    def legal(self) -> tuple[Command, ...]:
        """What the visitor may try now; the dice have their own form."""
        return self.first_legal(MOST_LEGAL)

    def first_legal(self, most: int) -> tuple[Command, ...]:
        """So many of the legal commands."""
        if self.visitor.seat is None:
            return ()
        return tuple(islice(self.engine.legal(self._state, self.visitor.seat), most))

    @cached_property
    def dice(self) -> Awaited | None:
        """Dice that are due and that this visitor may bring."""
        due = next((awaited for awaited in self.awaits if awaited.seat == FATE and awaited.chance), None)
        return due if due is not None and self.may_roll(due) else None

    def may_roll(self, due: Awaited) -> bool:
        """Who rolls the dice, or an official [HOUSE-DICE-1]."""
        if due.chance is None or self.visitor.seat is None:
            return False
        return self.visitor.official or due.chance.is_rolled_by(self.visitor.seat)

    @property
    def log(self) -> Iterator[LogLine]:
        """
        What has happened as far as the visitor may know, newest first.

        A line is worked out when a page gets to it, once, however often the page asks: it pays for what it looks at.
        """
        known, further = self._lines
        for place in count():
            if place == len(known):
                known.extend(islice(further, 1))
            if place == len(known):
                return
            yield known[place]

    def latest(self, most: int) -> tuple[LogLine, ...]:
        """So many of the newest lines."""
        return tuple(islice(self.log, most))

    def may_take_back(self, line: LogLine) -> bool:
        """
        A player may try to take back their own last line; officials any [HOUSE-UNDO-3].

        What stays by the rules, or has opened a secret, is not theirs to take back any more [HOUSE-UNDO-4].
        """
        if line.undone or self.visitor.official:
            return not line.undone
        own_last = line.seat == self.visitor.seat and line.number == self.last_line
        told = (event for event in line.events if isinstance(event, Event))
        return own_last and not any(event.stays or event.reveals for event in told)

    @property
    def last_line(self) -> int:
        """The number of the newest line: so many there are."""
        return next((line.number for line in self.log), 0)

    @cached_property
    def _lines(self) -> tuple[list[LogLine], Iterator[LogLine]]:
        """
        Those asked for so far, and the rest.

        Whoever plays in somebody's place learns that they had letters, not what was in them.
        """
        lines = newest_of(self.history, self.visitor.seat)
        return [], map(_without_letters, lines) if self.visitor.chair else lines

    def submit(self, command: Command | Undo, command_id: str = "") -> Accepted | Refusal:
        """
        Hand the command in for this visitor. A form brings its command's id; one without counts each time.

        The game itself stays as it was met: `VisitedGame.of` meets it again. An undo names an entry of the journal.
        """
        return submit(self.stream, command, **self._signed(command_id))

    def has_sent(self, command_id: str) -> bool:
        """Whether a command of this visitor under that id counts already: its answer got lost [HOUSE-PHASE-2]."""
        return self.history.find(self.visitor.sender, CommandId(command_id)) is not None

    def take_back(self, undo: Undo, command_id: str = "") -> Accepted | Refusal:
        """The same for an undo as people send it: it names a line of their own log, and so does the answer."""
        return take_back(self.stream, undo, **self._signed(command_id))

    def take_back_together(self, undo: Undo, command_id: str = "") -> Accepted | Refusal:
        """The same with all that stands in its way, or nothing."""
        return take_back_together(self.stream, undo, **self._signed(command_id))

    def in_the_way(self, undo: Undo) -> tuple[LogLine, ...]:
        """The lines that would be taken back with it, newest first, as far as the visitor has lines of them."""
        entry = entry_of(self.history, undo.seat, undo.entry)
        gone = () if entry is None else (entry, *dependants(self.history, Undo(undo.seat, entry)))
        return tuple(line for line in self.log if line.entry in gone)

    def _signed(self, command_id: str) -> dict[str, Any]:
        sent = CommandId(command_id) if command_id else new_id()
        return {"command_id": sent, "actor": self.visitor.actor, "sender": self.visitor.sender}


def title_of(history: History) -> str:
    """The name a game goes by now: some may be renamed."""
    return getattr(history.state, "title", "") or history.header.title


def is_asked(awaited: Awaited, seat: Seat) -> bool:
    """Whether this is for that seat to do: its own answer, or dice only its player rolls."""
    return awaited.seat == seat or (awaited.chance is not None and awaited.chance.is_rolled_by(seat))


def _without_letters(line: LogLine) -> LogLine:
    return dataclasses.replace(line, events=tuple(map(_without_text, line.events)))


def _without_text(event: Event | Outline) -> Event | Outline:
    told = isinstance(event, Event) and event.enveloped and event.audience is not Audience.EVERYBODY
    return msgspec.structs.replace(event, text="", sealed="") if told else event


def new_id() -> CommandId:
    """A command's id: the same form sent twice counts once."""
    return CommandId(secrets.token_hex(12))


def present_settings(history: History) -> Any:
    """Those in the state, where an engine lets them be changed; those the game was opened with otherwise."""
    changed = getattr(history.state, "settings", None)
    return settings_of(history.header, history.engine) if changed is None else changed


def view_of(stream: StreamId, seat: Seat | None) -> Any:
    """What that seat may see of a game, for a page of another one."""
    history = desk().history(stream)
    return history.engine.view(history.state, seat)


def places_of(request: HttpRequest, row: models.Stream) -> tuple[Visitor, ...]:
    """The links this browser opened, the last chosen first; then the account; then whoever walks by."""
    opened = [_sitting(link) for link in links.held(request, StreamId(row.pk))]
    hosting = _hosting(request, row)
    if request.session.get("as-organiser") == row.pk:
        opened, hosting = hosting, opened
    return (*opened, *hosting) or (_passing_by(request, row),)


def _passing_by(request: HttpRequest, row: models.Stream) -> Visitor:
    """Somebody without a place; whoever had one is told so."""
    return Visitor(Role.SPECTATOR if row.public else Role.STRANGER, lost=bool(links.hashes(request, row.pk)))


def _with_chairs(request: HttpRequest, history: History, places: tuple[Visitor, ...]) -> tuple[Visitor, ...]:
    """Where an engine says who stands in for whom, they may take that chair too; the one taken comes first."""
    standing = history.engine.stand_ins(history.state)
    chairs = [
        Visitor(Role.PLAYER, seat, place.actor, place.sender, chair=True, link=place.link)
        for seat, by in standing.items()
        for place in places
        if place.seat == by
    ]
    taken = request.session.get(f"chair-{history.header.stream}")
    return (*(chair for chair in chairs if chair.seat == taken), *places, *(c for c in chairs if c.seat != taken))


def _sitting(link: models.Link) -> Visitor:
    role = Role(link.role)
    seat = SEAT_OF.get(role) or (Seat(link.seat) if link.seat else None)
    return Visitor(role, seat, ActorId(link.label), SenderId(f"link:{link.pk}"), link=link.token_hash)


def _hosting(request: HttpRequest, row: models.Stream) -> list[Visitor]:
    user = account(request)
    if user is None or not hosts(request, row):
        return []
    actor = ActorId(user.get_username())
    return [Visitor(Role.ORGANISER, SEAT_OF[Role.ORGANISER], actor, account_sender(user.pk))]


def account_sender(account: int) -> SenderId:
    """Whose the commands of an account are."""
    return SenderId(f"account:{account}")


def hosts(request: HttpRequest, row: models.Stream | models.Weekend) -> bool:
    """Those who opened the game run it, and so does the machine's own organiser."""
    user = account(request)
    return user is not None and (user.is_superuser or row.owner_id == user.pk)


def hosted(request: HttpRequest, rows: QuerySet[M]) -> QuerySet[M]:
    """Of these rows those that the visitor's account runs."""
    user = account(request)
    if user is None:
        return rows.none()
    return rows if user.is_superuser else rows.filter(owner=user)

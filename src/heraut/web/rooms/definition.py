"""What an engine may say about its pages. Everything has a default made from the engine's types."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import URLPattern
from django.utils.functional import Promise, lazy

from heraut.journal.desk import Accepted
from heraut.kernel.message import Command, Event, Outline
from heraut.kernel.names import Instant, Seat, StreamId
from heraut.speech.sentences import Language, phrases
from heraut.web import sentences
from heraut.web.forms import Field
from heraut.web.game import VisitedGame, language
from heraut.web.notices.occasions import NoticeKind
from heraut.web.permissions import Visitor
from heraut.web.sentences import Tell

Text = str | Promise


def _nothing(_game: VisitedGame) -> Mapping[str, Any]:
    return {}


def _thirty(_visitor: Visitor) -> int:
    return 30


def _plainly(_game: VisitedGame, spoken: Language, known: Mapping[str, str]) -> Tell:
    return sentences.plainly(spoken, known)


def _no_companions(_stream: StreamId) -> tuple[str, ...]:
    return ()


def _no_objection(_game: VisitedGame, _command: Command) -> str:
    return ""


def _as_said(_game: VisitedGame, command: Command) -> Command:
    return command


def _always(_game: VisitedGame) -> str:
    return ""


def _from_nothing(_request: HttpRequest) -> Any:
    return None


def _as_it_is(_request: HttpRequest, _fields: tuple[Field, ...]) -> Mapping[str, Any]:
    return {}


def _untitled(_settings: Any) -> str:
    return ""


def _opens_nothing(_request: HttpRequest, _stream: StreamId, _settings: Any) -> None:
    return None


@dataclass(frozen=True, slots=True)
class News:
    """What a page is told besides that there are news."""

    now: str = ""
    """The part of the page with the id `now`, shown before the page itself has been asked for; empty: as it was."""
    prompt: bool = True
    """Whether the page is asked for at once; otherwise when its turn comes among the many that are open."""


def _means_nothing(_event: Event | Outline, _seat: Seat) -> NoticeKind | None:
    return None


def _no_deadline(_view: Any) -> Instant | None:
    return None


def _at_once(_game: VisitedGame, _events: Sequence[Event | Outline]) -> News:
    return News()


def _no_more(_stream: StreamId, _outcome: Accepted) -> None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """The pages of one engine's games."""

    title: Text
    """The name of the kind of game: “Tournoi”."""
    about: Text = ""
    """One sentence for whoever wonders which kind to open."""
    symbol: str = "shield"
    """A sign of `press.symbols`, or one of `web/symbols`."""
    template: str = "game.html"
    """The page of a game; a room's own extends `game.html` and fills its blocks."""
    lines: Callable[[Visitor], int] = _thirty
    """How many lines of the log stand beside the game."""
    context: Callable[[VisitedGame], Mapping[str, Any]] = _nothing
    """What that template needs beside `game`; built from `game.view`, never from the state."""
    names: Callable[[VisitedGame, Language], Mapping[str, str]] = sentences.names
    """What the ids in its sentences are called: the seats, and whatever else has a name there."""
    tells: Callable[[VisitedGame, Language, Mapping[str, str]], Tell] = _plainly
    """How its log tells events, by these names, where the one sentence of `speech` for each is not enough."""
    new_template: str = "new.html"
    """The page that opens a game."""
    begin: Callable[[HttpRequest], Any] = _from_nothing
    """The settings its form begins with, such as those of a preset or of a past game; None for the defaults."""
    new_context: Callable[[HttpRequest, tuple[Field, ...]], Mapping[str, Any]] = _as_it_is
    """What a `new_template` of one's own needs beside the fields."""
    read_settings: Callable[[QueryDict], Any] | None = None
    """The settings, as plain values, from what a `new_template` of one's own sends."""
    named: Callable[[Any], str] = _untitled
    """What a game with these settings is called when its form leaves the title empty, if not as the room is."""
    opened: Callable[[HttpRequest, StreamId, Any], None] = _opens_nothing
    """What else is kept of a game that was just opened by its form with these settings."""
    pages: tuple[URLPattern, ...] = ()
    """Further addresses under `/g/<stream>/<engine>/`, each view behind `guard.needs`."""
    previews: tuple[type[Command], ...] = ()
    """The commands whose consequences are shown first, to be confirmed."""
    news: Callable[[VisitedGame, Sequence[Event | Outline]], News] = _at_once
    """What an open page is told of these events, as far as its visitor may know them; from what the visitor may see,
    without the database: it is asked for every page that is open."""
    meaning: Callable[[Event | Outline, Seat], NoticeKind | None] = _means_nothing
    """What an event means to a seat that asked for notices, besides that it has become their turn."""
    deadline: Callable[[Any], Instant | None] = _no_deadline
    """Until when the game waits, by its view, for the calendars of its players."""
    delivers: tuple[type[Event], ...] = ()
    """The events that concern another game; they are kept until `deliver` has taken them there."""
    deliver: Callable[[StreamId, Accepted], None] = _no_more
    """Takes what an entry owes to another game, such as a result to its event; may be called again for the same one."""
    plays: Callable[[StreamId, Instant], Instant | None] | None = None
    """Lets the programs that fill seats answer for a moment; when to look again, None: once something has happened."""
    proxies: tuple[type[Command], ...] = ()
    """The commands officials may hand in for a player, as the engine's rules allow [HOUSE-SEAT-1]."""
    completes: Callable[[VisitedGame, Command], Command] = _as_said
    """What the shell does to a command it has read: fills in what no sender may choose (`Command.filled_in`), such as
    dice it draws, or says it in the words it is compared in."""
    badge: Callable[[HttpRequest, VisitedGame, Seat], HttpResponse] | None = None
    """What an official sees who opens a player's link: whose it is, instead of taking that player's place."""
    companions: Callable[[StreamId], tuple[str, ...]] = _no_companions
    """The streams that belong to the game and go where it goes, such as the matches of an event's tables."""
    moment: Callable[[VisitedGame], str] = _always
    """What its forms are written against, such as the round the page shows."""
    momentary: tuple[type[Command], ...] = ()
    """The commands that would mean something else at another moment: refused then, with what was typed kept."""
    objection: Callable[[VisitedGame, Command], str] = _no_objection
    """What stands in a command's way outside its game, such as a table another one is played on; empty: nothing."""


def _said(engine: str) -> str:
    return phrases(language()).get("words", {}).get(f"engine-{engine}", engine.replace("-", " ").capitalize())


_title = lazy(_said, str)
"""Said when it is shown: the language is the visitor's."""


def plain_room(engine: str) -> Room:
    """The room of an engine that has none of its own; its title is the word `engine-…` of `speech`."""
    return Room(title=_title(engine), symbol="shield")

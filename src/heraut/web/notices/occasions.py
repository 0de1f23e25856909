"""
When there is something to tell somebody, and in which words: that it is their turn, never what others did.

What is to be told follows from the journal alone: from the entries after the last one a subscription has been told of.
So a server that dies tells after its start what it had not told before, and nothing twice that it knows to have told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from heraut.journal.entry import Deed
from heraut.journal.history import History
from heraut.kernel.engine import AnyEngine, evolve_all
from heraut.kernel.message import Awaited, Event, Outline, shown
from heraut.kernel.names import FATE, OFFICIALS, Seat
from heraut.web.game import is_asked
from heraut.web.models import Subscription


class NoticeKind(StrEnum):
    """What is told."""

    TURN = "turn"
    REMINDER = "reminder"
    """It is still their turn, and the deadline is near."""
    LETTER = "letter"
    ROUND = "round"
    """A round is published."""
    CALLED = "called"
    """Somebody calls for a judge."""
    DISPUTED = "disputed"
    """A result is contested."""
    CONFIRM = "confirm"
    """Not of a game: whether an address is really theirs."""


Meaning = Callable[[Event | Outline, Seat], NoticeKind | None]
"""What an event, as far as a seat may know it, means to that seat."""
WHILE_ASKED = (NoticeKind.TURN, NoticeKind.REMINDER)
"""What is told only while it is true."""
Asked = frozenset[str]
"""What is asked of somebody, each thing by a name that stays the same while it is asked."""
FEW = 6
"""How many names a channel is told; more are counted."""


class GameMoment:
    """A state of a game, and what is asked of whom in it."""

    def __init__(self, engine: AnyEngine, state: Any) -> None:
        self._engine, self._state = engine, state
        self._sorted: tuple[tuple[Awaited, ...], Mapping[Seat, list[str]]] | None = None
        self._chairs: defaultdict[Seat, list[Seat]] = defaultdict(list)
        for seat, by in engine.stand_ins(state).items():
            self._chairs[by].append(seat)

    def asked_of(self, seat: Seat | None) -> Asked:
        """What the game waits for from a seat and those it stands in for; of None, from all, as passers-by know it."""
        if seat is None:
            return frozenset(self._in_public())
        asked = self._by_seat(self._engine.awaits(self._state, seat))
        return frozenset(key for each in (seat, *self._chairs.get(seat, ())) for key in asked.get(each, ()))

    def _by_seat(self, awaited: tuple[Awaited, ...]) -> Mapping[Seat, list[str]]:
        """Engines give one answer to all who may know the same: it is sorted once for them."""
        if self._sorted is None or self._sorted[0] is not awaited:
            found: defaultdict[Seat, list[str]] = defaultdict(list)
            for one in awaited:
                for seat in _seats(one):
                    found[seat].append(f"{one.code} {one.subject}")
            self._sorted = awaited, found
        return self._sorted[1]

    def _in_public(self) -> Iterator[str]:
        for one in self._engine.awaits(self._state, None):
            if one.seat not in OFFICIALS and one.seat != FATE:
                yield f"{one.seat} {one.code} {one.subject}"


def _seats(one: Awaited) -> set[Seat]:
    """Whose it is to do: the seat's, and those who roll the dice (`is_asked`)."""
    rollers = () if one.chance is None else one.chance.roller
    several = rollers if isinstance(rollers, tuple) else (rollers,)
    return {seat for seat in (one.seat, *several) if seat is not None and is_asked(one, seat)}


@dataclass(slots=True)
class NoticeListener:
    """
    Somebody who follows what has happened since they were last told; None: a channel.

    Nobody is told of what their own deed has led to: they are at the page.
    """

    seat: Seat | None
    known: Asked
    fresh: Asked = frozenset()
    kind: NoticeKind | None = None

    def hear(self, deed: Deed, moment: GameMoment, meaning: Meaning) -> None:
        """One entry, and the moment after it."""
        now = moment.asked_of(self.seat)
        if self.seat is None or deed.seat != self.seat:
            self.fresh |= now - self.known
            self.kind = (None if self.seat is None else _meant(deed, self.seat, meaning)) or self.kind
        self.fresh &= now
        self.known = now

    def occasion(self, moment: GameMoment) -> Occasion:
        """What there is to tell at the end; an undo may have made it their turn again."""
        now = moment.asked_of(self.seat)
        fresh, kind = (self.fresh | (now - self.known)) & now, self.kind
        if kind is None or (kind in WHILE_ASKED and not now):
            kind = NoticeKind.TURN if fresh else None
        seats = () if self.seat is not None else tuple(dict.fromkeys(Seat(key.split(" ")[0]) for key in sorted(now)))
        return Occasion(kind, written(now), seats)


@dataclass(frozen=True, slots=True)
class Occasion:
    """What there is to tell, if anything; and what is asked now, to compare with next time."""

    kind: NoticeKind | None
    asked: str
    seats: tuple[Seat, ...] = ()
    """For a channel: whose turn it is."""


def _meant(deed: Deed, seat: Seat, meaning: Meaning) -> NoticeKind | None:
    """The last meaning of a deed's events."""
    known = (shown(event, seat) for event in deed.events if isinstance(event, Event))
    meant = [kind for event in known if event is not None and (kind := meaning(event, seat)) is not None]
    return meant[-1] if meant else None


def occasions(history: History, told: int, listeners: Sequence[NoticeListener], meaning: Meaning) -> list[Occasion]:
    """What to tell each of those who have been told of all up to that entry."""
    engine, state = history.engine, history.at(told)
    for deed in history.live(after=told):
        state = evolve_all(engine, state, deed.events)
        moment = GameMoment(engine, state)
        for listener in listeners:
            listener.hear(deed, moment, meaning)
    last = GameMoment(engine, history.state)
    return [listener.occasion(last) for listener in listeners]


def now_asked(history: History, seat: Seat | None) -> str:
    """What is asked today, to begin with: nobody is told of what they saw when they asked to be told."""
    return written(GameMoment(history.engine, history.state).asked_of(seat))


def written(asked: Asked) -> str:
    """As a subscription keeps it."""
    return "\n".join(sorted(asked))


def read(asked: str) -> Asked:
    """The same, read again."""
    return frozenset(asked.split("\n")) if asked else frozenset()


@dataclass(frozen=True, slots=True)
class Message:
    """A notice on its way: nothing in it that was not known to whoever watches the game."""

    kind: NoticeKind
    sentence: str
    title: str
    address: str
    """The page of the game, without the link of a seat: whoever reads a notice in passing cannot sit down."""
    off: str
    """The subscription's own address."""
    off_label: str
    name: str
    """The same for the same notice, sent again."""


def message(one: Subscription, kind: NoticeKind, title: str, names: Sequence[str] = ()) -> Message:
    """The notice for a subscription."""
    with translation.override(one.language):
        sentence = _turn_of(names, title) if names else sentence_of(kind, title)
        label = _("Ne plus m'avertir")
    address = f"{one.site}/g/{one.stream_id}/"
    name = f"{one.stream_id}.{one.pk}.{one.told}.{kind}"
    return Message(kind, sentence, title, address, f"{one.site}/n/{own_token(one)}", label, name)


def own_token(subscription: Subscription) -> str:
    """The secret part of the subscription's own address."""
    named = f"{subscription.pk}/{subscription.salt}"
    return f"{subscription.pk}-{salted_hmac('heraut.notice', named, algorithm='sha256').hexdigest()[:32]}"


def sentence_of(kind: NoticeKind, title: str) -> str:
    """What is said of the game."""
    said = {
        NoticeKind.TURN: _("%(title)s : c'est à vous."),
        NoticeKind.REMINDER: _("%(title)s : le délai approche, et c'est à vous."),
        NoticeKind.LETTER: _("%(title)s : une lettre vous attend."),
        NoticeKind.ROUND: _("%(title)s : une ronde est publiée."),
        NoticeKind.CALLED: _("%(title)s : on appelle un arbitre."),
        NoticeKind.DISPUTED: _("%(title)s : un résultat est contesté."),
        NoticeKind.CONFIRM: _("%(title)s : voulez-vous recevoir des avis ici ?"),
    }
    return said[kind] % {"title": title}


def _turn_of(names: Sequence[str], title: str) -> str:
    if len(names) > FEW:
        return _("%(title)s : on attend %(count)s joueurs.") % {"title": title, "count": len(names)}
    return _("%(title)s : c'est à %(names)s.") % {"title": title, "names": ", ".join(names)}


class Sent(StrEnum):
    """What a receiver made of it."""

    TAKEN = "taken"
    LATER = "later"
    """It is away, or too busy: try again."""
    GONE = "gone"
    """It does not exist any more: do not try again."""

    @classmethod
    def by(cls, status: int) -> Sent:
        """What an HTTP answer says of it."""
        if status in (404, 410):
            return cls.GONE
        return cls.TAKEN if 200 <= status < 300 else cls.LATER

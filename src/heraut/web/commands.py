"""
Commands as people send them: from a form or as JSON, spoken for a seat, stamped by us; those they may send, as forms
(`offers`); and what one would bring about (`preview`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from itertools import takewhile
from types import UnionType
from typing import Any, Union, get_args, get_origin

from django.http import QueryDict

from heraut.kernel.codec import Malformed, from_plain, to_plain
from heraut.kernel.engine import AnyEngine
from heraut.kernel.former_names import renamed_for
from heraut.kernel.message import Command, Event, Outline, Roll, Tick, room_of, shown
from heraut.kernel.names import FATE
from heraut.kernel.refusal import HouseCode, Refusal, house
from heraut.speech.sentences import Language, say_command
from heraut.web import forms, sentences
from heraut.web.desk import now
from heraut.web.forms import Field
from heraut.web.game import VisitedGame
from heraut.web.rooms import room
from heraut.web.sentences import room_words

FILLED_IN = ("seat", "at")
"""The fields of a command that the shell knows by itself."""


def kinds(engine: AnyEngine) -> Mapping[str, type[Command]]:
    """The command types of an engine by the name they are sent under."""
    union = engine.commands
    types = get_args(union) if get_origin(union) in (Union, UnionType) else (union,)
    return {str(kind.__struct_config__.tag): kind for kind in types}


def read_form(kind: type[Command], posted: QueryDict) -> dict[str, Any]:
    """What a form sent for a command of that type, as plain values; the seat only if the form names one."""
    plain = forms.read(kind, posted, skip=(*FILLED_IN, *kind.filled_in))
    return {**plain, "seat": posted["seat"]} if posted.get("seat") else plain


def read_posted(game: VisitedGame, kind: type[Command], plain: Mapping[str, Any]) -> Command | Refusal:
    """The command of that type that this visitor sends by a form; its numbers may still be texts."""
    today, _notices = renamed_for(game.engine.id, {"type": str(kind.__struct_config__.tag), **plain})
    return read(game, today, strict=False)


def read(game: VisitedGame, plain: Any, *, strict: bool, sent: str = "") -> Command | Refusal:
    """
    The command this visitor sends, under today's names; `Malformed` names the path of what is wrong with it.

    A command that names no seat is spoken for the sender's own. Its time is ours to say. A program that is read
    strictly means every field; a form may send more than the command has. Dice `sent` under an id that counts already
    are due no more, and their sender may say them again.
    """
    if not isinstance(plain, dict) or not isinstance(plain.get("type"), str):
        raise Malformed("Object missing required field `type`: name the command")
    known = kinds(game.engine)
    kind = known.get(plain["type"])
    if kind is None:
        raise Malformed(f"Invalid value {plain['type']!r}: one of {', '.join(known)} - at `$.type`")
    said = {name: value for name, value in plain.items() if name not in kind.filled_in}
    filled = {"seat": game.visitor.seat, **said} if kind is not Roll else {**said, "seat": FATE}
    if "at" in kind.__struct_fields__:
        filled["at"] = now()
    command: Command = from_plain(filled, kind, strict=strict, forbid_unknown=strict)
    if not _may_speak(game, command) and not (command.seat == FATE and game.has_sent(sent)):
        return house(HouseCode.NOT_YOUR_SEAT, command.seat)
    return room(game.engine.id).completes(game, command)


def _may_speak(game: VisitedGame, command: Command) -> bool:
    """One's own seat; the dice for those who may roll them; a player's seat for officials where the room says so."""
    visitor = game.visitor
    if command.seat == FATE:
        return any(game.may_roll(due) for due in game.awaits if due.seat == FATE)
    if visitor.seat is not None and command.seat == visitor.seat:
        return True
    return visitor.official and isinstance(command, room(game.engine.id).proxies)


def fields(kind: type[Command]) -> tuple[str, ...]:
    """The fields of a command that its sender fills in."""
    return tuple(name for name in kind.__struct_fields__ if name not in (*FILLED_IN, *kind.filled_in))


MOST_CHOICES = 60


@dataclass(frozen=True, slots=True)
class Offer:
    """One command the visitor may hand in, with the fields to fill in first, if any."""

    type: str
    label: str
    fields: tuple[Field, ...]

    def again(self, typed: QueryDict | None, fault: str, language: Language) -> Offer:
        """The same form; if it was the one sent, with the fault beside its field."""
        if typed is None or typed.get("type") != self.type:
            return self
        return replace(self, fields=forms.with_fault(self.fields, fault, language))


def offers(game: VisitedGame, language: Language) -> tuple[Offer, ...]:
    """An offer per type of legal command, in the engine's order."""
    by_type: dict[type[Command], list[Command]] = {}
    for command in game.legal:
        if not isinstance(command, Roll | Tick):
            by_type.setdefault(type(command), []).append(command)
    known = sentences.names(game, language)
    return tuple(offer(kind, language, legal, known) for kind, legal in by_type.items())


def offer(
    kind: type[Command],
    language: Language,
    legal: Iterable[Command] = (),
    names: Mapping[str, str] | None = None,
    start: Command | None = None,
) -> Offer:
    """The form of one command, filled as in `start`; its choices and limits are those of the legal commands given."""
    labels = {**room_words(room_of(kind), language), **(names or {})}
    shown = forms.fields(kind, language, start=start, skip=(*FILLED_IN, *kind.filled_in))
    plain = [to_plain(command) for command in legal]
    narrowed = (_narrowed(field, [values.get(field.name) for values in plain], labels) for field in shown)
    type = str(kind.__struct_config__.tag)
    return Offer(type, say_command(kind, language), tuple(field.within(type) for field in narrowed))


def offer_of(game: VisitedGame, type: str, language: Language) -> Offer | None:
    """The offer of that name, legal or not: a form written on an old page is shown again with its refusal."""
    kind = kinds(game.engine).get(type)
    return None if kind is None or not fields(kind) else offer(kind, language)


def _narrowed(field: Field, values: list[Any], labels: Mapping[str, str]) -> Field:
    distinct = list(dict.fromkeys(value for value in values if isinstance(value, int | str)))
    if len(distinct) < len(set(map(str, values))) or not distinct:
        return field
    numbers = [value for value in distinct if isinstance(value, int)]
    if field.kind == "number" and len(numbers) == len(distinct):
        least, most = min(numbers), max(numbers)
        return replace(field, least=least, most=most, value=field.value or (least if least == most else ""))
    if field.kind == "text" and len(distinct) <= MOST_CHOICES:
        return replace(
            field, kind="choice", choices=tuple((str(value), labels.get(str(value), str(value))) for value in distinct)
        )
    return field


OURS = ("csrfmiddlewaretoken", "command_id", "moment")


@dataclass(frozen=True, slots=True)
class Preview:
    """The consequences in sentences, and the form that goes through with it."""

    label: str
    sentences: tuple[str, ...]
    reveals: bool
    """Whether something sealed would be opened: what, nobody is told beforehand."""
    fields: tuple[tuple[str, str], ...]
    heading: str = ""
    """What the sentences are, where they are not simply what will happen."""


def events(game: VisitedGame, *commands: Command) -> tuple[tuple[Event | Outline, ...], bool] | Refusal:
    """
    What would happen now as far as the visitor may know it, up to the first event that opens a secret.

    What comes after an opening depends on what was sealed, so none of it is shown; whether there is such a one is.
    Of several commands each follows the one before, and the first that would be refused ends it.
    """
    state = game.history.state
    coming: list[Event] = []
    for command in commands:
        outcome = game.engine.decide(state, command)
        if isinstance(outcome, Refusal):
            return outcome
        coming += outcome
        state = reduce(game.engine.evolve, outcome, state)
    before = tuple(takewhile(lambda event: not event.reveals, coming))
    known = (shown(event, game.visitor.seat) for event in before)
    return tuple(event for event in known if event is not None), len(before) < len(coming)


def preview(game: VisitedGame, command: Command, posted: QueryDict, language: Language) -> Preview | Refusal:
    """The same in sentences."""
    coming = events(game, command)
    if isinstance(coming, Refusal):
        return coming
    known_events, reveals = coming
    own = room(game.engine.id)
    tell = own.tells(game, language, own.names(game, language))
    return Preview(
        say_command(command, language),
        tell(known_events),
        reveals,
        tuple((name, value) for name, values in posted.lists() if name not in OURS for value in map(str, values)),
    )

"""What the visitor may do now, as forms: made from the engine's legal commands."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from heraut.kernel import Command, Roll, Tick, room_of, to_plain
from heraut.speech import Language, say_command
from heraut.web import forms, says
from heraut.web.commands import fields as sent_fields
from heraut.web.commands import kinds
from heraut.web.game import Game
from heraut.web.says import room_words

MOST_CHOICES = 60


@dataclass(frozen=True, slots=True)
class Offer:
    """One command the visitor may hand in, with the fields to fill in first, if any."""

    type: str
    label: str
    fields: tuple[forms.Field, ...]


def offers(game: Game, language: Language) -> tuple[Offer, ...]:
    """An offer per type of legal command, in the engine's order."""
    by_type: dict[type[Command], list[Command]] = {}
    for command in game.legal:
        if not isinstance(command, Roll | Tick):
            by_type.setdefault(type(command), []).append(command)
    known = says.names(game, language)
    return tuple(offer(kind, language, legal, known) for kind, legal in by_type.items())


def offer(
    kind: type[Command], language: Language, legal: Iterable[Command] = (), names: Mapping[str, str] | None = None
) -> Offer:
    """The form of one command; its choices and limits are those of the legal commands given."""
    labels = {**room_words(room_of(kind), language), **(names or {})}
    shown = forms.fields(kind, language, skip=("seat", "at"))
    plain = [to_plain(command) for command in legal]
    narrowed = tuple(_narrowed(field, [values.get(field.name) for values in plain], labels) for field in shown)
    return Offer(str(kind.__struct_config__.tag), say_command(kind, language), narrowed)


def offer_of(game: Game, type: str, language: Language) -> Offer | None:
    """The offer of that name, legal or not: a form written on an old page is shown again with its refusal."""
    kind = kinds(game.engine).get(type)
    return None if kind is None or not sent_fields(kind) else offer(kind, language)


def new_id() -> str:
    """A command's id: the same form sent twice counts once."""
    return secrets.token_hex(12)


def _narrowed(field: forms.Field, values: list[Any], labels: Mapping[str, str]) -> forms.Field:
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

"""Commands as people send them: from a form or as JSON, spoken for a seat, stamped by us."""

from __future__ import annotations

from collections.abc import Mapping
from types import UnionType
from typing import Any, Union, get_args, get_origin

from django.http import QueryDict

from heraut.kernel import FATE, AnyEngine, Command, HouseCode, Malformed, Refusal, Roll, from_plain, house
from heraut.web import forms
from heraut.web.desk import now
from heraut.web.game import Game
from heraut.web.rooms import room

FILLED_IN = ("seat", "at")
"""The fields of a command that the shell knows by itself."""


def kinds(engine: AnyEngine) -> Mapping[str, type[Command]]:
    """The command types of an engine by the name they are sent under."""
    union = engine.commands
    types = get_args(union) if get_origin(union) in (Union, UnionType) else (union,)
    return {str(kind.__struct_config__.tag): kind for kind in types}


def read_form(kind: type[Command], posted: QueryDict) -> dict[str, Any]:
    """What a form sent for a command of that type, as plain values; the seat only if the form names one."""
    plain = forms.read(kind, posted, skip=FILLED_IN)
    return {**plain, "seat": posted["seat"]} if posted.get("seat") else plain


def read(game: Game, plain: Any, *, strict: bool) -> Command | Refusal:
    """
    The command this visitor sends; `Malformed` names the path of what is wrong with it.

    A command that names no seat is spoken for the sender's own. Its time is ours to say.
    """
    if not isinstance(plain, dict) or not isinstance(plain.get("type"), str):
        raise Malformed("Object missing required field `type`: name the command")
    known = kinds(game.engine)
    kind = known.get(plain["type"])
    if kind is None:
        raise Malformed(f"Invalid value {plain['type']!r}: one of {', '.join(known)} - at `$.type`")
    filled = {"seat": game.visitor.seat, **plain} if kind is not Roll else {**plain, "seat": FATE}
    if "at" in kind.__struct_fields__:
        filled["at"] = now()
    command: Command = from_plain(filled, kind, strict=strict)
    return command if _may_speak(game, command) else house(HouseCode.NOT_YOUR_SEAT, command.seat)


def _may_speak(game: Game, command: Command) -> bool:
    """One's own seat; the dice for those who may roll them; a player's seat for officials where the room says so."""
    visitor = game.visitor
    if command.seat == FATE:
        return any(game.may_roll(due) for due in game.awaits if due.seat == FATE)
    if visitor.seat is not None and command.seat == visitor.seat:
        return True
    return visitor.official and isinstance(command, room(game.engine.id).proxies)


def fields(kind: type[Command]) -> tuple[str, ...]:
    """The fields of a command that its sender fills in."""
    return tuple(name for name in kind.__struct_fields__ if name not in FILLED_IN)

"""
Games to look at on the first start.

`NAME.jsonl`: the first line is what opens the game, the others are commands as for `heraut play`. They are played
through the desk like anybody's, so a sample that the rules refuse is an error we see.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import msgspec
from django.db import transaction

from heraut import catalogue
from heraut.kernel.codec import Malformed, decode, from_plain
from heraut.kernel.names import ActorId, CommandId, SenderId, StreamId
from heraut.kernel.refusal import Refusal
from heraut.web.desk import desk, now, open_game
from heraut.web.links import first_account
from heraut.web.models import Once, Stream

LOADED = "samples"
"""What the server writes down once it has had them."""


class SampleHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a sample."""

    engine: str
    title: str
    settings: Any


class BrokenSample(Exception):
    """A sample that does not play; the message names file and line."""


def names() -> tuple[str, ...]:
    """What the samples are called, as streams too."""
    found = (file.name for file in files(__package__).iterdir() if file.name.endswith(".jsonl"))
    return tuple(sorted(name.removesuffix(".jsonl") for name in found))


def load_once() -> None:
    """Load every sample whose engine we ship, if this server has never had a game; who deletes all wants none."""
    if Once.objects.filter(name=LOADED).exists():
        return
    with transaction.atomic():  # all of them or none: a start that was cut short begins again
        Once.objects.create(name=LOADED)
        for name in () if Stream.objects.exists() else names():
            load(name, (files(__package__) / f"{name}.jsonl").read_text(encoding="utf-8"))


def load(name: str, text: str) -> StreamId:
    """Play one sample; the machine's organiser owns it, anybody may watch."""
    opening, *commands = text.splitlines()
    stream = _open(name, decode(opening, SampleHeader))
    engine = desk().engine(stream)
    for line, command in enumerate(commands, start=2):
        try:
            plain = {"at": now(), **decode(command, dict[str, Any])}
            sent = from_plain(plain, engine.commands)
        except Malformed as error:
            raise BrokenSample(f"{name}.jsonl, line {line}: {error}") from error
        outcome = desk().submit(
            stream,
            sent,
            command_id=CommandId(f"{name}-{line}"),
            actor=ActorId(sent.seat),
            at=now(),
            sender=SenderId("server:sample"),
        )
        if isinstance(outcome, Refusal):
            raise BrokenSample(f"{name}.jsonl, line {line}: {outcome.code} [{outcome.clause}]")
    return stream


def _open(name: str, opening: SampleHeader) -> StreamId:
    settings = from_plain(opening.settings, catalogue.engine(opening.engine).settings)
    header = open_game(
        opening.engine,
        opening.title,
        settings,
        owner=first_account().pk,
        public=True,
        stream=StreamId(name),
    )
    if isinstance(header, Refusal):
        raise BrokenSample(f"{name}.jsonl, line 1: {header.code} [{header.clause}]")
    return header.stream

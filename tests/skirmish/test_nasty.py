"""Whatever is sent to a fight is played or refused in a sentence, at once: never an error, never a long wait."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from heraut.kernel.codec import Malformed, encode, from_plain, to_plain
from heraut.kernel.message import Command
from heraut.kernel.names import ORGANISER
from heraut.kernel.refusal import Refusal
from heraut.skirmish import engine
from heraut.skirmish.answers import Override
from heraut.skirmish.settings import FightOptions, Rulings
from heraut.skirmish.sheet_text import ambush
from heraut.skirmish.state import State
from heraut.skirmish.subjects import AnyAction
from heraut.speech.sentences import LANGUAGES, say_refusal
from skirmish.build import Table, man, strike

KINDS = get_args(AnyAction)
NUMBERS = (0, -1, 31, 10**9, 10**30)
WORDS = ("", "elephant", "Ambiorix", "Chef", "sword", "x" * 10_000)


def plain_of(kind: type[Command]) -> dict[str, Any]:
    """A command with something in every field that must be filled in."""
    plain: dict[str, Any] = {"type": kind.__name__, "seat": ORGANISER}
    for field in msgspec.structs.fields(kind):
        if field.required and field.name not in plain:
            plain[field.encode_name] = {"who": "Ambiorix", "target": "Chef", "weapon": "sword"}.get(field.name, "")
            if field.type in (int, "int"):
                plain[field.encode_name] = 1
    return plain


def nasty(kind: type[Command]) -> Iterator[Command]:
    """The command with each field in turn set to something nobody means."""
    base = plain_of(kind)
    for field in msgspec.structs.fields(kind):
        for value in (*NUMBERS, *WORDS, True, ["Ambiorix"] * 500, ["elephant"]):
            try:
                yield from_plain({**base, field.encode_name: value}, engine.commands)
            except Malformed:
                continue


def fight() -> State:
    state = engine.start(ambush(FightOptions(rulings=Rulings.ASK)), engine.rules)
    assert isinstance(state, State)
    table = Table.__new__(Table)
    table.state, table.commands, table.states, table.last = state, [], [state], ()
    return table.begin().announce(rest=3).to(1).state


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_no_command_breaks_a_fight(kind: type[Command]):
    state = fight()
    for command in nasty(kind):
        outcome = engine.decide(state, command)
        if isinstance(outcome, Refusal):
            assert all(say_refusal(outcome, language) for language in LANGUAGES)
            continue
        after = state
        for event in outcome:
            after = engine.evolve(after, event)
        assert encode(engine.view(after, ORGANISER))
        assert engine.awaits(after, ORGANISER)
        assert len(encode(to_plain(outcome))) < 100_000


@pytest.mark.clause("SK-GEN-6")
@pytest.mark.parametrize("value", [0, -1, 31, 10**9])
def test_dice_set_by_the_game_master_have_limits(value: int):
    table = Table(man("Ari", "one"), man("Bo", "two")).begin().announce().to(3).send(strike("Ari", "Bo"))

    assert table.refused(Override(number="dice", value=value))[0] == "SK-GEN-6"

"""The conformance cases: read, run, and written anew when asked to."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from campaign.invariants import broken
from heraut.campaign import engine
from heraut.campaign.sequence import carry_on
from heraut.campaign.situation import GivenSituation, build
from heraut.campaign.state import State
from heraut.kernel.codec import from_plain, to_plain
from heraut.kernel.message import Awaited
from heraut.kernel.refusal import Refusal
from heraut.kernel.text import from_line, to_line

FOLDER = Path(__file__).parents[2] / "docs" / "conformance" / "campaign"


class Case(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A situation, commands, and what must come of them: events or a refusal, and who is awaited then."""

    number: int
    title: str
    clauses: tuple[str, ...]
    given: GivenSituation
    when: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    more: bool = False
    refused: tuple[str, ...] = ()
    awaits: tuple[str, ...] = ()


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.toml"))


def read(path: Path) -> tuple[str, list[Case]]:
    """The introduction of a file and its cases."""
    text = path.read_text(encoding="utf-8")
    head = text.partition("[[case]]")[0].rstrip()
    return head, [from_plain(case, Case) for case in tomllib.loads(text)["case"]]


def run(case: Case) -> Case:
    """The case with what the engine makes of it; every event is checked against the invariants."""
    followed = carry_on(build(case.given))
    if not case.when:
        return _outcome(case, [to_line(event) for event in followed.events], followed.state)
    state, told = followed.state, list[str]()
    for line in case.when:
        outcome = engine.decide(state, from_line(line, engine.commands))
        if isinstance(outcome, Refusal):
            refused = tuple(f"{fault.clause} {fault.code}" for fault in outcome.all())
            return msgspec.structs.replace(_outcome(case, told, state), refused=refused)
        for event in outcome:
            after = engine.evolve(state, event)
            assert broken(state, event, after) == []
            state = after
        told += [to_line(event) for event in outcome]
    return _outcome(case, told, state)


def _outcome(case: Case, told: list[str], state: State) -> Case:
    """A case that goes `more` shows the first events only."""
    shown = told[: len(case.then)] if case.more else told
    awaits = () if case.more else tuple(_awaited(one) for one in engine.awaits(state, None))
    return msgspec.structs.replace(case, then=tuple(shown), refused=(), awaits=awaits)


def _awaited(one: Awaited) -> str:
    return f"{one.seat} {one.code}" + (f" {one.subject}" if one.subject is not None else "")


def write(path: Path, head: str, cases: list[Case]) -> None:
    """The file of these cases."""
    path.write_text(head + "\n" + "".join(_case(case) for case in cases), encoding="utf-8")


def _case(case: Case) -> str:
    plain = to_plain(case)
    given = plain.pop("given")
    lines = ["", "[[case]]"]
    lines += [f"{key} = {_toml(value)}" for key, value in plain.items()]
    lines += ["[case.given]", *(f"{key} = {_toml(value)}" for key, value in given.items())]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, bool | int):
        return json.dumps(value)
    if isinstance(value, str):
        return f"'{value}'" if '"' in value and "'" not in value else json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(part)}" for key, part in value.items()) + "}"
    parts = [_toml(part) for part in value]
    if len(parts) > 1 and sum(map(len, parts)) > 80:
        return "[\n" + "".join(f"  {part},\n" for part in parts) + "]"
    return "[" + ", ".join(parts) + "]"

"""Pictures as SVG, and what the rules say in print."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from heraut.kernel.codec import Malformed
from heraut.kernel.message import Awaited, Command, Event
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Reason, Refusal
from heraut.rulesets.clauses import Clause
from heraut.rulesets.clauses import clause as find_clause
from heraut.rulesets.tables import read
from heraut.speech.sentences import Language, say_awaited, say_command, say_event, say_reason, say_refusal


def coat_of_arms(name: str, *, size: int = 48) -> str:
    """The coat of arms of a name, as SVG: the same name has the same arms everywhere."""
    from heraut.press.arms import svg  # noqa: PLC0415  # drawing is for those who draw
    from heraut.press.grant import coat_of_arms as granted  # noqa: PLC0415

    return svg(granted(name), size=size, title=name)


def scenario_diagram(id: str, *, language: Language = "fr") -> str:
    """The table of a scenario, as SVG; the ids are those of the question `scenario.list`."""
    from heraut.press.diagram import diagram  # noqa: PLC0415
    from heraut.scenario.library import find  # noqa: PLC0415

    scenario = find(id)
    if scenario is None:
        raise Malformed(f"there is no scenario “{id}”")
    return diagram(scenario, language)


def tables(source: str, /) -> Mapping[str, Mapping[str, Any]]:
    """
    A published rules set as data: its tables by name, each row with its clause.

    The sources are age_of_magic, saga_campaign, saga_skirmish, saga_tournament and steamroller_2011.
    """
    folder = Path(__file__).parents[1] / "rulesets" / source
    names = sorted(file.stem for file in folder.glob("*.toml")) if source.isidentifier() else []
    if not names:
        raise Malformed(f"there is no rules set “{source}”")
    return {name: read(source, name) for name in names}


def clause(id: str, /, *, language: Language = "en") -> Clause:
    """What a clause says and in which sheet; `ValueError` if no sheet has it."""
    return find_clause(ClauseId(id), language)


def say(
    thing: Refusal | Reason | Event | Command | Awaited,
    /,
    language: Language = "en",
    *,
    names: Mapping[str, str] | None = None,
) -> str:
    """
    The sentence people read for a refusal, a reason, an event, a command or something awaited.

    `names` is what its ids are called, such as the `names` of a `Game`.
    """
    match thing:
        case Refusal():
            return say_refusal(thing, language, names)
        case Reason():
            return say_reason(thing, language, names)
        case Awaited():
            return say_awaited(thing, language, names)
        case Command():
            return say_command(thing, language)
        case _:
            return say_event(thing, language, names)

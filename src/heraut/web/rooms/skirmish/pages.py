"""What the tracker's template needs, all from the visitor's view and legal commands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext
from msgspec import structs

from heraut.kernel import Command, Event, Outline, to_plain
from heraut.skirmish import commands as c
from heraut.skirmish import events as e
from heraut.skirmish.need import Dice, Ruling
from heraut.skirmish.view import FighterView, FightView
from heraut.speech import Language, phrases, say_command, say_event
from heraut.web import says
from heraut.web.game import Game, language
from heraut.web.offers import new_id, offers

SEGMENTS = range(1, 6)
TAPS = (
    c.BeginFight,
    c.Proceed,
    c.Announce,
    c.GoOn,
    c.Choose,
    c.Strike,
    c.Shoot,
    c.Charge,
    c.Dodge,
    c.Move,
    c.Disengage,
    c.GetUp,
    c.Survive,
    c.Delay,
    c.Yield,
    c.Order,
    c.KeepOrdering,
    c.Escape,
    c.Display,
    c.EndFight,
)
"""Commands that are one tap each, in the order they are shown."""
NOISE = (e.Asked, e.Ended)
LINES = 30
MAIN = (c.BeginFight, c.Proceed)


@dataclass(frozen=True, slots=True)
class Tap:
    """A command as one button: what it says, the odds if it is a blow, the fields it sends."""

    label: str
    type: str
    who: str
    fields: tuple[tuple[str, str], ...]
    id: str
    hit: int | None = None
    harm: int | None = None
    main: bool = False


@dataclass(frozen=True, slots=True)
class Lane:
    """A character on the timeline: a cell per segment, the tracks, what he may do."""

    fighter: FighterView
    cells: tuple[tuple[int, str], ...]
    wounds: tuple[bool, ...]
    fatigue: tuple[bool, ...]
    conditions: tuple[str, ...]
    taps: tuple[Tap, ...]


def context(game: Game) -> Mapping[str, Any]:
    """The tracker."""
    spoken, view = language(), game.view
    taps = tuple(tap(command, view, spoken) for command in _usual(game))
    return {
        "segments": SEGMENTS,
        "lanes": tuple(_lane(fighter, taps, spoken) for fighter in view.fighters),
        "taps": tuple(one for one in taps if not one.who),
        "pools": view.due.pools if isinstance(view.due, Dice) else (),
        "ruling": view.due if isinstance(view.due, Ruling) and game.visitor.official else None,
        "ruling_id": new_id(),
        "lines": lines(game, spoken),
        "offers": tuple(each for each in offers(game, spoken) if each.type not in {kind.__name__ for kind in TAPS}),
    }


def lines(game: Game, spoken: Language) -> tuple[says.Line, ...]:
    """The newest of the log: what is only awaited is left out, what others do not know is marked."""
    known = says.names(game, spoken)
    return tuple(
        replace(
            line, sentences=tuple(_said(event, spoken, known) for event in raw.events if not isinstance(event, NOISE))
        )
        for line, raw in zip(says.log(game, spoken, LINES), game.log, strict=False)
    )


def _said(event: Event | Outline, spoken: Language, known: Mapping[str, str]) -> str:
    if isinstance(event, e.Unseen):
        return f"({gettext('caché')}) {say_event(event.event, spoken, known)}"
    return say_event(event, spoken, known)


def _usual(game: Game) -> list[Command]:
    found = [command for command in game.legal if isinstance(command, TAPS)]
    return sorted(found, key=lambda command: TAPS.index(type(command)))


def tap(command: Command, view: FightView, spoken: Language) -> Tap:
    """The button of a legal command; a plain blow shows its odds."""
    sent = _sent(command)
    known = phrases(spoken).get("words", {})
    told = [known.get(str(value), _shown(value)) for key, value in sent.items() if key != "who"]
    hit, harm = _odds(command, view)
    return Tap(
        label=" ".join([say_command(command, spoken), *(f"· {one}" for one in told if one)]),
        type=type(command).__name__,
        who=str(sent.get("who", "")),
        fields=tuple((key, _field(value)) for key, value in sent.items()),
        id=new_id(),
        hit=hit,
        harm=harm,
        main=isinstance(command, MAIN),
    )


def _sent(command: Command) -> dict[str, Any]:
    """The fields a form must send: those that are not at their default; the seat is filled in."""
    defaults = {
        field.encode_name: to_plain(field.default) for field in structs.fields(type(command)) if not field.required
    }
    plain = to_plain(command)
    return {
        key: value
        for key, value in plain.items()
        if key not in ("type", "seat") and (key not in defaults or value != defaults[key])
    }


def _shown(value: Any) -> str:
    return (
        "" if isinstance(value, bool) else ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    )


def _field(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else ""
    return "\n".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _odds(command: Command, view: FightView) -> tuple[int | None, int | None]:
    """The odds of a plain blow in per cent: that it gets through undodged, that it then takes a level."""
    if not isinstance(command, c.Strike) or command.style != "plain" or command.aim:
        return None, None
    own = next((one.own for one in view.fighters if one.id == command.who), None)
    chances = own.chances if own is not None else ()
    met = next((one for one in chances if (one.target, one.weapon) == (command.target, command.weapon)), None)
    return (None, None) if met is None else (round(100 * met.hit), round(100 * met.harm))


def _lane(fighter: FighterView, taps: tuple[Tap, ...], spoken: Language) -> Lane:
    fates = {slot.segment: slot.fate.value for slot in fighter.slots}
    known = phrases(spoken).get("words", {})
    sheet = fighter.own.sheet if fighter.own is not None else None
    return Lane(
        fighter,
        tuple((segment, fates.get(segment, "none")) for segment in SEGMENTS),
        _track(fighter.wounds, sheet.wound_levels if sheet is not None else None),
        _track(fighter.fatigue, sheet.fatigue_levels if sheet is not None else None),
        tuple(known.get(code, code) for code in fighter.conditions),
        tuple(one for one in taps if one.who == fighter.id),
    )


def _track(lost: int, length: int | None) -> tuple[bool, ...]:
    """A box per level: crossed once lost; without a length, only those that are lost."""
    return tuple(place < lost for place in range(max(lost, length or 0)))

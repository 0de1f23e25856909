"""
What a field of a command may be, read from the visitor's view: people choose, nobody types an id.

What a button costs stands under it in a few words: dice, segments, difficulties, actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from heraut.kernel.message import Command
from heraut.skirmish import tables
from heraut.skirmish.announcements import Announce, GoOn
from heraut.skirmish.answers import Choose
from heraut.skirmish.disengage import Disengage
from heraut.skirmish.dodges import Dodge
from heraut.skirmish.first_aid import needs_care
from heraut.skirmish.game_master import ASIDE
from heraut.skirmish.moves import Jump, Move
from heraut.skirmish.need import DiceNeed
from heraut.skirmish.orders import GAINS, Order, actions_needed, capacity
from heraut.skirmish.sheet import ATTRIBUTES, UNARMED, CharacterSheet, Weapon, WeaponDelivery
from heraut.skirmish.slots import Delay, Survive
from heraut.skirmish.state import in_no_fight
from heraut.skirmish.tables import displays, number, positions, slots
from heraut.skirmish.terror import Display
from heraut.skirmish.view import FighterView, FightView
from heraut.speech.sentences import Language, phrases
from heraut.speech.typography import signed
from heraut.web.rooms.skirmish.conditions import remaining
from heraut.web.sentences import amount, room_words


def price(command: Command, fighter: FighterView | None = None) -> str:
    """What it costs: the segments and the penalty of an announcement, the die of an undeclared action, time."""
    match command:
        case Survive():
            return _survival()
        case Display(display=display):
            return displayed(display)
        case Delay(by=by) if fighter is not None:
            return _delayed(fighter, by)
        case Order(men=men, position=position) if fighter is not None and fighter.own is not None:
            return _ordered(fighter.own.sheet, len(men), position)
        case Announce(actions=actions):
            return _announced(actions)
        case GoOn(on=True) if fighter is not None and fighter.long_left:
            return remaining(fighter.long_left)
        case Choose(option="dodge" | "acrobatic"):
            return _undeclared()
        case Choose(option="survive"):
            return _survival()
        case Dodge(swap=False) | Jump(swap=False) | Disengage(swap=False) | Move(fast=True, swap=False):
            return _undeclared()
        case _:
            return ""


def _announced(actions: int) -> str:
    """The segments of so many actions and their penalty [SK-DECL-3]."""
    row = slots().get(actions)
    if row is None or not row.segments:
        return gettext("attendre")
    segments = _segments(row.segments)
    cost = ngettext("−%s dé", "−%s dés", row.penalty) % row.penalty if row.penalty else ""
    return ", ".join(filter(None, (segments, cost)))


def _survival() -> str:
    """A reaction roll, then the price of five declared actions [SK-SRV-2, SK-SRV-4]."""
    return gettext("réaction %(difficulty)s, puis %(price)s") % {
        "difficulty": number("survival-difficulty"),
        "price": _announced(number("segments")),
    }


def displayed(display: str) -> str:
    """What its roll must reach, and what each success level scores [SK-TER-1]."""
    row = displays()[display]
    told = ngettext("difficulté %(difficulty)s, %(points)s point par niveau",
                    "difficulté %(difficulty)s, %(points)s points par niveau", row.points)  # fmt: skip
    return told % {"difficulty": row.difficulty, "points": row.points}


def _delayed(fighter: FighterView, by: int) -> str:
    """All that is left moves as far; what goes beyond the turn is lost [SK-DLY-1, SK-DLY-2]."""
    last = number("segments")
    left = [slot.segment + by for slot in fighter.slots if slot.fate == "open"]
    moved = _segments([segment for segment in left if segment <= last])
    lost = sum(segment > last for segment in left)
    gone = ngettext("%s action perdue", "%s actions perdues", lost) % lost if lost else ""
    return ", ".join(filter(None, (moved, gone)))


def _segments(segments: Sequence[int]) -> str:
    """Which ones; nothing where there is none."""
    listed = " ".join(map(str, segments))
    return ngettext("segment %s", "segments %s", len(segments)) % listed if listed else ""


def _ordered(sheet: CharacterSheet, men: int, position: str) -> str:
    """What the command roll must reach, and the actions it takes to reach so many [SK-CMD-6, SK-CMD-10]."""
    needed = actions_needed(men, max(1, capacity(in_no_fight(sheet))))
    actions = ngettext("%(number)s action", "%(number)s actions", needed) % {"number": needed}
    return gettext("difficulté %(difficulty)s, %(actions)s") % {
        "difficulty": positions()[position].difficulty, "actions": actions,
    }  # fmt: skip


def _undeclared() -> str:
    """A die on all that follows in the turn, unless the action of the segment is given for it [SK-UND-3, SK-ACT-3]."""
    cost = number("undeclared-cost")
    return ngettext("puis −%s dé ce tour", "puis −%s dés ce tour", cost) % cost


Option = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Asking:
    """A form to fill in: the fight as the visitor sees it, and the character the form is about, if any."""

    view: FightView
    who: FighterView | None
    spoken: Language

    def word(self, field: str, code: str) -> str:
        """A code as this field means it."""
        said = phrases(self.spoken)["choices"].get(f"{field}:{code}")
        return said or room_words("skirmish", self.spoken).get(code, code)


Source = Callable[[Asking], Iterable[str | Option]]
"""Codes to be named in the visitor's language, or options that have their label already."""


def options(kind: str, field: str, asking: Asking) -> tuple[Option, ...] | None:
    """What one may choose for a field; None where people write a number, a word or tick a box."""
    source = SOURCES.get(f"{kind}.{field}") or SOURCES.get(field)
    if source is None:
        return None
    found = source(asking)
    return tuple(one if isinstance(one, tuple) else (one, asking.word(field, one)) for one in found)


# --- characters


def _standing(asking: Asking) -> list[FighterView]:
    """Those in sight who are still in the fight."""
    return [one for one in asking.view.fighters if one.out is None]


def _everybody(asking: Asking) -> Iterator[Option]:
    return ((one.id, one.name) for one in _standing(asking))


def _unheld(asking: Asking) -> Iterator[Option]:
    """Those whom nobody holds at bay."""
    return ((one.id, one.name) for one in _standing(asking) if "at-bay" not in one.conditions)


def _enemies(asking: Asking) -> Iterator[Option]:
    return ((one.id, one.name) for one in _standing(asking) if _is_enemy(asking, one) and not one.hidden)


def _friends(asking: Asking) -> Iterator[Option]:
    me = asking.who.id if asking.who else ""
    return ((one.id, one.name) for one in _standing(asking) if not _is_enemy(asking, one) and one.id != me)


def _beaten(asking: Asking) -> Iterator[Option]:
    return ((one.id, one.name) for one in asking.view.fighters if one.out == "dead" and _is_enemy(asking, one))


def _wounded(asking: Asking) -> Iterator[Option]:
    """Those whose wounds care can help, himself and the dead apart."""
    me = asking.who.id if asking.who else ""
    living = (one for one in asking.view.fighters if one.id != me and one.out != "dead")
    return ((one.id, one.name) for one in living if needs_care(one.conditions))


def _men(asking: Asking) -> Iterator[Option]:
    """Those he commands, a unit as one."""
    own = [one for one in _standing(asking) if asking.who is not None and one.chief == asking.who.id]
    return iter({one.unit or one.id: one.unit_name or one.name for one in own}.items())


def _presence(asking: Asking) -> Iterator[str]:
    """Whoever is out of the fight may come back, the others leave or are cut off."""
    out = asking.who is not None and asking.who.out is not None
    return (how for how in ASIDE if out == (how == "back"))


def _leaderless(asking: Asking) -> Iterator[Option]:
    """Men of his side whose chief has fallen."""
    fallen = {one.id for one in asking.view.fighters if one.out is not None or "fleeing" in one.conditions}
    friends = {id for id, _ in _friends(asking)}
    return ((one.id, one.name) for one in asking.view.fighters if one.id in friends and one.chief in fallen)


def _sides(asking: Asking) -> Iterator[Option]:
    return iter({one.side: one.side_name for one in asking.view.fighters}.items())


def _tacticians(asking: Asking) -> Iterator[Option]:
    return ((chief, asking.view.name_of(chief)) for chief, tactic in asking.view.tactics if tactic.bonus)


def _rollers(asking: Asking) -> Iterator[Option]:
    pools = asking.view.due.pools if isinstance(asking.view.due, DiceNeed) else ()
    return ((pool.who, asking.view.name_of(pool.who)) for pool in pools)


def _numbers(asking: Asking) -> Iterator[str]:
    """What of the due roll may be changed; a result only of a roll that is made alone."""
    pools = asking.view.due.pools if isinstance(asking.view.due, DiceNeed) else ()
    yield from ("dice", "flat")
    if any(pool.difficulty is not None for pool in pools):
        yield "difficulty"
    if len(pools) == 1:
        yield "result"


def _is_enemy(asking: Asking, other: FighterView) -> bool:
    return asking.who is not None and other.side != asking.who.side


# --- what a sheet says


def _arms(fits: Callable[[Weapon], bool]) -> Source:
    """The weapons that fit, shields last and those in hand first: the character's, or of every sheet one may read."""

    def source(asking: Asking) -> Iterator[str]:
        of = (asking.who,) if asking.who is not None else asking.view.fighters
        owned = [(one, weapon) for one in of if one.own is not None for weapon in one.own.sheet.weapons]
        fitting = sorted((weapon.shield, weapon.id not in one.held, weapon.id) for one, weapon in owned if fits(weapon))
        return iter(dict.fromkeys(id for *_, id in fitting))

    return source


def _hits(weapon: Weapon) -> bool:
    return weapon.delivery is not WeaponDelivery.PROJECTILE and not weapon.shield


def _clashes(weapon: Weapon) -> bool:
    return weapon.delivery is not WeaponDelivery.PROJECTILE


def _flies(weapon: Weapon) -> bool:
    return weapon.delivery is not WeaponDelivery.MELEE


def _blades(asking: Asking) -> Iterator[str | Option]:
    yield from _arms(_hits)(asking)
    yield UNARMED.id


def _traits(asking: Asking) -> Iterator[str]:
    own = asking.who.own if asking.who is not None else None
    return iter(dict.fromkeys((*(own.sheet.traits if own else ()), *ATTRIBUTES)))


def _effects(asking: Asking) -> Iterator[str]:
    own = asking.who.own if asking.who is not None else None
    return iter(dict.fromkeys(effect.code for effect in (own.effects if own else ())))


def _others_of_effects(asking: Asking) -> Iterator[str | Option]:
    """A limb, or somebody who grips or holds at bay."""
    own = asking.who.own if asking.who is not None else None
    people = {one.id: one.name for one in asking.view.fighters}
    for other in dict.fromkeys(effect.of for effect in (own.effects if own else ()) if effect.of):
        yield (other, people[other]) if other in people else other


# --- tables


def _codes(*codes: str) -> Source:
    return lambda _asking: codes


def _weighed(field: str, rows: Callable[[], Iterable[tuple[str, int]]]) -> Source:
    """Rows of a table, each with what it adds."""
    return lambda asking: [(code, f"{asking.word(field, code)} ({signed(flat)})") for code, flat in rows()]


def _difficulties(field: str, rows: Callable[[], Iterable[tuple[str, int]]]) -> Source:
    """Rows of a table, each with the number its roll must reach."""
    return lambda asking: [(code, f"{asking.word(field, code)} ({difficulty})") for code, difficulty in rows()]


def _sizes(asking: Asking) -> Iterator[Option]:
    """Every size from an eye's to a dragon's, those of the table by their names: people go between [SK-SIZ-3]."""
    named = {row.difficulty: asking.word("surface", row.id) for row in tables.sizes().values()}
    for size in range(tables.number("size-most"), tables.number("size-least") - 1, -1):
        yield str(size), f"{named[size]} ({signed(size)})" if size in named else signed(size)


def _densities(_asking: Asking) -> Iterator[Option]:
    """From a loose crowd to a dense one [SK-CRW-1]."""
    crowds = range(tables.number("crowd-least"), tables.number("crowd-most") + 1)
    return ((str(rise), signed(rise)) for rise in crowds)


def _zone_sizes() -> Iterator[tuple[str, int]]:
    """How much harder each zone is to hit from afar: its size counts, not the malus of a blow [SK-PRE-5]."""
    return ((row.id, tables.sizes()[row.size].difficulty) for row in tables.zones().values())


def _displays(asking: Asking) -> Iterator[Option]:
    """Each with what its roll must reach, and what every success level scores [SK-TER-1]."""
    return ((code, f"{asking.word('display', code)} ({displayed(code)})") for code in tables.displays())


def _grounds(asking: Asking) -> Iterator[Option]:
    """Each with how fast he walks there, where his Agility is known [SK-MOV-1]."""
    own = asking.who.own if asking.who is not None else None
    agility = own.sheet.attributes.get("agility") if own is not None else None
    for id, row in tables.grounds().items():
        said = asking.word("ground", id)
        yield id, said if agility is None else f"{said} ({amount(row.speed(agility), asking.spoken)} m/s)"


SOURCES: Mapping[str, Source] = {
    "who": _everybody,
    "target": _enemies,
    "FirstAid.target": _wounded,
    "second_target": _enemies,
    "FaceOff.target": _everybody,
    "captor": _everybody,
    "captive": _unheld,
    "victim": _beaten,
    "druid": _friends,
    "men": _men,
    "TakeOver.men": _leaderless,
    "rear": _everybody,
    "Reorder.order": _everybody,
    "fighters": _everybody,
    "side": _sides,
    "chief": _tacticians,
    "Override.who": _rollers,
    "Strike.weapon": _blades,
    "second": _arms(_hits),
    "Charge.weapon": _arms(_clashes),
    "Shoot.weapon": _arms(_flies),
    "FaceOff.weapon": _arms(_flies),
    "other_weapon": _arms(_flies),
    "CallRoll.trait": _traits,
    "Defy.trait": _traits,
    "Improvise.trait": _traits,
    "hand": _codes("right", "left"),
    "Move.trait": lambda _asking: dict.fromkeys(trait for row in tables.grounds().values() for trait in row.traits),
    "code": _effects,
    "of": _others_of_effects,
    "display": _displays,
    "ground": _grounds,
    "Jump.dodge": _codes("none", "dodge", "acrobatic"),
    "Prepare.style": _codes("power", "acrobatic"),
    "aim": _weighed("aim", lambda: ((row.id, row.malus) for row in tables.zones().values())),
    "Shoot.aim": _weighed("aim", _zone_sizes),
    "height": _weighed("height", lambda: ((id, tables.situations()[id].flat) for id in ("above", "below"))),
    "draw": _weighed("draw", lambda: ((row.place, row.flat) for row in tables.draws().values())),
    "contest": _codes("agility", "strength"),
    "surface": _sizes,
    "density": _densities,
    "direction": _weighed("direction", lambda: ((row.id, row.difficulty) for row in tables.directions().values())),
    "visibility": lambda _asking: tables.visibilities(),
    "position": _difficulties("position", lambda: ((row.id, row.difficulty) for row in tables.positions().values())),
    "gain": lambda _asking: [gain for gains in GAINS.values() for gain in gains if gain],
    "circumstances": _weighed(
        "circumstances",
        lambda: ((row.id, row.difficulty.first) for row in tables.tactics().values() if row.id != "plan"),
    ),
    "how": _presence,
    "Override.number": _numbers,
}
"""By field, or by command and field."""

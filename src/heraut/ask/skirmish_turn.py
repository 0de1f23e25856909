"""Questions about who acts when and with what: priority, delays, charges, modifiers of a blow, orders, falls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from heraut.ask.question import Answer, Question
from heraut.ask.skirmish_breakdown import MOST, PartRow, SkirmishInput, because, faults, part_rows, why, within
from heraut.kernel.names import ORGANISER, ClauseId
from heraut.kernel.refusal import Refusal
from heraut.skirmish.attack import Style, gang_part
from heraut.skirmish.charges import charge_row
from heraut.skirmish.engagement import precedence
from heraut.skirmish.fighter import ActionSlot, Fighter
from heraut.skirmish.grips import extraction
from heraut.skirmish.need import Part, printed, refuse
from heraut.skirmish.orders import actions_needed, capacity
from heraut.skirmish.settings import Gang, Settings
from heraut.skirmish.sheet import CharacterSheet, Mount, Trait, Weapon, WeaponType
from heraut.skirmish.state import State
from heraut.skirmish.strikes import double_parts, style_parts
from heraut.skirmish.sums import fall_row
from heraut.skirmish.tables import number, situations, slots
from heraut.skirmish.weapons import draw_parts

Aim = Literal["torso", "leg", "arm", "foot", "hand", "head", "throat", "eye"]
Place = Literal["belt", "sheath", "pocket"]


class ChargeInput(SkirmishInput, frozen=True, kw_only=True):
    """Who charges, mounted or not; the other one stands, or charges too."""

    mounted: bool = False
    met_by_charge: bool = False
    other_mounted: bool = False


class ChargeOutput(msgspec.Struct, frozen=True):
    """What each adds to the damage of the clash."""

    charger: int
    other: int


def _charge(asked: ChargeInput) -> Answer[ChargeOutput] | Refusal:
    row = charge_row(asked.mounted, asked.other_mounted if asked.met_by_charge else None)
    reason = why(row.clause, "charge-bonus", {"charger": row.charger, "other": row.other})
    return Answer(ChargeOutput(row.charger, row.other), (reason,))


class BlowInput(SkirmishInput, frozen=True, kw_only=True):
    """
    How a blow is struck: its style, the zone aimed at, the ground, and what the fighter has learnt of it.

    `attackers` counts all who are engaged with the defender; `mounted`: he rides and the defender is on foot; `draw` is
    where the weapon is drawn from in the same action, `two_weapons` that the other hand strikes too, `declared` the
    number of actions announced, `parting` that the defender is leaving, `weapon` and `tactics` what these add.
    """

    style: Style = Style.PLAIN
    aim: Aim | None = None
    height: Literal["above", "below"] | None = None
    behind: bool = False
    attackers: int = 1
    gang_bonus: Gang = Gang.PER_ATTACKER
    mounted: bool = False
    two_handed: bool = False
    declared: int = 0
    two_weapons: bool = False
    two_weapon_malus: int = -5
    draw: Place | None = None
    parting: bool = False
    weapon: int = 0
    tactics: int = 0
    martial_art: int = 0
    specialty: bool = False


class BlowOutput(msgspec.Struct, frozen=True):
    """The dice and the number added to the attack roll, line by line."""

    dice: int
    flat: int
    parts: tuple[PartRow, ...]


def _blow(asked: BlowInput) -> Answer[BlowOutput] | Refusal:
    if refusal := faults(
        within("martial_art", asked.martial_art, 0, MOST, "SK-SPC-1"),
        within("attackers", asked.attackers, 1, MOST, "SK-STR-5"),
        within("declared", asked.declared, 0, number("segments"), "SK-DECL-2"),
    ):
        return refusal
    learnt = "precision" if asked.aim else asked.style.value
    special = learnt != Style.PLAIN  # nobody trains for a plain blow
    sheet = CharacterSheet(
        name="?",
        martial_arts={learnt: asked.martial_art} if special else {},
        specialties=(learnt,) if special and asked.specialty else (),
    )
    parts = [*_situation_parts(asked), *_weapon_parts(asked)]
    parts += style_parts(_fighter("?", sheet), asked.style, asked.aim or "")
    totals = sum(part.dice for part in parts), sum(part.flat for part in parts)
    return Answer(BlowOutput(*totals, part_rows(parts)), because(parts))


def _situation_parts(asked: BlowInput) -> Iterator[Part]:
    """Where the two stand, how many there are, who rides, who leaves [SK-STR-4, SK-MNT-3, SK-ENG-7]."""
    for row in (situations()[id] for id in (asked.height, "behind" if asked.behind else None) if id):
        yield Part(row.id, row.clause, flat=row.flat)
    if several := gang_part(asked.attackers, asked.gang_bonus):
        yield several
    if asked.mounted:
        yield printed("mounted", "mounted-attack")
    if asked.parting:
        yield printed("parting", "parting-blow")
    if asked.tactics:
        yield Part("tactics", ClauseId("SK-CMD-15"), flat=asked.tactics)


def _weapon_parts(asked: BlowInput) -> Iterator[Part]:
    """The weapon itself, in both hands, beside another, or drawn in the same action [SK-WPN-1, SK-DBL-3, SK-DRW-4]."""
    if asked.weapon:
        yield Part("weapon", ClauseId("SK-STR-4"), flat=asked.weapon)
    if asked.two_handed and asked.declared > number("two-handed-actions"):
        yield Part("two-handed", ClauseId("SK-WPN-2"), dice=-number("two-handed-dice"))
    if asked.two_weapons:
        yield from double_parts(asked.two_weapon_malus)
    if asked.draw:
        yield from draw_parts(asked.draw)


def _fighter(id: str, sheet: CharacterSheet) -> Fighter:
    return Fighter(id=id, side=id, seat=ORGANISER, sheet=sheet)


class ExtractionInput(SkirmishInput, frozen=True, kw_only=True):
    """A stuck weapon: its family (harpoon, spear, knife …), whether it is long, whether the victim is out of action."""

    family: str = ""
    long: bool = False
    inert: bool = False


class ExtractionOutput(msgspec.Struct, frozen=True):
    """The difficulty of pulling it out, and whether it wounds again."""

    difficulty: int
    tears: bool
    parts: tuple[PartRow, ...]


def _extraction(asked: ExtractionInput) -> Answer[ExtractionOutput] | Refusal:
    row = extraction(_weapon(asked.family, long=asked.long))
    parts = [Part("extraction", row.clause, flat=row.difficulty)]
    if asked.inert:
        parts.append(Part("inert", ClauseId("SK-IMP-2"), flat=number("inert-extraction")))
    return Answer(ExtractionOutput(sum(part.flat for part in parts), row.tears, part_rows(parts)), because(parts))


def _weapon(family: str, *, long: bool = False, length: int = 0) -> Weapon:
    return Weapon(id="weapon", skill="weapon", type=WeaponType.CUTTING, family=family, long=long, length=length)


class Contestant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of two: the reaction, whether a declared action falls in this segment, the weapon in hand, surprise."""

    reaction: int
    acts: bool = True
    long: bool = False
    length: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    surprise: int | None = None


class PriorityInput(SkirmishInput, frozen=True, kw_only=True):
    """Two opponents in one segment; `melee`: both would strike with what they hold."""

    first: Contestant
    second: Contestant
    melee: bool = True


class PriorityOutput(msgspec.Struct, frozen=True):
    """Who goes before the other; nobody: both at once."""

    goes_first: Literal["first", "second"] | None


def _priority(asked: PriorityInput) -> Answer[PriorityOutput] | Refusal:
    both = (("first", asked.first), ("second", asked.second))
    if refusal := faults(*(within(name, one.reaction, -MOST, MOST, "SK-PRI-3") for name, one in both)):
        return refusal
    fighters = {name: _contestant(name, one) for name, one in both}
    state = State(settings=Settings(players={}, fighters=()), segment=1, fighters=fighters)
    found = precedence(state, "first", "second", melee=asked.melee)
    first: Literal["first", "second"] | None = None if found.first is None else "first"
    if found.first == "second":
        first = "second"
    lead = asked.first.reaction - asked.second.reaction
    return Answer(
        PriorityOutput(first), (why(found.clause, "priority", {"lead": lead, "goes_first": first or "both"}),)
    )


def _contestant(name: str, one: Contestant) -> Fighter:
    weapon = _weapon("", long=one.long, length=one.length)
    sheet = CharacterSheet(name=name, weapons=(weapon,), in_hand=(weapon.id,))
    fighter = _fighter(name, sheet)
    return msgspec.structs.replace(
        fighter, reaction=one.reaction, surprise=one.surprise, right=weapon.id,
        slots=(ActionSlot(1),) if one.acts else (),
    )  # fmt: skip


class DelayInput(SkirmishInput, frozen=True, kw_only=True):
    """So many declared actions; in this segment the rest is put off by so many segments."""

    actions: int
    segment: int = 1
    by: int = 1


class DelayOutput(msgspec.Struct, frozen=True):
    """When the actions fall now, and how many are lost."""

    segments: tuple[int, ...]
    lost: int


def _delay(asked: DelayInput) -> Answer[DelayOutput] | Refusal:
    last = number("segments")
    if refusal := faults(
        within("actions", asked.actions, 0, last, "SK-DECL-2"),
        within("segment", asked.segment, 1, last, "SK-DLY-3"),
        within("by", asked.by, 1, MOST, "SK-DLY-1"),
    ):
        return refusal
    declared = slots()[asked.actions].segments
    if asked.segment not in declared:
        return refuse("SK-DLY-3", "no-slot", "?", asked=asked.segment)
    moved = [segment if segment < asked.segment else segment + asked.by for segment in declared]
    kept = tuple(segment for segment in moved if segment <= last)
    lost = len(moved) - len(kept)
    reason = why("SK-DLY-2" if lost else "SK-DLY-1", "delayed", {"by": asked.by, "lost": lost})
    return Answer(DelayOutput(kept, lost), (reason,))


class CapacityInput(SkirmishInput, frozen=True, kw_only=True):
    """A chief's level in command, what carries him, and how many men or units he wants to reach."""

    level: int
    mount: Mount = Mount.NONE
    men: int = 1


class CapacityOutput(msgspec.Struct, frozen=True):
    """How many one action reaches, and the actions it takes to reach all."""

    capacity: int
    actions: int


def _capacity(asked: CapacityInput) -> Answer[CapacityOutput] | Refusal:
    if refusal := faults(
        within("level", asked.level, 0, 50, "SK-CMD-2"), within("men", asked.men, 1, MOST, "SK-CMD-6")
    ):
        return refusal
    sheet = CharacterSheet(name="?", traits={"command": Trait(dice=1, level=asked.level)}, mount=asked.mount)
    found = capacity(_fighter("?", sheet))
    if not found:
        return refuse("SK-CMD-3", "no-capacity", "?")
    actions = actions_needed(asked.men, found)
    reason = why("SK-CMD-2", "capacity", {"capacity": found, "men": asked.men, "actions": actions})
    return Answer(CapacityOutput(found, actions), (reason,))


class FallInput(SkirmishInput, frozen=True, kw_only=True):
    """The segment of a fall, from 1."""

    segment: int


class FallOutput(msgspec.Struct, frozen=True):
    """Metres a second, metres fallen so far, and what it adds to the difficulty of a shot."""

    speed: int
    distance: int
    difficulty: int


def _fall(asked: FallInput) -> Answer[FallOutput] | Refusal:
    if refusal := within("segment", asked.segment, 1, MOST, "SK-FAL-1"):
        return refusal
    row = fall_row(asked.segment)
    facts = {"segment": asked.segment, "speed": row.speed, "distance": row.distance}
    return Answer(FallOutput(row.speed, row.distance, row.difficulty), (why(row.clause, "fall", facts),))


CHARGE = Question("skirmish.charge", "What does a charge add to the damage?", ChargeInput, ChargeOutput, _charge)
BLOW = Question("skirmish.blow", "What modifies the roll of this blow?", BlowInput, BlowOutput, _blow)
EXTRACTION = Question(
    "skirmish.extraction", "How hard is a stuck weapon to pull out?", ExtractionInput, ExtractionOutput, _extraction
)
PRIORITY = Question("skirmish.priority", "Who of two opponents goes first?", PriorityInput, PriorityOutput, _priority)
DELAY = Question("skirmish.delay", "When do declared actions fall after a delay?", DelayInput, DelayOutput, _delay)
CAPACITY = Question(
    "skirmish.capacity", "How many men does a chief reach, in how many actions?",
    CapacityInput, CapacityOutput, _capacity,
)  # fmt: skip
FALL = Question("skirmish.fall", "How fast and how far does somebody fall?", FallInput, FallOutput, _fall)

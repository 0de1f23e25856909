"""War cries and terror [section 22]; head trophies: taken, kept for days, embalmed [section 23]."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from heraut.kernel.engine import on
from heraut.kernel.message import PublicEvent
from heraut.kernel.names import ORGANISER, ClauseId
from heraut.kernel.refusal import Refusal
from heraut.skirmish.checks import celtic, free_of_melee, has_slot, in_step, speaks_for, unknown
from heraut.skirmish.effects import frighten, gain, units
from heraut.skirmish.fighter import Fighter, Out, Until, Use
from heraut.skirmish.harm import fall_out
from heraut.skirmish.need import Part, printed, refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, Throw, on_fighter, play
from heraut.skirmish.rolls import ask_trait, roll, roll_each, rule
from heraut.skirmish.sheet import TrophyHead
from heraut.skirmish.slots import spend
from heraut.skirmish.state import (
    ByFighter,
    ByGameMaster,
    FighterEvent,
    FightStep,
    State,
    changed,
    edition_five_holds,
)
from heraut.skirmish.sums import score
from heraut.skirmish.tables import displays, number


class Display(ByFighter, frozen=True, kw_only=True):
    """Frighten before the first turn: war_cry, carnyx, contortions [SK-TER-1]."""

    display: str
    bonus: int = 0


class Frighten(ByGameMaster, frozen=True, kw_only=True):
    """Read the terror of one side: its opponents roll courage [SK-TER-5]. `rear` are not at risk yet."""

    side: str
    rear: tuple[str, ...] = ()
    bonus: int = 0


class TakeHead(ByFighter, frozen=True, kw_only=True):
    """Hang the head of a beaten enemy at one's belt; a druid may prepare it [SK-HED-1, SK-HED-4]."""

    victim: str
    druid: str = ""


class Embalm(ByFighter, frozen=True, kw_only=True):
    """Embalm one's freshest head [SK-HED-5]."""


class Displayed(FighterEvent, frozen=True, kw_only=True):
    """A display, and the terror points it scored."""

    display: str
    points: int


class TerrorRead(PublicEvent, frozen=True, kw_only=True):
    """The terror score of a side."""

    side: str
    points: int
    opponents: int
    score: int


class HeadTaken(FighterEvent, frozen=True, kw_only=True):
    """A head hangs at a belt for so many days."""

    victim: str
    days: int


class HeadSpoiled(FighterEvent, frozen=True, kw_only=True):
    """A head was spoiled in the taking: nobody can take it any more."""

    victim: str


class HeadEmbalmed(FighterEvent, frozen=True, kw_only=True):
    """A head keeps for ever: the freshest, by its place at the belt; -1: not stored, before it was."""

    place: int = -1


def display(scene: FightScene, command: Display) -> Steps[None]:
    """Warrior fury; each success level scores points [SK-TER-1]. War paint and songs may help [SK-TER-13]."""
    row = displays()[command.display]
    extra = (Part("songs", ClauseId("SK-TER-13"), flat=command.bonus),) if command.bonus else ()
    aims = (Part(row.id, row.clause, flat=row.difficulty),)
    throw = yield from roll(scene, command.who, "display", "warrior_fury", Use.FREE, "SK-TER-1", extra=extra, aims=aims)
    points = throw.outcome.level * row.points if throw.success else 0
    yield Displayed(who=command.who, display=command.display, points=points)


def check_display(state: State, command: Display) -> Refusal | None:
    """Before the first turn, one display each [SK-TER-2]."""
    if refusal := celtic(state, "SK-TER-1") or in_step(state, FightStep.BEFORE):
        return refusal
    if refusal := speaks_for(state, command.seat, command.who):
        return refusal
    if command.display not in displays():
        return refuse("SK-TER-1", "no-such-display", command.display)
    if command.bonus and command.seat != ORGANISER and edition_five_holds():
        return refuse("SK-TER-13", "masters-bonus", command.who)
    if command.who in state.displays:
        return refuse("SK-TER-2", "one-display", command.who)
    return None


def points_of(state: State, side: str) -> int:
    """Terror points of those of a side who are seen: displays, heads that keep, nakedness [SK-TER-3, SK-TER-15]."""
    total = 0
    for fighter in state.active:
        if fighter.side == side and not fighter.hidden:
            heads = sum(1 for head in fighter.heads if head.days is None or head.days >= 0)
            total += state.displays.get(fighter.id, 0) + heads + fighter.sheet.unclothed
    return total


def spread(scene: FightScene, command: Frighten) -> Steps[None]:
    """The opponents of a side roll courage, chiefs first [SK-TER-5, SK-CMD-5]; not those hidden [SK-TER-15]."""
    state = scene.state
    points = points_of(state, command.side)
    facing = [fighter for fighter in state.active if fighter.side != command.side and not fighter.hidden]
    terror = score(points, len(facing), state.options.terror_rounding)
    yield TerrorRead(side=command.side, points=points, opponents=len(facing), score=terror)
    aims = (printed("terror-base", "terror-base"), Part("terror", ClauseId("SK-TER-5"), flat=terror))
    led_by = {fighter.chief for fighter in facing}
    chiefs = [fighter for fighter in facing if fighter.id in led_by]
    led: dict[str, int] = {}
    for wave in (chiefs, [fighter for fighter in facing if fighter not in chiefs]):
        groups = units(wave)
        helped = partial(_helped, scene, command, led)
        thrown = yield from roll_each(scene, groups, "terror", "courage", "SK-TER-5", aims=aims, helped=helped)
        for roller, members in groups.items():
            for who in members:
                led[who] = yield from _yields_to_terror(scene, who, thrown[roller])


def _helped(scene: FightScene, command: Frighten, led: dict[str, int], who: str) -> list[Part]:
    parts = []
    if own := scene.state.displays.get(who, 0):
        parts.append(Part("own-display", ClauseId("SK-TER-6"), flat=own))
    if who in command.rear:
        parts.append(printed("rear", "terror-rear"))
    if command.bonus:
        parts.append(Part("songs", ClauseId("SK-TER-13"), flat=command.bonus))
    if (chief := scene.now(who).chief) in led:
        parts.append(Part("chief", ClauseId("SK-CMD-4"), flat=led[chief]))
    return parts


def _yields_to_terror(scene: FightScene, who: str, throw: Throw) -> Steps[int]:
    """Fear, flight or a faint [SK-TER-8, SK-TER-9, SK-TER-10]; returns what it is worth to his men [SK-CMD-4]."""
    if throw.success:
        return number("chief-stands")
    if throw.critical:
        yield from fall_out(scene, who, "fainted")
        return number("chief-gone")
    if throw.outcome.margin >= number("terror-flight"):
        yield gain(scene, who, "fleeing", "SK-TER-9", Until.LIFTED)
        return number("chief-gone")
    yield from frighten(scene, who, throw.outcome.level, "SK-TER-8")
    return -throw.outcome.level


def check_spread(state: State, command: Frighten) -> Refusal | None:
    """Before the first turn, once for each side that is there [SK-TER-14]."""
    if refusal := celtic(state, "SK-TER-1") or in_step(state, FightStep.BEFORE):
        return refusal
    if all(fighter.side != command.side for fighter in state.fighters.values()):
        return refuse("SK-TER-4", "no-such-side", command.side)
    if command.side in state.terrors_read:
        return refuse("SK-TER-14", "terror-read", command.side)
    return unknown(state, *command.rear)


def take_head(scene: FightScene, command: TakeHead) -> Steps[None]:
    """
    Warrior fury, or a druid's religion, difficulty 15; it keeps as many days as the margin [SK-HED-1, SK-HED-4].

    Each try is a declared action of whoever does it; after the fight there is one try for a corpse [SK-HED-7].
    """
    hand, trait = (command.druid, "religion") if command.druid else (command.who, "warrior_fury")
    clause = "SK-HED-4" if command.druid else "SK-HED-1"
    yield from ask_trait(scene, command.who, "presence")
    if _belt_full(scene.now(command.who)):
        return
    over = scene.state.step is FightStep.OVER
    if not over:
        yield from spend(scene, hand, "take-head")
    aims = (printed("head", "head-difficulty"),)
    throw = yield from roll(scene, hand, "head", trait, Use.FREE, clause, aims=aims)
    if throw.success:
        yield HeadTaken(who=command.who, victim=command.victim, days=throw.outcome.margin)
    elif over:
        yield HeadSpoiled(who=command.who, victim=command.victim)


def _belt_full(fighter: Fighter) -> bool:
    """Whether he has as many heads as dice in Presence, where that is known [SK-HED-3]."""
    most = fighter.sheet.attributes.get("presence")
    return most is not None and len(fighter.heads) >= most


def check_take_head(state: State, command: TakeHead) -> Refusal | None:
    """Of an enemy beaten in single combat, and no more heads than dice in Presence [SK-HED-1, SK-HED-3]."""
    if refusal := celtic(state, "SK-HED-1") or speaks_for(state, command.seat, command.who):
        return refusal
    if refusal := unknown(state, command.victim, *([command.druid] if command.druid else [])):
        return refusal
    fighter, victim = state.fighters[command.who], state.fighters[command.victim]
    if victim.side == fighter.side or victim.out != "dead" or victim.harmed_by != (command.who,):
        return refuse("SK-HED-1", "not-beaten-alone", victim.id)
    if victim.beheaded:
        return refuse("SK-HED-7", "head-gone", victim.id)
    if _belt_full(fighter):
        most = fighter.sheet.attributes["presence"]
        return refuse("SK-HED-3", "too-many-heads", fighter.id, asked=len(fighter.heads) + 1, allowed=most)
    hand = command.druid or command.who
    if refusal := _past_trophies(state, fighter) or _past_trophies(state, state.fighters[hand]):
        return refusal
    if state.fighters[hand].side != fighter.side:
        return refuse("SK-HED-4", "same-side-only", state.fighters[hand].id)
    if state.step is FightStep.OVER:
        return speaks_for(state, command.seat, hand)
    return has_slot(state, replace(command, who=hand)) or free_of_melee(state, hand)


def embalm(scene: FightScene, command: Embalm) -> Steps[None]:
    """Plant lore, 15 or more according to the head [SK-HED-5]."""
    least = number("head-difficulty")
    difficulty = yield from rule("skirmish-embalming", "SK-HED-5", least, who=command.who, low=least)
    aims = (Part("embalming", ClauseId("SK-HED-5"), flat=difficulty),)
    throw = yield from roll(scene, command.who, "embalming", "plant_lore", Use.FREE, "SK-HED-5", aims=aims)
    if throw.success:
        kept = {place: head.days for place, head in enumerate(scene.now(command.who).heads) if head.days is not None}
        yield HeadEmbalmed(who=command.who, place=max(kept, key=kept.__getitem__))


def check_embalm(state: State, command: Embalm) -> Refusal | None:
    """Of a head that is not embalmed yet."""
    if refusal := celtic(state, "SK-HED-5") or speaks_for(state, command.seat, command.who):
        return refusal
    fighter = state.fighters[command.who]
    if all(head.days is None for head in fighter.heads):
        return refuse("SK-HED-5", "no-head", fighter.id)
    return _past_trophies(state, fighter)


def _past_trophies(state: State, fighter: Fighter) -> Refusal | None:
    """Whoever is out of the fight sees to no heads before its end, the dead never [SK-HED-8]."""
    if not edition_five_holds() or fighter.out is None:
        return None
    over = state.step is FightStep.OVER and fighter.out is not Out.DEAD
    return None if over else refuse("SK-HED-8", "out", fighter.id)


def _head_taken(state: State, event: HeadTaken) -> State:
    heads = (*state.fighters[event.who].heads, TrophyHead(event.days))
    state = changed(state, event.who, heads=heads)
    return changed(state, event.victim, beheaded=True)


def _embalmed(fighter: Fighter, event: HeadEmbalmed) -> Fighter:
    heads = (*fighter.heads[: event.place], *fighter.heads[event.place + 1 :], TrophyHead(None))
    return replace(fighter, heads=heads)


def _with_place(state: State, event: HeadEmbalmed) -> HeadEmbalmed:
    """At first it was not stored which head it was."""
    heads = state.fighters[event.who].heads
    if event.place >= 0:
        return event
    return replace(event, place=max(range(len(heads)), key=lambda index: heads[index].days or 0))


SUBJECT = FightSubject(
    plays=(
        play(Display, check_display, display),
        play(Frighten, check_spread, spread),
        play(TakeHead, check_take_head, take_head),
        play(Embalm, check_embalm, embalm),
    ),
    evolves=(
        on(Displayed, lambda state, event: replace(state, displays={**state.displays, event.who: event.points})),
        on(TerrorRead, lambda state, event: replace(state, terrors_read=state.terrors_read | {event.side})),
        on(HeadTaken, _head_taken),
        on(HeadSpoiled, lambda state, event: changed(state, event.victim, beheaded=True)),
        on_fighter(HeadEmbalmed, _embalmed),
    ),
    completes=(on(HeadEmbalmed, _with_place),),
)

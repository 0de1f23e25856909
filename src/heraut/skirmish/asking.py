"""What the rules ask for while an action is played: rolls, contests, rulings, choices, what a sheet leaves out."""

from __future__ import annotations

from collections.abc import Sequence

from heraut.kernel import ORGANISER, ClauseId, Seat
from heraut.skirmish.effect import Use
from heraut.skirmish.events import TraitRecorded
from heraut.skirmish.evolve import evolve
from heraut.skirmish.model import level
from heraut.skirmish.need import Decision, Dice, Part, Pool, Ruling
from heraut.skirmish.pools import bare, build, known
from heraut.skirmish.procedure import MOST_DICE, MOST_LEVEL, Scene, Steps, Throw
from heraut.skirmish.sheets.consistency import ATTRIBUTES


def roll(  # noqa: PLR0913, PLR0917  # a roll is made of that many things
    scene: Scene,
    who: str,
    roll: str,
    trait: str,
    use: Use,
    clause: str,
    *,
    extra: tuple[Part, ...] = (),
    aims: tuple[Part, ...] = (),
    critical: bool = True,
    secret: bool = False,
) -> Steps[Throw]:
    """One roll of one character."""
    yield from ask_trait(scene, who, trait)
    pool = build(scene.read, scene.seen(who), roll, trait, use, extra=extra, aims=aims, critical=critical)
    seat = ORGANISER if secret else scene.now(who).seat
    (throw,) = yield Dice(seat=seat, clause=ClauseId(clause), pools=(pool,), secret=secret)
    assert isinstance(throw, Throw)
    return throw


def roll_table(  # noqa: PLR0913  # as many as a table needs
    scene: Scene, who: str, name: str, dice: int, clause: str, *, flat: int = 0, sides: int = 6
) -> Steps[int]:
    """Plain dice for a table; returns the total."""
    pool = bare(who, name, dice, flat=flat, sides=sides)
    (throw,) = yield Dice(seat=scene.now(who).seat, clause=ClauseId(clause), pools=(pool,))
    assert isinstance(throw, Throw)
    return throw.total


def roll_each(scene: Scene, pools: Sequence[Pool], clause: str) -> Steps[dict[str, Throw]]:
    """The same roll for many: the dice of each seat together, those of hidden characters apart."""
    batches: dict[tuple[Seat, bool], list[Pool]] = {}
    for pool in pools:
        fighter = scene.now(pool.who)
        batches.setdefault((fighter.seat, fighter.hidden), []).append(pool)
    thrown: dict[str, Throw] = {}
    for (seat, hidden), batch in batches.items():
        throws = yield Dice(seat=seat, clause=ClauseId(clause), pools=tuple(batch), secret=hidden)
        thrown.update((throw.pool.who, throw) for throw in throws)
    return thrown


def contest(scene: Scene, one: Pool, other: Pool, clause: str) -> Steps[int]:
    """
    Two rolls against each other, the active side first [SK-DICE-19]; returns the level won, 0 unless strictly higher.

    Not action rolls, and without critical failures [SK-DICE-13, SK-DICE-15].
    """
    (mine,) = yield Dice(seat=scene.now(one.who).seat, clause=ClauseId(clause), pools=(one,))
    (theirs,) = yield Dice(seat=scene.now(other.who).seat, clause=ClauseId(clause), pools=(other,))
    margin: int = mine.total - theirs.total
    return level(margin) if margin > 0 else 0


def rule(  # noqa: PLR0913  # a question to the game master is made of that many things
    code: str, clause: str, offered: int, *, who: str = "", about: str = "", low: int = -100, high: int = 100
) -> Steps[int]:
    """Ask the game master for a number, offering the sheet's."""
    value = yield Ruling(code=code, clause=ClauseId(clause), offered=offered, who=who, about=about, low=low, high=high)
    assert isinstance(value, int)
    return value


def decide_between(scene: Scene, who: str, code: str, clause: str, options: tuple[str, ...]) -> Steps[str]:
    """Ask whoever plays the character to choose."""
    seat = scene.now(who).seat
    option = yield Decision(code=code, clause=ClauseId(clause), seat=seat, who=who, options=options)
    assert isinstance(option, str)
    return option


def ask_trait(scene: Scene, who: str, trait: str) -> Steps[None]:
    """What the sheet does not give is asked for when first needed [SK-DICE-21]."""
    if known(scene.now(who).sheet, trait):
        return
    dice = yield from rule("skirmish-trait-dice", "SK-DICE-21", 2, who=who, about=trait, low=1, high=MOST_DICE)
    level = 0
    if trait not in ATTRIBUTES:
        level = yield from rule("skirmish-trait-level", "SK-DICE-21", 0, who=who, about=trait, low=0, high=MOST_LEVEL)
    yield TraitRecorded(who=who, trait=trait, dice=dice, level=level)
    if scene.past is not None:
        scene.past = evolve(scene.past, TraitRecorded(who=who, trait=trait, dice=dice, level=level))

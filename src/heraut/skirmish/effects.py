"""Effects: penalties and conditions that weigh on a character, fear and courage among them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.skirmish.checks import check_named
from heraut.skirmish.fighter import Effect, Fighter, Scope, Until
from heraut.skirmish.need import printed, refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, Throw, on_fighter, play, tell
from heraut.skirmish.rolls import roll_each
from heraut.skirmish.state import FighterEvent, OfFighter, State
from heraut.skirmish.tables import clause_of, number


class Burden(OfFighter, frozen=True, kw_only=True):
    """A penalty of the game master's own, in dice or flat, until he lifts it [SK-DICE-22]."""

    dice: int = 0
    flat: int = 0


class Lift(OfFighter, frozen=True, kw_only=True):
    """End an effect of a character."""

    code: str
    of: str = ""


class EffectGained(FighterEvent, frozen=True, kw_only=True):
    """Something weighs on a character from now on; `code` is its source."""

    code: str
    effect: Effect


class EffectChanged(FighterEvent, frozen=True, kw_only=True):
    """An effect weighs so many dice now; with none left it ends."""

    code: str
    of: str = ""
    dice: int = 0


def gain(  # noqa: PLR0913  # an effect is made of that many things
    scene: FightScene,
    who: str,
    code: str,
    clause: str,
    until: Until,
    *,
    scope: Scope = Scope.NONE,
    dice: int = 0,
    flat: int = 0,
    of: str = "",
    limit: int = 0,
) -> EffectGained:
    """An effect that begins now."""
    effect = Effect(
        code=code,
        clause=ClauseId(clause),
        since=scene.state.now,
        until=until,
        scope=scope,
        dice=dice,
        flat=flat,
        of=of,
        limit=limit,
    )
    return EffectGained(who=who, code=code, effect=effect)


def frighten(scene: FightScene, who: str, dice: int, clause: str) -> Steps[None]:
    """Fear of several causes adds up [SK-TER-12]; it weighs on offensive actions [SK-TER-8]."""
    fear = scene.now(who).effect("fear")
    if fear is not None:
        yield EffectChanged(who=who, code="fear", dice=fear.dice + dice)
    else:
        yield gain(scene, who, "fear", clause, Until.FEAR, scope=Scope.OFFENSIVE, dice=dice)


def unbalance(scene: FightScene, who: str, clause: str) -> EffectGained:
    """A failed acrobatic action: 1d until the end of the turn [SK-CON-5]."""
    dice = number("off-balance-dice")
    return gain(scene, who, "off-balance", clause, Until.TURN, scope=Scope.ACTIONS, dice=dice)


def units(men: Iterable[Fighter]) -> Mapping[str, tuple[str, ...]]:
    """Those who roll, each with all those the roll counts for: a man alone, or the first of a unit for all of it."""
    found: dict[tuple[str, str], list[str]] = {}
    for man in men:
        if man.out is None:
            found.setdefault((man.side, man.unit) if man.unit else (man.id, ""), []).append(man.id)
    return {members[0]: tuple(members) for members in found.values()}


def courage(scene: FightScene, rollers: Iterable[str], number_id: str, roll: str) -> Steps[dict[str, Throw]]:
    """Courage rolls against a difficulty of the sheet; outside command they are no action rolls [SK-DICE-15]."""
    aims = (printed(roll, number_id),)
    return (yield from roll_each(scene, rollers, roll, "courage", clause_of(number_id), aims=aims))


def shaken(scene: FightScene, men: Iterable[Fighter], number_id: str, roll: str) -> Steps[None]:
    """Each failure costs 1d of fear per failure level [SK-CMD-16, SK-CMD-22]."""
    groups = units(men)
    thrown = yield from courage(scene, groups, number_id, roll)
    for roller, members in groups.items():
        if not thrown[roller].success:
            for who in members:
                yield from frighten(scene, who, thrown[roller].outcome.level, clause_of(number_id))


def burden(scene: FightScene, command: Burden) -> Steps[None]:
    """The game master's own penalty [SK-DICE-22]."""
    yield gain(
        scene,
        command.who,
        "burden",
        "SK-DICE-22",
        Until.LIFTED,
        scope=Scope.ACTIONS,
        dice=command.dice,
        flat=command.flat,
    )


def check_lift(state: State, command: Lift) -> Refusal | None:
    """Of an effect that is there."""
    if refusal := check_named(state, command):
        return refusal
    if state.fighters[command.who].effect(command.code, command.of) is None:
        return refuse("SK-GEN-6", "no-such-effect", command.code)
    return None


def _effect_changed(fighter: Fighter, event: EffectChanged) -> Fighter:
    def meant(effect: Effect) -> bool:
        return effect.code == event.code and event.of in ("", effect.of)

    kept = tuple(
        replace(effect, dice=event.dice) if meant(effect) else effect
        for effect in fighter.effects
        if event.dice or not meant(effect)
    )
    return replace(fighter, effects=kept)


SUBJECT = FightSubject(
    plays=(
        play(Burden, check_named, burden),
        tell(Lift, check_lift, lambda _, lifted: EffectChanged(who=lifted.who, code=lifted.code, of=lifted.of)),
    ),
    evolves=(
        on_fighter(EffectGained, lambda fighter, event: replace(fighter, effects=(*fighter.effects, event.effect))),
        on_fighter(EffectChanged, _effect_changed),
    ),
)

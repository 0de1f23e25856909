"""What only the game master does: sudden events, surprise, rolls he calls for, corrections."""

from __future__ import annotations

from heraut.kernel import ClauseId, Refusal
from heraut.skirmish import commands as c
from heraut.skirmish import events as e
from heraut.skirmish.asking import ask_trait, roll, rule
from heraut.skirmish.decide.checks import in_step, is_game_master, unknown
from heraut.skirmish.decide.economy import gain
from heraut.skirmish.decide.harm import check_tracks, fall_out, harm
from heraut.skirmish.decide.turn import react_all
from heraut.skirmish.effect import Scope, Until, Use
from heraut.skirmish.need import Part
from heraut.skirmish.pools import level_of
from heraut.skirmish.procedure import Scene, Steps
from heraut.skirmish.refusing import refuse
from heraut.skirmish.settings import Freeze
from heraut.skirmish.sight import visibility_part
from heraut.skirmish.state import State, Step
from heraut.skirmish.tables import clause_of, critical_named, number, visibilities

ASIDE = ("gone", "unaware", "cut-off", "back")


def check_named(state: State, command: c.ByGameMaster) -> Refusal | None:
    """The game master, about a character who fights here."""
    return is_game_master(command.seat) or unknown(state, getattr(command, "who", ""))


def startle(scene: Scene, command: c.Startle) -> Steps[None]:
    """
    A reaction roll before reacting to something sudden [SK-SUR-1].

    A failure is a flat malus for one action [SK-SUR-2, SK-SUR-4]; by 10 or more it may stop all reaction [SK-SUR-3].
    """
    who = command.who
    difficulty = yield from rule("skirmish-sudden-difficulty", "SK-SUR-1", number("sudden-difficulty"), who=who)
    aims = (Part("sudden", clause_of("sudden-difficulty"), flat=difficulty),)
    throw = yield from roll(scene, who, "sudden", "reaction", Use.FREE, "SK-SUR-1", aims=aims)
    if throw.success:
        return
    margin = throw.outcome.margin
    if margin >= number("freeze-margin") and (yield from _freezes(scene, who)):
        yield gain(scene, who, "frozen", "SK-SUR-3", Until.SEGMENT)
        return
    yield gain(scene, who, "startled", "SK-SUR-2", Until.SEGMENT, scope=Scope.ACTIONS, flat=-margin)


def _freezes(scene: Scene, who: str) -> Steps[bool]:
    match scene.state.options.surprise_freeze:
        case Freeze.ALWAYS:
            return True
        case Freeze.NEVER:
            return False
        case _:
            frozen = yield from rule("skirmish-freeze", "SK-SUR-3", 1, who=who, low=0, high=1)
            return bool(frozen)


def check_startle(state: State, command: c.Startle) -> Refusal | None:
    """In a segment."""
    return check_named(state, command) or in_step(state, Step.OPENING, Step.ACTING)


def surprise(_scene: Scene, command: c.Surprise) -> Steps[None]:
    """In this segment his right to go first is compared, with this modifier [SK-PRI-2, SK-PRI-3]."""
    yield e.Surprised(who=command.who, modifier=command.modifier)


def reroll(scene: Scene, command: c.Reroll) -> Steps[None]:
    """The order matters: new reaction rolls [SK-PRI-5]."""
    yield from react_all(scene, command.fighters)


def check_reroll(state: State, command: c.Reroll) -> Refusal | None:
    """Never in segment 1, which uses the turn's rolls [SK-PRI-5]."""
    if refusal := is_game_master(command.seat) or in_step(state, Step.OPENING, Step.ACTING):
        return refusal
    if refusal := unknown(state, *command.fighters):
        return refusal
    return refuse("SK-PRI-5", "first-segment") if state.segment == 1 or not command.fighters else None


def call_roll(scene: Scene, command: c.CallRoll) -> Steps[None]:
    """A roll outside the actions; innate ones may take a malus for what else is done [SK-INN-3, SK-INN-4]."""
    who = command.who
    fighter = scene.now(who)
    extra: tuple[Part, ...] = ()
    if command.innate:
        running = fighter.motion is not None and fighter.motion.fast
        offered = number("running-perception") if running else 0
        malus = yield from rule("skirmish-innate-malus", "SK-INN-3", offered, who=who)
        extra = (Part("busy", clause_of("running-perception"), flat=malus),) if malus else ()
    aims = [Part("asked", ClauseId("SK-DICE-7"), flat=command.difficulty)]
    if command.visibility:
        yield from ask_trait(scene, who, "perception")
        perception = level_of(scene.now(who), "perception")
        rounding = scene.state.options.visibility_rounding
        aims.append(visibility_part(command.visibility, command.distance, perception, rounding))
    yield from roll(
        scene, who, "called", command.trait, Use.FREE, "SK-INN-2", extra=extra, aims=tuple(aims), secret=command.hidden
    )


def check_call_roll(state: State, command: c.CallRoll) -> Refusal | None:
    """About somebody, in a light there is."""
    if refusal := check_named(state, command):
        return refusal
    if command.visibility and command.visibility not in visibilities():
        return refuse("SK-VIS-1", "no-such-visibility", command.visibility)
    return None


def slow(_scene: Scene, command: c.Slow) -> Steps[None]:
    """Everybody is told at once [SK-MOV-7]."""
    yield e.Slowed(by=command.by, who=command.who)


def check_slow(state: State, command: c.Slow) -> Refusal | None:
    """Of one, or of all."""
    if refusal := is_game_master(command.seat) or (unknown(state, command.who) if command.who else None):
        return refusal
    return refuse("SK-MOV-7", "slow-negative") if command.by < 0 else None


def start_fall(_scene: Scene, command: c.StartFall) -> Steps[None]:
    """The first second of a fall, or its end."""
    yield e.Falling(who=command.who, segments=1 if command.falling else 0)


def burden(scene: Scene, command: c.Burden) -> Steps[None]:
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


def lift(_scene: Scene, command: c.Lift) -> Steps[None]:
    """An effect ends."""
    yield e.EffectChanged(who=command.who, code=command.code, of=command.of)


def check_lift(state: State, command: c.Lift) -> Refusal | None:
    """Of an effect that is there."""
    if refusal := check_named(state, command):
        return refusal
    if state.fighters[command.who].effect(command.code, command.of) is None:
        return refuse("SK-GEN-6", "no-such-effect", command.code)
    return None


def mend(scene: Scene, command: c.Mend) -> Steps[None]:
    """Levels recovered, and lasting wounds with them; or levels lost."""
    gained = e.Recovered(who=command.who, wounds=max(0, command.wounds), fatigue=max(0, command.fatigue))
    if gained.wounds or gained.fatigue:
        yield gained
    if command.wounds < 0 or command.fatigue < 0:
        yield from harm(scene, command.who, max(0, -command.wounds), max(0, -command.fatigue))
        yield from check_tracks(scene, command.who)


def check_mend(state: State, command: c.Mend) -> Refusal | None:
    """No more than were lost."""
    if refusal := check_named(state, command):
        return refusal
    fighter = state.fighters[command.who]
    if command.wounds > fighter.wounds or command.fatigue > fighter.fatigue:
        lost = fighter.wounds if command.wounds > fighter.wounds else fighter.fatigue
        return refuse("SK-GEN-6", "nothing-to-mend", fighter.name, allowed=lost)
    return None


def first_aid(scene: Scene, command: c.FirstAid) -> Steps[None]:
    """Healing against the difficulty of the wound saves the dying [SK-CRI-1]."""
    dying = next(found for found in scene.now(command.target).effects if found.until is Until.DEADLINE)
    row = critical_named(dying.code)
    aims = (Part("first-aid", row.clause, flat=row.first_aid),)
    throw = yield from roll(scene, command.who, "first-aid", "healing", Use.ACTION, "SK-CRI-1", aims=aims)
    if throw.success:
        yield e.EffectChanged(who=command.target, code=dying.code)


def check_first_aid(state: State, command: c.FirstAid) -> Refusal | None:
    """By somebody able, of somebody dying."""
    if refusal := check_named(state, command) or unknown(state, command.target):
        return refusal
    if state.fighters[command.who].out is not None:
        return refuse("SK-TER-10", "out", state.fighters[command.who].name)
    if not any(found.until is Until.DEADLINE for found in state.fighters[command.target].effects):
        return refuse("SK-CRI-1", "not-dying", state.fighters[command.target].name)
    return None


def put_aside(scene: Scene, command: c.PutAside) -> Steps[None]:
    """Leave the field (a chief's men waver), be unaware, out of a chief's reach, or come back."""
    who = command.who
    if command.how == "gone":
        yield from fall_out(scene, who, "gone")
    elif command.how == "back":
        yield e.CameBack(who=who)
    else:
        clause = "SK-STR-1" if command.how == "unaware" else "SK-CMD-1"
        yield gain(scene, who, command.how, clause, Until.LIFTED)


def check_put_aside(state: State, command: c.PutAside) -> Refusal | None:
    """One of the four, where it changes something."""
    if refusal := check_named(state, command):
        return refusal
    fighter = state.fighters[command.who]
    senseless = (fighter.out is not None) != (command.how == "back") or fighter.out == "dead"
    if command.how not in ASIDE or senseless or fighter.effect(command.how) is not None:
        return refuse("SK-GEN-6", "nothing-to-change", fighter.name)
    return None


def uncover(_scene: Scene, command: c.Uncover) -> Steps[None]:
    """A hidden character is seen."""
    yield e.Uncovered(who=command.who)


def check_uncover(state: State, command: c.Uncover) -> Refusal | None:
    """If he was hidden."""
    if refusal := check_named(state, command):
        return refusal
    hidden = state.fighters[command.who].hidden
    return None if hidden else refuse("SK-GEN-6", "nothing-to-change", state.fighters[command.who].name)


def change_situation(_scene: Scene, command: c.ChangeSituation) -> Steps[None]:
    """A chief's bonus ends when the situation changes greatly [SK-CMD-17]."""
    yield e.TacticSet(who=command.chief, bonus=0)


def check_change_situation(state: State, command: c.ChangeSituation) -> Refusal | None:
    """If he has one."""
    if refusal := is_game_master(command.seat):
        return refusal
    return None if command.chief in state.tactics else refuse("SK-CMD-17", "no-tactics", command.chief)

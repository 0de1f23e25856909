"""
A skirmish fought many times, from its beginning or from where it stands: who wins, how long it takes, what decides.

Every fight is the skirmish engine's own, command by command, and everybody is played as Héraut plays the game master's
men, boldly: the number of actions that pays most, the blow likeliest to wound, a dodge where it is worth its die. It is
a model of play, and every result is sampled.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from heraut import catalogue
from heraut.journal.entry import settings_of
from heraut.journal.history import History
from heraut.journal.transfer import read_parcel
from heraut.kernel.codec import Malformed, decode
from heraut.kernel.journal import JournalError
from heraut.kernel.message import Command, Roll
from heraut.kernel.names import is_id
from heraut.kernel.refusal import Refusal
from heraut.lab.estimates import Estimate, mean_of, shares, wilson
from heraut.lab.jobs import Runs, Work, chance_of, cut, decoded, digest, encoded
from heraut.lab.report import MeasuredLine, ReportPicture, ReportTable
from heraut.lab.sentences import CannotRun, told
from heraut.pseudorandom import Below
from heraut.rulesets.editions import current, edition_of, in_force
from heraut.skirmish import engine
from heraut.skirmish.answers import Choose, Rule
from heraut.skirmish.answers import chance as dice_of
from heraut.skirmish.bots import chosen, may_play, play_of
from heraut.skirmish.ending import STILL_TURNS, CallOff, still_turns
from heraut.skirmish.fighter import Temperament
from heraut.skirmish.need import DecisionNeed, DiceNeed, RulingNeed
from heraut.skirmish.settings import Enlisted, Settings
from heraut.skirmish.sheet_text import ambush, duel_of_warriors
from heraut.skirmish.state import FightStep, State
from heraut.skirmish.turn import BeginFight, Proceed
from heraut.speech.sentences import Language

FIGHTS_IN_BLOCK = 4
TEMPERAMENT = Temperament.BOLD
MOST_COMMANDS = 3000
MOST_TURNS = 40
SAMPLES = {"duel": duel_of_warriors, "ambush": ambush}


class SkirmishJob(msgspec.Struct, frozen=True):
    """Who fights, how often, from which seed; the `journal` of a fight that goes on, and the `turn` it has come to."""

    settings: Settings
    runs: int
    seed: int
    journal: str = ""
    turn: int = 0


class Fought(msgspec.Struct, frozen=True):
    """One fight: the side left standing (or none), its turns, why the last of the others fell, who drew blood first."""

    winner: str
    turns: int
    cause: str
    first_blood: str


Fights = tuple[Fought, ...]


def read_skirmish(text: str) -> Settings:
    """A ready-made fight by its name, or the settings of a fight as JSON."""
    if text.strip() in SAMPLES:
        return SAMPLES[text.strip()]()
    try:
        settings: Settings = decode(text, Settings, forbid_unknown=True)
    except Malformed as error:
        raise CannotRun("trial-json", detail=str(error)) from None
    return replace(settings, fighters=tuple(map(_by_name, settings.fighters)))


def read_journal(text: str, seed: int, runs: int, name: object) -> SkirmishJob:
    """The fight that a journal tells, to be played on; from its beginning once it is over."""
    history = _history(text, name)
    if history.engine.id != engine.id:
        raise CannotRun("fight-other", file=name)
    settings: Settings = settings_of(history.header, history.engine)
    if history.state.step is FightStep.OVER:
        settings = replace(settings, fighters=tuple(map(_by_name, settings.fighters)))
        return SkirmishJob(settings, runs, seed)
    return SkirmishJob(settings, runs, seed, text, history.state.turn)


def _history(text: str, name: object) -> History:
    try:
        return read_parcel(io.BytesIO(text.encode()), catalogue.engine, judged=False).history
    except (JournalError, KeyError) as error:
        raise CannotRun("event-unread", file=name, detail=str(error)) from None


def _by_name(entry: Enlisted) -> Enlisted:
    """What was an id before edition 3 and cannot be one now is a name."""
    return entry if entry.name or is_id(entry.id) else replace(entry, id="", name=entry.id)


def skirmish_blocks(job: SkirmishJob) -> Iterator[Runs]:
    """The blocks of a job."""
    return (Runs(first, count) for first, count in cut(job.runs, FIGHTS_IN_BLOCK))


def compute_skirmish(sent: bytes, block: Runs) -> Fights:
    """The fights of a block."""
    job: SkirmishJob = decoded(sent, SkirmishJob)
    begun, edition = _begun(sent)
    with in_force(edition):
        return tuple(one_fight(begun, job.seed, run) for run in block.numbers)


@lru_cache(maxsize=2)  # every block begins with it
def _begun(sent: bytes) -> tuple[State, int]:
    """The fight as it begins or stands, and the edition of the tables it is played by."""
    job: SkirmishJob = decoded(sent, SkirmishJob)
    if job.journal:
        history = _history(job.journal, "")
        return history.state, edition_of(history.header.rules)
    state = engine.start(job.settings, engine.rules)
    assert isinstance(state, State)
    return state, current()


def one_fight(begun: State, seed: int, run: int) -> Fought:
    """One fight until a side has nobody left, nobody has struck for three turns of it, or for so many turns."""
    turns = max(0, begun.turn - 1)  # those that are over
    state = replace(begun, last_blow=max(begun.last_blow, turns))
    chance = chance_of(seed, run)
    clean = len(_standing(begun)) == 2 and not any(fighter.wounds for fighter in begun.fighters.values())
    first_blood = cause = ""
    for _ in range(MOST_COMMANDS):
        outcome = engine.decide(state, _next(state, chance))
        assert not isinstance(outcome, Refusal), outcome
        before = state
        for event in outcome:
            state = engine.evolve(state, event)
        first_blood = first_blood or (_bled(state) if clean else "")
        cause = _fallen(before, state) or cause
        ended = state.step is FightStep.OVER or state.turn - turns > MOST_TURNS
        sides = _standing(state)
        if ended or (len(sides) < 2 and not _goes_on(state)):
            return Fought(sides[0] if len(sides) == 1 else "", state.turn - turns, cause, first_blood)
    return Fought("", state.turn - turns, cause, first_blood)


def _goes_on(state: State) -> bool:
    """Whether what began while both sides stood is not over: a deed, or the answer to a simultaneous one [SK-PRI-4]."""
    answering = (one for one in may_play(state) if one.out is not None)
    return state.pending is not None or any(play_of(state, one, TEMPERAMENT) is not None for one in answering)


def _standing(state: State) -> list[str]:
    """The names of the sides that have somebody left."""
    return sorted({state.name_of(fighter.side) for fighter in state.active})


def _bled(state: State) -> str:
    """The one of two sides that has hurt somebody, once one has."""
    hurt = next((fighter.side for fighter in state.fighters.values() if fighter.wounds), None)
    if hurt is None:
        return ""
    return next((state.name_of(fighter.side) for fighter in state.fighters.values() if fighter.side != hurt), "")


def _fallen(before: State, after: State) -> str:
    """Why somebody fights no more since."""
    for name, fighter in after.fighters.items():
        known = before.fighters.get(name)
        if fighter.out is not None and (known is None or known.out is None):
            return str(fighter.out)
    return ""


def _next(state: State, chance: Below) -> Command:
    """
    What happens next: dice and choices that are due, whoever has something to do, then the game master goes on.

    What a game master is offered when nobody strikes any more is taken at once [SK-TURN-11].
    """
    need = None if state.pending is None else state.pending.need
    if isinstance(need, DiceNeed):
        return Roll(faces=dice_of(need).draw(chance))
    if isinstance(need, RulingNeed):
        return Rule(value=need.offered)
    if isinstance(need, DecisionNeed):
        return Choose(seat=need.seat, option=chosen(state, need, TEMPERAMENT))
    if state.step is FightStep.BEFORE:
        return BeginFight()
    if still_turns(state):
        return CallOff()
    for fighter in may_play(state):
        if (found := play_of(state, fighter, TEMPERAMENT)) is not None:
            return found.command
    return Proceed()


class SkirmishAnswer(msgspec.Struct, frozen=True):
    """What many fights say."""

    fights: int
    wins: dict[str, Estimate]
    undecided: Estimate
    turns: Estimate
    causes: dict[str, Estimate]
    first_blood: Estimate | None
    """How often who hurt somebody first won."""
    blooded: int
    """In how many fights somebody was hurt."""


def skirmish_answer(settings: Settings, fights: Sequence[Fought]) -> SkirmishAnswer:
    """The estimates."""
    total = len(fights)
    sides = sorted({fighter.side for fighter in settings.fighters})
    causes = sorted({fought.cause for fought in fights if fought.cause})
    blooded = [fought for fought in fights if fought.first_blood]
    leading = sum(fought.first_blood == fought.winner for fought in blooded)
    return SkirmishAnswer(
        total,
        {side: wilson(sum(fought.winner == side for fought in fights) / total, total) for side in sides},
        wilson(sum(not fought.winner for fought in fights) / total, total),
        mean_of([fought.turns for fought in fights]),
        {cause: wilson(sum(fought.cause == cause for fought in fights) / total, total) for cause in causes},
        wilson(leading / len(blooded), len(blooded)) if blooded else None,
        len(blooded),
    )


class SkirmishReport(msgspec.Struct, frozen=True):
    """A job and what is known of it."""

    kind: ClassVar[str] = "skirmish"
    job: SkirmishJob
    answer: SkirmishAnswer

    @staticmethod
    def of(job: SkirmishJob, done: Mapping[Runs, Fights]) -> SkirmishReport | None:
        """The report of the fights that were fought, if any were."""
        fights = [fought for block in skirmish_blocks(job) for fought in done.get(block, ())]
        return SkirmishReport(job, skirmish_answer(job.settings, fights)) if fights else None

    @property
    def done(self) -> tuple[int, int]:
        """How many fights were fought, and how many were asked for."""
        return self.answer.fights, self.job.runs

    def title(self, language: Language) -> str:
        """What was asked."""
        return told(language, "skirmish-title")

    def sentences(self, language: Language) -> list[str]:
        """What is found, in words."""
        answer = self.answer
        side = max(answer.wins, key=lambda name: answer.wins[name].value)
        said = [
            told(
                language, "skirmish-said", side=side, wins=answer.wins[side].as_chance(language),
                fights=answer.fights, turns=answer.turns.as_mean(language),
            )
        ]  # fmt: skip
        if answer.first_blood is not None:
            said.append(told(language, "skirmish-blood", wins=answer.first_blood.as_chance(language)))
        return said

    def tables(self, language: Language) -> list[ReportTable]:
        """What was measured."""
        rows = [["", told(language, "skirmish-sampled")]]
        rows += [[title, found.as_chance(language)] for title, found in self._shares(language)]
        return [ReportTable("", [*rows, [told(language, "campaign-turns"), self.answer.turns.as_mean(language)]])]

    def pictures(self, language: Language) -> list[ReportPicture]:
        """Who wins, and what decides."""
        return [ReportPicture("", shares(self.title(language), self._shares(language), language))]

    def notes(self, language: Language) -> list[str]:
        """How everybody is played."""
        stands = [told(language, "skirmish-stands", turn=str(self.job.turn))] if self.job.turn else []
        return [*stands, told(language, "skirmish-model", seed=str(self.job.seed), still=STILL_TURNS)]

    def _shares(self, language: Language) -> list[tuple[str, Estimate]]:
        answer = self.answer
        found = [(told(language, "skirmish-wins", side=side), wins) for side, wins in answer.wins.items()]
        if answer.undecided.value:
            found.append((told(language, "skirmish-undecided"), answer.undecided))
        return found + [(told(language, f"skirmish-{cause}"), often) for cause, often in answer.causes.items()]

    def measured(self) -> list[MeasuredLine]:
        """Who wins, what decides, how long it takes."""
        return list(self._measured())

    def _measured(self) -> Iterator[MeasuredLine]:
        answer = self.answer
        for side, wins in answer.wins.items():
            yield MeasuredLine.sampled("", side, "wins", wins, answer.fights)
        for cause, often in answer.causes.items():
            yield MeasuredLine.sampled("", cause, "cause", often, answer.fights)
        yield MeasuredLine.sampled("", "", "undecided", answer.undecided, answer.fights)
        yield MeasuredLine.sampled("", "", "turns", answer.turns, answer.fights)
        if answer.first_blood is not None:
            yield MeasuredLine.sampled("", "", "first_blood_wins", answer.first_blood, answer.blooded)

    def plain(self) -> Mapping[str, Any]:
        """Everything, for a program."""
        return {"sampled": self.answer}


def work(job: SkirmishJob) -> Work[Runs, Fights]:
    """The job with all that it takes to its report."""
    return Work(
        "skirmish", digest([job.settings, job.seed, *([job.journal] if job.journal else [])]), compute_skirmish,
        encoded(job), tuple(skirmish_blocks(job)), (Runs, Fights), lambda done: SkirmishReport.of(job, done),
    )  # fmt: skip

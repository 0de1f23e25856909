"""
Would four rounds do? A number of rounds tried beside its neighbours, piece by piece, for a page that shows the way.

The functions below are called in another process, which alone loads NumPy and Numba: whoever asks has only the question
and what came back of each piece, as bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from heraut.kernel import from_plain, to_plain
from heraut.lab.faults import CannotRun
from heraut.lab.field import Field
from heraut.lab.sentences import told as say
from heraut.lab.trial import RefusedTrial, Trial, most_opponents, round_counts, trial
from heraut.speech import Language, say_refusal
from heraut.tournament.format import Format
from heraut.tournament.formats import AnySettings
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.steamroller.settings import SteamrollerSettings

if TYPE_CHECKING:
    from heraut.lab.report import Report

RUNS = 5_000
"""Of each number of rounds: the chance of a win is then known to a point and a half."""
SEED = 1
"""One for all: the same question has the same answer, whoever asks it."""


class RoundsQuestion(msgspec.Struct, frozen=True):
    """An event, how many come, and how many hours there are."""

    settings: AnySettings
    players: int
    hours: float | None = None
    runs: int = RUNS

    @property
    def rounds(self) -> int:
        """The number of rounds that is asked about."""
        return rounds_of(self.settings, self.players)


class Pieces(msgspec.Struct, frozen=True):
    """How many runs each piece of the work has, or the sentence that says why there is none."""

    runs: tuple[int, ...] = ()
    fault: str = ""


class Told(msgspec.Struct, frozen=True):
    """The answer as people read it."""

    sentence: str
    notes: list[str]
    rows: list[list[str]]
    pictures: list[str]


def rounds_of(settings: Format, players: int) -> int:
    """How many rounds an event has before its ranking round, if it has one."""
    return settings.swiss if isinstance(settings, SagaSettings) else round_counts(settings, players)[0]


def with_rounds(settings: Format, rounds: int) -> Format:
    """The same event with another number of rounds."""
    if isinstance(settings, SagaSettings):
        return replace(settings, swiss_rounds=rounds)
    assert isinstance(settings, SteamrollerSettings)
    return replace(settings, variants=replace(settings.variants, rounds=rounds))


def encoded(question: RoundsQuestion) -> bytes:
    """A question as it is sent."""
    return msgspec.json.encode(to_plain(question))


@lru_cache(maxsize=8)  # every piece of a trial begins with it
def _question(sent: bytes) -> RoundsQuestion:
    question: RoundsQuestion = from_plain(msgspec.json.decode(sent), RoundsQuestion)
    return question


def pieces(sent: bytes, language: Language) -> Pieces:
    """The work that the question makes."""
    try:
        trials = _trials(sent)
        from heraut.lab.blocks import Job, blocks_of  # noqa: PLC0415  # an extra: heraut[lab]

        return Pieces(tuple(block.count for block in blocks_of(Job(trials, _question(sent).runs, SEED))))
    except CannotRun as fault:
        return Pieces(fault=say(language, fault.key, **fault.facts))
    except RefusedTrial as refused:
        return Pieces(fault=say_refusal(refused.refusal, language))
    except ModuleNotFoundError as missing:
        if missing.name not in ("numpy", "numba"):
            raise
        return Pieces(fault=say(language, "lab-missing"))


@lru_cache(maxsize=8)
def _trials(sent: bytes) -> tuple[Trial, ...]:
    """One round less, as many, and one more, as far as there are opponents; what is wrong is said of the one asked."""
    question = _question(sent)
    field, asked = Field(question.players), question.rounds
    most = max(asked, most_opponents(question.players) - _ranked(question.settings))
    tried = {rounds: trial(str(rounds), with_rounds(question.settings, rounds), field)
             for rounds in (asked, asked - 1, asked + 1) if 1 <= rounds <= most}  # fmt: skip
    return tuple(tried[rounds] for rounds in sorted(tried))


def _ranked(settings: Format) -> bool:
    return isinstance(settings, SagaSettings) and settings.has_ranking_round


def piece(sent: bytes, number: int) -> bytes:
    """What one piece gives."""
    from heraut.lab.blocks import Job, blocks_of, compute  # noqa: PLC0415
    from heraut.lab.blocks import encoded as encoded_job  # noqa: PLC0415

    job = Job(_trials(sent), _question(sent).runs, SEED)
    return msgspec.json.encode(compute(encoded_job(job), list(blocks_of(job))[number]))


def told(sent: bytes, done: Sequence[bytes], language: Language) -> Told | None:
    """The answer that the first pieces give; none before each number of rounds has been tried."""
    from heraut.lab.answers import answer  # noqa: PLC0415
    from heraut.lab.blocks import Job, blocks_of  # noqa: PLC0415
    from heraut.lab.measures import Tally  # noqa: PLC0415
    from heraut.lab.report import Report, model, pictures, rows  # noqa: PLC0415

    question, trials = _question(sent), _trials(sent)
    tallies = [Tally()] * len(trials)
    for block, given in zip(blocks_of(Job(trials, question.runs, SEED)), done, strict=False):
        tallies[block.trial] += msgspec.json.decode(given, type=Tally)
    if not all(tally.runs for tally in tallies):
        return None
    named = tuple(replace(each, name=_name(each.settings, question.players, language)) for each in trials)
    answers = tuple(answer(each, tally) for each, tally in zip(named, tallies, strict=True))
    report = Report(Job(named, question.runs, SEED), answers, None if question.hours is None else question.hours * 60)
    sentence = f"{_verdict(question, report, language)} {report.sentence(language)}"
    notes = [*report.notes(language, resumes=False), model(report, language)]
    return Told(sentence, notes, rows(report, language), pictures(report, language))


def _name(settings: Format, players: int, language: Language) -> str:
    key = "rounds-name-ranking" if _ranked(settings) else "rounds-name"
    return say(language, key, rounds=rounds_of(settings, players))


def _verdict(question: RoundsQuestion, report: Report, language: Language) -> str:
    """Yes or no, first of all."""
    from heraut.lab.answers import advise  # noqa: PLC0415

    take = advise(report.answers, report.longest).take
    tried = next(each for each in report.job.trials if each.name == take.name)
    rounds = rounds_of(tried.settings, question.players)
    key = "rounds-yes" if rounds == question.rounds else "rounds-fewer" if rounds < question.rounds else "rounds-more"
    return say(language, key, name=take.name)

"""
What a page may ask the lab, worked at piece by piece, so that the page can show the way.

The functions below are called in another process, which alone loads NumPy and Numba: whoever asks has only the question
and what came back of each piece, as bytes.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from heraut.kernel.codec import from_plain, to_plain
from heraut.lab.format_model import model_of
from heraut.lab.report import FORMS, all_notes
from heraut.lab.sentences import CannotRun, RefusedByRules
from heraut.lab.sentences import told as say
from heraut.lab.trial import neighbours
from heraut.speech.sentences import Language, say_refusal
from heraut.tournament.formats import AnySettings

if TYPE_CHECKING:
    from heraut.campaign.settings import Level
    from heraut.lab.jobs import Work

RUNS = 5_000
"""Of each number of rounds: the chance of a win is then known to a point and a half."""
GAMES = 60
"""Of campaigns on a map, and of fights."""
SEED = 1
"""One for all: the same question has the same answer, whoever asks it."""


class RoundsQuestion(msgspec.Struct, frozen=True, tag="rounds"):
    """Will its rounds do? An event, how many come, and how many hours there are."""

    settings: AnySettings
    players: int
    hours: float | None = None
    runs: int = RUNS

    def work(self, language: Language) -> Work[Any, Any]:
        """That number of rounds beside its neighbours."""
        trials = neighbours(self.settings, self.players, language)
        from heraut.lab.format_report import work  # noqa: PLC0415  # an extra: heraut[lab]
        from heraut.lab.formats import Job  # noqa: PLC0415  # an extra: heraut[lab]

        longest = None if self.hours is None else self.hours * 60
        return work(Job(trials, self.runs, SEED), longest, model_of(self.settings).swiss_rounds(self.players))


class EventQuestion(msgspec.Struct, frozen=True, tag="event"):
    """What was luck in an event that is over? Its file, packed."""

    packed: bytes
    name: str
    runs: int = RUNS

    @staticmethod
    def of(lines: bytes, name: str, runs: int) -> EventQuestion:
        """The question about the event of that name that these lines tell."""
        return EventQuestion(zlib.compress(lines), name, runs)

    def work(self, _language: Language) -> Work[Any, Any]:
        """The event played once more, in both ways."""
        from heraut.lab.plan import NotQuick  # noqa: PLC0415
        from heraut.lab.replays import Rerun, event_job  # noqa: PLC0415
        from heraut.lab.review import read_event  # noqa: PLC0415
        from heraut.lab.review_report import work  # noqa: PLC0415

        lines = zlib.decompress(self.packed)
        rerun = Rerun(read_event(lines, self.name))
        few = min(self.runs // 25, max(20, 4_000 // rerun.field.players))  # the engine's own pace
        return work(rerun, event_job(lines, rerun, few if isinstance(rerun.plan, NotQuick) else self.runs, few, SEED))


class MapQuestion(msgspec.Struct, frozen=True, tag="map"):
    """Is a map fair? Its text (the printed one, if empty), and how many play."""

    text: str
    players: int
    games: int = GAMES

    def work(self, language: Language) -> Work[Any, Any]:
        """Campaigns among bots on it."""
        from heraut.lab.campaigns import CampaignJob, CampaignTrial, campaign_trial, work  # noqa: PLC0415

        level: Level = "heuristic"
        levels = (level,) * self.players
        trial = campaign_trial("base", levels, self.text)
        named = CampaignTrial(say(language, "map-name"), trial.settings)
        return work(CampaignJob((named,), levels, self.games, SEED))


class FightQuestion(msgspec.Struct, frozen=True, tag="fight"):
    """Who wins? Two bands or a skirmish, as `heraut lab fight` reads them."""

    text: str
    runs: int = GAMES

    def work(self, _language: Language) -> Work[Any, Any]:
        """The fight, many times."""
        from heraut.lab.fights import work_of_text  # noqa: PLC0415

        return work_of_text(self.text, SEED, self.runs, "")


Question = RoundsQuestion | EventQuestion | MapQuestion | FightQuestion


class Pieces(msgspec.Struct, frozen=True):
    """How much of the work each piece is, or the sentence that says why there is none."""

    costs: tuple[int, ...] = ()
    fault: str = ""


class ToldAnswer(msgspec.Struct, frozen=True):
    """The answer as people read it, and as files by the end of their names."""

    sentences: list[str]
    tables: list[tuple[str, list[list[str]]]]
    pictures: list[tuple[str, str]]
    notes: list[str]
    files: Mapping[str, bytes]


def encoded(question: Question) -> bytes:
    """A question as it is sent."""
    return msgspec.json.encode(to_plain(question))


@lru_cache(maxsize=8)  # every piece begins with it
def _work(sent: bytes, language: Language) -> Work[Any, Any]:
    question: Question = from_plain(msgspec.json.decode(sent), Question)
    return question.work(language)


def pieces(sent: bytes, language: Language) -> Pieces:
    """The work that the question makes."""
    try:
        work = _work(sent, language)
        return Pieces(tuple(map(work.cost, work.blocks)))
    except CannotRun as fault:
        return Pieces(fault=say(language, fault.key, **fault.facts))
    except RefusedByRules as refused:
        return Pieces(fault=say_refusal(refused.refusal, language))
    except ModuleNotFoundError as missing:
        if missing.name not in ("numpy", "numba"):
            raise
        return Pieces(fault=say(language, "lab-missing"))


def piece(sent: bytes, number: int, language: Language) -> bytes:
    """What one piece gives."""
    work = _work(sent, language)
    return msgspec.json.encode(work.compute(work.sent, work.blocks[number]))


def told(sent: bytes, done: Sequence[bytes], language: Language) -> ToldAnswer | None:
    """The answer that the first pieces give; none while they say nothing."""
    work = _work(sent, language)
    tallies = (msgspec.json.decode(given, type=work.kinds[1]) for given in done)
    report = work.report(dict(zip(work.blocks, tallies, strict=False)))
    if report is None:
        return None
    return ToldAnswer(
        report.sentences(language),
        [(title, rows) for title, rows in report.tables(language)],
        [(title, svg) for title, svg in report.pictures(language)],
        all_notes(report, language),
        _files(report),
    )


def _files(report: Any) -> dict[str, bytes]:
    """Every form that can be written here: Parquet needs an extra."""
    files = {}
    for form, write in FORMS.items():
        try:
            files[form] = write(report)
        except CannotRun:
            continue
    return files

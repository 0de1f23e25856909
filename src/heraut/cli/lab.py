"""`heraut lab`: try formats and campaigns before the day, understand an event after it."""

from __future__ import annotations

import math
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heraut.cli import ANSWERED, BAD_INPUT, bad_input, wrong
from heraut.lab.report import FORMS, all_notes
from heraut.lab.sentences import CannotRun, RefusedByRules
from heraut.lab.sentences import told as lab_told
from heraut.speech.arguments import CommandParser, usage
from heraut.speech.sentences import say_refusal
from heraut.speech.sentences import terminal_language as language

if TYPE_CHECKING:
    from heraut.lab.jobs import Keeper, Work
    from heraut.lab.report import LabReport
    from heraut.lab.trial import PlayerField, Trial


def lab(words: list[str]) -> int:
    """Run one of the lab's commands."""
    match words:
        case ["formats", *rest]:
            command: Callable[[list[str]], int] = formats
        case ["campaign", *rest]:
            command = campaign
        case ["fight", *rest]:
            command = fight
        case ["event", *rest]:
            command = event
        case [] | ["--help"] | ["-h"]:
            print(usage("lab"), end="")
            return ANSWERED if words else BAD_INPUT
        case [unknown, *_]:
            return wrong(f"there is no command “lab {unknown}”: `heraut lab --help` lists them")
    try:
        return command(rest)
    except CannotRun as fault:
        return bad_input(told(fault.key, **fault.facts))
    except RefusedByRules as refused:
        return bad_input(told("trial-refused", name=refused.name, why=say_refusal(refused.refusal, language())))
    except ModuleNotFoundError as error:
        if error.name in ("numpy", "numba"):
            return bad_input(told("lab-missing"))
        raise


def told(key: str, **facts: object) -> str:
    """A sentence of the lab."""
    return lab_told(language(), key, **facts)


OPTIONS = """\
  saga: one_day, two_days, rounds=N, ranking, order=points|wins, standings=wins+points+resistance+vp_difference,
        bye=11, bye-win=no, bye-resistance=mean|zero, spare, apart=round_one|always, new-tables, minutes=N
  steamroller: size=35, early-end=no, until-sole-leader, roll-off, dropped-ranked=no, apart=…, new-tables;
        rounds=N, final_tables, rank_control, rank_scenario, no_assassination … [SR-VAR]"""


def _parser() -> CommandParser:
    parser = CommandParser("lab formats", options=OPTIONS)
    parser.add_argument("--try", dest="trials", action="append", default=[], metavar="FORMAT")
    parser.add_argument("--players", type=int)
    parser.add_argument("--ratings", type=Path)
    parser.add_argument("--spread", type=float, default=1.0)
    parser.add_argument("--draws", type=float, default=0.05)
    parser.add_argument("--drops", type=float, default=0.0)
    parser.add_argument("--clubs", type=int, default=0)
    parser.add_argument("--margin", type=float, default=8.0)
    parser.add_argument("--hours", type=float)
    parser.add_argument("--runs", type=int, default=20_000)
    _common(parser)
    return parser


def _common(parser: CommandParser) -> None:
    """What every long job can be told."""
    parser.add_argument("--seed", type=int)
    parser.add_argument("--cores", type=int)
    parser.add_argument("--cluster", metavar="ADDRESS")
    parser.add_argument("--keep", type=Path, metavar="FILE")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--anew", action="store_true")
    for kind in FORMS:
        parser.add_argument(f"--{kind}", type=Path, metavar="FILE")


MOST_RUNS = 100_000_000
MOST_CORES = 256


def formats(words: list[str]) -> int:
    """Compare formats."""
    asked = _parser().parse_args(words)
    _check(asked)
    from heraut.lab.format_report import work
    from heraut.lab.formats import Job

    trials, longest = _trials(asked), None if asked.hours is None else asked.hours * 60
    return _answer(lambda seed: work(Job(trials, asked.runs, seed), longest), asked)


def campaign(words: list[str]) -> int:
    """Play campaigns among bots."""
    parser = CommandParser("lab campaign")
    parser.add_argument("--bots", default="heuristic,heuristic")
    parser.add_argument("--map", type=Path)
    parser.add_argument("--try", dest="trials", action="append", default=[], metavar="SETTINGS")
    parser.add_argument("--runs", type=int, default=100)
    _common(parser)
    asked = parser.parse_args(words)
    _check(asked)
    from heraut.lab.campaigns import CampaignJob, campaign_trial, work

    levels = tuple(word.strip() for word in asked.bots.split(","))
    text = "" if asked.map is None else _text(asked.map)
    trials = tuple(campaign_trial(one, levels, text) for one in asked.trials or ["base"])
    return _answer(lambda seed: work(CampaignJob(trials, levels, asked.runs, seed)), asked)


def fight(words: list[str]) -> int:
    """Let two bands fight."""
    parser = CommandParser("lab fight")
    parser.add_argument("file", type=Path)
    parser.add_argument("--runs", type=int, default=1000)
    _common(parser)
    asked = parser.parse_args(words)
    _check(asked)
    from heraut.lab.fights import work_of_text
    from heraut.lab.skirmishes import SAMPLES

    text = str(asked.file) if str(asked.file) in SAMPLES else _text(asked.file)
    return _answer(lambda seed: work_of_text(text, seed, asked.runs, asked.file), asked)


def event(words: list[str]) -> int:
    """Understand an event that is over."""
    parser = CommandParser("lab event")
    parser.add_argument("file", type=Path)
    parser.add_argument("--runs", type=int)
    parser.add_argument("--seeds", type=int)
    _common(parser)
    asked = parser.parse_args(words)
    _check(asked)
    from heraut.lab.replays import Rerun, event_job
    from heraut.lab.review import read_event
    from heraut.lab.review_report import work

    lines = _read(asked.file)
    rerun = Rerun(read_event(lines, asked.file))
    return _answer(lambda seed: work(rerun, event_job(lines, rerun, asked.runs, asked.seeds, seed)), asked)


def _text(file: Path, encoding: str = "utf-8") -> str:
    try:
        return _read(file).decode(encoding)
    except UnicodeDecodeError as error:
        raise CannotRun("not-text", file=file, detail=str(error)) from None


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise CannotRun("cannot-read", file=file, detail=error.strerror or str(error)) from None


def _check(asked: Namespace) -> None:
    for name in ("runs", "seeds"):
        often = getattr(asked, name, None)
        if often is not None and not 1 <= often <= MOST_RUNS:
            raise CannotRun("runs-wrong", name=name, runs=str(often))
    hours = getattr(asked, "hours", None)
    if hours is not None and not 0 < hours < math.inf:
        raise CannotRun("hours-wrong", hours=f"{hours:g}")
    if asked.seed is not None and not 0 <= asked.seed < 2**63:
        raise CannotRun("seed-wrong", seed=str(asked.seed))
    if asked.cores is not None and not 1 <= asked.cores <= MOST_CORES:
        raise CannotRun("cores-wrong", cores=str(asked.cores), most=MOST_CORES)


def _field(asked: Namespace) -> PlayerField:
    from heraut.lab.trial import PlayerField, checked, read_ratings

    ratings: tuple[float, ...] = ()
    clubs: tuple[str, ...] = ()
    if asked.ratings is not None:
        ratings, clubs = read_ratings(_text(asked.ratings, "utf-8-sig"))
    if asked.clubs < 0:
        raise CannotRun("clubs-wrong", clubs=asked.clubs)
    players = asked.players if asked.players is not None else len(ratings) or 24
    if asked.clubs > 0 and not clubs:
        clubs = tuple(f"club {player % asked.clubs + 1}" for player in range(players))
    return checked(PlayerField(players, asked.spread, ratings, clubs, asked.draws, asked.drops, asked.margin))


def _trials(asked: Namespace) -> tuple[Trial, ...]:
    from heraut.lab.trial import read_settings, trial

    field = _field(asked)
    return tuple(trial(text, read_settings(text), field) for text in asked.trials or ("saga:one_day", "saga:two_days"))


COMPILED = ("formats", "event")
"""The work that machine code does, which a machine has to make first."""


def _answer(make: Callable[[int], Work[Any, Any]], asked: Namespace) -> int:
    """Compute what is missing of the work, and tell what came of it; what is done of a work that is stopped is kept."""
    from heraut.lab.compiled import first_time
    from heraut.lab.jobs import JobHeader, Keeper

    seed, work = _seeded(make, asked)
    keeper: Keeper[Any, Any] = Keeper(_kept_in(work, asked), JobHeader(work.name, work.digest, seed), *work.kinds)
    _take_up(keeper, resume=asked.resume, anew=asked.anew)
    if work.name in COMPILED and first_time():
        print(told("compiling"), file=sys.stderr)
    stopped = _run(work, keeper, asked)
    report = work.report(keeper.done)
    if report is not None:
        _tell(report, asked)
    return _put_away(keeper, asked, stopped=stopped)


def _kept_in(work: Work[Any, Any], asked: Namespace) -> Path:
    return asked.keep or Path(f"heraut-lab-{work.digest[:8]}.jsonl")


def _seeded(make: Callable[[int], Work[Any, Any]], asked: Namespace) -> tuple[int, Work[Any, Any]]:
    """The work from the seed that was given; to go on without one, from that of what was stopped; or from a new one."""
    from heraut.lab.jobs import head_of

    if asked.seed is None and asked.resume:
        for file in [asked.keep] if asked.keep else sorted(Path().glob("heraut-lab-*.jsonl")):
            head = head_of(file)
            if head is not None and head.seed is not None and (work := make(head.seed)).digest == head.digest:
                return head.seed, work
    seed = int.from_bytes(os.urandom(4), "big") if asked.seed is None else asked.seed
    return seed, make(seed)


def _take_up(keeper: Keeper[Any, Any], *, resume: bool, anew: bool) -> None:
    """What was kept is taken up again, never thrown away unasked; what is no trial's is nobody's to write over."""
    if keeper.is_anothers():
        raise CannotRun("kept-other", file=keeper.file)
    if resume:
        if not keeper.file.exists():
            raise CannotRun("kept-missing", file=keeper.file)
        keeper.read()
    elif keeper.file.exists() and not anew:
        raise CannotRun("kept-exists", file=keeper.file)


def _run(work: Work[Any, Any], keeper: Keeper[Any, Any], asked: Namespace) -> bool:
    """Compute what is missing and keep it; whether it was stopped on the way."""
    from heraut.lab import running

    missing = [block for block in work.blocks if block not in keeper.done]
    total, left = (sum(map(work.cost, blocks)) for blocks in (work.blocks, missing))
    try:
        with ExitStack() as stack:
            client = stack.enter_context(running.cluster(asked.cluster)) if asked.cluster else None
            stack.enter_context(keeper)
            answers = _answers(work, missing, client, asked.cores)
            progress = stack.enter_context(_Progress(total, total - left))
            for block, tally in answers:
                keeper.keep(block, tally)
                progress.add(work.cost(block))
    except KeyboardInterrupt:
        return True
    except OSError as error:
        raise CannotRun("cannot-write", file=keeper.file, detail=error.strerror or str(error)) from None
    return False


def _put_away(keeper: Keeper[Any, Any], asked: Namespace, *, stopped: bool) -> int:
    """A job that is done needs no file any more, unless its name was given."""
    if stopped:
        print(told("stopped", file=keeper.file), file=sys.stderr)
    elif asked.keep is None:
        keeper.forget()
    return ANSWERED


def _answers(
    work: Work[Any, Any], blocks: list[Any], client: Any | None, asked_cores: int | None
) -> Iterator[tuple[Any, Any]]:
    from heraut.lab import running

    if client is not None:
        return running.on_cluster(work.compute, work.sent, blocks, client)
    cores = min(asked_cores or os.cpu_count() or 1, len(blocks))
    if cores < 2:
        return running.on_one_core(work.compute, work.sent, blocks)
    return running.on_all_cores(work.compute, work.sent, blocks, cores)


class _Progress:
    """A line on standard error: how much is done, how long it will take; nothing where nobody looks."""

    def __init__(self, total: int, done: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

        self._bar = Progress(
            BarColumn(), TaskProgressColumn(), TimeRemainingColumn(), console=Console(stderr=True), transient=True,
            refresh_per_second=4, disable=not sys.stderr.isatty(),
        )  # fmt: skip
        self._task = self._bar.add_task("", total=total, completed=done)

    def __enter__(self) -> _Progress:
        self._bar.start()
        return self

    def add(self, count: int) -> None:
        """So many more are done."""
        self._bar.advance(self._task, count)

    def __exit__(self, *_: object) -> None:
        self._bar.stop()


def _tell(report: LabReport, asked: Namespace) -> None:
    """The answer on the terminal, and in every form that was asked for."""
    for title, rows in report.tables(language()):
        _print_table(title, rows)
    for sentence in (*report.sentences(language()), *all_notes(report, language())):
        print(sentence)
    for kind, write in FORMS.items():
        if getattr(asked, kind) is not None:
            _write(getattr(asked, kind), write(report))


def _print_table(title: str, rows: list[list[str]]) -> None:
    from rich.console import Console
    from rich.table import Table

    head, *body = rows
    table = Table(*head, title=title or None, title_justify="left")
    for row in body:
        table.add_row(*row)
    Console().print(table)


def _write(file: Path, written: bytes) -> None:
    """Write the answer in a form that was asked for."""
    try:
        file.write_bytes(written)
    except OSError as error:
        raise CannotRun("cannot-write-answer", file=file, detail=error.strerror or str(error)) from None
    print(told("written", file=file), file=sys.stderr)

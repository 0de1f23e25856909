"""`heraut lab`: try formats and campaigns before the day, understand an event after it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heraut.cli import ANSWERED, BAD_INPUT
from heraut.cli.care import language
from heraut.lab.faults import CannotRun
from heraut.speech import say_refusal
from heraut.speech.sentences import phrases

if TYPE_CHECKING:
    from heraut.lab.blocks import Block, Job
    from heraut.lab.campaigns import CampaignTrial
    from heraut.lab.field import Field
    from heraut.lab.keeping import Keeper
    from heraut.lab.measures import Tally
    from heraut.lab.report import Report
    from heraut.lab.trial import Trial

USAGE = """heraut lab tries things thousands of times, with the real rules.

  heraut lab formats           compare formats of a tournament for a field of players
  heraut lab campaign          play campaigns among bots: how fair the starts of a map are, which bot is stronger
  heraut lab fight FILE        let two bands fight, or a skirmish: who wins, and what decides
  heraut lab event FILE        understand an event that is over: luck, what decided it, who would win again

heraut lab COMMAND --help says more.
"""


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
            print(USAGE, end="")
            return ANSWERED if words else BAD_INPUT
        case [unknown, *_]:
            return _bad(f"there is no command “lab {unknown}”: `heraut lab --help` lists them")
    try:
        return command(rest)
    except CannotRun as fault:
        return _bad(told(fault.key, **fault.facts))
    except ModuleNotFoundError as error:
        if error.name in ("numpy", "numba"):
            return _bad(phrases(language())["lab"]["lab-missing"])
        raise


def told(key: str, **facts: object) -> str:
    """A sentence of the lab."""
    from heraut.lab.sentences import told as say

    return say(language(), key, **facts)


def _bad(sentence: str) -> int:
    print(f"heraut: {sentence}", file=sys.stderr)
    return BAD_INPUT


EXAMPLES = """examples:
  heraut lab formats --players 24 --try saga:rounds=3 --try saga:rounds=4 --try saga:rounds=5
  heraut lab formats --ratings club.csv --try saga:two_days --try steamroller:final_tables --html report.html

a trial is a format and its options, or the settings of an event as JSON:
  saga: one_day, two_days, rounds=N, ranking, order=points|wins, standings=wins+points+resistance+vp_difference,
        bye=11, bye-win=no, bye-resistance=mean|zero, spare, apart=round_one|always, new-tables, minutes=N
  steamroller: size=35, early-end=no, until-sole-leader, roll-off, dropped-ranked=no, apart=…, new-tables, and the
        keywords of the sheet: rounds=N, final_tables, rank_control, rank_scenario, no_assassination …
"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="heraut lab formats", description="Compare formats of a tournament for a field of players.",
        epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("--try", dest="trials", action="append", default=[], metavar="FORMAT", help="once for each")
    parser.add_argument("--players", type=int, help="how many come (24 without a file of ratings)")
    parser.add_argument("--ratings", type=Path, help="a file: one player a line, name;Elo or name;Elo;club")
    parser.add_argument("--spread", type=float, default=1.0, help="standard deviation of skill; 1 is 174 points of Elo")
    parser.add_argument("--draws", type=float, default=0.05, help="share of level games between equals")
    parser.add_argument("--drops", type=float, default=0.0, help="share of the players who leave after each round")
    parser.add_argument("--clubs", type=int, default=0, help="so many clubs of equal size")
    parser.add_argument("--margin", type=float, default=8.0, help="victory points of one unit of skill")
    parser.add_argument("--hours", type=float, help="how long the day may be; longer ones are not recommended")
    parser.add_argument("--runs", type=int, default=20_000, help="how often each is tried")
    _common(parser, ("json", "csv", "parquet", "html"))
    return parser


def _common(parser: argparse.ArgumentParser, kinds: tuple[str, ...]) -> None:
    """What every long job can be told."""
    parser.add_argument("--seed", type=int, help="the same seed gives the same answer; without one it is drawn")
    parser.add_argument("--cores", type=int, help="how many processes; all cores without it")
    parser.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, such as tcp://127.0.0.1:8786")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="where what is done is kept")
    parser.add_argument("--resume", action="store_true", help="go on with what was stopped")
    parser.add_argument("--anew", action="store_true", help="begin again although something was stopped")
    for kind in kinds:
        parser.add_argument(f"--{kind}", type=Path, metavar="FILE", help=f"write the answer as {kind.upper()}")


MOST_RUNS = 100_000_000
MOST_CORES = 256


def formats(words: list[str]) -> int:
    """Compare formats."""
    asked = _parser().parse_args(words)
    _check(asked)
    from heraut.lab.blocks import Block, Job, blocks_of, compute, digest, encoded
    from heraut.lab.compiled import first_time
    from heraut.lab.measures import Tally
    from heraut.lab.report import as_csv, as_html, as_json, as_parquet, rows

    job = Job(_trials(asked), asked.runs, _seed(asked.seed))
    notice = "compiling" if first_time() else ""
    work = _Work("formats", digest(job), compute, encoded(job), list(blocks_of(job)), (Block, Tally), notice)
    keeper, stopped = _computed(work, asked)
    report = _report(job, keeper, None if asked.hours is None else asked.hours * 60)
    if report is not None:
        makers = {"json": as_json, "csv": as_csv, "parquet": as_parquet, "html": as_html}
        sentences = (report.sentence(language()), *report.notes(language()))
        _tell(
            asked, rows(report, language()), sentences, {kind: partial(make, report) for kind, make in makers.items()}
        )
    return _put_away(keeper, asked, stopped=stopped)


def campaign(words: list[str]) -> int:
    """Play campaigns among bots."""
    parser = argparse.ArgumentParser(
        prog="heraut lab campaign", description="Play campaigns among bots: how fair the starts are, how they end.",
        epilog="a trial is `base`, or settings of a campaign: --try base --try turns=8,engagement=free",
    )  # fmt: skip
    parser.add_argument(
        "--bots", default="heuristic,heuristic", help="a level for each seat: random, heuristic, searching, tree"
    )
    parser.add_argument("--map", type=Path, help="a map as text; the default one without it")
    parser.add_argument("--try", dest="trials", action="append", default=[], metavar="SETTINGS", help="once for each")
    parser.add_argument("--runs", type=int, default=100, help="how many games of each")
    _common(parser, ("json", "html"))
    asked = parser.parse_args(words)
    _check(asked)
    from heraut.lab.campaign_report import CampaignReport, as_html, as_json, rows
    from heraut.lab.campaigns import (
        CampaignBlock,
        CampaignJob,
        Games,
        campaign_blocks,
        campaign_digest,
        compute_campaign,
        encoded_campaign,
    )

    trials, levels = _campaigns(asked)
    job = CampaignJob(trials, levels, asked.runs, _seed(asked.seed))
    blocks, kinds = list(campaign_blocks(job)), (CampaignBlock, Games)
    work = _Work("campaign", campaign_digest(job), compute_campaign, encoded_campaign(job), blocks, kinds)
    keeper, stopped = _computed(work, asked)
    done = {place: [game for block in blocks if block.trial == place for game in keeper.done.get(block, ())]
            for place in range(len(trials))}  # fmt: skip
    if all(done.values()):
        report = CampaignReport.of(job, done)
        makers = {"json": partial(as_json, report), "html": partial(as_html, report)}
        _tell(asked, rows(report, language()), report.sentences(language()), makers)
    return _put_away(keeper, asked, stopped=stopped)


def _campaigns(asked: argparse.Namespace) -> tuple[tuple[CampaignTrial, ...], tuple[Any, ...]]:
    from heraut.lab.campaigns import RefusedCampaign, campaign_trial

    levels = tuple(word.strip() for word in asked.bots.split(","))
    text = "" if asked.map is None else _text(asked.map)
    try:
        return tuple(campaign_trial(one, levels, text) for one in asked.trials or ["base"]), levels
    except RefusedCampaign as refused:
        why = say_refusal(refused.refusal, language())
        raise CannotRun("trial-refused", name=refused.name, why=why) from None


def fight(words: list[str]) -> int:
    """Let two bands fight."""
    parser = argparse.ArgumentParser(
        prog="heraut lab fight", description="Let two bands fight: every charge by its exact law, the whole sampled.",
        epilog='FILE: {"mine": [{"unit": "warrior", "figures": 8}], "theirs": [{"unit": "levy", "figures": 12}]}',
    )  # fmt: skip
    parser.add_argument("file", type=Path, help="the two bands as JSON; the settings of a skirmish; or duel, or ambush")
    parser.add_argument("--runs", type=int, default=1000, help="how many battles, and as many without each unit")
    _common(parser, ("json", "html"))
    asked = parser.parse_args(words)
    _check(asked)
    text = str(asked.file) if str(asked.file) in ("duel", "ambush") else _text(asked.file)
    return _skirmish(asked, text) if "fighters" in text or not text.lstrip().startswith("{") else _bands(asked, text)


def _bands(asked: argparse.Namespace, text: str) -> int:
    """Band against band."""
    from heraut.lab.fight_report import FightReport, as_html, as_json, rows
    from heraut.lab.fights import (
        FightBlock,
        FightTally,
        compute_fight,
        encoded_fight,
        faults_of,
        fight_blocks,
        fight_digest,
        read_fight,
    )

    job = read_fight(text, _seed(asked.seed), asked.runs)
    refused = faults_of(job)
    if refused is not None:
        raise CannotRun("trial-refused", name=asked.file, why=say_refusal(refused, language()))
    blocks, kinds = list(fight_blocks(job)), (FightBlock, FightTally)
    work = _Work("fight", fight_digest(job), compute_fight, encoded_fight(job), blocks, kinds)
    keeper, stopped = _computed(work, asked)
    if keeper.done:
        report = FightReport.of(job, keeper.done)
        makers = {"json": partial(as_json, report), "html": partial(as_html, report)}
        _tell(asked, rows(report, language()), report.sentences(language()), makers)
    return _put_away(keeper, asked, stopped=stopped)


def _skirmish(asked: argparse.Namespace, text: str) -> int:
    """A fight of the tracker, many times."""
    from heraut.lab.skirmish_report import SkirmishReport, as_html, as_json, rows
    from heraut.lab.skirmishes import (
        Fights,
        SkirmishBlock,
        SkirmishJob,
        compute_skirmish,
        encoded_skirmish,
        read_skirmish,
        skirmish_blocks,
        skirmish_digest,
        skirmish_faults,
    )

    settings = read_skirmish(text)
    refused = skirmish_faults(settings)
    if refused is not None:
        raise CannotRun("trial-refused", name=asked.file, why=say_refusal(refused, language()))
    job = SkirmishJob(settings, asked.runs, _seed(asked.seed))
    blocks, kinds = list(skirmish_blocks(job)), (SkirmishBlock, Fights)
    work = _Work("skirmish", skirmish_digest(job), compute_skirmish, encoded_skirmish(job), blocks, kinds)
    keeper, stopped = _computed(work, asked)
    if keeper.done:
        report = SkirmishReport.of(job, keeper.done)
        makers = {"json": partial(as_json, report), "html": partial(as_html, report)}
        _tell(asked, rows(report, language()), report.sentences(language()), makers)
    return _put_away(keeper, asked, stopped=stopped)


def _text(file: Path, encoding: str = "utf-8") -> str:
    try:
        return file.read_text(encoding=encoding)
    except (OSError, UnicodeDecodeError) as error:
        raise CannotRun("cannot-read", file=file, detail=getattr(error, "strerror", None) or str(error)) from None


def event(words: list[str]) -> int:
    """Understand an event that is over."""
    parser = argparse.ArgumentParser(prog="heraut lab event", description="Understand an event that is over.")
    parser.add_argument("file", type=Path, help="the event as heraut export writes it")
    parser.add_argument("--runs", type=int, default=20_000, help="how often it is played anew")
    parser.add_argument("--seed", type=int, help="the same seed gives the same answer; without one it is drawn")
    for kind in ("json", "html"):
        parser.add_argument(f"--{kind}", type=Path, metavar="FILE", help=f"write what is found as {kind.upper()}")
    asked = parser.parse_args([*words])
    asked.cores = None
    _check(asked)
    from heraut.lab.after_report import as_html, as_json, sentences, table
    from heraut.lab.afterwards import aftermath, read_event

    past, seed = read_event(asked.file), _seed(asked.seed)
    found = aftermath(past, asked.runs, seed)
    said = (*sentences(found, language()), told("seed-only", seed=str(seed)))
    makers = {"json": partial(as_json, found, seed), "html": partial(as_html, found)}
    _tell(asked, table(found, language()), said, makers)
    return ANSWERED


def _check(asked: argparse.Namespace) -> None:
    if not 1 <= asked.runs <= MOST_RUNS:
        raise CannotRun("runs-wrong", runs=str(asked.runs))
    if asked.seed is not None and not 0 <= asked.seed < 2**63:
        raise CannotRun("seed-wrong", seed=str(asked.seed))
    if asked.cores is not None and not 1 <= asked.cores <= MOST_CORES:
        raise CannotRun("cores-wrong", cores=str(asked.cores), most=MOST_CORES)


def _seed(given: int | None) -> int:
    return int.from_bytes(os.urandom(4), "big") if given is None else given


def _field(asked: argparse.Namespace) -> Field:
    from heraut.lab.field import Field, checked, read_ratings

    ratings: tuple[float, ...] = ()
    clubs: tuple[str, ...] = ()
    if asked.ratings is not None:
        ratings, clubs = read_ratings(_text(asked.ratings, "utf-8-sig"))
    players = asked.players if asked.players is not None else len(ratings) or 24
    if asked.clubs > 0 and not clubs:
        clubs = tuple(f"club {player % asked.clubs + 1}" for player in range(players))
    return checked(Field(players, asked.spread, ratings, clubs, asked.draws, asked.drops, asked.margin))


def _trials(asked: argparse.Namespace) -> tuple[Trial, ...]:
    from heraut.lab.trial import RefusedTrial, read_settings, trial

    field = _field(asked)
    try:
        return tuple(
            trial(text, read_settings(text), field) for text in asked.trials or ("saga:one_day", "saga:two_days")
        )
    except RefusedTrial as refused:
        why = say_refusal(refused.refusal, language())
        raise CannotRun("trial-refused", name=refused.name, why=why) from None


@dataclass(frozen=True)
class _Work:
    """A job cut into blocks, as it is sent out; its name and digest say what is kept of it, in which types."""

    name: str
    digest: str
    compute: Callable[[bytes, Any], Any]
    sent: bytes
    blocks: list[Any]
    kinds: tuple[Any, Any]
    notice: str = ""
    """What is said before it begins."""


def _computed(work: _Work, asked: argparse.Namespace) -> tuple[Keeper[Any, Any], bool]:
    """What is kept of the job once what was missing is computed; whether it was stopped on the way."""
    from heraut.lab.keeping import Head, Keeper

    file = asked.keep or Path(f"heraut-lab-{work.digest[:8]}.jsonl")
    keeper: Keeper[Any, Any] = Keeper(file, Head(work.name, work.digest), *work.kinds)
    _take_up(keeper, resume=asked.resume, anew=asked.anew)
    if work.notice:
        print(told(work.notice), file=sys.stderr)
    return keeper, _run(work, keeper, asked)


def _take_up(keeper: Keeper[Any, Any], *, resume: bool, anew: bool) -> None:
    """What was kept is taken up again, never thrown away unasked."""
    if resume:
        if not keeper.file.exists():
            raise CannotRun("kept-missing", file=keeper.file)
        keeper.read()
    elif keeper.file.exists() and not anew:
        raise CannotRun("kept-exists", file=keeper.file)


def _run(work: _Work, keeper: Keeper[Any, Any], asked: argparse.Namespace) -> bool:
    """Compute what is missing and keep it; whether it was stopped on the way."""
    missing = [block for block in work.blocks if block not in keeper.done]
    total = sum(block.count for block in work.blocks)
    try:
        with ExitStack() as stack:
            answers = _workers(stack, asked, work.compute, work.sent, missing)
            stack.enter_context(keeper)
            progress = stack.enter_context(_Progress(total, total - sum(block.count for block in missing)))
            for block, tally in answers:
                keeper.keep(block, tally)
                progress.add(block.count)
    except KeyboardInterrupt:
        return True
    except OSError as error:
        raise CannotRun("cannot-write", file=keeper.file, detail=error.strerror or str(error)) from None
    return False


def _put_away(keeper: Keeper[Any, Any], asked: argparse.Namespace, *, stopped: bool) -> int:
    """A job that is done needs no file any more, unless its name was given."""
    if stopped:
        print(told("stopped", file=keeper.file), file=sys.stderr)
    elif asked.keep is None:
        keeper.forget()
    return ANSWERED


def _workers(
    stack: ExitStack, asked: argparse.Namespace, compute: Any, sent: bytes, blocks: list[Any]
) -> Iterator[tuple[Any, Any]]:
    from heraut.lab import running

    if asked.cluster:
        return running.on_cluster(compute, sent, blocks, stack.enter_context(running.cluster(asked.cluster)))
    cores = min(asked.cores or os.cpu_count() or 1, len(blocks))
    return (
        running.on_one_core(compute, sent, blocks) if cores < 2 else running.on_all_cores(compute, sent, blocks, cores)
    )


class _Progress:
    """A line on standard error: how much is done, how long it will take; nothing where nobody looks."""

    def __init__(self, total: int, done: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

        self._bar = Progress(
            BarColumn(), TaskProgressColumn(), TimeRemainingColumn(), console=Console(stderr=True), transient=True,
            disable=not sys.stderr.isatty(),
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


def _report(job: Job, keeper: Keeper[Block, Tally], longest: float | None) -> Report | None:
    """The report of what is done, or nothing where a trial has not begun."""
    from heraut.lab.answers import answer
    from heraut.lab.blocks import blocks_of
    from heraut.lab.measures import Tally
    from heraut.lab.report import Report

    sums = [Tally()] * len(job.trials)
    for block in blocks_of(job):
        if block in keeper.done:
            sums[block.trial] += keeper.done[block]
    if not all(one.runs for one in sums):
        return None
    return Report(job, tuple(answer(trial, tally) for trial, tally in zip(job.trials, sums, strict=True)), longest)


def _tell(
    asked: argparse.Namespace,
    table: list[list[str]],
    sentences: Iterable[str],
    makers: Mapping[str, Callable[[], bytes]],
) -> None:
    """The answer on the terminal, and in every form that was asked for."""
    _print_table(table)
    for sentence in sentences:
        print(sentence)
    _write_files(asked, makers)


def _print_table(rows: list[list[str]]) -> None:
    from rich.console import Console
    from rich.table import Table

    head, *body = rows
    table = Table(*head)
    for row in body:
        table.add_row(*row)
    Console().print(table)


def _write_files(asked: argparse.Namespace, makers: Mapping[str, Callable[[], bytes]]) -> None:
    """Write the answer in every form that was asked for."""
    for kind, make in makers.items():
        file: Path | None = getattr(asked, kind)
        if file is None:
            continue
        try:
            file.write_bytes(make())
        except OSError as error:
            raise CannotRun("cannot-write", file=file, detail=error.strerror or str(error)) from None
        print(told("written", file=file), file=sys.stderr)

"""
Campaigns among bots: how fair each start is, how long they last, how they are won, which bot is the stronger.

Every game is the campaign engine's own, and depends on nothing but the job and its number. Bots change seats from game
to game, and starts are drawn by the rules, so that neither is mistaken for the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from statistics import NormalDist
from typing import Any, ClassVar

import msgspec

from heraut.campaign import engine
from heraut.campaign.bots.play import LEVELS, play
from heraut.campaign.settings import Level, Settings
from heraut.campaign.setup import StartsAssigned
from heraut.campaign.state import Finished, State
from heraut.kernel.codec import Malformed, from_plain
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal
from heraut.lab.estimates import Estimate, mean_of, percent, shares, wilson
from heraut.lab.jobs import Block, Work, chance_of, cut, decoded, digest, encoded
from heraut.lab.report import MeasuredLine, ReportPicture, ReportTable
from heraut.lab.sentences import CannotRun, RefusedByRules, named, told
from heraut.lab.trial import key_and_value, words_of
from heraut.speech.sentences import Language
from heraut.speech.typography import decimal

GAMES_IN_BLOCK = 2
MOST_PLAYERS = 6


class CampaignTrial(msgspec.Struct, frozen=True):
    """Settings to be tried, by name."""

    name: str
    settings: Settings


class CampaignJob(msgspec.Struct, frozen=True):
    """What is to be played, by which bots, how often, from which seed."""

    trials: tuple[CampaignTrial, ...]
    levels: tuple[Level, ...]
    """One for each seat."""
    games: int
    seed: int


class PlayedCampaign(msgspec.Struct, frozen=True):
    """One game: seat by seat the start and the bot, the seats from the winner down, how it was won, how long it was."""

    starts: tuple[str, ...]
    levels: tuple[Level, ...]
    ranking: tuple[int, ...]
    by: str
    turns: int


Games = tuple[PlayedCampaign, ...]


def campaign_trial(text: str, levels: Sequence[str], map_text: str = "") -> CampaignTrial:
    """The trial that `turns=8,engagement=free` describes; `base` is the sheet's own settings."""
    unknown = [level for level in levels if level not in LEVELS]
    if unknown:
        raise CannotRun("campaign-level", level=unknown[0], known=", ".join(LEVELS))
    if not 2 <= len(levels) <= MOST_PLAYERS:
        raise CannotRun("campaign-players", players=len(levels), most=MOST_PLAYERS)
    seats = tuple({"seat": f"p{place}", "name": f"p{place}"} for place in range(len(levels)))
    chosen: dict[str, object] = {"players": seats, "map": map_text}
    chosen |= dict(key_and_value(word) for word in words_of(text) if word != "base")
    chosen["start_assignment"] = "draw"  # nobody is there to give them out
    try:
        settings: Settings = from_plain(chosen, Settings, strict=False)
        state = engine.start(settings, engine.rules)
    except Malformed as error:
        raise CannotRun("trial-json", detail=str(error)) from None
    if isinstance(state, Refusal):
        raise RefusedByRules(text, state)
    return CampaignTrial(text, settings)


def place_names(trial: CampaignTrial, language: Language) -> dict[str, str]:
    """The territories of a trial's map as people call them."""
    state = engine.start(trial.settings, engine.rules)
    assert isinstance(state, State)
    lands = state.game.map.territories
    return {id: land.name_fr if language == "fr" else land.name_en for id, land in lands.items()}


def campaign_blocks(job: CampaignJob) -> Iterator[Block]:
    """The blocks of a job, trial by trial in turn."""
    for first, count in cut(job.games, GAMES_IN_BLOCK):
        for trial in range(len(job.trials)):
            yield Block(first, count, trial)


def compute_campaign(sent: bytes, block: Block) -> Games:
    """The games of a block."""
    job: CampaignJob = decoded(sent, CampaignJob)
    settings = job.trials[block.trial].settings
    return tuple(one_game(settings, job.levels, job.seed, run) for run in block.numbers)


def one_game(settings: Settings, levels: Sequence[Level], seed: int, run: int) -> PlayedCampaign:
    """One game from its first draw to its last; the bots sit one seat further than in the game before."""
    state: State | Refusal = engine.start(settings, engine.rules)
    assert isinstance(state, State)
    seats = state.game.seats
    seated = {seat: levels[(place + run) % len(levels)] for place, seat in enumerate(seats)}
    starts: Mapping[Seat, str] = {}
    for played in play(state, seated, chance_of(seed, run)):
        state = played.state
        for event in played.events:
            if isinstance(event, StartsAssigned):
                starts = event.starts
    assert isinstance(state.phase, Finished)
    order = {seat: place for place, seat in enumerate(seats)}
    return PlayedCampaign(
        tuple(starts[seat] for seat in seats),
        tuple(seated[seat] for seat in seats),
        tuple(order[place.seat] for place in state.phase.ranking),
        state.phase.by,
        state.board.turn,
    )


class StartFairness(msgspec.Struct, frozen=True):
    """How often a start wins, and how often it should."""

    start: str
    games: int
    wins: Estimate
    fair: float
    unfair: bool
    """Whether that is more than chance explains, all starts taken together."""


class CampaignAnswer(msgspec.Struct, frozen=True):
    """What is known of one trial."""

    name: str
    games: int
    starts: tuple[StartFairness, ...]
    turns: Estimate
    victories: Mapping[str, Estimate]
    levels: Mapping[str, Estimate]
    """How often each bot wins a game for each seat that it fills."""


def campaign_answer(name: str, games: Sequence[PlayedCampaign]) -> CampaignAnswer:
    """The estimates of a trial."""
    used = Counter(start for game in games for start in game.starts)
    won = Counter(game.starts[game.ranking[0]] for game in games)
    sat = Counter(level for game in games for level in game.levels)
    level_won = Counter(game.levels[game.ranking[0]] for game in games)
    ways = Counter(game.by for game in games)
    fair = 1 / len(games[0].levels)
    return CampaignAnswer(
        name,
        len(games),
        tuple(_fairness(start, won[start], used[start], fair, len(used)) for start in sorted(used)),
        mean_of([game.turns for game in games]),
        {by: wilson(count / len(games), len(games)) for by, count in sorted(ways.items())},
        {level: wilson(level_won[level] / sat[level], sat[level]) for level in sorted(sat)},
    )


def _fairness(start: str, wins: int, games: int, fair: float, starts: int) -> StartFairness:
    """Judged at 95 % for all starts together (Bonferroni), so that a fair map is seldom called unfair."""
    strict = wilson(wins / games, games, z=NormalDist().inv_cdf(1 - 0.025 / starts))
    unfair = not strict.low <= fair <= strict.high
    return StartFairness(start, games, wilson(wins / games, games), fair, unfair)


def ratings(games: Sequence[PlayedCampaign]) -> dict[str, tuple[float, float]]:
    """The bots by skill and its uncertainty (OpenSkill, Plackett and Luce), game after game."""
    from openskill.models import PlackettLuce  # noqa: PLC0415  # an extra: heraut[lab]

    model = PlackettLuce()
    known = {level: model.rating(name=level) for game in games for level in game.levels}
    for game in games:
        if len(set(game.levels)) == 1:
            continue
        places = [game.ranking.index(seat) for seat in range(len(game.levels))]
        rated = model.rate([[known[level]] for level in game.levels], ranks=[float(place) for place in places])
        for level in set(game.levels):
            seats = [team[0] for team, own in zip(rated, game.levels, strict=True) if own == level]
            mu = sum(one.mu for one in seats) / len(seats)
            known[level] = model.rating(name=level, mu=mu, sigma=min(one.sigma for one in seats))
    return {level: (one.mu, one.sigma) for level, one in sorted(known.items())}


class CampaignReport(msgspec.Struct, frozen=True):
    """A job, what is known of each trial, and the strength of the bots where several levels met."""

    kind: ClassVar[str] = "campaign"
    job: CampaignJob
    answers: tuple[CampaignAnswer, ...]
    ratings: Mapping[str, tuple[float, float]]

    @property
    def done(self) -> tuple[int, int]:
        """How many games were played of the trial that has fewest, and how many were asked for."""
        return min(one.games for one in self.answers), self.job.games

    def title(self, language: Language) -> str:
        """What was asked."""
        return told(language, "campaign-title")

    def sentences(self, language: Language) -> list[str]:
        """What the games say."""
        places = place_names(self.job.trials[0], language)
        said = [sentence for one in self.answers for sentence in _unfair_starts(one, places, language)]
        if self.ratings:
            ranked = sorted(self.ratings.items(), key=lambda one: -one[1][0])
            listed = (f"{_bot(language, level)} {decimal(f'{mu:.1f} ± {2 * sigma:.1f}', language)}"
                      for level, (mu, sigma) in ranked)  # fmt: skip
            said.append(told(language, "campaign-ratings", listed=", ".join(listed)))
        return said

    def tables(self, language: Language) -> list[ReportTable]:
        """A row for each thing that was measured, a column for each trial."""
        lengths = [one.turns.as_mean(language) for one in self.answers]
        rows = [["", *(one.name for one in self.answers)], [told(language, "campaign-turns"), *lengths]]
        places = place_names(self.job.trials[0], language)
        for key, say, found in (
            ("campaign-by", partial(named, language), [one.victories for one in self.answers]),
            ("campaign-wins", partial(_bot, language), [one.levels for one in self.answers]),
            (
                "campaign-start",
                places.__getitem__,
                [{each.start: each.wins for each in one.starts} for one in self.answers],
            ),
        ):
            for name in sorted({name for each in found for name in each}):
                cells = (_cell(each.get(name), language) for each in found)
                title = told(language, key, name=say(name))
                rows.append([f"{title[:1].upper()}{title[1:]}", *cells])
        return [ReportTable("", rows)]

    def pictures(self, language: Language) -> list[ReportPicture]:
        """How often each start wins."""
        places = place_names(self.job.trials[0], language)
        return [
            ReportPicture(
                one.name, shares(one.name, [(places[each.start], each.wins) for each in one.starts], language)
            )
            for one in self.answers
        ]

    def notes(self, language: Language) -> list[str]:
        """Where the games came from."""
        return [told(language, "campaign-seed", seed=str(self.job.seed))]

    def measured(self) -> list[MeasuredLine]:
        """Every estimate of every trial, and the ratings of the bots."""
        lines = [line for one in self.answers for line in _measured(one)]
        for level, (mu, sigma) in self.ratings.items():
            lines += [MeasuredLine("", level, "rating", mu), MeasuredLine("", level, "rating_sigma", sigma)]
        return lines

    def plain(self) -> Mapping[str, Any]:
        """Everything, for a program."""
        return {"job": self.job, "answers": self.answers, "ratings": self.ratings}


def _unfair_starts(one: CampaignAnswer, places: Mapping[str, str], language: Language) -> list[str]:
    unfair = [start for start in one.starts if start.unfair]
    fair = percent(one.starts[0].fair, language)
    if not unfair:
        return [told(language, "campaign-fair", name=one.name, games=one.games, fair=fair)]
    return [
        told(
            language, "campaign-unfair", name=one.name, start=places[start.start],
            wins=start.wins.as_chance(language), fair=fair,
        )
        for start in unfair
    ]  # fmt: skip


def _bot(language: Language, level: str) -> str:
    return named(language, f"bot:{level}")


def _cell(found: Estimate | None, language: Language) -> str:
    return "–" if found is None else found.as_chance(language)


def _measured(one: CampaignAnswer) -> Iterator[MeasuredLine]:
    yield MeasuredLine.sampled(one.name, "", "turns", one.turns, one.games)
    for by, often in one.victories.items():
        yield MeasuredLine.sampled(one.name, by, "victory", often, one.games)
    for level, often in one.levels.items():
        yield MeasuredLine.sampled(one.name, level, "bot_wins", often, one.games)
    for start in one.starts:
        yield MeasuredLine.sampled(one.name, start.start, "start_wins", start.wins, start.games)
        yield MeasuredLine(one.name, start.start, "start_unfair", float(start.unfair), runs=start.games)


def report_of(job: CampaignJob, done: Mapping[Block, Games]) -> CampaignReport | None:
    """The report of what is played, or nothing while a trial has no game."""
    games: dict[int, list[PlayedCampaign]] = {place: [] for place in range(len(job.trials))}
    for block in campaign_blocks(job):
        games[block.trial] += done.get(block, ())
    if not all(games.values()):
        return None
    answers = tuple(campaign_answer(trial.name, games[place]) for place, trial in enumerate(job.trials))
    every = [game for played in games.values() for game in played]
    return CampaignReport(job, answers, ratings(every) if len(set(job.levels)) > 1 else {})


def work(job: CampaignJob) -> Work[Block, Games]:
    """The job with all that it takes to its report."""
    return Work(
        "campaign", digest([job.trials, job.levels, job.seed]), compute_campaign, encoded(job),
        tuple(campaign_blocks(job)), (Block, Games), lambda done: report_of(job, done),
    )  # fmt: skip

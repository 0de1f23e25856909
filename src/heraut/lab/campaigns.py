"""
Campaigns among bots: how fair each start is, how long they last, how they are won, which bot is the stronger.

Every game is the campaign engine's own, and depends on nothing but the job and its number. Bots change seats from game
to game, and starts are drawn by the rules, so that neither is mistaken for the other.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from statistics import NormalDist

import msgspec

from heraut.campaign import engine
from heraut.campaign.bots.play import LEVELS, Level, play
from heraut.campaign.settings import Settings
from heraut.campaign.setup import StartsAssigned
from heraut.campaign.state import Finished, State
from heraut.dice import SplitMix
from heraut.kernel import Refusal, Seat, from_plain, to_plain
from heraut.kernel.codec import Malformed
from heraut.lab.estimates import Estimate, mean_of, wilson
from heraut.lab.faults import CannotRun, RefusedByRules
from heraut.speech import Language

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


class CampaignBlock(msgspec.Struct, frozen=True):
    """Some games of one trial."""

    trial: int
    first: int
    count: int


class Played(msgspec.Struct, frozen=True):
    """One game: seat by seat the start and the bot, the seats from the winner down, how it was won, how long it was."""

    starts: tuple[str, ...]
    levels: tuple[Level, ...]
    ranking: tuple[int, ...]
    by: str
    turns: int


Games = tuple[Played, ...]


def campaign_trial(text: str, levels: Sequence[str], map_text: str = "") -> CampaignTrial:
    """The trial that `turns=8,engagement=free` describes; `base` is the sheet's own settings."""
    unknown = [level for level in levels if level not in LEVELS]
    if unknown:
        raise CannotRun("campaign-level", level=unknown[0], known=", ".join(LEVELS))
    if not 2 <= len(levels) <= MOST_PLAYERS:
        raise CannotRun("campaign-players", players=len(levels), most=MOST_PLAYERS)
    seats = tuple({"seat": f"p{place}", "name": f"p{place}"} for place in range(len(levels)))
    chosen: dict[str, object] = {"players": seats, "map": map_text}
    for word in (word.strip() for word in text.split(",")):
        if word and word != "base":
            key, _, value = word.partition("=")
            chosen[key.strip().replace("-", "_")] = value.strip()
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


def campaign_digest(job: CampaignJob) -> str:
    """A name for a job; more games of it are the same job."""
    plain = msgspec.json.encode([to_plain(job.trials), job.levels, job.seed], order="sorted")
    return hashlib.sha256(plain).hexdigest()[:16]


def encoded_campaign(job: CampaignJob) -> bytes:
    """A job as it is sent to another process or machine."""
    return msgspec.json.encode(to_plain(job))


@lru_cache(maxsize=4)
def _decoded(sent: bytes) -> CampaignJob:
    job: CampaignJob = from_plain(msgspec.json.decode(sent), CampaignJob)
    return job


def campaign_blocks(job: CampaignJob) -> Iterator[CampaignBlock]:
    """The blocks of a job, trial by trial in turn."""
    for first in range(0, job.games, GAMES_IN_BLOCK):
        for trial in range(len(job.trials)):
            yield CampaignBlock(trial, first, min(GAMES_IN_BLOCK, job.games - first))


def compute_campaign(sent: bytes, block: CampaignBlock) -> Games:
    """The games of a block."""
    job = _decoded(sent)
    settings = job.trials[block.trial].settings
    return tuple(one_game(settings, job.levels, job.seed, run) for run in range(block.first, block.first + block.count))


def one_game(settings: Settings, levels: Sequence[Level], seed: int, run: int) -> Played:
    """One game from its first draw to its last; the bots sit one seat further than in the game before."""
    state: State | Refusal = engine.start(settings, engine.rules)
    assert isinstance(state, State)
    seats = state.game.seats
    seated = {seat: levels[(place + run) % len(levels)] for place, seat in enumerate(seats)}
    chance = SplitMix(int.from_bytes(hashlib.sha256(f"{seed}:{run}".encode()).digest()[:8], "big"))
    starts: Mapping[Seat, str] = {}
    for played in play(state, seated, chance):
        state = played.state
        for event in played.events:
            if isinstance(event, StartsAssigned):
                starts = event.starts
    assert isinstance(state.phase, Finished)
    order = {seat: place for place, seat in enumerate(seats)}
    return Played(
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


def campaign_answer(name: str, games: Sequence[Played]) -> CampaignAnswer:
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


def ratings(games: Sequence[Played]) -> dict[str, tuple[float, float]]:
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

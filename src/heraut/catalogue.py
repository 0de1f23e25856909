"""
The literal list of what we ship: engines, questions, sheets. One line each, greppable, in order.

Entries are named by `module:attribute` and imported when asked for, so that one question loads one rule.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # each engine has the one shape: the type checker holds it to that here
    import heraut.campaign.engine
    import heraut.scenario.engine
    import heraut.skirmish.engine
    import heraut.tournament.engine
    from heraut.campaign.settings import Settings as CampaignSettings
    from heraut.campaign.state import State as CampaignState
    from heraut.campaign.view import CampaignView
    from heraut.kernel.engine import AnyEngine, Engine
    from heraut.kernel.message import Command, Event
    from heraut.scenario.settings import Settings as MatchSettings
    from heraut.scenario.state import State as Match
    from heraut.scenario.view import MatchView
    from heraut.skirmish.settings import Settings as FightSettings
    from heraut.skirmish.state import State as Fight
    from heraut.skirmish.view import FightView
    from heraut.tournament.format import Format
    from heraut.tournament.state import State as Tournament
    from heraut.tournament.view import View

    TOURNAMENT: Engine[Format, Tournament, Command, Event, View] = heraut.tournament.engine
    MATCH: Engine[MatchSettings, Match, Command, Event, MatchView] = heraut.scenario.engine
    CAMPAIGN: Engine[CampaignSettings, CampaignState, Command, Event, CampaignView] = heraut.campaign.engine
    SKIRMISH: Engine[FightSettings, Fight, Command, Event, FightView] = heraut.skirmish.engine

ENGINES: dict[str, str] = {
    # tournament
    "tournament": "heraut.tournament.engine",
    "match": "heraut.scenario.engine",
    # campaign
    "campaign": "heraut.campaign.engine",
    # skirmish
    "skirmish": "heraut.skirmish.engine",
}

QUESTIONS: dict[str, str] = {
    # dice
    "dice.pool": "heraut.ask.dice:POOL",
    # saga, steamroller, tournament
    "saga.points": "heraut.ask.saga:POINTS",
    "saga.band": "heraut.ask.saga:BAND",
    "saga.event": "heraut.ask.saga:EVENT",
    "steamroller.rounds": "heraut.ask.steamroller:ROUNDS",
    "steamroller.timing": "heraut.ask.steamroller:TIMING",
    "steamroller.variants": "heraut.ask.steamroller:VARIANTS",
    "steamroller.list": "heraut.ask.steamroller:LIST",
    "steamroller.destroyed": "heraut.ask.steamroller:DESTROYED",
    "steamroller.event": "heraut.ask.steamroller:EVENT",
    "steamroller.choice": "heraut.ask.steamroller:CHOICE",
    "steamroller.scenarios": "heraut.ask.steamroller:SCENARIOS",
    "tournament.pair": "heraut.ask.pairing:PAIR",
    "tournament.standings": "heraut.ask.standings:STANDINGS",
    "tournament.prove": "heraut.ask.pairing:PROVE",
    "tournament.finals": "heraut.ask.pairing:FINALS",
    "tournament.awards": "heraut.ask.standings:AWARDS",
    # scenario
    "scenario.list": "heraut.ask.scenario:LIST",
    "scenario.show": "heraut.ask.scenario:SHOW",
    "scenario.score": "heraut.ask.scenario:SCORE",
    "scenario.check": "heraut.ask.scenario:CHECK",
    # unit, battle, magic, band
    "unit.profile": "heraut.ask.units:PROFILE",
    "unit.actions": "heraut.ask.units:ACTIONS",
    "battle.shooting": "heraut.ask.battle:SHOOTING",
    "battle.melee": "heraut.ask.battle:MELEE",
    "battle.marker": "heraut.ask.battle:MARKER",
    "battle.series": "heraut.ask.tactics:SERIES",
    "battle.advice": "heraut.ask.tactics:ADVICE",
    "battle.match-ups": "heraut.ask.tactics:MATCH_UPS",
    "battle.luck": "heraut.ask.tactics:LUCK",
    "magic.abuse": "heraut.ask.magic:ABUSE",
    "magic.chain": "heraut.ask.magic:CHAIN",
    "band.check": "heraut.ask.units:CHECK",
    "band.saga-dice": "heraut.ask.units:SAGA",
    # campaign
    "campaign.players": "heraut.ask.campaign:PLAYERS",
    "campaign.income": "heraut.ask.campaign:INCOME",
    "campaign.price": "heraut.ask.campaign:PRICE",
    "campaign.upkeep": "heraut.ask.campaign:UPKEEP",
    "campaign.speed": "heraut.ask.campaign:SPEED",
    "campaign.losses": "heraut.ask.campaign:LOSSES",
    "campaign.outcome": "heraut.ask.campaign:OUTCOME",
    "campaign.initiative": "heraut.ask.campaign:INITIATIVE",
    "campaign.march": "heraut.ask.campaign_board:MARCH",
    "campaign.village": "heraut.ask.campaign_board:VILLAGE",
    "campaign.demobilise": "heraut.ask.campaign_board:DEMOBILISE",
    "campaign.refund": "heraut.ask.campaign:REFUND",
    "campaign.claims": "heraut.ask.campaign_board:CLAIMS",
    "campaign.invasion": "heraut.ask.campaign_board:INVASION",
    "campaign.memory": "heraut.ask.campaign_board:MEMORY",
    "campaign.score": "heraut.ask.campaign_board:SCORE",
    # skirmish
    "skirmish.slots": "heraut.ask.skirmish:SLOTS",
    "skirmish.pool": "heraut.ask.skirmish:POOL",
    "skirmish.move": "heraut.ask.skirmish:MOVE",
    "skirmish.defence": "heraut.ask.skirmish_attack:DEFENCE",
    "skirmish.missile": "heraut.ask.skirmish_attack:MISSILE",
    "skirmish.damage": "heraut.ask.skirmish:DAMAGE",
    "skirmish.critical": "heraut.ask.skirmish:CRITICAL",
    "skirmish.terror": "heraut.ask.skirmish:TERROR",
    "skirmish.tactics": "heraut.ask.skirmish:TACTICS",
    "skirmish.priority": "heraut.ask.skirmish_turn:PRIORITY",
    "skirmish.delay": "heraut.ask.skirmish_turn:DELAY",
    "skirmish.charge": "heraut.ask.skirmish_turn:CHARGE",
    "skirmish.blow": "heraut.ask.skirmish_turn:BLOW",
    "skirmish.extraction": "heraut.ask.skirmish_turn:EXTRACTION",
    "skirmish.capacity": "heraut.ask.skirmish_turn:CAPACITY",
    "skirmish.fall": "heraut.ask.skirmish_turn:FALL",
    "skirmish.odds": "heraut.ask.skirmish_attack:ODDS",
}

FINISHED_SHEETS: tuple[str, ...] = (
    "age-of-magic",
    "house",
    "saga-campaign",
    "saga-skirmish",
    "saga-tournament",
    "steamroller-2011",
)
"""The sheets whose every clause must have a test or a stated exemption."""


def engine(id: str) -> AnyEngine:
    """The engine of that id; KeyError if we ship none."""
    found: AnyEngine = import_module(ENGINES[id])  # a module is an engine
    return found


def question(name: str) -> Any:
    """The question of that name; KeyError if we ship none."""
    module, _, attribute = QUESTIONS[name].partition(":")
    return getattr(import_module(module), attribute)

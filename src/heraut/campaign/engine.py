"""The campaign engine: this module satisfies `heraut.kernel.Engine`."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.campaign.awaiting import awaits as all_awaited
from heraut.campaign.board import Board
from heraut.campaign.commands import CampaignCommand
from heraut.campaign.decide.absent import next_tick
from heraut.campaign.decide.dispatch import decide
from heraut.campaign.events import CampaignEvent
from heraut.campaign.evolve import evolve
from heraut.campaign.legal import legal
from heraut.campaign.settings import Settings, resolve
from heraut.campaign.state import People, Setup, State
from heraut.campaign.view import view
from heraut.kernel import ORGANISER, Awaited, EngineId, Refusal, RulesVersion, Seat

__all__ = ["awaits", "commands", "decide", "events", "evolve", "id", "legal", "next_tick", "rules", "seats"]
__all__ += ["settings", "stand_ins", "start", "view"]

id = EngineId("campaign")
rules = RulesVersion("campagne-saga-0.2.1/1")
settings = Settings
commands = CampaignCommand
events = CampaignEvent


def start(settings: Settings, rules: RulesVersion) -> State | Refusal:  # noqa: ARG001  # one version so far
    """The state before the first event: nobody owns anything yet [SC-SET-5, SC-SET-6]."""
    game = resolve(settings)
    if isinstance(game, Refusal):
        return game
    board = Board(
        turn=0,
        order=(),
        favour_holder=None,
        stocks=dict.fromkeys(game.seats, settings.starting_pp),
        memory=(),
        control={},
        villages={},
        sites={},
        bands={},
        armies={},
        serial=1,
    )
    return State(game, board, Setup(), People({player.seat: player.name for player in settings.players}))


def awaits(state: State, _viewer: Seat | None) -> tuple[Awaited, ...]:
    """What the campaign waits for: that somebody has sealed is known to all, and what is not."""
    return all_awaited(state)


def seats(state: State) -> Mapping[Seat, str]:
    """The players, with the name each goes by."""
    return state.people.names


def stand_ins(state: State) -> Mapping[Seat, Seat]:
    """Who plays for a seat until further notice, by that seat: another player or the organiser [SC-ABS-6]."""
    people = (*state.game.seats, ORGANISER)
    return {seat: Seat(by) for seat, by in state.people.stand_ins.items() if by in people}

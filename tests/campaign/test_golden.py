"""A short campaign on a map of five territories, told in full."""

from __future__ import annotations

from campaign.test_bots import game
from golden_text import check_golden, playthrough
from heraut.campaign import engine
from heraut.campaign.settings import CampaignPlayer, Settings
from heraut.kernel.message import Command
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal

ISLAND = """map Île / Island
size 300 200
territory T01 tower 50 50 Phare / Lighthouse
territory T02 cromlech 150 100 Cromlech
territory T03 oasis 250 150 Source / Spring
territory T04 mill 50 150 Moulin / Mill
territory T05 caravan 250 50 Caravane / Caravan
roads T01: T02 T04
roads T02: T03 T04 T05
roads T03: T05
starts 2: T01 T03
"""


def test_a_short_campaign_reads_as_written():
    players = (
        CampaignPlayer(Seat("ana"), "Ana", "Outremonde", outer=True),
        CampaignPlayer(Seat("ben"), "Ben", "Vikings"),
    )
    settings = Settings(players=players, map=ISLAND, turns=2, starting_bands=1, starting_pp=3, prestige_to_win=3)
    start = engine.start(settings, engine.rules)
    assert not isinstance(start, Refusal)
    commands: list[Command] = [played.command for played in game(start, "random", 12)]

    check_golden("campaign-island.txt", playthrough(engine, settings, commands, [Seat("ana"), None]))

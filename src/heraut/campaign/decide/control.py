"""A territory passes to a player, with all that follows from it (chapters 4, 10, 11 and 13)."""

from __future__ import annotations

from heraut.campaign.decide.story import Story
from heraut.campaign.events import (
    ControlPassed,
    MemoryPointGained,
    ReserveFled,
    ReserveLost,
    SacredSiteRemoved,
    VillageRazed,
)
from heraut.campaign.forces import Army, Village
from heraut.campaign.names import ArmyId, TerritoryId
from heraut.campaign.tables import numbers
from heraut.kernel import Seat


def take(story: Story, seat: Seat, territory: TerritoryId) -> None:
    """
    Control passes, unless the player has it already [SC-DET-4, SC-MEM-3].

    The village goes and its reserve flees [SC-VIL-6], the sacred site goes [SC-SAC-3], and a prestige territory gives
    a memory point, whoever held it before [SC-CTL-3].
    """
    former = story.board.control.get(territory)
    if former == seat:
        return
    if village := story.board.villages.get(territory):
        _raze(story, seat, territory, village)
    if site := story.board.sites.get(territory):
        story.tell(SacredSiteRemoved(site, territory))
    story.tell(ControlPassed(seat, territory, former))
    if territory in story.state.game.map.prestige:
        memory = story.board.memory
        story.tell(MemoryPointGained(seat, territory, memory[0] if len(memory) == numbers().memory_places else None))


def _raze(story: Story, taker: Seat, territory: TerritoryId, village: Village) -> None:
    """The reserve that did not fight flees first, or is lost [SC-RSV-9]."""
    if village.units or village.lords:
        if story.state.game.settings.reserve_on_loss == "lost":
            story.tell(ReserveLost(village.owner, territory))
        else:
            story.tell(ReserveFled(village.owner, territory, _fleeing(story, taker, territory, village)))
    story.tell(VillageRazed(village.owner, territory))


def _fleeing(story: Story, taker: Seat, territory: TerritoryId, village: Village) -> Army:
    return Army(
        ArmyId(story.board.serial),
        village.owner,
        territory,
        village.units,
        village.lords,
        due=story.board.turn + 1,
        leaderless=not village.lords,
        victor=taker,
        opponents=(taker,),
    )

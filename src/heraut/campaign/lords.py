"""Lords: a name, a story, experience and a note, without any effect (chapter 16)."""

from __future__ import annotations

from msgspec.structs import replace

from heraut.campaign.forces import Lord, LordId
from heraut.campaign.state import State
from heraut.campaign.subject import CampaignOrder, CampaignSubject, Code, refuse
from heraut.kernel.engine import Outcome, on
from heraut.kernel.message import PublicEvent
from heraut.kernel.names import Seat


class DescribeLord(CampaignOrder, frozen=True, kw_only=True):
    """Name, story, experience and note of one's lord [SC-LRD-6, SC-LRD-7]; None leaves it as it is."""

    lord: LordId
    name: str | None = None
    story: str | None = None
    experience: int | None = None
    note: str | None = None


class LordDescribed(PublicEvent, frozen=True):
    """A lord's name, story, experience and note [SC-LRD-6, SC-LRD-7]."""

    seat: Seat
    lord: Lord


def describe_lord(state: State, command: DescribeLord) -> Outcome:
    """Name, story, experience and note of one's own lord [SC-LRD-6, SC-LRD-7]."""
    lord = next((lord for lord in state.board.living_lords(command.seat) if lord.id == command.lord), None)
    if lord is None:
        return refuse("SC-LRD-7", Code.NOT_YOUR_LORD, command.lord)
    asked = {"name": command.name, "story": command.story, "experience": command.experience, "note": command.note}
    return (LordDescribed(command.seat, replace(lord, **{k: v for k, v in asked.items() if v is not None})),)


def _described(state: State, event: LordDescribed) -> State:
    board, lord = state.board, event.lord
    for band in board.bands.values():
        if band.lord is not None and band.lord.id == lord.id:
            return replace(state, board=replace(board, bands={**board.bands, band.id: replace(band, lord=lord)}))
    for at, village in board.villages.items():
        if any(one.id == lord.id for one in village.lords):
            return replace(state, board=board.with_village(at, replace(village, lords=_renamed(village.lords, lord))))
    armies = {id: replace(army, lords=_renamed(army.lords, lord)) for id, army in board.armies.items()}
    return replace(state, board=replace(board, armies=armies))


def _renamed(lords: tuple[Lord, ...], lord: Lord) -> tuple[Lord, ...]:
    return tuple(lord if one.id == lord.id else one for one in lords)


SUBJECT = CampaignSubject(decides=(on(DescribeLord, describe_lord),), evolves=(on(LordDescribed, _described),))

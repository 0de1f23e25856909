"""The people around the table: stand-ins, pauses, replacements, the stories of lords (chapter 31)."""

from __future__ import annotations

from msgspec.structs import replace

from heraut.campaign.board import Board
from heraut.campaign.commands import DescribeLord, NameStandIn, ReplacePlayer, SetPause, VotePause
from heraut.campaign.decide.story import Code, Story, refuse
from heraut.campaign.events import (
    CampaignPaused,
    CampaignResumed,
    LordDescribed,
    PauseVoted,
    PlayerReplaced,
    StandInNamed,
)
from heraut.campaign.forces import Lord
from heraut.campaign.names import LordId
from heraut.campaign.state import due_after_pause
from heraut.kernel import ORGANISER, HouseCode, Instant, Refusal, Seat, house

BOTS = ("bot:random", "bot:heuristic", "bot:searching")


def name_stand_in(story: Story, command: NameStandIn) -> Refusal | None:
    """A player, or the organiser for them, names who plays for the seat [SC-ABS-6]."""
    state = story.state
    if command.player not in state.game.seats:
        return house(HouseCode.UNKNOWN_SEAT, command.player)
    if command.seat not in (command.player, ORGANISER):
        return house(HouseCode.NOT_YOUR_SEAT, command.player)
    if not state.game.settings.stand_ins:
        return refuse("SC-ABS-6", Code.STAND_INS_OFF)
    known = command.stand_in in ("", ORGANISER, *state.game.seats, *BOTS)
    if not known or command.stand_in == command.player:
        return refuse("SC-ABS-6", Code.STAND_IN_UNKNOWN, command.stand_in)
    story.tell(StandInNamed(command.player, command.stand_in))
    return None


def vote_pause(story: Story, command: VotePause) -> Refusal | None:
    """Enough votes stop the clock, or start it again [SC-ABS-7]."""
    state = story.state
    rule = state.game.settings.pause_vote
    if rule == "never":
        return refuse("SC-ABS-7", Code.PAUSE_OFF)
    paused = state.people.paused is not None
    story.tell(PauseVoted(command.seat, command.pause))
    votes, players = len(story.state.people.votes), len(state.game.seats)
    if votes == players or (rule == "majority" and 2 * votes > players):
        _set(story, command.at, pause=not paused)
    return None


def set_pause(story: Story, command: SetPause) -> Refusal | None:
    """The organiser stops or starts the clock [SC-ABS-7]."""
    if command.pause == (story.state.people.paused is not None):
        return refuse("SC-ABS-7", Code.PAUSE_ALREADY)
    _set(story, command.at, pause=command.pause)
    return None


def _set(story: Story, at: Instant, *, pause: bool) -> None:
    """The clock stops, or the running deadline moves by the length of the pause."""
    watch, paused = story.state.people.watch, story.state.people.paused
    if pause:
        story.tell(CampaignPaused(at))
    else:
        due = due_after_pause(watch, paused, at) if watch is not None and paused is not None else None
        story.tell(CampaignResumed(at, due))


def replace_player(story: Story, command: ReplacePlayer) -> Refusal | None:
    """Somebody takes over the seat, with all that belongs to it [SC-ABS-8]."""
    if command.player not in story.state.game.seats:
        return house(HouseCode.UNKNOWN_SEAT, command.player)
    story.tell(PlayerReplaced(command.player, command.name, story.state.people.names[command.player]))
    return None


def describe(story: Story, command: DescribeLord) -> Refusal | None:
    """Name, story, experience and note of one's own lord [SC-LRD-6, SC-LRD-7]."""
    lord = find_lord(story.board, command.seat, command.lord)
    if lord is None:
        return refuse("SC-LRD-7", Code.NOT_YOUR_LORD, command.lord)
    asked = {"name": command.name, "story": command.story, "experience": command.experience, "note": command.note}
    story.tell(LordDescribed(command.seat, replace(lord, **{k: v for k, v in asked.items() if v is not None})))
    return None


def find_lord(board: Board, seat: Seat, id: LordId) -> Lord | None:
    """A living lord of a player, wherever he is."""
    lords = [band.lord for band in board.bands_of(seat) if band.lord is not None]
    lords += [lord for village in board.villages.values() if village.owner == seat for lord in village.lords]
    lords += [lord for army in board.armies.values() if army.owner == seat for lord in army.lords]
    return next((lord for lord in lords if lord.id == id), None)

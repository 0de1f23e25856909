"""Absent players: stand-ins, pauses, replacements (chapter 31)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from heraut.campaign.state import State, Watch
from heraut.campaign.subject import Code, Order, Public, Subject, refuse
from heraut.kernel import ORGANISER, HouseCode, Instant, Seat, house
from heraut.kernel.engine import Outcome, on

BOTS = ("bot:random", "bot:heuristic", "bot:searching", "bot:tree")


class NameStandIn(Order, frozen=True, kw_only=True):
    """Somebody, or a bot, plays for the seat until further notice; empty ends it [SC-ABS-6]."""

    player: Seat
    stand_in: str = ""


class VotePause(Order, frozen=True, kw_only=True):
    """Ask for a pause, or for its end [SC-ABS-7]."""

    pause: bool = True


class SetPause(Order, frozen=True, kw_only=True):
    """The organiser stops or starts the clock [SC-ABS-7]."""

    pause: bool = True
    seat: Seat = ORGANISER


class ReplacePlayer(Order, frozen=True, kw_only=True):
    """Somebody takes over a seat for good [SC-ABS-8]."""

    player: Seat
    name: str
    seat: Seat = ORGANISER


class StandInNamed(Public, frozen=True):
    """Somebody plays for the seat until further notice; empty: nobody any more [SC-ABS-6]."""

    seat: Seat
    stand_in: str


class PauseVoted(Public, frozen=True):
    """A player is for a pause, or against it [SC-ABS-7]."""

    seat: Seat
    pause: bool


class CampaignPaused(Public, frozen=True):
    """No deadline runs any more [SC-ABS-7]."""

    at: Instant


class CampaignResumed(Public, frozen=True):
    """Deadlines run again, later by the length of the pause; `due` is the running one, if any [SC-ABS-7]."""

    at: Instant
    due: Instant | None = None


class PlayerReplaced(Public, frozen=True):
    """Somebody has taken over the seat for good, from whoever had it before [SC-ABS-8]."""

    seat: Seat
    name: str
    former: str = ""


def name_stand_in(state: State, command: NameStandIn) -> Outcome:
    """A player, or the organiser for them, names who plays for the seat [SC-ABS-6]."""
    if command.player not in state.game.seats:
        return house(HouseCode.UNKNOWN_SEAT, command.player)
    if command.seat not in (command.player, ORGANISER):
        return house(HouseCode.NOT_YOUR_SEAT, command.player)
    if not state.game.settings.stand_ins:
        return refuse("SC-ABS-6", Code.STAND_INS_OFF)
    known = command.stand_in in ("", ORGANISER, *state.game.seats, *BOTS)
    if not known or command.stand_in == command.player:
        return refuse("SC-ABS-6", Code.STAND_IN_UNKNOWN, command.stand_in)
    return (StandInNamed(command.player, command.stand_in),)


def vote_pause(state: State, command: VotePause) -> Outcome:
    """Enough votes stop the clock, or start it again [SC-ABS-7]."""
    rule = state.game.settings.pause_vote
    if rule == "never":
        return refuse("SC-ABS-7", Code.PAUSE_OFF)
    vote = PauseVoted(command.seat, command.pause)
    votes, players = len(_voted(state, vote).people.votes), len(state.game.seats)
    enough = votes == players or (rule == "majority" and 2 * votes > players)
    return (vote, _turned(state, command.at)) if enough else (vote,)


def set_pause(state: State, command: SetPause) -> Outcome:
    """The organiser stops or starts the clock [SC-ABS-7]."""
    if command.pause == (state.people.paused is not None):
        return refuse("SC-ABS-7", Code.PAUSE_ALREADY)
    return (_turned(state, command.at),)


def _turned(state: State, at: Instant) -> CampaignPaused | CampaignResumed:
    """The clock stops, or goes on with the running deadline later by the length of the pause."""
    watch, paused = state.people.watch, state.people.paused
    if paused is None:
        return CampaignPaused(at)
    return CampaignResumed(at, None if watch is None else _due_after(watch, paused, at))


def _due_after(watch: Watch, paused: Instant, resumed: Instant) -> Instant:
    """A deadline is later by as much of the pause as it ran [SC-ABS-7]."""
    return Instant(watch.due + max(0, resumed - max(paused, watch.opened)))


def replace_player(state: State, command: ReplacePlayer) -> Outcome:
    """Somebody takes over the seat, with all that belongs to it [SC-ABS-8]."""
    if command.player not in state.game.seats:
        return house(HouseCode.UNKNOWN_SEAT, command.player)
    return (PlayerReplaced(command.player, command.name, state.people.names[command.player]),)


def _stand_in(state: State, event: StandInNamed) -> State:
    others = {seat: name for seat, name in state.people.stand_ins.items() if seat != event.seat}
    named = others | ({event.seat: event.stand_in} if event.stand_in else {})
    return replace(state, people=replace(state.people, stand_ins=named))


def _voted(state: State, event: PauseVoted) -> State:
    votes = state.people.votes
    for_change = event.pause != (state.people.paused is not None)
    votes = votes | {event.seat} if for_change else votes - {event.seat}
    return replace(state, people=replace(state.people, votes=votes))


def _paused(state: State, event: CampaignPaused) -> State:
    return replace(state, people=replace(state.people, paused=event.at, votes=frozenset()))


def _resumed(state: State, event: CampaignResumed) -> State:
    watch, paused = state.people.watch, state.people.paused
    if watch is not None and paused is not None:
        # Streams of form 1 do not say when the deadline now is.
        due = event.due if event.due is not None else _due_after(watch, paused, event.at)
        watch = replace(watch, due=due)
    return replace(state, people=replace(state.people, watch=watch, paused=None, votes=frozenset()))


def _replaced(state: State, event: PlayerReplaced) -> State:
    return replace(state, people=replace(state.people, names={**state.people.names, event.seat: event.name}))


def stand_ins(state: State) -> Mapping[Seat, Seat]:
    """Who plays for a seat until further notice, by that seat: another player or the organiser [SC-ABS-6]."""
    people = (*state.game.seats, ORGANISER)
    return {seat: Seat(by) for seat, by in state.people.stand_ins.items() if by in people}


SUBJECT = Subject(
    decides=(
        on(NameStandIn, name_stand_in),
        on(VotePause, vote_pause),
        on(SetPause, set_pause),
        on(ReplacePlayer, replace_player),
    ),
    evolves=(
        on(StandInNamed, _stand_in),
        on(PauseVoted, _voted),
        on(CampaignPaused, _paused),
        on(CampaignResumed, _resumed),
        on(PlayerReplaced, _replaced),
    ),
)

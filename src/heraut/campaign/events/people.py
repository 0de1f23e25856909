"""Lords' stories, deadlines, stand-ins, pauses, replacements."""

from __future__ import annotations

from heraut.campaign.events.audience import Public
from heraut.campaign.forces import Lord
from heraut.kernel import Instant, Seat


class LordDescribed(Public, frozen=True):
    """A lord's name, story, experience and note [SC-LRD-6, SC-LRD-7]."""

    seat: Seat
    lord: Lord


class DeadlineSet(Public, frozen=True):
    """What is awaited now must come before an instant [SC-ABS-1]."""

    key: str
    opened: Instant
    due: Instant


class ReminderSent(Public, frozen=True):
    """The deadline is near for these players [SC-ABS-2]."""

    seats: tuple[Seat, ...]


class DeadlineMissed(Public, frozen=True):
    """The deadline has passed for these players; the time of grace runs [SC-ABS-3]."""

    seats: tuple[Seat, ...]


class StepClosed(Public, frozen=True):
    """Missing answers are filled in for absent players, by the organiser or by the clock [SC-GEN-9, SC-ABS-4]."""

    seats: tuple[Seat, ...]
    by: Seat


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

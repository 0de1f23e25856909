"""What a campaign has to tell those who asked for notices, besides that it is their turn."""

from __future__ import annotations

from heraut.campaign.absence import ReminderSent
from heraut.campaign.combats import ResultRejected
from heraut.campaign.letters import LetterSent
from heraut.campaign.view import CampaignView
from heraut.kernel import ORGANISER, Event, Instant, Outline, Seat
from heraut.web.notices.occasions import Kind


def meaning(event: Event | Outline, seat: Seat) -> Kind | None:
    """A deadline that is near, a letter, a result somebody contests."""
    match event:
        case ReminderSent(seats=seats) if seat in seats:
            return Kind.REMINDER
        case LetterSent(to=to) if seat in to:
            return Kind.LETTER
        case ResultRejected() if seat == ORGANISER:
            return Kind.DISPUTED
        case _:
            return None


def deadline(view: CampaignView) -> Instant | None:
    """None runs during a pause."""
    return view.due if view.paused is None else None

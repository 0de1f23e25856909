"""The events a command leads to, told one after the other, each seeing the state the last one left."""

from __future__ import annotations

from enum import StrEnum

from heraut.campaign.board import Board
from heraut.campaign.events import CampaignEvent
from heraut.campaign.evolve import evolve
from heraut.campaign.state import State
from heraut.kernel import ClauseId, Fact, Refusal


class Story:
    """What happens because of one command, and the state it leads to."""

    __slots__ = ("events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[CampaignEvent] = []

    def tell(self, *events: CampaignEvent) -> None:
        """These happen now."""
        for event in events:
            self.state = evolve(self.state, event)
            self.events.append(event)

    @property
    def board(self) -> Board:
        """What lies on the table now."""
        return self.state.board


class Code(StrEnum):
    """Why an order is refused."""

    STARTS_WRONG = "campaign-starts-wrong"
    START_NOT_NORMAL = "campaign-start-not-normal"
    START_COUNT = "campaign-start-count"
    START_POINTS = "campaign-start-points"
    START_NEW_ONLY = "campaign-start-new-only"
    NOT_A_CANDIDATE = "campaign-not-a-candidate"
    NOT_YOUR_CHOICE = "campaign-not-your-choice"
    BID_NEGATIVE = "campaign-bid-negative"
    BID_ABOVE_STOCK = "campaign-bid-above-stock"
    BID_REFUSED = "campaign-bid-refused"
    NOT_FAVOUR_HOLDER = "campaign-not-favour-holder"
    TIES_WRONG = "campaign-ties-wrong"
    TOO_DEAR = "campaign-too-dear"
    UNKNOWN_TERRITORY = "campaign-unknown-territory"
    TERRITORY_TWICE = "campaign-territory-twice"
    NOT_YOUR_BAND = "campaign-not-your-band"
    BAND_TWICE = "campaign-band-twice"
    UNIT_NOT_HERE = "campaign-unit-not-here"
    UNIT_TWICE = "campaign-unit-twice"
    LORD_NOT_HERE = "campaign-lord-not-here"
    LORD_TWICE = "campaign-lord-twice"
    NO_VILLAGE = "campaign-no-village"
    OCCUPIED = "campaign-village-occupied"
    NO_RECRUITS_NOW = "campaign-no-recruits-now"
    NO_NEW_BAND_NOW = "campaign-no-new-band-now"
    UNIT_MALFORMED = "campaign-unit-malformed"
    UNIT_SIZE = "campaign-unit-size"
    BAND_POINTS = "campaign-band-points"
    BAND_NEEDS_LORD = "campaign-band-needs-lord"
    TOO_MANY_LORDS = "campaign-too-many-lords"
    LEFT_OUTSIDE = "campaign-left-outside"
    LORD_LEFT_OUTSIDE = "campaign-lord-left-outside"
    NOT_YOUR_TURN = "campaign-not-your-turn"
    ALREADY_MOVED = "campaign-already-moved"
    NO_STEP = "campaign-no-step"
    NO_ROAD = "campaign-no-road"
    TOO_FAR = "campaign-too-far"
    PATH_CROSSES = "campaign-path-crosses"
    PINNED = "campaign-pinned"
    ROAD_BLOCKED = "campaign-road-blocked"
    STOPPED_SHORT = "campaign-stopped-short"
    NOT_ASKED = "campaign-not-asked"
    MILITIA_POINTS = "campaign-militia-points"
    MILITIA_NEEDS_LORD = "campaign-militia-needs-lord"
    NO_COMBAT = "campaign-no-combat"
    NOT_A_FIGHTER = "campaign-not-a-fighter"
    NOT_NOW = "campaign-combat-not-now"
    NO_REORGANISATION = "campaign-no-reorganisation"
    WRONG_WINNERS = "campaign-wrong-winners"
    SURVIVORS_MISSING = "campaign-survivors-missing"
    SURVIVORS_WRONG = "campaign-survivors-wrong"
    LORD_NOT_FIELDED = "campaign-lord-not-fielded"
    ALREADY_AGREED = "campaign-already-agreed"
    STILL_TOO_DEAR = "campaign-still-too-dear"
    WASTEFUL = "campaign-wasteful"
    NOT_NEAREST = "campaign-not-nearest"
    NOT_CONTROLLED = "campaign-not-controlled"
    VILLAGE_THERE = "campaign-village-there"
    ENEMY_THERE = "campaign-enemy-there"
    TOO_MANY_VILLAGES = "campaign-too-many-villages"
    SITE_THERE = "campaign-site-there"
    BUILT_TWICE = "campaign-built-twice"
    ENEMY_VILLAGE = "campaign-enemy-village"
    NOT_YOUR_LORD = "campaign-not-your-lord"
    NOBODY_AWAITED = "campaign-nobody-awaited"
    NO_DEADLINE = "campaign-no-deadline"
    STAND_INS_OFF = "campaign-stand-ins-off"
    STAND_IN_UNKNOWN = "campaign-stand-in-unknown"
    PAUSE_OFF = "campaign-pause-off"
    PAUSE_ALREADY = "campaign-pause-already"


def refuse(
    clause: str, code: Code, subject: Fact | None = None, *, asked: Fact | None = None, allowed: Fact | None = None
) -> Refusal:
    """A refusal by a clause of the campaign."""
    return Refusal(ClauseId(clause), code, subject, asked, allowed)

"""An award: its name and the one criterion that says who wins it [HOUSE-AWARD-1]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum

import msgspec

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.tournament.standings.ledger import Tiebreak

MOST_AWARDS = 24
LONGEST_NAME = 80


class By(StrEnum):
    """What decides an award."""

    PLACE = "place"
    LAST = "last"
    MOST = "most"
    """The greatest sum of one criterion of the standings."""
    VOTE = "vote"
    JURY = "jury"
    """Whom the organiser names."""


class VoteCounts(StrEnum):
    """Who is told how many votes each had, once the votes are closed [HOUSE-AWARD-4]."""

    NOBODY = "votes-nobody"
    OFFICIALS = "votes-officials"
    EVERYBODY = "votes-everybody"


class Award(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something to win, among all or among the members of one club or one faction."""

    id: str
    by: By
    name: str = ""
    """The organiser's own words; without them the award is called as the house calls it."""
    place: int = 1
    of: Tiebreak | None = None
    club: str = ""
    faction: str = ""

    @property
    def called(self) -> str:
        """Its name, or the key of its name."""
        return self.name or f"award-{self.id}"


_PLACES = (Award("champion", By.PLACE), Award("second", By.PLACE, place=2), Award("third", By.PLACE, place=3))
_OTHERS = (Award("painted", By.VOTE), Award("sport", By.VOTE), Award("spoon", By.LAST))
_DESTROYER = Award("destroyer", By.MOST, of=Tiebreak.DESTROYED)
USUAL = frozenset(award.id for award in (*_PLACES, _DESTROYER, *_OTHERS))


def usual_awards(criteria: tuple[Tiebreak, ...]) -> tuple[Award, ...]:
    """What an event gives unless its organiser says otherwise; for destruction where it is counted [SR-VRANK-5]."""
    return (*_PLACES, *((_DESTROYER,) if Tiebreak.DESTROYED in criteria else ()), *_OTHERS)


def award_faults(awards: tuple[Award, ...], criteria: tuple[Tiebreak, ...]) -> Iterator[Refusal]:
    """Everything wrong with a list of awards where this much is counted [HOUSE-AWARD-1]."""
    clause = ClauseId("HOUSE-AWARD-1")
    if len(awards) > MOST_AWARDS:
        yield Refusal(clause, "award-too-many", asked=len(awards), allowed=MOST_AWARDS)
    for id, count in Counter(award.id for award in awards).items():
        if count > 1:
            yield Refusal(clause, "award-twice", id, asked=count, allowed=1)
    for award in awards:
        named = bool(award.name.strip()) or award.id in USUAL
        if not named or not award.id or len(award.name) > LONGEST_NAME:
            yield Refusal(clause, "award-name", award.id, asked=len(award.name), allowed=LONGEST_NAME)
        if award.by is By.MOST and award.of not in criteria:
            known = tuple(str(each) for each in criteria)
            yield Refusal(clause, "award-criterion", award.called, asked=str(award.of or ""), allowed=known)
        if award.place < 1:
            yield Refusal(clause, "award-place", award.called, asked=award.place, allowed=1)

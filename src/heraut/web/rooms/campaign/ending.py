"""The end of a campaign, or what it would be if it came now: who is first, with what score, made of what."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from heraut.campaign.state import Place
from heraut.campaign.turns import by_score
from heraut.campaign.view import CampaignView
from heraut.kernel import Seat
from heraut.web.rooms.campaign.roll import halves


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's place in the ranking; `tied` if only initiative put them before or behind somebody [SC-END-4]."""

    seat: Seat
    score: str
    parts: str
    memory: int
    tied: bool


def ranked(view: CampaignView) -> tuple[Ranked, ...]:
    """The final ranking; during the last turn, what it would be now; before, nothing."""
    if not view.ranking and view.turn < view.turns:
        return ()
    places = view.ranking or _now(view)
    rest = places[1 if view.by == "fame" else 0 :]
    scores = [place.score for place in rest]
    memory = {player.seat: player.memory for player in view.players}
    return tuple(
        Ranked(
            place.seat,
            halves(place.score),
            _parts(view, place.seat),
            memory[place.seat],
            place in rest and scores.count(place.score) > 1,
        )
        for place in places
    )


def _now(view: CampaignView) -> tuple[Place, ...]:
    scores = {player.seat: player.score for player in view.players}
    return by_score(Place(seat, scores[seat]) for seat in view.order)


def _parts(view: CampaignView, seat: Seat) -> str:
    """Power points, points of bands on the map, villages: all that counts [SC-END-2, SC-END-3]."""
    stock = next(player.stock for player in view.players if player.seat == seat)
    points = sum((seen.points for seen in view.bands if seen.band.owner == seat), Fraction(0))
    villages = sum(land.village is not None and land.village.owner == seat for land in view.territories)
    return _("%(pp)d PP, bandes %(points)s, %(villages)s") % {
        "pp": stock,
        "points": halves(points),
        "villages": ngettext("%(n)d village", "%(n)d villages", villages) % {"n": villages},
    }

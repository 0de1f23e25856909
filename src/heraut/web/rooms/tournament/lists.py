"""Bands and army lists on a page: shown as they are typed, typed as they are shown."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict

from heraut.kernel.bounds import whole
from heraut.tournament.saga.bands import Age, Band
from heraut.tournament.steamroller.army import ArmyList
from heraut.tournament.steamroller.army_text import write_army
from heraut.tournament.view import View
from heraut.web.game import Game
from heraut.web.rooms.tournament.words import band_words


def lists_shown(lists: Band | tuple[ArmyList, ...] | None) -> tuple[tuple[str, str], ...]:
    """Each list as a heading and the text that would hand it in again."""
    match lists:
        case None:
            return ()
        case Band():
            return ((lists.faction, band_words(lists)),)
        case _:
            return tuple((_heading(army), write_army(army)) for army in lists)


def _heading(army: ArmyList) -> str:
    theme = f"{army.theme} ({army.tier})" if army.tier else army.theme
    return " · ".join(part for part in (army.faction, army.contract, theme) if part)


def ages_played(game: Game) -> list[str]:
    """The ages a band of this event may be of [ST-ORG-3]; none where there are no ages."""
    settings = game.history.state.settings
    return [age.value for age in Age if age in settings.band_ages]


@dataclass(frozen=True, slots=True)
class Slot:
    """A place on the form for one Steamroller list."""

    place: int
    needed: bool
    faction: str = ""
    text: str = ""
    contract: str = ""
    theme: str = ""
    tier: int | None = None


def slots(view: View, lists: Band | tuple[ArmyList, ...] | None) -> list[Slot]:
    """A place for each list that may be handed in, with what was handed in before."""
    asked = view.lists_asked
    if asked is None or isinstance(lists, Band):
        return []
    known = dict(enumerate(lists or (), start=1))
    return [_slot(place, known.get(place), needed=place <= asked.least) for place in range(1, asked.most + 1)]


def _slot(place: int, army: ArmyList | None, *, needed: bool) -> Slot:
    if army is None:
        return Slot(place, needed)
    return Slot(place, needed, army.faction, write_army(army), army.contract, army.theme, army.tier)


def typed_slots(view: View, posted: QueryDict) -> list[Slot]:
    """The same form as it was sent: nothing typed is lost."""
    asked = view.lists_asked
    rows = zip(*(posted.getlist(name) for name in LIST_FIELDS), strict=False)
    return [
        Slot(place, asked is not None and place <= asked.least, faction, text, contract, theme, _tier(tier))
        for place, (faction, text, contract, theme, tier) in enumerate(rows, start=1)
    ]


LIST_FIELDS = ("faction", "text", "contract", "theme", "tier")


def _tier(text: str) -> int | None:
    return whole(text)

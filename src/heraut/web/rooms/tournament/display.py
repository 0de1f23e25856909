"""What the pages share: how much of a great many is shown at once, and words for what the view gives as keys."""

from __future__ import annotations

from datetime import date

from heraut.scenario import library
from heraut.speech import Language
from heraut.speech.typography import colon
from heraut.tournament.saga.bands import Band, Troop, write_band
from heraut.tournament.view import View
from heraut.web.game import Game, language
from heraut.web.sentences import amount, moment, word

FEW = 48
"""Up to how many players a page shows everybody, each with their shield."""
SHOWN = 24
"""How many lines of a longer table stand on a page that has other things to say."""
FIRST, AROUND = 3, 2
"""On a player's phone: how many of the first places, and how many on either side of one's own."""


def event_day(game: Game) -> date:
    """The day an event is played: as its organiser says, or else the day it was opened."""
    said = game.settings.played_on
    return date.fromisoformat(said) if said else moment(game.header.created).date()


def column(key: object) -> str:
    """The name of a column of the standings."""
    return word(f"column-{key}")


def scenario_name(slug: str, spoken: Language) -> str:
    """The published name of a scenario; an organiser's own is shown as it was written."""
    found = library.find(slug)
    return slug if found is None else found.names[spoken]


def rematch_tables(view: View) -> frozenset[int]:
    """The tables of the draft whose players have met before at this event."""
    if view.draft is None:
        return frozenset()
    met = {frozenset(table.seats) for played in view.played for table in played.tables}
    pairs = view.draft.pairing.pairs
    return frozenset(pair.table for pair in pairs if frozenset((pair.first, pair.second)) in met)


def here(view: View) -> int:
    """How many players are here."""
    return sum(player.status == "present" for player in view.players)


def band_words(band: Band) -> str:
    """A band as people write it: "1 Seigneur, 8 Gardes, 12 Levées", in the order of a sheet; it reads back."""
    lines = [
        f"{line.figures} {line.name} ({amount(line.points, language())} pts)"
        if line.troop is Troop.SPECIAL and line.points is not None
        else f"{line.figures} {line.name or word(line.troop)}"
        for line in write_band(band).lines
    ]
    mark = colon(language())
    spells = f"\n{word('spells')}{mark}{', '.join(band.spells)}" if band.spells else ""
    legend = f"\n{word('legendary-band')}{mark}{band.legendary_band}" if band.legendary_band else ""
    return ", ".join(lines) + spells + legend

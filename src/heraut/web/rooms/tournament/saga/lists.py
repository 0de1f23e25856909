"""Bands as they are typed in, shown and printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.http import QueryDict

from heraut.kernel.codec import to_plain
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal, together
from heraut.press import paper
from heraut.speech.typography import colon
from heraut.tournament.saga.band_text import read_band
from heraut.tournament.saga.bands import Age, SagaBand, TroopClass, priced_lines, write_band
from heraut.tournament.saga.settings import SagaSettings
from heraut.web.game import language
from heraut.web.rooms.tournament.paper_source import PaperSource
from heraut.web.sentences import amount, word


def read_fields(posted: QueryDict) -> Mapping[str, Any] | Refusal:
    """A band as people write it; every slip is pointed at."""
    chosen = posted.get("age", "")
    age = Age(chosen) if chosen in set(Age) else None
    read = read_band(posted.get("text", ""), age=age, faction=posted.get("faction", ""))
    return together(read.faults) or {"band": to_plain(read.band)}


def band_words(band: SagaBand) -> str:
    """A band as people write it: "1 Seigneur, 8 Gardes, 12 Levées", in the order of a sheet; it reads back."""
    written, spoken = write_band(band).lines, language()
    lines = [
        f"{line.figures} {line.name} ({amount(line.points, spoken)} pts)"
        if line.troop is TroopClass.SPECIAL and line.points is not None
        else f"{line.figures} {line.name or word(line.troop)}"
        for line in written
    ]
    mark = colon(spoken)
    spells = f"\n{word('spells')}{mark}{', '.join(band.spells)}" if band.spells else ""
    legend = f"\n{word('legendary-band')}{mark}{band.legendary_band}" if band.legendary_band else ""
    return ", ".join(lines) + spells + legend


def bands(source: PaperSource) -> Iterator[paper.Sheet]:
    """The bands the reader may see, in the copies the event asks for [ST-BND-13]: one's own; all after the reveal."""
    for player in source.owners:
        if isinstance(player.lists, SagaBand):
            yield _band(source, player.seat, player.lists)


def _band(source: PaperSource, seat: Seat, band: SagaBand) -> paper.BandSheet:
    """The band with the event's budget; a cost nobody has said yet is left to be written by hand [ST-BND-8]."""
    settings: SagaSettings = source.game.settings
    lines: dict[TroopClass, list[paper.BandLine]] = {troop: [] for troop in TroopClass}
    for priced in priced_lines(band, settings.band_rules()):
        line, points = priced.line, priced.points
        printed = "" if points is None else amount(points, language())
        lines[line.troop].append(paper.BandLine(line.name or word(line.troop), line.figures, printed))
    (warlord,) = lines[TroopClass.WARLORD] or [paper.BandLine(word(TroopClass.WARLORD), 1, "0")]
    return paper.BandSheet(
        event=source.event, person=source.people[seat], age=_band_title(band),
        budget=settings.budget, warlord=warlord, special=tuple(lines[TroopClass.SPECIAL]),
        hearthguards=tuple(lines[TroopClass.HEARTHGUARD]), warriors=tuple(lines[TroopClass.WARRIOR]),
        levies=tuple(lines[TroopClass.LEVY]), spells=band.spells, legendary_band=band.legendary_band,
        copies=settings.band_sheet_copies,
    )  # fmt: skip


def _band_title(band: SagaBand) -> str:
    return " · ".join(filter(None, (word(band.age) if band.age else "", band.faction)))

"""The papers of the people: welcome, badges, bands, record sheets, certificates."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from heraut.kernel import OFFICIALS, Seat
from heraut.press import paper
from heraut.tournament.saga.bands import Band, Troop, figures_per_point
from heraut.tournament.steamroller.record_sheet import record_sheet
from heraut.tournament.steamroller.scoring import WinKind
from heraut.web import links
from heraut.web.access import Action, Role
from heraut.web.address import seat_address
from heraut.web.game import language
from heraut.web.models import Link
from heraut.web.rooms.tournament.awards import prizes
from heraut.web.rooms.tournament.papers.desk import Desk
from heraut.web.says import amount, word


def welcome(desk: Desk) -> Iterator[paper.Sheet]:
    """What the event asks of whoever comes, and what they bring [ST-MAT-1, ST-MAT-2]."""
    brought = [(capfirst(word(each.item)), str(each.count or "")) for each in desk.pages.to_bring()]
    if brought:
        yield paper.ReferenceTable(
            event=desk.event, title=_("Bienvenue"), columns=(_("Matériel à apporter"), _("Nombre")),
            rows=tuple(brought), note=" · ".join(f"{label} : {value}" for label, value in desk.pages.asked()),
        )  # fmt: skip


def badges(desk: Desk) -> Iterator[paper.Sheet]:
    """A badge each with the link of the seat: for whoever may hand the links out."""
    if not desk.game.visitor.may(Action.SEAT):
        return
    sitting = [(player.seat, player.name) for player in desk.view.players if player.seat not in OFFICIALS]
    made = {link.seat: link for link in links.for_seats(desk.game.stream, sitting) if link.role == Role.PLAYER}
    if sitting:
        yield paper.Badges(event=desk.event, badges=tuple(_badge(desk, seat, made[seat]) for seat, _name in sitting))


def _badge(desk: Desk, seat: Seat, link: Link) -> paper.Badge:
    return paper.Badge(desk.people[seat], _("Joueur"), paper.Link(seat_address(desk.request, link)))


def certificates(desk: Desk) -> Iterator[paper.Sheet]:
    """One for each award and winner: those announced; for officials, all of them before the ceremony."""
    for prize in prizes(desk.view):
        for seat in prize.winners:
            yield paper.Certificate(
                event=desk.event, person=desk.people[seat], award=prize.name, citation=_shared(prize.winners),
                signed_by=(_("L'organisateur"),),
            )  # fmt: skip


def _shared(winners: tuple[Seat, ...]) -> str:
    return _("ex æquo") if len(winners) > 1 else ""


def bands(desk: Desk) -> Iterator[paper.Sheet]:
    """The bands the reader may see, in two copies each [ST-BND-13]: one's own; everybody's after the reveal."""
    for player in desk.readers(desk.view.players):
        if isinstance(player.lists, Band):
            yield _band(desk, player.seat, player.lists)


def _band(desk: Desk, seat: Seat, band: Band) -> paper.BandSheet:
    lines: dict[Troop, list[paper.BandLine]] = {troop: [] for troop in Troop}
    for line in band.lines:
        each = figures_per_point().get(line.troop)
        points = line.points if line.points is not None else Fraction(line.figures, each) if each else Fraction(0)
        label = line.name or word(line.troop)
        lines[line.troop].append(paper.BandLine(label, line.figures, amount(points, language())))
    (warlord,) = lines[Troop.WARLORD] or [paper.BandLine(word(Troop.WARLORD), 1, "0")]
    spent = sum((_cost(line.points) for kind in lines.values() for line in kind), Fraction(0))
    return paper.BandSheet(
        event=desk.event, person=desk.people[seat], age=_called(band),
        budget=round(spent), warlord=warlord, special=tuple(lines[Troop.SPECIAL]),
        hearthguards=tuple(lines[Troop.HEARTHGUARD]), warriors=tuple(lines[Troop.WARRIOR]),
        levies=tuple(lines[Troop.LEVY]), spells=band.spells, legendary_band=band.legendary_band,
    )  # fmt: skip


def _called(band: Band) -> str:
    return " · ".join(filter(None, (word(band.age) if band.age else "", band.faction)))


def _cost(text: str) -> Fraction:
    return Fraction(text.replace("½", ".5").replace(",", ".")) if text != "–" else Fraction(0)


def records(desk: Desk) -> Iterator[paper.Sheet]:
    """The Steamroller record sheets the reader may see: one's own, and all of them for officials [SR-SHEET-4]."""
    visitor = desk.game.visitor
    if not desk.pages.has_record_sheets:
        return
    for player in desk.readers(desk.view.players):
        if visitor.official or player.seat == visitor.seat:
            yield _record(desk, player.seat)


def _record(desk: Desk, seat: Seat) -> paper.RecordSheet:
    sheet = record_sheet(desk.game.history.state, seat, desk.game.visitor.seat)
    played = tuple(
        paper.RecordRow(
            paper.RoundOutcome(row.result),
            paper.Person(row.opponent, row.opponent_number) if row.opponent else None,
            WinKind(row.kind) if row.kind else None,
            row.points or 0,
            row.control_points or 0,
            row.destroyed or 0,
        )
        for row in sheet.rows
        if row.result
    )
    lists = tuple(
        paper.ArmyList(
            army.faction,
            (*(paper.ListEntry(caster.name, 0) for caster in army.casters),
             *(paper.ListEntry(entry.name, entry.paid) for entry in army.entries)),
            army.contract,
            army.theme,
            army.tier or 0,  # type: ignore[arg-type]  # a tier is 1 to 4, as checked when the list came in
        )
        for army in sheet.lists
    )  # fmt: skip
    return paper.RecordSheet(
        event=desk.event, player=desk.people[seat], nickname=sheet.nickname, rounds=len(sheet.rows), played=played,
        lists=lists,
    )  # fmt: skip

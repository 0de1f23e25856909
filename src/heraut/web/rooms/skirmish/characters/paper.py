"""A character on paper: one page with values, weapons, tracks, and the segments of each turn to fill in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from heraut.press import paper
from heraut.skirmish.sheet import Mount, Sheet
from heraut.web.access import Action
from heraut.web.game import account
from heraut.web.guard import needs
from heraut.web.printing import printed
from heraut.web.rooms.skirmish.characters import kept
from heraut.web.rooms.skirmish.characters.card import Arm, Card, card
from heraut.web.rooms.skirmish.characters.pages import ready_sheet
from heraut.web.says import word


@require_safe
@needs(Action.CREATE)
def own(request: HttpRequest, id: str) -> HttpResponse:
    """One's own character."""
    return _printed(request, kept.one_of(account(request), id).sheet)


@require_safe
@needs(Action.CREATE)
def ready(request: HttpRequest, ready: str) -> HttpResponse:
    """A ready-made character."""
    return _printed(request, ready_sheet(ready))


def _printed(request: HttpRequest, sheet: Sheet) -> HttpResponse:
    return printed(request, slugify(sheet.name) or "character", on_paper(sheet))


def on_paper(sheet: Sheet) -> paper.CharacterSheet:
    """The sheet as it is printed: what the character's page shows, in the reader's words."""
    shown = card(sheet)
    return paper.CharacterSheet(
        event=paper.Occasion(_("Escarmouche")),
        person=paper.Person(sheet.name),
        mount="" if sheet.mount is Mount.NONE else _said(sheet.mount),
        chief=shown.capacity > 0,
        confidence=sheet.confidence,
        attributes=tuple(paper.Value(_said(name), value) for name, value in shown.attributes if value is not None),
        traits=tuple(paper.TraitLine(_said(roll.trait), roll.dice, roll.level) for roll in shown.rolls),
        weapons=tuple(_weapon(arm) for arm in shown.arms),
        armour=_armour(sheet, shown),
        wounds=sheet.wound_levels or 0,
        fatigue=sheet.fatigue_levels or 0,
    )


def _weapon(arm: Arm) -> paper.WeaponLine:
    weapon = arm.weapon
    return paper.WeaponLine(
        label=_said(weapon.id),
        skill=_said(weapon.skill),
        attack=weapon.attack_mod,
        defence=weapon.defence_bonus,
        damage=f"{arm.damage.dice}d+{arm.damage.level}" if arm.damage else "",
        kind=_said(weapon.type),
        ranges=weapon.ranges or (),
        notes=", ".join(filter(None, (_("en main") if arm.held else "", _("longue") if weapon.long else ""))),
    )


def _armour(sheet: Sheet, shown: Card) -> tuple[paper.ArmourLine, ...]:
    zones = ", ".join(_said(zone) for zone in sheet.armour.zones)
    return (paper.ArmourLine(_("Protection"), shown.covered, zones),) if shown.covered else ()


def _said(key: str) -> str:
    return word(key, "skirmish")

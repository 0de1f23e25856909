"""A fight on paper: a sheet for each character, and the rules as its table plays them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from msgspec.structs import replace

from heraut.press.fight_paper import ArmourLine, CharacterPaper, FightRules, PaperFact, TraitLine, Value, WeaponLine
from heraut.press.paper import PaperOccasion, PaperPerson
from heraut.press.rules import fight_rules
from heraut.skirmish.settings import OPTION_CLAUSES, FightOptions
from heraut.skirmish.sheet import CharacterSheet, Mount, Trait
from heraut.skirmish.tables import SlotsRow, slots
from heraut.skirmish.view import FighterView, FightView
from heraut.speech.typography import signed
from heraut.web import forms
from heraut.web.downloads import printed
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.rooms.skirmish.character_card import Arm, CharacterCard, boxes, card, dice_of, said
from heraut.web.sentences import names


def on_paper(sheet: CharacterSheet) -> CharacterPaper:
    """The sheet as it is printed: what the character's page shows, in the reader's words."""
    shown = card(sheet)
    return CharacterPaper(
        event=PaperOccasion(_("Escarmouche")),
        person=PaperPerson(sheet.name),
        mount="" if sheet.mount is Mount.NONE else said(sheet.mount),
        chief=shown.capacity > 0,
        confidence=sheet.confidence,
        attributes=tuple(Value(said(name), value) for name, value in shown.attributes if value is not None),
        traits=tuple(TraitLine(said(roll.trait), roll.dice, roll.level, roll.left) for roll in shown.rolls),
        weapons=tuple(_weapon(arm) for arm in shown.arms),
        armour=_armour(sheet, shown),
        wounds=tuple(box.dice for box in boxes(sheet.wound_levels, sheet.wound_penalties)),
        fatigue=tuple(box.dice for box in boxes(sheet.fatigue_levels, sheet.fatigue_penalties)),
        fighting=tuple(PaperFact(label, text) for label, text in _fighting(shown)),
        speeds=tuple((said(one.ground), one.base, one.best) for one in shown.speeds),
        slots=tuple((row.actions, " ".join(map(str, row.segments)), signed(-row.penalty)) for row in _announced()),
    )


def _announced() -> Iterator[SlotsRow]:
    return (row for row in slots().values() if row.segments)


def _fighting(shown: CharacterCard) -> Iterator[tuple[str, str]]:
    """What the rules ask of him in a fight and no list of the sheet tells."""
    yield _("Défense au combat"), str(shown.defence)
    yield _("En fuite"), str(shown.fleeing)
    yield _("Immobile"), shown.motionless
    if shown.soak is not None:
        yield _("Encaissement, protection comprise"), dice_of(Trait(shown.soak.dice, shown.soak.level + shown.covered))
    yield from shown.more


def _weapon(arm: Arm) -> WeaponLine:
    weapon = arm.weapon
    return WeaponLine(
        label=said(weapon.id),
        skill=said(weapon.skill),
        attack=arm.attack,
        defence=weapon.defence_bonus,
        damage=arm.damage,
        kind=said(weapon.type),
        ranges=weapon.ranges or (),
        notes=", ".join((*([_("en main")] if arm.held else []), *arm.notes)),
    )


def _armour(sheet: CharacterSheet, shown: CharacterCard) -> tuple[ArmourLine, ...]:
    zones = ", ".join(said(zone) for zone in sheet.armour.zones)
    return (ArmourLine(_("Protection"), shown.covered, zones),) if shown.covered else ()


@require_safe
@needs(Action.VISIT)
def all_rules(request: HttpRequest) -> HttpResponse:
    """The rules as they are printed, for no fight in particular."""
    return printed(request, _("Règles de l'escarmouche"), rules_sheet(_("Escarmouche"), FightOptions()))


@require_safe
@needs(Action.WATCH)
def rules(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The rules as this table plays them."""
    return printed(request, _("Règles de l'escarmouche"), rules_sheet(game.header.title, game.view.options))


@require_safe
@needs(Action.WATCH)
def sheets(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """A sheet for each character whose sheet the visitor may read, as it is now."""
    found = tuple(fighter_sheets(game.header.title, game.view, names(game, language())))
    if not found:
        raise Http404
    return printed(request, game.header.title, *found)


def rules_sheet(title: str, options: FightOptions) -> FightRules:
    """Every rule one looks up, and the settings that are not as the sheet has them."""
    return FightRules(
        event=PaperOccasion(title),
        title=_("Règles de l'escarmouche"),
        sections=fight_rules(language(), celtic=options.celtic),
        settings=tuple(_changed(options)),
    )


def _changed(options: FightOptions) -> Iterator[PaperFact]:
    """The settings of section 36 that this table has changed, as their form says them."""
    for field in forms.fields(FightOptions, language()):
        value = getattr(options, field.name)
        if field.name in OPTION_CLAUSES and value != getattr(FightOptions(), field.name):
            yield PaperFact(field.label, forms.value_words(field, value, language()))


def fighter_sheets(title: str, view: FightView, seats: Mapping[str, str]) -> Iterator[CharacterPaper]:
    """The sheets of those the viewer plays: who plays them, who they are in this fight, the levels they have lost."""
    leads = {other.chief for other in view.fighters}
    for one in view.fighters:
        if one.own is not None:
            yield replace(_fighter_sheet(title, one, leads), player=seats.get(one.seat, one.seat))


def _fighter_sheet(title: str, fighter: FighterView, leads: set[str]) -> CharacterPaper:
    assert fighter.own is not None
    return replace(
        on_paper(fighter.own.sheet),
        event=PaperOccasion(title),
        person=PaperPerson(fighter.name),
        side=fighter.side_name,
        chief=fighter.id in leads,
        lost=(fighter.wounds, fighter.fatigue),
    )

"""The play aid on paper: every profile, what each special rule does, every total of an abuse of power, the sticks."""

from __future__ import annotations

from collections.abc import Iterator, Set

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from heraut.battle import abuse
from heraut.press.paper import PaperOccasion, ReferenceTable, RulesSheet, Section
from heraut.speech.sentences import phrases, say_because
from heraut.speech.typography import span
from heraut.warband.profile import (
    FLIGHT,
    HEAVY_WEAPON,
    MOUNT_ANIMAL,
    MOUNT_BEAST,
    RESILIENCE,
    Profile,
    profiles,
    special_rows,
)
from heraut.warband.tables import Distance, ShootingWeapon, stick
from heraut.web.downloads import printed
from heraut.web.game import language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.rooms.odds.abuse import word_of
from heraut.web.rooms.odds.form import RESTORED, aggression_of, armour_of, name, rule_names

MOUNTS = frozenset({MOUNT_ANIMAL, MOUNT_BEAST, FLIGHT})
WEAPONS = frozenset({HEAVY_WEAPON, *ShootingWeapon})


@require_safe
@needs(Action.VISIT)
def reference(request: HttpRequest) -> HttpResponse:
    """What a player of the Age of Magic looks up at the table, on two pages."""
    title = _("Âge de la Magie")
    return printed(request, title, profile_table(), rules_at_hand(), label=_("Aide de jeu"))


def profile_table() -> ReferenceTable:
    """The profiles, one line for each way to equip a unit [AM-PROF-1]."""
    return ReferenceTable(
        event=PaperOccasion(_("Âge de la Magie")),
        title=_("Profils"),
        columns=(_("Unité"), _("Armure"), _("Agressivité"), _("Règles spéciales")),
        rows=tuple(_profile_row(profile) for profile in profiles().values()),
        note=_(
            "Au corps à corps, puis au tir entre parenthèses. L'agressivité est par figurine. "
            "%(mark)s valeur rétablie, absente de notre copie de la source."
        )
        % {"mark": RESTORED},
        widths=(8, 2, 3, 15),
    )


def _profile_row(profile: Profile) -> tuple[str, str, str, str]:
    """A line of the profiles; flight stands among the rules, where the name of the unit may not tell it [AM-PROF-4]."""
    rules = rule_names(profile)
    if profile.flight:
        rules.append(phrases(language())["words"]["flight"].capitalize())
    return name(profile.key), armour_of(profile), aggression_of(profile), ", ".join(rules) or "–"


def rules_at_hand() -> RulesSheet:
    """The special rules in sentences, the table of abuse, the measuring sticks."""
    return RulesSheet(
        event=PaperOccasion(_("Âge de la Magie")),
        title=_("Règles spéciales et abus de pouvoir"),
        sections=(
            Section(_("Règles spéciales"), tuple(_special(special_rows().keys() - MOUNTS - WEAPONS))),
            Section(_("Montures et vol"), tuple(_special(MOUNTS))),
            Section(_("Armes"), tuple(_special(WEAPONS))),
            Section(_("Abus de pouvoir : 2D6"), tuple(_abuse())),
            Section(_("Réglettes"), (" · ".join(_sticks()),)),
        ),
    )


def _special(wanted: Set[str]) -> Iterator[str]:
    """Each of these rules once, in the order of the table; resilience with each of its numbers."""
    numbers = sorted({profile.resilience for profile in profiles().values()} - {0})
    for row in special_rows().values():
        for casualties in () if row.rule not in wanted else numbers if row.rule == RESILIENCE else (0,):
            yield say_because(row.reason(casualties), language())


def _abuse() -> Iterator[str]:
    words = phrases(language())["words"]
    yield _("Le jet suit un sortilège à son effet maximal, qui agit de toute façon.")
    for row in abuse.table():
        totals = span(row.totals.first, row.totals.last, language())
        yield _("%(totals)s : %(does)s") % {"totals": totals, "does": words[word_of(row)]}


def _sticks() -> Iterator[str]:
    words = phrases(language())["words"]
    for distance in Distance:
        row = stick(distance)
        yield _("%(stick)s : %(cm)s cm") % {"stick": words[f"rule-value-{distance}"], "cm": row.centimetres}

"""The card of a unit: its values as they are printed, its special rules in sentences and by their names."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from heraut.ask.units import profile_answer
from heraut.kernel.refusal import exact
from heraut.speech.sentences import phrases, say_because
from heraut.warband.profile import Profile, special_rules
from heraut.web.game import language
from heraut.web.sentences import RuleSentence

RESTORED = "*"
"""Behind a value that our copy of the source does not print [AM-PROF-10]."""


@dataclass(frozen=True, slots=True)
class UnitCard:
    """The values of a unit as they are printed, the fatigue that exhausts it, its rules."""

    key: str
    armour: str
    aggression: str
    threshold: int | None
    restored: bool
    rules: tuple[RuleSentence, ...]


def card(profile: Profile) -> UnitCard:
    """The card of a unit, in the language of the page."""
    rules = (
        RuleSentence(say_because(row.reason(profile.resilience), language()), row.clauses)
        for row in special_rules(profile)
    )
    return UnitCard(
        profile.key,
        armour_of(profile),
        aggression_of(profile),
        profile.exhaustion_threshold,
        bool(profile.restored),
        tuple(rules),
    )


def armour_of(profile: Profile) -> str:
    """Armour in melee, and against shooting in brackets; a restored value is marked [AM-PROF-10]."""
    mark = RESTORED if "armour" in profile.restored else ""
    return f"{profile.armour.melee} ({profile.armour.shooting}){mark}"


def aggression_of(profile: Profile) -> str:
    """Aggression in melee, and in shooting in brackets; beyond L it may be another [AM-PROF-7]."""
    values, shooting = profile.aggression, str(exact(profile.aggression.shooting))
    if values.far is not None:
        shooting = _("%(near)s ou %(far)s") % {"near": shooting, "far": exact(values.far)}
    return f"{exact(values.melee)} ({shooting})"


def rule_names(profile: Profile) -> list[str]:
    """What its special rules are called, in the language of the page."""
    words = phrases(language())["words"]
    return [words.get(f"rule-{rule}", rule) for rule in profile_answer(profile).rules]

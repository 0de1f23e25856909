"""What ties a character to others and to what he began: grips, duels, orders, plans, things on the ground."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from heraut.skirmish.sums import fall_row
from heraut.skirmish.view import FighterView, FightView, OwnView
from heraut.web.game import language
from heraut.web.says import amount

Words = Mapping[str, str]


def bonds(view: FightView, fighter: FighterView, words: Words) -> Iterator[str]:
    """Each in a few words, as the viewer may know it."""
    yield from _busy(fighter)
    yield from _with_others(view, fighter)
    yield from _commanded(view, fighter, words)
    if slow := sum((by for who, by in view.slowed if who in ("", fighter.id)), Fraction(0)):
        yield _("ralenti de %s m") % amount(slow, language())
    if fighter.dropped:
        yield _("à terre : %s") % ", ".join(words.get(weapon, weapon) for weapon in fighter.dropped)
    if fighter.dodged:
        yield _("a déjà esquivé")
    if fighter.own is not None:
        yield from _known_to_himself(fighter.own, words)


def _busy(fighter: FighterView) -> Iterator[str]:
    if fighter.long:
        yield _("action longue : %s") % fighter.long
    if fighter.falling:
        row = fall_row(fighter.falling)
        yield _("en chute : %(distance)s m, %(speed)s m/s") % {"distance": row.distance, "speed": row.speed}
    if fighter.rising:
        yield ngettext("debout dans %s segment", "debout dans %s segments", fighter.rising) % fighter.rising


def _with_others(view: FightView, fighter: FighterView) -> Iterator[str]:
    for hold in view.holds:
        if hold.grappler == fighter.id:
            yield _("tient %s") % hold.held
        if hold.held == fighter.id:
            yield _("tenu par %s") % hold.grappler
    duel = view.duel
    if duel is not None and fighter.id in (duel.who, duel.target):
        yield _("en duel avec %s") % (duel.target if fighter.id == duel.who else duel.who)


def _commanded(view: FightView, fighter: FighterView, words: Words) -> Iterator[str]:
    if fighter.uncommanded:
        yield _("hors de portée des ordres")
    for chief, tactic in view.tactics:
        if fighter.id in tactic.men:
            gain = words.get(tactic.gain, tactic.gain)
            yield _("tactique de %(chief)s : %(gain)s +%(bonus)s") % {
                "chief": chief, "gain": gain, "bonus": tactic.bonus,
            }  # fmt: skip


def _known_to_himself(own: OwnView, words: Words) -> Iterator[str]:
    if own.prepared:
        yield _("prépare : %s") % words.get(own.prepared, own.prepared)
    if own.orders_needed:
        yield _("ordre en cours : %(spent)s / %(needed)s actions") % {
            "spent": own.orders_spent, "needed": own.orders_needed,
        }  # fmt: skip
    if own.losses:
        yield _("actions à perdre : %s") % own.losses
    if own.heads:
        yield ngettext("%s tête à la ceinture", "%s têtes à la ceinture", len(own.heads)) % len(own.heads)
    if own.survival_due:
        yield _("passera en survie")

"""What a character is under: what he is busy with, what ties him to others, effects and their ends, wounds to tend."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from heraut.skirmish.fighter import Effect, Until
from heraut.skirmish.first_aid import difficulty
from heraut.skirmish.sheet import TrophyHead
from heraut.skirmish.sums import fall_row
from heraut.skirmish.tables import critical_named
from heraut.skirmish.view import FighterView, FightView, OwnView
from heraut.speech.sentences import phrases
from heraut.speech.typography import signed
from heraut.web.game import language
from heraut.web.sentences import amount, of

Words = Mapping[str, str]


def bonds(view: FightView, fighter: FighterView, words: Words) -> Iterator[str]:
    """Each in a few words, as the viewer may know it."""
    yield from _busy(fighter, words)
    yield from _with_others(view, fighter, words)
    yield from _commanded(view, fighter, words)
    if slow := sum((by for who, by in view.slowed if who in ("", fighter.id)), Fraction(0)):
        yield _("vitesse réduite de %s m/s") % amount(slow, language())
    if fighter.dropped:
        yield _("à terre : %s") % ", ".join(words.get(weapon, weapon) for weapon in fighter.dropped)
    if fighter.dodged:
        yield _("a déjà esquivé")
    if fighter.own is not None:
        if fighter.own.planned is not None and fighter.declared is None:
            planned = fighter.own.planned
            yield ngettext("annoncera %s action", "annoncera %s actions", planned) % planned
        yield from _known_to_himself(fighter.own, words)
        if fighter.own.survival_due and fighter.out is None:
            yield _("passera en survie")


def _busy(fighter: FighterView, words: Words) -> Iterator[str]:
    if fighter.long:
        yield _("action longue : %s") % ", ".join(_long(fighter, words))
    if fighter.speed is not None:
        yield _("avance à %s m/s") % amount(fighter.speed, language())
    if fighter.falling:
        row = fall_row(fighter.falling)
        yield _("en chute : %(distance)s m, %(speed)s m/s") % {"distance": row.distance, "speed": row.speed}
    if fighter.rising:
        yield ngettext("debout dans %s segment", "debout dans %s segments", fighter.rising) % fighter.rising


def _long(fighter: FighterView, words: Words) -> Iterator[str]:
    """What he is busy with and, where its length was said, how much of it is left."""
    yield words.get(fighter.long, fighter.long)
    if fighter.long_left:
        yield remaining(fighter.long_left)


def remaining(left: int) -> str:
    """How much of a long action is left, the segment that is played counted [SK-LNG-4]."""
    return ngettext("encore %s segment", "encore %s segments", left) % left


def _with_others(view: FightView, fighter: FighterView, words: Words) -> Iterator[str]:
    for hold in view.holds:
        if hold.grappler == fighter.id:
            yield _("tient %s") % view.name_of(hold.held)
        if hold.held == fighter.id:
            yield _("dans la prise %(of_grappler)s") % {"of_grappler": of(view.name_of(hold.grappler))}
    for stuck in view.stuck:
        weapon = words.get(stuck.weapon, stuck.weapon)
        if stuck.owner == fighter.id:
            victim = of(view.name_of(stuck.victim))
            yield _("%(weapon)s : reste dans le corps %(of_victim)s") % {"weapon": weapon, "of_victim": victim}
        if stuck.victim == fighter.id:
            yield _("dans le corps : %s") % weapon
    for effect in fighter.own.effects if fighter.own is not None else ():
        if effect.code == "at-bay":
            yield _("sous la menace %(of_captor)s") % {"of_captor": of(view.name_of(effect.of))}
    duel = view.duel
    if duel is not None and fighter.id in (duel.who, duel.target):
        other, bonus = (duel.target, duel.bonus) if fighter.id == duel.who else (duel.who, duel.other_bonus)
        yield _("en duel avec %s") % view.name_of(other) + (_(" (ascendant +%s)") % bonus if bonus else "")


def _commanded(view: FightView, fighter: FighterView, words: Words) -> Iterator[str]:
    if fighter.uncommanded:
        yield _("sans commandement, à reprendre en main")
    for chief, tactic in view.tactics:
        if fighter.id in tactic.men:
            gain = words.get(tactic.gain, tactic.gain)
            yield _("tactique %(of_chief)s : %(gain)s +%(bonus)s") % {
                "of_chief": of(view.name_of(chief)), "gain": gain, "bonus": tactic.bonus,
            }  # fmt: skip


def _known_to_himself(own: OwnView, words: Words) -> Iterator[str]:
    if own.entrusted is not None:
        yield _("aux mains de Héraut : %s") % words.get(own.entrusted, own.entrusted)
    if own.reflex is not None:
        yield _("consigne : %s") % phrases(language())["choices"][f"reflex:{own.reflex}"]
    if own.prepared:
        yield _("prépare : %s") % words.get(own.prepared, own.prepared)
    if own.orders_needed:
        yield _("ordre en cours : %(spent)s / %(needed)s actions") % {
            "spent": own.orders_spent, "needed": own.orders_needed,
        }  # fmt: skip
    if own.losses:
        yield _("actions à perdre : %s") % own.losses
    if own.heads:
        belt = ngettext("%s tête à la ceinture", "%s têtes à la ceinture", len(own.heads)) % len(own.heads)
        yield f"{belt} ({', '.join(map(keeps, own.heads))})"


def keeps(head: TrophyHead) -> str:
    """How long a head keeps; one that has not kept frightens nobody any more [SK-HED-6]."""
    if head.days is None:
        return _("embaumée")
    return _("gâtée") if head.days < 0 else ngettext("%s jour", "%s jours", head.days) % head.days


def conditions(view: FightView, fighter: FighterView, words: Mapping[str, str]) -> tuple[str, ...]:
    """What weighs on a character; its end and its dice are told to whom his sheet belongs."""
    shows = fighter.posture != "standing" and fighter.posture not in fighter.conditions
    found = [words.get(fighter.posture, fighter.posture)] if shows else []
    if fighter.survival:
        found.append(words.get("survive", "survive"))
    if fighter.own is None:
        return (*found, *(words.get(code, code) for code in fighter.conditions if code != "declared"))
    told = (effect for effect in fighter.own.effects if effect.code != "declared")
    return (*found, *(effect_words(effect, words, _whom(view, effect)) for effect in told))


def _whom(view: FightView, effect: Effect) -> str:
    """The opponent against whom alone it counts: that of a clash [SK-CHG-3]."""
    return _("contre %s") % view.name_of(effect.of) if effect.code == "clash" else ""


def effect_words(effect: Effect, words: Mapping[str, str], whom: str = "") -> str:
    """An effect, whom it concerns, its weight and its end."""
    weight = ngettext("−%s dé", "−%s dés", effect.dice) % effect.dice if effect.dice else ""
    flat = signed(effect.flat) if effect.flat else ""
    named = " ".join(filter(None, (words.get(effect.code, effect.code), _where(effect), whom, weight, flat)))
    return f"{named}, {_end(effect)}"


def _where(effect: Effect) -> str:
    """The side of a wounded limb [SK-CRI-6]."""
    return f"({phrases(language())['choices'][f'hand:{effect.of}']})" if effect.of in ("left", "right") else ""


def care_words(effect: Effect, words: Words) -> str:
    """What a wound still asks for: rolls of every hour, care and its difficulty [SK-CRI-1, SK-CRI-5]."""
    row = critical_named(effect.code)
    if row is None:
        return ""
    told = []
    if row.hourly:
        told.append(_("chaque heure : %(trait)s %(difficulty)s, ou une blessure de plus")
                    % {"trait": words["endurance"], "difficulty": row.hourly})  # fmt: skip
    if care := difficulty(row):
        told.append(_("%(trait)s : difficulté %(difficulty)s") % {"trait": words["healing"], "difficulty": care})
    return " · ".join(told)


ENDS = {
    Until.ROLL: gettext_lazy("jusqu'au prochain jet"),
    Until.SEGMENT: gettext_lazy("jusqu'à la fin du segment"),
    Until.TURN: gettext_lazy("jusqu'à la fin du tour"),
    Until.FEAR: gettext_lazy("tant que dure la peur"),
    Until.RECOVERY: gettext_lazy("tant que durent ses blessures"),
    Until.STANDING: gettext_lazy("jusqu'à être debout"),
    Until.HOLD: gettext_lazy("tant que dure la prise"),
    Until.LIFTED: gettext_lazy("jusqu'à ce que le meneur le lève"),
}


def _end(effect: Effect) -> str:
    match effect:
        case Effect(until=Until.DEADLINE, limit=turn):
            return _("jusqu'au tour %s") % turn
        case Effect(until=Until.RECOVERY, limit=least) if least:
            return ngettext("tant que dure plus de %s blessure", "tant que durent plus de %s blessures", least) % least
        case Effect(until=Until.LIFTED, limit=hours) if hours:
            return ngettext("pour %s heure", "pour %s heures", hours) % hours
        case _:
            return str(ENDS[effect.until])

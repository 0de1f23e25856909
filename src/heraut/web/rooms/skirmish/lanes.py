"""The characters of a fight as rows of the tracker: slots, tracks, conditions, bonds; and the dice that are due."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from heraut.kernel.names import ClauseId
from heraut.skirmish.charges import Charge
from heraut.skirmish.fighter import Effect, Reflex, Until
from heraut.skirmish.harm import difficulty
from heraut.skirmish.missiles import Shoot
from heraut.skirmish.need import DiceNeed, Part, Pool
from heraut.skirmish.secrecy import Uncover
from heraut.skirmish.sheet import TrophyHead
from heraut.skirmish.state import FightStep
from heraut.skirmish.strikes import Strike
from heraut.skirmish.sums import fall_row
from heraut.skirmish.tables import critical_named
from heraut.skirmish.view import FighterView, FightView, OwnView
from heraut.speech.sentences import Language, phrases
from heraut.speech.typography import minus
from heraut.web.game import language
from heraut.web.rooms.skirmish.taps import Family, Tap, by_family
from heraut.web.sentences import amount, of, room_words


@dataclass(frozen=True, slots=True)
class RollReason:
    """A line of the breakdown; `against`: it makes the roll harder, not better."""

    label: str
    amount: str
    clause: ClauseId
    against: bool = False


@dataclass(frozen=True, slots=True)
class DueRoll:
    """A roll that is due."""

    who: str
    roll: str
    thrown: str
    difficulty: int | None
    reasons: tuple[RollReason, ...]


def due(view: FightView, spoken: Language) -> tuple[DueRoll, ...]:
    """Every roll that is due now."""
    pools = view.due.pools if isinstance(view.due, DiceNeed) else ()
    return tuple(_due(pool, view.name_of(pool.who), spoken) for pool in pools)


def signed(number: int) -> str:
    """+3, or −3 with a true minus sign."""
    return minus(f"{number:+d}")


def reasons(pool: Pool, spoken: Language) -> tuple[RollReason, ...]:
    """Why so many dice, and what they are up against."""
    return (*part_reasons(pool.parts, spoken), *part_reasons(pool.aims, spoken, against=True))


def part_reasons(parts: Iterable[Part], spoken: Language, *, against: bool = False) -> tuple[RollReason, ...]:
    """The lines of a breakdown; `against`: they make the roll harder."""
    words = room_words("skirmish", spoken)

    def reason(part: Part) -> RollReason:
        dice = minus(f"{part.dice}d") if part.dice else ""
        flat = minus(str(part.flat)) if against else signed(part.flat) if part.flat else ""
        return RollReason(words.get(part.code, part.code), " ".join(filter(None, (dice, flat))), part.clause, against)

    return tuple(map(reason, parts))


def _due(pool: Pool, who: str, spoken: Language) -> DueRoll:
    flat = minus(f" {'+' if pool.flat > 0 else '-'} {abs(pool.flat)}") if pool.flat else ""
    return DueRoll(
        who=who,
        roll=room_words("skirmish", spoken).get(pool.roll, pool.roll),
        thrown=f"{pool.dice}d{pool.sides}{flat}",
        difficulty=pool.difficulty,
        reasons=reasons(pool, spoken),
    )


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
    if left := fighter.long_left:
        yield ngettext("encore %s segment", "encore %s segments", left) % left


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


SEGMENTS = range(1, 6)
UNCOVER = Uncover.__name__
ATTACKS = tuple(kind.__name__ for kind in (Strike, Charge, Shoot))
MARKS = {"open": "●", "used": "✓", "swapped": "⇄", "struck": "✕", "lost": "✕", "passed": "–"}


@dataclass(frozen=True, slots=True)
class SegmentCell:
    """A segment of a character's turn."""

    segment: int
    fate: str
    mark: str
    now: bool


@dataclass(frozen=True, slots=True)
class Track:
    """A box per level, crossed once lost; only the number where the length is not the viewer's to know."""

    label: str
    mark: str
    lost: int
    boxes: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class Lane:
    """
    A character: a cell per segment, the tracks, the conditions, what he may do.

    `lead`: his buttons stand above everything, it is for him that one plays now.
    """

    fighter: FighterView
    cells: tuple[SegmentCell, ...]
    tracks: tuple[Track, ...]
    conditions: tuple[str, ...]
    held: str
    malus: int
    moves: tuple[Family, ...]
    uncover: Tap | None
    lead: bool
    acts: bool

    @property
    def mine(self) -> bool:
        return self.fighter.own is not None

    @property
    def strikes(self) -> bool:
        """Whether one of his buttons is a blow or a shot, with its odds."""
        return any(tap.type in ATTACKS for family in self.moves for tap in family.taps)

    @property
    def reflex(self) -> str:
        """What he does about a blow; a player's is asked unless he said otherwise."""
        return (self.fighter.own.reflex if self.fighter.own is not None else None) or Reflex.ASK


def lanes(view: FightView, taps: tuple[Tap, ...], spoken: Language) -> tuple[Lane, ...]:
    """Those who may act first, in the order of the segment; then the viewer's own; then the others."""
    words = room_words("skirmish", spoken)
    able = {one.who for one in taps if one.who and one.type != UNCOVER}
    places = {one.id: place for place, one in enumerate(queue(view))}
    ranked = sorted(
        view.fighters,
        key=lambda one: (
            one.out is not None,
            not acts(view, one, able),
            one.own is None,
            places.get(one.id, len(places)),
        ),
    )
    led = (one.id for one in ranked if one.id in able and (one.own is None or one.own.entrusted is None))
    first = next(led, "") if view.step is not FightStep.BEFORE else ""
    return tuple(lane(view, one, taps, words, lead=one.id == first, able=able) for one in ranked)


def queue(view: FightView) -> tuple[FighterView, ...]:
    """
    Those who still have an action in this segment, in the order in which they are asked [SK-PRI-7].

    Whoever must let an opponent act first stands behind those who need not [SK-PRI-2, SK-PRI-3, SK-WPN-3].
    """
    if view.step is FightStep.OVER:
        return ()
    known = {fighter.id: fighter for fighter in view.fighters}
    acting = [known[id] for id in view.actors if has_action(view, known[id])]
    ready = {one.id for one in acting}
    second = {
        order.other if order.first == order.one else order.one
        for order in view.orders
        if order.first is not None and order.first in ready
    }
    return tuple(sorted(acting, key=lambda one: one.id in second))


def has_action(view: FightView, fighter: FighterView) -> bool:
    """Whether he has an unused declared action in this segment."""
    return any(slot.segment == view.segment and slot.fate == "open" for slot in fighter.slots)


def acts(view: FightView, fighter: FighterView, able: set[str]) -> bool:
    """Whether he may do something now with an action of this segment, or is the one to announce."""
    return fighter.id in able and (has_action(view, fighter) or view.step is FightStep.ANNOUNCING)


def lane(  # noqa: PLR0913  # a row of the tracker is made of that many things
    view: FightView,
    fighter: FighterView,
    taps: tuple[Tap, ...],
    words: Mapping[str, str],
    *,
    lead: bool = False,
    able: set[str] | None = None,
) -> Lane:
    """One character's row; the one who leads has the keys 1 to 9."""
    own = tuple(one for one in taps if one.who == fighter.id)
    fates = {slot.segment: slot.fate.value for slot in fighter.slots}
    sheet = fighter.own.sheet if fighter.own is not None else None
    return Lane(
        fighter=fighter,
        cells=tuple(
            SegmentCell(one, fates.get(one, "none"), MARKS.get(fates.get(one, ""), "·"), one == view.segment)
            for one in SEGMENTS
        ),
        tracks=(
            _track(_("Blessures"), "skirmish-wound", fighter.wounds, sheet.wound_levels if sheet else None),
            _track(_("Fatigue"), "skirmish-tired", fighter.fatigue, sheet.fatigue_levels if sheet else None),
        ),
        conditions=(*conditions(view, fighter, words), *bonds(view, fighter, words)),
        held=", ".join(words.get(weapon, weapon) for weapon in fighter.held) if fighter.out is None else "",
        malus=sum(effect.dice for effect in (fighter.own.effects if fighter.own else ()) if effect.code == "declared"),
        moves=by_family(tuple(one for one in own if one.type != UNCOVER), fighter.foes, keyed=lead),
        uncover=next((one for one in own if one.type == UNCOVER), None),
        lead=lead,
        acts=acts(view, fighter, able or set()),
    )


def _track(label: str, mark: str, lost: int, length: int | None) -> Track:
    boxes = () if length is None else tuple(place < lost for place in range(max(lost, length)))
    return Track(label, mark, lost, boxes)


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

"""The chances of a fight, a variant beside it, what there is to decide in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from heraut.ask.battle import Within
from heraut.battle import advice, marker, melee, shooting
from heraut.battle.activation import NEW_TURN, Act, Activation, Ground, UnitTurn
from heraut.battle.advice import Option, Who
from heraut.battle.marker import MarkerCharge
from heraut.battle.melee import Melee
from heraut.battle.reasons import reasons_of_marker, reasons_of_melee, reasons_of_shot
from heraut.battle.shooting import Shooting, sight_is_blocked
from heraut.battle.summary import UnitFate, summarise_marker, summarise_melee, summarise_shot
from heraut.battle.unit import Aftermath
from heraut.dice import FAST, Law, Weight
from heraut.kernel.refusal import Reason, Refusal
from heraut.warband.profile import profiles
from heraut.warband.tables import OUR_DEFAULT, Overrides, ShootingWeapon, weapons
from heraut.web import sentences
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import query_of
from heraut.web.rooms.odds.form import (
    MOST_FATIGUE,
    MOST_FIGURES,
    Fields,
    UnitForm,
    read_unit,
)
from heraut.web.rooms.odds.house_rules import RULE, HouseRules, read_house_rules
from heraut.web.rooms.odds.page import Share, average, page, share, signed
from heraut.web.sentences import Fault

MOST_OPTIONS = 4


class AttackKind(StrEnum):
    """How one unit attacks the other."""

    CHARGE = "charge"
    SHOOT = "shoot"
    MARKER = "marker"


def _of(side: str, *names: str) -> frozenset[str]:
    return frozenset(f"{side}.{name}" for name in names)


UNASKED: Mapping[AttackKind, frozenset[str]] = {
    AttackKind.CHARGE: frozenset({"within", "in_range", "between"}),
    AttackKind.SHOOT: frozenset({"flown_over", "lands"})
    | _of("a", "cover", "close_ranks", "own_armour", "enemy_armour", "bodyguards", "extra_defence")
    | _of("d", "close_ranks", "enemy_armour", "bonus_dice", "extra_attack"),
    AttackKind.MARKER: frozenset({"within", "in_range", "between"})
    | _of("a", "cover", "close_ranks", "own_armour", "enemy_armour", "bodyguards", "extra_attack", "extra_defence")
    | _of("d", "unit", "figures", "fatigue", "cover", "close_ranks", "enemy_armour", "bodyguards")
    | _of("d", "bonus_dice", "extra_attack", "extra_defence"),
}
"""The fields that count for nothing in a kind of attack: they are not shown, and what stands in them is not read."""


@dataclass(frozen=True, slots=True)
class FightForm:
    """One variant of the question."""

    prefix: str
    kind: AttackKind
    within: Within
    in_range: int
    """The figures that reach the target and see it; 0 is all of them."""
    between: bool
    """Whether terrain or units stand between shooter and target; they hide no flying unit [AM-FLY-12]."""
    later: bool
    flown_over: int
    lands: Ground
    attacker: UnitForm
    defender: UnitForm
    rules: Overrides = OUR_DEFAULT

    @property
    def unasked(self) -> dict[str, str]:
        """By the name of a field, the kinds of attack in which it is not asked."""
        fields = {name for names in UNASKED.values() for name in names}
        return {self.prefix + name: " ".join(kind for kind in UNASKED if name in UNASKED[kind]) for name in fields}

    def as_charge(self) -> Melee:
        """The question as a charge."""
        return Melee(
            attacker=self.attacker.side,
            defender=self.defender.side,
            later=self.later,
            flown_over=self.flown_over,
            lands=self.lands,
            overrides=self.rules,
        )

    def as_shot(self) -> Shooting:
        """The question as a shot."""
        own, theirs = self.attacker.choices, self.defender.choices
        return Shooting(
            shooter=self.attacker.unit,
            target=self.defender.unit,
            within=self.within.stick,
            in_range=min(self.in_range, self.attacker.figures) or None,
            in_sight=not sight_is_blocked(self.defender.unit.profile, something_between=self.between),
            exploited=theirs.own_armour,
            bonus_dice=own.bonus_dice,
            extra_attack=own.extra_attack,
            extra_defence=theirs.extra_defence,
            shooter_advanced=own.advanced,
            target_advanced=theirs.advanced,
            bodyguards=theirs.bodyguards,
            turn=UnitTurn((Activation(Act.MOVE),)) if self.later else NEW_TURN,
            overrides=self.rules,
        )

    def described(self) -> Melee | Shooting | MarkerCharge:
        match self.kind:
            case AttackKind.SHOOT:
                return self.as_shot()
            case AttackKind.MARKER:
                return MarkerCharge(
                    charger=self.attacker.unit,
                    later=self.later,
                    flown_over=self.flown_over,
                    lands=self.lands,
                    exploited=self.defender.choices.own_armour,
                    bonus_dice=self.attacker.choices.bonus_dice,
                    advanced=self.attacker.choices.advanced or self.defender.choices.advanced,
                    overrides=self.rules,
                )
            case AttackKind.CHARGE:
                return self.as_charge()


def read_fight(fields: Fields, rules: Overrides = OUR_DEFAULT) -> FightForm:
    """The variant under this prefix; a distance nobody knows is beyond every stick."""
    return FightForm(
        fields.prefix,
        fields.word("kind", AttackKind.CHARGE),
        fields.word("within", Within.BEYOND) if fields.text("within", "L") != "L" else Within.L,
        fields.whole("in_range", most=MOST_FIGURES),
        fields.ticked("between"),
        fields.ticked("later"),
        fields.whole("flown_over", most=MOST_FATIGUE),
        fields.word("lands", Ground.OPEN),
        read_unit(fields.under("a."), "hearthguard.none"),
        read_unit(fields.under("d."), "warrior.none"),
        rules,
    )


def read_asked(fields: Fields, rules: Overrides = OUR_DEFAULT) -> FightForm:
    """The same variant as it counts: what its kind of attack does not ask is as on a fresh page."""
    return read_fight(fields.without(UNASKED[fields.word("kind", AttackKind.CHARGE)]), rules)


@require_safe
@needs(Action.VISIT)
def fight(request: HttpRequest) -> HttpResponse:
    """The address says everything, so that it can be kept and sent; a variant stands beside the first."""
    values = query_of(request).dict()
    house_rules = read_house_rules(Fields(values))
    rules = house_rules.overrides
    variants = [Fields(values)]
    if values.get("variant") == "on":
        variants.append(Fields({**_as_variant(values), **values}, "v."))
    context = {
        "variants": [(read_fight(one, rules), answer(read_asked(one, rules))) for one in variants],
        "variant": len(variants) > 1,
        "kinds": list(AttackKind),
        "grounds": list(Ground),
        "distances": list(Within),
        "advice": advise(read_asked(variants[0], rules)),
        "game": _match(request, values["game"]) if "game" in values else None,
        "shooters": list(_shooters(values, read_asked(variants[0], rules))),
    }
    return page(request, "fight", context, house_rules=house_rules, address=_address(values, house_rules))


def _shooters(values: Mapping[str, str], form: FightForm) -> Iterator[tuple[str, str]]:
    """Who of its kind of troops could take a shot that the unit asked about cannot: each with the address that asks."""
    asked = form.attacker.unit.profile
    if form.kind is not AttackKind.SHOOT or asked.weapon is not ShootingWeapon.NONE:
        return
    for key, row in profiles().items():
        if row.unit is asked.unit and row.weapon is not ShootingWeapon.NONE:
            yield key, urlencode({**values, "a.unit": key})


def _address(values: Mapping[str, str], house_rules: HouseRules) -> str:
    """What an address must say: not what a fresh page has anyway."""
    ours = {RULE + rule.key: rule.default for rule in house_rules.rules}
    fresh = {"kind": "charge", "within": "L", "lands": "open", "cover": "none"}
    kept = {
        name: value
        for name, value in values.items()
        if value != ours.get(name, fresh.get(name.rpartition(".")[2], "0"))
    }
    return urlencode(kept)


def _as_variant(values: Mapping[str, str]) -> dict[str, str]:
    """A variant begins as a copy of the first question; afterwards its own boxes may be empty."""
    begun = any(name.startswith("v.") for name in values)
    return {} if begun else {f"v.{name}": value for name, value in values.items()}


def _match(request: HttpRequest, stream: str) -> VisitedGame | None:
    """The match that rolls of this page go to, if this visitor may speak in it."""
    try:
        game = VisitedGame.of(request, stream)
    except Http404:
        return None
    return game if game.engine.id == "match" and game.visitor.may(Action.SPEAK) else None


@dataclass(frozen=True, slots=True)
class UnitAnswer:
    """What becomes of one unit."""

    side: str
    key: str
    lost: str
    law: list[dict[str, Any]]
    shares: tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """What an answer shows: laws to draw, chances to read, reasons to open; or what is wrong with the question."""

    units: tuple[UnitAnswer, ...] = ()
    shares: tuple[Share, ...] = ()
    reasons: tuple[Fault, ...] = ()
    faults: tuple[Fault, ...] = ()
    bar: tuple[Share, ...] = ()
    """The few chances a thumb wants to see while it changes the question."""


def answer(form: FightForm) -> ShownAnswer:
    """The answer to one variant."""
    match form.described():
        case Shooting() as shot:
            return _refused(shooting.refusal(shot)) or _shot(shot)
        case MarkerCharge() as charge:
            return _refused(marker.refusal(charge)) or _marker(charge)
        case Melee() as charge:
            return _refused(melee.refusal(charge)) or _melee(charge)


def _refused(refusal: Refusal | None) -> ShownAnswer | None:
    return None if refusal is None else ShownAnswer(faults=sentences.faults(refusal, language()))


def _melee(described: Melee) -> ShownAnswer:
    fight = melee.form(described)
    clash = melee.resolve(FAST, fight)
    summary = summarise_melee(clash, described)
    attacker, defender = described.attacker.unit.profile.key, described.defender.unit.profile.key
    units = (
        _unit("defender", defender, clash.defender, summary.defender, summary.defender_withdraws),
        _unit("attacker", attacker, clash.attacker, summary.attacker, summary.attacker_withdraws),
    )
    shares = (
        share("odds-wins", summary.attacker_wins),
        share("odds-tie", summary.tie),
        share("odds-defender-wins", summary.defender_wins),
    )
    bar = (
        share("odds-bar-wins", summary.attacker_wins),
        share("odds-bar-eliminates", summary.defender.eliminated),
        share("odds-bar-pushed-back", summary.attacker_withdraws),
    )
    return ShownAnswer(units, shares, _reasons(reasons_of_melee(described, fight)), bar=bar)


def _shot(described: Shooting) -> ShownAnswer:
    shot = shooting.form(described)
    law = shooting.resolve(FAST, shot)
    summary = summarise_shot(law, described)
    target, shooter = described.target.profile.key, described.shooter.profile.key
    units = [_unit("target", target, law.map(lambda end: end.target), summary.target)]
    if summary.shooter.eliminated:
        units.append(_unit("shooter", shooter, law.map(lambda end: end.shooter), summary.shooter))
    hits = law.chance(lambda end: end.target.removed > 0)
    bar = (share("odds-bar-hurts", hits), share("odds-bar-eliminates", summary.target.eliminated))
    return ShownAnswer(tuple(units), (), _reasons(reasons_of_shot(described, shot)), bar=bar)


def _marker(described: MarkerCharge) -> ShownAnswer:
    fight = marker.form(described)
    summary = summarise_marker(marker.resolve(FAST, fight))
    shares = (share("odds-destroyed", summary.destroyed), share("odds-pushed-back", summary.withdraws))
    return ShownAnswer((), shares, _reasons(reasons_of_marker(described, fight)), bar=shares)


def _unit(side: str, key: str, law: Law[Aftermath], fate: UnitFate, withdraws: Weight | None = None) -> UnitAnswer:
    removed = law.map(lambda end: end.removed)
    rows = [{"value": value, "p": float(weight)} for value, weight in sorted(removed.items())]
    shares = [share("odds-eliminated", fate.eliminated)]
    if withdraws is not None:
        shares.append(share("odds-pushed-back", withdraws))
    shares.append(share("odds-exhausted", fate.exhausted))
    return UnitAnswer(side, key, average(fate.removed), rows, tuple(shares))


def _reasons(reasons: Iterable[Reason]) -> tuple[Fault, ...]:
    return tuple(map(sentences.told, reasons))


@dataclass(frozen=True, slots=True)
class FightAdvice:
    """One thing to decide, and whose it is: its options, the best first; nothing is chosen for anybody."""

    word: str
    side: str
    choices: tuple[tuple[Option, str], ...]
    """Each with what it brings on the whole, in points."""


def advise(form: FightForm) -> list[FightAdvice]:
    """What there is to decide in a fight of two units, as they stand in the question."""
    if form.kind is AttackKind.MARKER:
        return []
    return [decision for decision in _decisions(form, form.as_charge()) if len(decision.choices) > 1]


def _decisions(form: FightForm, charge: Melee) -> Iterator[FightAdvice]:
    attacker, defender = form.attacker.unit, form.defender.unit
    if attacker.profile.weapon in weapons():
        yield _advice("shoot_or_charge", "attacker", advice.shoot_or_charge(form.as_shot(), charge))
    if form.kind is not AttackKind.CHARGE or melee.refusal(charge) is not None:
        return
    if defender.profile.may_close_ranks:
        yield _advice("close_ranks", "defender", advice.close_ranks(charge))
    sides: tuple[Who, Who] = ("attacker", "defender")
    for who in sides:
        yield _advice("spend_fatigue", who, advice.spend_fatigue(charge, who))


def _advice(word: str, side: str, options: tuple[Option, ...]) -> FightAdvice:
    """The best few, and to do nothing, which is listed first."""
    ranked = sorted(options, key=lambda option: -option.exchange.balance)
    ranked = [option for place, option in enumerate(ranked) if place < MOST_OPTIONS or option is options[0]]
    return FightAdvice(word, side, tuple((option, signed(option.exchange.balance)) for option in ranked))

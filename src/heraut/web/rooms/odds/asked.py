"""What an address of the odds asks: two units, a situation, what both sides choose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from heraut.battle.activation import NEW_TURN, Act, Activation, UnitTurn
from heraut.battle.marker import MarkerCharge
from heraut.battle.melee import Melee, MeleeSide
from heraut.battle.movement import Ground
from heraut.battle.shooting import Shooting
from heraut.battle.unit import Cover, Unit
from heraut.kernel.bounds import whole
from heraut.warband.overrides import OUR_DEFAULT, Overrides
from heraut.warband.profile import Profile, profiles
from heraut.warband.tables import troops
from heraut.warband.vocabulary import Distance

MOST_FIGURES, MOST_FATIGUE, MOST_DICE = 24, 9, 20


class Kind(StrEnum):
    """How one unit attacks the other."""

    CHARGE = "charge"
    SHOOT = "shoot"
    MARKER = "marker"


@dataclass(frozen=True, slots=True)
class Fields:
    """The values of an address, each read with what it must be."""

    values: Mapping[str, str]
    prefix: str = ""

    def text(self, name: str, default: str = "") -> str:
        return self.values.get(self.prefix + name, default)

    def whole(self, name: str, default: int = 0, *, least: int = 0, most: int = MOST_DICE) -> int:
        """A whole number, moved into its limits; what is no number counts as the default."""
        number = whole(self.text(name))
        return default if number is None or number < 0 else min(most, max(least, number))

    def ticked(self, name: str) -> bool:
        return self.text(name) == "on"

    def under(self, prefix: str) -> Fields:
        return Fields(self.values, self.prefix + prefix)


@dataclass(frozen=True, slots=True)
class UnitForm:
    """One side of the form, as it stands."""

    prefix: str
    key: str
    figures: int
    fatigue: int
    cover: str
    close_ranks: bool
    own_armour: int
    enemy_armour: int
    bodyguards: int
    bonus_dice: int
    extra_attack: int = 0
    extra_defence: int = 0

    @property
    def unit(self) -> Unit:
        return Unit(profiles()[self.key], self.figures, self.fatigue, Cover(self.cover))

    @property
    def side(self) -> MeleeSide:
        return MeleeSide(
            unit=self.unit,
            own_armour=self.own_armour,
            enemy_armour=self.enemy_armour,
            close_ranks=self.close_ranks,
            bodyguards=self.bodyguards,
            bonus_dice=self.bonus_dice,
            extra_attack=self.extra_attack,
            extra_defence=self.extra_defence,
        )


@dataclass(frozen=True, slots=True)
class FightForm:
    """One variant of the question."""

    prefix: str
    kind: Kind
    within: str
    in_range: int
    """The figures that reach the target and see it; 0 is all of them."""
    later: bool
    flown_over: int
    lands: str
    attacker: UnitForm
    defender: UnitForm
    rules: Overrides = OUR_DEFAULT

    @property
    def stick(self) -> Distance | None:
        """The shortest stick that reaches; None beyond L."""
        return Distance(self.within) if self.within in list(Distance) else None

    def as_charge(self) -> Melee:
        """The question as a charge."""
        return Melee(
            attacker=self.attacker.side,
            defender=self.defender.side,
            later=self.later,
            flown_over=self.flown_over,
            lands=Ground(self.lands),
            overrides=self.rules,
        )

    def as_shot(self) -> Shooting:
        """The question as a shot."""
        attacker, defender = self.attacker, self.defender
        return Shooting(
            shooter=attacker.unit,
            target=defender.unit,
            within=self.stick,
            in_range=min(self.in_range, attacker.figures) or None,
            exploited=defender.own_armour,
            bonus_dice=attacker.bonus_dice,
            extra_attack=attacker.extra_attack,
            extra_defence=defender.extra_defence,
            bodyguards=defender.bodyguards,
            turn=UnitTurn((Activation(Act.MOVE),)) if self.later else NEW_TURN,
            overrides=self.rules,
        )

    def described(self) -> Melee | Shooting | MarkerCharge:
        attacker, defender = self.attacker, self.defender
        match self.kind:
            case Kind.SHOOT:
                return self.as_shot()
            case Kind.MARKER:
                return MarkerCharge(
                    charger=attacker.unit,
                    later=self.later,
                    flown_over=self.flown_over,
                    lands=Ground(self.lands),
                    exploited=defender.own_armour,
                    bonus_dice=attacker.bonus_dice,
                    overrides=self.rules,
                )
            case _:
                return self.as_charge()


def read_fight(fields: Fields, rules: Overrides = OUR_DEFAULT) -> FightForm:
    """The variant under this prefix; what is missing or unknown is as on a fresh page."""
    kind, lands = fields.text("kind", "charge"), fields.text("lands", "open")
    return FightForm(
        fields.prefix,
        Kind(kind) if kind in list(Kind) else Kind.CHARGE,
        fields.text("within", "L"),
        fields.whole("in_range", most=MOST_FIGURES),
        fields.ticked("later"),
        fields.whole("flown_over", most=MOST_FATIGUE),
        lands if lands in list(Ground) else "open",
        read_unit(fields.under("a."), "hearthguard.none"),
        read_unit(fields.under("d."), "warrior.none"),
        rules,
    )


def read_unit(fields: Fields, default: str) -> UnitForm:
    """One unit of the form; what is missing or unknown is as on a fresh page."""
    key, cover = fields.text("unit", default), fields.text("cover", "none")
    known = key if key in profiles() else default
    return UnitForm(
        fields.prefix,
        known,
        fields.whole("figures", usual_figures(known), least=1, most=MOST_FIGURES),
        fields.whole("fatigue", most=MOST_FATIGUE),
        cover if cover in list(Cover) else "none",
        fields.ticked("close_ranks"),
        fields.whole("own_armour", most=MOST_FATIGUE),
        fields.whole("enemy_armour", most=MOST_FATIGUE),
        fields.whole("bodyguards", most=MOST_FIGURES),
        fields.whole("bonus_dice"),
        fields.whole("extra_attack"),
        fields.whole("extra_defence"),
    )


def usual_figures(key: str) -> int:
    """A unit as it is usually fielded: what one point buys, or as many as the unit may have."""
    troop = troops()[profiles()[key].unit]
    most = troop.size.last or troop.size.first
    return max(troop.size.first, min(troop.per_point or 1, most))


def groups() -> list[tuple[str, list[tuple[Profile, int]]]]:
    """The printed rows by kind of troops, each with its usual figures."""
    by_kind = groupby(profiles().values(), lambda row: row.unit)
    return [(unit, [(row, usual_figures(row.key)) for row in rows]) for unit, rows in by_kind]

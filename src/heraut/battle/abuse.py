"""Abuse of power: what magic does to a sorcerer who asks too much of it [A.9]."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from heraut.battle.unit import Aftermath, BattleCode, Tires, Unit, after, stand, winning_faces
from heraut.dice import Dice, Law
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.rulesets.editions import per_edition
from heraut.rulesets.tables import Span, check_cover, only_row, row_at, rows
from heraut.warband.tables import OUR_DEFAULT, SOURCE, Distance, Overrides, magic, number


class AbuseRow(msgspec.Struct, frozen=True):
    """A row of the table: dice for the sorcerer, what each success does, what happens anyway."""

    clause: ClauseId
    totals: Span
    dice: int = 0
    each: Literal["nothing", "fatigue", "cast_spell", "chosen_spell"] = "nothing"
    forgets_cast_from: int | None = None
    eliminated: bool = False
    blast: Distance | None = None
    tires_friends: Distance | None = None


class _Roll(msgspec.Struct, frozen=True):
    clause: ClauseId
    dice: int
    target: int


class Sorcerer(msgspec.Struct, frozen=True, kw_only=True):
    """
    A sorcerer whose spell at full effect has been resolved; the abuse roll follows [AM-ABUSE-2 to AM-ABUSE-4].

    `spells` are those it still knows, the one just cast included; `neighbours` the units within S of it.
    """

    fatigue: int = 0
    imposing: bool = False
    spells: int | None = None
    neighbours: int = 0

    @property
    def threshold(self) -> int:
        """Its own exhaustion threshold [AM-ABUSE-6]."""
        return number("imposing_threshold" if self.imposing else "exhaustion_threshold")

    @property
    def known(self) -> int:
        """The spells it knows [CORE-MAGIC-1]."""
        return magic().spells if self.spells is None else self.spells


class Abuse(NamedTuple):
    """
    What an abuse roll does.

    `forgets_cast` is the spell just cast; `forgets` counts the spells its owner picks. `blasted` counts the units
    within S that suffer one casualty; `tires_friends` says that each friend within M receives 1 fatigue. An eliminated
    sorcerer tires its friends within S besides [AM-ABUSE-9].
    """

    total: int
    fatigue: int = 0
    eliminated: bool = False
    forgets_cast: bool = False
    forgets: int = 0
    blasted: int = 0
    tires_friends: bool = False

    @property
    def friends_tire(self) -> int:
        """The fatigue of each friendly unit within S for its elimination [AM-ABUSE-9, CORE-FAT-5]."""
        return 1 if self.eliminated else 0


Effect = Literal["lowest", "middle", "maximum"]


@per_edition
def table() -> tuple[AbuseRow, ...]:
    """The rows, in the order of the totals."""
    found = rows(SOURCE, "abuse", "row", AbuseRow)
    check_cover(f"{SOURCE}/abuse.toml", (row.totals for row in found), first=2, last=12)
    return found


def _roll() -> _Roll:
    return only_row(SOURCE, "abuse", "roll", _Roll)


def is_due(effect: Effect) -> bool:
    """Only a spell at its maximum effect leads to the roll [AM-ABUSE-2]."""
    return effect == "maximum"


def refusal(caster: Sorcerer) -> Refusal | None:
    """A sorcerer already exhausted may not cast [AM-ABUSE-5]."""
    if caster.fatigue < caster.threshold:
        return None
    return Refusal(ClauseId("AM-ABUSE-5"), BattleCode.ABUSE_EXHAUSTED, None, caster.fatigue, caster.threshold - 1)


def resolve(dice: Dice, caster: Sorcerer) -> Law[Abuse]:
    """Two dice for the row, the dice of the row, then one per unit within S if it blasts [SEQ-RNG-2]."""
    return dice.total("abuse", _roll().dice).then(lambda total: _row(dice, caster, total))


def _row(dice: Dice, caster: Sorcerer, total: int) -> Law[Abuse]:
    row = row_at(table(), total, lambda row: row.totals)
    winning = winning_faces(_roll().target)
    if row.blast is not None:
        hurt = dice.successes("abuse_blast", caster.neighbours, winning)
        return hurt.map(lambda count: Abuse(total, eliminated=row.eliminated, blasted=count))
    return dice.successes("abuse_row", row.dice, winning).map(lambda count: _suffered(row, caster, total, count))


def _suffered(row: AbuseRow, caster: Sorcerer, total: int, successes: int) -> Abuse:
    match row.each:
        case "fatigue":
            exhausted = caster.fatigue + successes >= caster.threshold
            forgets = row.forgets_cast_from is not None and successes >= row.forgets_cast_from
            return Abuse(total, successes, eliminated=exhausted, forgets_cast=forgets)
        case "cast_spell":
            return Abuse(total, forgets_cast=successes > 0)
        case "chosen_spell":
            return Abuse(total, forgets=min(successes, caster.known))
        case _:
            return Abuse(total, eliminated=row.eliminated, tires_friends=row.tires_friends is not None)


def blast(unit: Unit, overrides: Overrides = OUR_DEFAULT, *, bodyguards: int = 0) -> Aftermath:
    """A unit within S that suffers the casualty of a blast; its resilience and bodyguards help it [AM-ABUSE-R2-2]."""
    hit = stand(unit, overrides, resilience=unit.profile.resilience, bodyguards=bodyguards, tires=Tires.NEVER)
    return after(hit, 1)

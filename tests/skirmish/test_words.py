"""Whatever the rules call a roll, a modifier, a condition or a choice, people read it in words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from heraut.kernel.message import Command, Event
from heraut.kernel.names import ORGANISER, ClauseId
from heraut.kernel.refusal import HouseCode, house
from heraut.rulesets.tables import rows
from heraut.skirmish import engine, tables
from heraut.skirmish.answers import DiceRolled, Overridden, Ruled
from heraut.skirmish.checks import beyond_limits
from heraut.skirmish.effects import Burden, EffectChanged, EffectGained
from heraut.skirmish.engagement import Parted
from heraut.skirmish.fighter import Effect, Moment, Until
from heraut.skirmish.game_master import ASIDE, CallRoll
from heraut.skirmish.harm import Harmed, PutOut
from heraut.skirmish.moves import Slowed
from heraut.skirmish.orders import Order, OrderBegan, OrderKind, TacticSet
from heraut.skirmish.slots import BeginLong, LossCarried, OrderClosed
from heraut.skirmish.state import FightStep
from heraut.skirmish.tables import CriticalRow, FaceRow, FightNumber
from heraut.speech.sentences import LANGUAGES, Language, phrases, say_event, say_fault

NAMING = {"Part", "gain", "roll", "roll_table", "build", "courage", "shaken", "fall_out", "spend", "decide_between"}
"""The calls whose words are shown: in breakdowns, conditions, the log, on buttons."""
TABLES = (
    tables.zones, tables.situations, tables.grounds, tables.draws, tables.directions, tables.sizes, tables.visibilities,
    tables.displays, tables.positions, tables.tactics,
)  # fmt: skip


def named_in_rules() -> Iterator[str]:
    for file in Path(engine.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NAMING:
                found = (inner.value for inner in ast.walk(node) if isinstance(inner, ast.Constant))
                yield from (word for word in found if isinstance(word, str) and word.islower())


def named_in_tables() -> Iterator[str]:
    for table in TABLES:
        yield from table()
    for kind, key in ((CriticalRow, "critical"), (FaceRow, "face")):
        yield from (row.code for row in rows(tables.SOURCE, "critical", key, kind))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_of_the_rules_has_its_word(language: Language):
    words = phrases(language)["words"]
    numbers = {row.id for row in rows(tables.SOURCE, "numbers", "number", FightNumber)}
    codes = {*named_in_rules(), *named_in_tables(), *(how for how in ASIDE if how != "back")} - numbers
    asked = {code for code in codes if code.startswith("skirmish-")}

    assert {code for code in codes - asked if code not in words and f"skirmish:{code}" not in words} == set()
    assert {code for code in asked if code not in phrases(language)["awaits"]} == set()


def gained(code: str, **weight: int) -> EffectGained:
    effect = Effect(code=code, clause=ClauseId("SK-GRP-2"), since=Moment(1, 1), until=Until.HOLD, **weight)
    return EffectGained(who="Ari", code=code, effect=effect)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (OrderClosed(who="Ari"), "L'ordre d'Ari est clos."),
        (OrderClosed(who="Ari", lost=True), "L'ordre d'Ari est interrompu : les actions dépensées sont perdues."),
        (TacticSet(who="Ari", gain="defence", bonus=2), "Tactique d'Ari : défense +2."),
        (TacticSet(who="Ari", bonus=0), "La tactique d'Ari ne donne plus rien."),
        (gained("restraint", dice=2), "Ari subit désormais : entrave (2 dés en moins)."),
        (gained("prone", flat=-5), "Désormais pour Ari : à terre (−5)."),
        (EffectChanged(who="Ari", code="fear", dice=1), "L'état d'Ari change : peur (1 dé en moins)."),
        (EffectChanged(who="Ari", code="fear"), "Fin d'un effet pour Ari : peur."),
        (Slowed(by=Fraction(1)), "Les déplacements de tous sont réduits de 1 m/s."),
        (Slowed(by=Fraction(1), who="Ari"), "Les déplacements d'Ari sont réduits de 1 m/s."),
        (LossCarried(who="Ari", first=True), "Ari perdra sa première action du prochain tour."),
        (
            Overridden(who="Ari", number="flat", computed=2, value=3),
            "Le meneur change un nombre du jet d'Ari (le nombre ajouté) : 3 au lieu de 2.",
        ),
        (
            Overridden(who="Ari", number="result", computed=4, value=40),
            "Le meneur fixe un nombre du jet d'Ari (le résultat, sans lancer) : 40.",
        ),
        (Parted(who="Ari", target="Bo"), "Ari quitte le corps à corps avec Bo."),
        (Harmed(who="Ari", wounds=2, fatigue=1), "Ari perd 2 niveaux de blessure et 1 de fatigue."),
        (Harmed(who="Ari", wounds=2, fatigue=0), "Ari perd 2 niveaux de blessure."),
        (Harmed(who="Ari", wounds=0, fatigue=1), "Ari perd 1 niveau de fatigue."),
        (PutOut(who="Ari", how="unconscious"), "Ari est hors de combat : sans connaissance."),
        (
            DiceRolled(who="Ari", roll="attack", faces=(), total=40, clause=ClauseId("SK-STR-4")),
            "Ari, sans lancer (attaque) : 40.",
        ),
    ],
)  # fmt: skip
@pytest.mark.clause("SK-CMD-8", "SK-CMD-15", "SK-GEN-6", "SK-GRP-2", "SK-TER-11", "SK-MOV-7", "SK-CON-3")
def test_the_log_tells_how_much_of_whom_and_whether_it_is_over(event: Event, said: str):
    assert say_event(event, "fr").replace("\N{NO-BREAK SPACE}", " ").replace("’", "'") == said


@pytest.mark.clause("SK-CMD-6")
def test_the_log_names_the_order_a_chief_gives():
    order = Order(seat=ORGANISER, who="Ari", order=OrderKind.HEARTEN, men=("Bo",))

    assert (
        say_event(OrderBegan(who="Ari", order=order, needed=2), "en")
        == "Ari gives an order (hearten): 2 actions in all."
    )


def test_everything_the_fight_asks_somebody_for_is_called_by_words():
    sources = "".join(file.read_text() for file in Path(engine.__file__).parent.glob("*.py"))
    codes = set(re.findall(r'(?:rule|decide_between)\([^"]*"(skirmish-[a-z-]+)"', sources))

    assert {"skirmish-freeze", "skirmish-follow"} <= codes
    for language in LANGUAGES:
        assert codes <= set(phrases(language)["words"])
        ruled = (Ruled(ruling=code, value=1, offered=2, clause=ClauseId("SK-GEN-6")) for code in codes)
        said = [say_event(event, language) for event in ruled]
        assert not [each for each in said if "skirmish-" in each]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_comes_at_the_wrong_moment_is_told_the_moment_in_words(language: Language):
    told = [say_fault(house(HouseCode.WRONG_PHASE, step.value), language) for step in FightStep]

    assert not [each for each, step in zip(told, FightStep, strict=True) if f"({step.value})" in each]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (Burden(who="Ari", flat=999), "À ajouter à ses jets (négatif : à retrancher) : il faut −200 à 200, pas 999."),
        (CallRoll(who="Ari", trait="soak", difficulty=999), "Difficulté : il faut −200 à 200, pas 999."),
        (
            BeginLong(seat=ORGANISER, who="Ari", name="x" * 201),
            "« Quelle action » est trop long : 201, pour 200 au plus.",
        ),
    ],
)
@pytest.mark.clause("SK-GEN-6")
def test_a_number_or_a_text_beyond_all_limits_is_told_by_the_label_of_its_field(command: Command, said: str):
    refusal = beyond_limits(command)

    assert refusal is not None
    spaces = str.maketrans({"\N{NO-BREAK SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " ", "’": "'"})
    assert say_fault(refusal, "fr").translate(spaces).startswith(said)

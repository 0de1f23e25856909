"""Names are free, ids are narrow: rules go by ids, sentences say names."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from heraut.kernel.codec import encode
from heraut.kernel.names import MOST_NAME, ORGANISER, is_id
from heraut.kernel.refusal import Refusal
from heraut.kernel.slugs import lasting_id
from heraut.rulesets.editions import in_force
from heraut.skirmish import engine
from heraut.skirmish.settings import Enlisted, Settings
from heraut.skirmish.sheet_text import samples
from heraut.skirmish.state import State, side_id, start, unit_id
from heraut.speech.sentences import LANGUAGES, Language, say_awaited, say_event, say_refusal
from shape.games import GAMES
from shape.play import random_game
from skirmish.build import ANA

SKIRMISH = next(game for game in GAMES if game.id == "skirmish")
CALLED = ("Garde 1/2", "<b>", "é", "שלום", "🛡" * 60, "organiser", "Fate", "dead", "1-2", "a, b")


def settings(*entries: Enlisted) -> Settings:
    return Settings(players={ANA: "Ana"}, fighters=entries)


def called(*names: str, count: int = 1) -> Settings:
    sheet = samples()["archer"]
    return settings(
        *(Enlisted(name=name, side=str(place % 2), sheet=sheet, count=count) for place, name in enumerate(names))
    )


def fought(asked: Settings) -> State:
    state = start(asked, engine.rules)
    assert isinstance(state, State), state
    return state


def faults(asked: Settings) -> list[tuple[str, str]]:
    refusal = start(asked, engine.rules)
    assert isinstance(refusal, Refusal)
    return [(fault.clause, fault.code) for fault in refusal.all()]


ANY_NAME = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=MOST_NAME)


@pytest.mark.clause("HOUSE-NAME-2")
@given(st.lists(ANY_NAME, min_size=1, max_size=12, unique=True), st.integers(1, 3))
@example(list(CALLED), 2)
def test_whatever_people_are_called_each_has_a_narrow_id_of_his_own(names: list[str], count: int):
    fighters = fought(called(*names, count=count)).fighters

    assert len(fighters) == count * len(names)
    assert [id for id in fighters if not is_id(id)] == []
    assert {id.lower() for id in fighters} == set(fighters)
    numbered = [name if count == 1 else f"{name} {place}" for name in names for place in range(1, count + 1)]
    assert [fighter.name for fighter in fighters.values()] == numbered


def test_an_id_never_changes_and_tells_nothing_of_others():
    assert [lasting_id(name) for name in ("Garde 1/2", "Fate", "é", "李")] == [
        "garde-12-5d9e0e", "fate-2-62d80b", "e-092ff1", "xb7604eace889-5e67df",
    ]  # fmt: skip
    alone, among = fought(called("Garde", "Chef")), fought(called("Espion", "garde", "Garde", "Chef"))
    assert [*alone.fighters] == [*among.fighters][2:]


@pytest.mark.clause("HOUSE-NAME-2")
def test_an_id_a_program_gives_is_narrow_and_nobody_elses():
    sheet = samples()["archer"]

    def entry(id: str, name: str = "", **fields: object) -> Enlisted:
        return Enlisted(id=id, name=name, side="one", sheet=sheet, **fields)

    assert [*fought(settings(entry("a"), entry("b", "Garde", count=2))).fighters] == ["a", "b-1", "b-2"]
    for wrong in ("Garde 1/2", "é", "a b", "a" * 65, "a\n", "<b>", "."):
        assert faults(settings(entry(wrong))) == [("HOUSE-NAME-2", "not-an-id")]
    for taken in (ANA, ORGANISER, "fate"):
        assert faults(settings(entry(taken, "Arn"))) == [("HOUSE-NAME-2", "same-id-twice")]
    assert faults(settings(entry("a-1", "Arn"), entry("a", "Bo", count=2))) == [("HOUSE-NAME-2", "same-id-twice")]
    assert faults(settings(entry("a", "Arn"), entry("b", "Arn"))) == [("SK-DICE-21", "skirmish-same-name-twice")]
    assert faults(settings(entry(""))) == [("SK-DICE-21", "skirmish-bad-line")]


@pytest.mark.clause("HOUSE-NAME-2")
@given(st.lists(ANY_NAME, min_size=1, max_size=8, unique=True))
@example(list(CALLED))
def test_whatever_sides_and_units_are_called_each_has_a_narrow_id_of_its_own(names: list[str]):
    """A side, its unit and a character may all be called the same; two sides may each have a unit of one name."""
    sheet = samples()["archer"]
    men = [Enlisted(name=name, side=name, unit=name, sheet=sheet) for name in names]
    last = f"{max(names)}~"[-MOST_NAME:]
    other = Enlisted(name=last, side=last, unit=names[0], sheet=sheet)
    state = fought(settings(*men, other))
    ids = [id for one in state.fighters.values() for id in (one.id, one.side, one.unit) if id]

    assert [id for id in ids if not is_id(id)] == []
    assert len(set(ids)) == len(ids)
    known = engine.called(state)
    for one, seen in zip(state.fighters.values(), engine.view(state, ORGANISER).fighters, strict=True):
        assert (known[one.side], known[one.id]) == (seen.side_name, seen.name) == (one.name, one.name)
        assert known.get(one.unit, "") == seen.unit_name


@pytest.mark.clause("HOUSE-NAME-2")
def test_two_lines_that_name_one_side_or_one_unit_mean_the_same_one():
    sheet = samples()["archer"]
    men = (Enlisted(name=name, side="Garde", unit="Première", sheet=sheet) for name in ("Arn", "Bo"))
    state = fought(settings(*men, Enlisted(name="Ce", side="garde", unit="Première", sheet=sheet)))
    arn, bo, ce = state.fighters.values()

    assert (arn.side, arn.unit) == (bo.side, bo.unit)
    assert (arn.side != ce.side, arn.unit != ce.unit) == (True, True)


@pytest.mark.clause("HOUSE-NAME-2")
def test_an_id_that_a_side_or_a_unit_has_is_no_characters():
    sheet = samples()["archer"]
    for taken in (side_id("Garde"), unit_id("Garde", "Première")):
        mixed = Enlisted(id=taken, name="Arn", side="Garde", unit="Première", sheet=sheet)
        assert faults(settings(mixed)) == [("HOUSE-NAME-2", "same-id-twice")]


@pytest.mark.clause("HOUSE-NAME-2")
def test_in_fights_begun_before_the_name_of_a_side_and_of_a_unit_is_its_id():
    entry = Enlisted(name="Arn", side="Garde 1/2", unit="<b>", sheet=samples()["archer"])
    with in_force(3):
        state = fought(settings(entry))
        (seen,) = engine.view(state, None).fighters

    assert (seen.side, seen.side_name, seen.unit, seen.unit_name) == ("Garde 1/2", "Garde 1/2", "<b>", "<b>")
    assert b"side_name" not in encode(seen)
    assert engine.called(state) == {lasting_id("Arn"): "Arn"}


@pytest.mark.parametrize("chief", ["Chef d'Île", lasting_id("Chef d'Île")])
def test_a_chief_is_named_by_name_or_by_id(chief: str):
    sheet = samples()["chief"]
    men = Enlisted(name="Homme", side="one", sheet=sheet, chief=chief, count=2)
    state = fought(settings(men, Enlisted(name="Chef d'Île", side="one", sheet=sheet)))

    assert [man.name for man in state.men_of(lasting_id("Chef d'Île"))] == ["Homme 1", "Homme 2"]


@pytest.mark.clause("HOUSE-NAME-2")
@pytest.mark.parametrize("edition", [1, 2])
def test_in_fights_begun_before_a_name_is_the_id(edition: int):
    sheet = samples()["archer"]
    old = settings(
        Enlisted(id="Garde 1/2", side="one", sheet=sheet), Enlisted(id="é", side="two", sheet=sheet, count=2)
    )
    with in_force(edition):
        state = fought(old)

    assert [(one.id, one.name) for one in state.fighters.values()] == [
        (name, name) for name in ("Garde 1/2", "é 1", "é 2")
    ]
    assert b'"name"' not in encode(engine.view(state, None).fighters[0])
    assert engine.called(state) == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_sentence_of_a_fight_says_names_and_no_ids(language: Language, seed: int):
    game = replace(SKIRMISH, settings=encode(called(*CALLED)).decode(), steps=600, ends=False)
    ids = [*game.start().fighters]
    told = []
    for step in random_game(game, seed):
        names = engine.called(step.after)
        told += [say_event(event, language, names) for event in step.events]
        told += [say_awaited(one, language, names) for one in engine.awaits(step.after, ORGANISER)]
        again = engine.decide(step.after, step.command)
        told += [say_refusal(again, language, names)] if isinstance(again, Refusal) else []

    assert [sentence for sentence in told for id in ids if id in sentence] == []
    assert [name for name in CALLED if not any(name in sentence for sentence in told)] == []

"""A new scenario of a known kind is a data file: dropped into a ruleset, it is listed, drawn, checked and played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from heraut import catalogue
from heraut.press.diagram import diagram
from heraut.rulesets import tables
from heraut.rulesets.tables import BrokenTable
from heraut.scenario import engine, library
from heraut.scenario.definition import ElementKind
from heraut.scenario.library import every, find
from heraut.scenario.markers import ClaimMarker
from heraut.scenario.signing import Sign, result
from heraut.speech.sentences import LANGUAGES
from scenario.build import ANA, BEN, FIRST, SECOND, ends, piece, plan, play, playing

PAGE = Path(__file__).parents[2] / "docs" / "scenarios.md"
CACHED = (tables.read, tables.rows, tables.listed, library.sources, library.find)


def forget() -> None:
    for each in CACHED:
        each.cache_clear()


@pytest.fixture
def ruleset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder beside the one we ship; what it holds is forgotten afterwards."""
    monkeypatch.setattr(tables, "FOLDERS", (*tables.FOLDERS, str(tmp_path)))
    forget()
    folder = tmp_path / "saga_tournament" / "scenarios"
    folder.mkdir(parents=True)
    yield folder
    monkeypatch.undo()
    forget()


def example() -> str:
    """The file that `docs/scenarios.md` shows whole."""
    found = re.search(r"```toml\n(\[\[scenario\]\].*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found.group(1)


def test_the_example_of_the_guide_is_listed_drawn_and_asked_about(ruleset: Path):
    (ruleset / "ford.toml").write_text(example(), encoding="utf-8")
    listed = catalogue.question("scenario.list").ask("{}")

    assert [one.id for one in every("saga_tournament")][-1] == "ford"
    assert "ford" in str(listed)
    for language in LANGUAGES:
        drawn = diagram(find("ford"), language)  # type: ignore[arg-type]  # it was just listed
        assert drawn.count("<circle") >= 2
        assert "≈" not in drawn


def test_the_example_of_the_guide_is_played_to_its_signatures(ruleset: Path):
    (ruleset / "ford.toml").write_text(example(), encoding="utf-8")
    state = play(playing("ford"), *ends(1, 2), ClaimMarker(ANA, "ford_left"), *ends(3, 10))
    points = engine.view(state, ANA).sheet.points
    done = play(state, Sign(ANA, points[FIRST], points[SECOND]), Sign(BEN, points[FIRST], points[SECOND]))
    told = result(done)

    assert points == {FIRST: 8, SECOND: 0}
    assert told is not None
    assert (told.settled, told.winner, told.scenario) == (True, FIRST, "ford")


def test_its_table_is_checked_like_any_other(ruleset: Path):
    (ruleset / "ford.toml").write_text(example(), encoding="utf-8")
    near = plan("ford", piece("wood", 13, 15))
    far = plan("ford", piece("wood", 20, 4))

    assert [(one.clause, one.ok) for one in near.check() if not one.ok] == [("ST-TER-3", False)]
    assert all(one.ok for one in far.check())
    assert [one.id for one in find("ford").of_kind(ElementKind.MARKER)] == ["ford_left", "ford_right"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (('id = "ford"', 'id = "other"'), "it calls itself"),
        (('zone = "zone_p1"', 'zone = "zone_p9"'), "missing"),
        (('kind = "held"', 'kind = "guessed"'), "Invalid value"),
        (('clause = "ST-CAP-14"', 'clause = "ST-NO-1"'), "unknown clause"),
    ],
)
def test_a_file_that_cannot_be_right_is_rejected_by_name(ruleset: Path, damage: tuple[str, str], told: str):
    (ruleset / "ford.toml").write_text(example().replace(*damage), encoding="utf-8")

    with pytest.raises(BrokenTable, match=told):
        find("ford")

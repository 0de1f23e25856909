"""A game is played to its end under the tables it began with, and a released table is never edited."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from heraut import catalogue, rulesets
from heraut.journal.history import History, under_rules
from heraut.kernel.journal import Header
from heraut.kernel.names import EngineId, Instant, RulesVersion, Seat, StreamId
from heraut.rulesets import editions, tables
from heraut.rulesets.editions import UnknownEdition, edition_of, in_force, per_edition
from heraut.rulesets.tables import read, rows
from heraut.tournament.saga.scoring import PointsRow

FOLDER = Path(rulesets.__file__).parent


@pytest.fixture
def second_edition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An edition 2 that changes one table and leaves all else as it was."""
    target = tmp_path / "editions" / "2" / "ranking"
    target.mkdir(parents=True)
    (target / "orders.toml").write_text('[[order]]\nmark = "second"\n', encoding="utf-8")
    monkeypatch.setattr(tables, "FOLDERS", (str(tmp_path), *tables.FOLDERS))
    cleared = (read, rows, tables.listed)
    for each in cleared:
        each.cache_clear()  # type: ignore[attr-defined]
    yield
    for each in cleared:
        each.cache_clear()  # type: ignore[attr-defined]


@pytest.mark.usefixtures("second_edition")
def test_each_edition_has_its_own_table_and_the_rest_is_as_before():
    with in_force(2):
        assert read("ranking", "orders") == {"order": [{"mark": "second"}]}
        assert len(rows("saga_tournament", "points", "points", PointsRow)) > 1
    with in_force(1):
        assert "mark" not in read("ranking", "orders")["order"][0]


@pytest.mark.usefixtures("second_edition")
def test_what_is_remembered_of_a_table_is_remembered_for_its_edition():
    @per_edition
    def first_order() -> object:
        return read("ranking", "orders")["order"][0].get("mark")

    with in_force(2):
        assert first_order() == "second"
    with in_force(1):
        assert first_order() is None
    with in_force(2):
        assert first_order() == "second"


@pytest.mark.usefixtures("second_edition")
def test_an_engine_answers_under_the_edition_of_its_stream_and_leaves_the_others_alone():
    class Telling:
        id = rules = settings = commands = events = None
        start = decide = evolve = view = awaits = staticmethod(lambda *_: editions.current())
        next_tick = seats = stand_ins = called = complete = staticmethod(lambda *_: editions.current())

        @staticmethod
        def legal(_state: object, _seat: object) -> Iterator[int]:
            yield editions.current()
            yield editions.current()

    old = under_rules(Telling(), RulesVersion("tournament/1"))  # type: ignore[arg-type]
    new = under_rules(Telling(), RulesVersion("tournament/2"))  # type: ignore[arg-type]

    assert (old.view(None, None), new.view(None, None)) == (1, 2)
    assert [ask(None, None) for ask in (old.start, old.decide, old.evolve, old.awaits)] == [1] * 4
    assert old.complete(None, None) == 1
    assert [ask(None) for ask in (old.next_tick, old.seats, old.stand_ins, old.called)] == [1] * 4
    with in_force(2):
        offered = old.legal(None, Seat("ana"))
        assert (next(iter(offered)), editions.current()) == (1, 2)
        assert list(old.legal(None, Seat("ana"))) == [1, 1]


def test_the_settings_of_a_stream_are_read_under_its_edition():
    read_under: list[int] = []

    class Noted(msgspec.Struct):
        def __post_init__(self) -> None:
            read_under.append(editions.current())

    class Opening:
        id = rules = commands = events = None
        settings = Noted
        start = staticmethod(lambda settings, _rules: settings)
        decide = evolve = view = legal = awaits = next_tick = seats = stand_ins = called = complete = None

    header = Header(
        stream=StreamId("s"), engine=EngineId("tournament"), rules=RulesVersion("tournament/1"), title="",
        settings=msgspec.Raw(b"{}"), created=Instant(0),
    )  # fmt: skip
    History(Opening(), header)  # type: ignore[arg-type]

    assert read_under == [1]


@pytest.mark.parametrize("rules", ["tournament/9", "tournament/0", "tournament", "", "match/99999"])
def test_rules_newer_than_this_program_are_refused(rules: str):
    with pytest.raises(UnknownEdition, match="update"):
        edition_of(rules)


def test_the_newest_edition_is_the_newest_an_engine_plays_by():
    assert max(edition_of(catalogue.engine(id).rules) for id in catalogue.ENGINES) == editions.NEWEST


def digests() -> dict[str, dict[str, str]]:
    """The content of every table, comments aside, by edition and by file."""
    found: dict[str, dict[str, str]] = {}
    for file in sorted(FOLDER.rglob("*.toml")):
        parts = file.relative_to(FOLDER).parts
        edition, parts = (parts[1], parts[2:]) if parts[0] == "editions" else ("1", parts)
        content = json.dumps(tomllib.loads(file.read_text(encoding="utf-8")), sort_keys=True, default=str)
        found.setdefault(edition, {})["/".join(parts)] = hashlib.sha256(content.encode()).hexdigest()[:16]
    return found


def test_a_released_table_is_never_edited():
    """To change one, put the changed file under `rulesets/editions/N/` and raise `editions.NEWEST`."""
    released = tomllib.loads((Path(__file__).parent / "released.toml").read_text(encoding="utf-8"))
    now = digests()

    assert {edition: now[edition] for edition in released} == released

"""Band against band: the exact laws of the rules, a duel exactly, larger fights sampled and marked so."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path

import pytest

from heraut.ask.battle import MELEE, MeleeAsked
from heraut.ask.units import UnitAsked
from heraut.battle.series import UnitLeft
from heraut.cli import ANSWERED, BAD_INPUT, run
from heraut.lab.battlefield import Battlefield, FightTally, exact_duel, match_ups
from heraut.lab.fights import compute_fight, fight_blocks, read_fight
from heraut.lab.jobs import encoded

DUEL = '{"mine": [{"unit": "warrior", "figures": 8}], "theirs": [{"unit": "hearthguard", "figures": 4}]}'
BANDS = """{"mine": [{"unit": "hearthguard", "figures": 4}, {"unit": "levy", "figures": 12}],
            "theirs": [{"unit": "warrior", "figures": 8}], "turns": 3}"""


def test_a_charge_has_the_law_that_the_question_of_a_melee_answers():
    (found,) = match_ups(read_fight(DUEL, 0, 1))
    warriors, guards = UnitAsked(unit="warrior", figures=8), UnitAsked(unit="hearthguard", figures=4)  # type: ignore[arg-type]
    answer = MELEE.reply(MeleeAsked(attacker=warriors, defender=guards))

    law = answer.answer.law  # type: ignore[union-attr]
    gone = sum(row.p for row in law if row.value[7])
    lost = sum(row.p * row.value[4] for row in law)
    assert float(found.eliminates) == pytest.approx(gone)
    assert float(found.takes) == pytest.approx(lost)


def test_a_charge_that_promises_nothing_is_not_run_for_a_rounding_error():
    job = read_fight('{"mine": [{"unit": "warrior", "figures": 8}], "theirs": [{"unit": "levy", "figures": 12}]}', 0, 1)
    field = Battlefield(job)

    (found,) = match_ups(job)
    assert (found.takes, found.loses) == (Fraction(8, 3), 2)
    standing = (UnitLeft(6, 1, 0), UnitLeft(8, 1, 0))
    assert field.charge(0, standing[0], 1, standing[1])[0] == 0
    assert field.choice(standing, 0) == 0  # it rests


def test_a_duel_is_exact_and_the_sample_agrees():
    job = read_fight(DUEL, 3, 2000)
    exact = exact_duel(job)
    assert exact is not None

    total = FightTally()
    for block in fight_blocks(job):
        total += compute_fight(encoded(job), block)

    assert total.battles == 2000
    for share, seen in zip(exact, (total.won, total.level), strict=True):
        assert abs(seen / 2000 - share) < 4 * math.sqrt(share * (1 - share) / 2000)


def test_a_mirror_is_fair():
    won, level = exact_duel(read_fight(DUEL.replace("hearthguard", "warrior").replace("4", "8"), 0, 1)) or (0, 0)

    assert won == pytest.approx((1 - level) / 2)


def test_larger_fights_are_not_called_exact():
    assert exact_duel(read_fight(BANDS, 0, 1)) is None


def test_a_fight_is_told_with_what_each_unit_is_worth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("bands.json").write_text(BANDS)
    words = ["lab", "fight", "bands.json", "--runs", "100", "--seed", "1", "--cores", "1"]

    assert run([*words, "--json", "a.json", "--html", "a.html"]) == ANSWERED

    told = json.loads(Path("a.json").read_text())
    assert [(one["without"], one["battles"]) for one in told["sampled"]] == [(-1, 100), (0, 100), (1, 100)]
    whole, *spared = (one["wins"]["value"] for one in told["sampled"])
    assert whole >= max(spared)
    assert told["exact"]["duel"] is None
    assert len(told["exact"]["charges"]) == 2
    assert Path("a.html").read_text().count("<svg") == 2
    assert [file.name for file in sorted(tmp_path.iterdir())] == ["a.html", "a.json", "bands.json"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "cannot be read"),
        ('{"mine": [], "theirs": []}', "give 1 to 12"),
        (BANDS.replace('"turns": 3', '"turns": 99'), "give 1 to 20"),
        (BANDS.replace("levy", "peasant"), "cannot be read"),
    ],
)
def test_bad_input_is_one_sentence(
    text: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    Path("bands.json").write_text(text)

    assert run(["lab", "fight", "bands.json"]) == BAD_INPUT
    assert told in capsys.readouterr().err

"""The library does what its page says: every script of `docs/library.md` runs, here and from an installed wheel."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from functools import partial
from pathlib import Path

import pytest

import heraut

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
SCRIPTS = re.findall(r"^```pycon\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("number", range(len(SCRIPTS)))
def test_a_script_of_the_page_says_what_the_page_says(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(SCRIPTS[number], {}, f"script {number}", "docs/library.md", 0)

    failed, tried = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)

    assert (failed, tried > 1) == (0, True), capsys.readouterr().out


def test_a_script_takes_ten_lines():
    assert max(len(re.findall(r"^(?:>>>|\.\.\.)", script, re.MULTILINE)) for script in SCRIPTS) <= 10


def test_every_public_name_is_there_documented_and_on_the_page():
    listed = set(re.findall(r"`(\w+)`", PAGE.split("## All names")[1]))

    for name in heraut.__all__:
        assert getattr(heraut, name) is not None
        assert name in listed, name
        assert name.isupper() or getattr(heraut, name).__doc__, name
    assert len(heraut.__all__) == len(set(heraut.__all__))


def test_an_unknown_name_is_none_of_ours():
    with pytest.raises(AttributeError, match="joust"):
        heraut.joust  # noqa: B018
    assert not hasattr(heraut, "__path_hook__")


def test_what_is_no_saved_game_is_malformed(tmp_path: Path):
    file = tmp_path / "duel.jsonl"
    heraut.Game.start("match", heraut.sample("match")).save(file)
    file.write_text(file.read_text(encoding="utf-8")[:-9], encoding="utf-8")

    with pytest.raises(heraut.Malformed, match="line 1 cannot be read"):
        heraut.Game.load(file)


def test_a_question_that_rolls_nothing_says_so():
    with pytest.raises(heraut.Malformed, match=r"campaign.upkeep is not rolled"):
        heraut.roll("campaign.upkeep", points=3)


def test_importing_heraut_loads_nothing():
    said = subprocess.run(
        [sys.executable, "-c", "import sys, heraut; print(sorted(m for m in sys.modules if 'heraut.' in m))"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert said.stdout == "[]\n"


@pytest.mark.parametrize("engine", ["tournament", "match", "campaign", "skirmish"])
def test_a_field_nobody_knows_is_wrong_in_settings_and_commands(engine: str):
    settings = heraut.sample(engine)
    with pytest.raises(heraut.Malformed, match="unknown field `sudden_los`"):
        heraut.Game.start(engine, settings, sudden_los=1)
    game = heraut.Game.start(engine, settings)
    with pytest.raises(heraut.Malformed, match="unknown field `sudden_los`"):
        game.play({"type": "Roll", "faces": [1], "sudden_los": "ana"})


@pytest.mark.parametrize("settings", [[1], "[1]", b"[1]", 3])
def test_settings_that_are_no_object_are_malformed(settings: object):
    with pytest.raises(heraut.Malformed, match="Expected `object`"):
        heraut.Game.start("match", settings)


def test_undo_takes_back_the_dice_that_followed_from_the_seed():
    game = heraut.Game.start("skirmish", heraut.sample("skirmish"), seed=1)
    before = game.view("organiser")
    game.play("BeginFight")
    assert len(game.history.live()) > 1

    game.undo()

    assert (game.history.live(), game.view("organiser")) == ([], before)
    with pytest.raises(heraut.Refused, match="HOUSE-UNDO-1"):
        game.undo()


def test_a_loaded_game_is_proved(tmp_path: Path):
    game = heraut.Game.start("match", heraut.sample("match"), seed=1)
    game.play("ChooseRole", seat=game.awaits[0].seat, role="first")
    game.save(tmp_path / "game.jsonl")
    text = (tmp_path / "game.jsonl").read_text(encoding="utf-8")
    (tmp_path / "forged.jsonl").write_text(text.replace('"role":"first"', '"role":"second"'), encoding="utf-8")

    assert heraut.Game.load(tmp_path / "game.jsonl").view() == game.view()
    with pytest.raises(Exception, match="entry 2"):
        heraut.Game.load(tmp_path / "forged.jsonl")


SCRIPT = """
import doctest, pathlib, re, sys
import heraut
assert not pathlib.Path(heraut.__file__).is_relative_to(sys.argv[2]), heraut.__file__
page = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
for number, script in enumerate(re.findall(r"^```pycon\\n(.*?)^```", page, re.MULTILINE | re.DOTALL)):
    test = doctest.DocTestParser().get_doctest(script, {}, f"script {number}", "library.md", 0)
    doctest.DocTestRunner().run(test)
sys.exit(doctest.DocTestRunner().summarize().failed)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of a clean environment with our wheel and, beside it, what the wheel depends on."""
    folder = tmp_path_factory.mktemp("wheel")
    shell = partial(subprocess.run, check=True, capture_output=True, text=True, env=_outside())
    copied = folder / "source"
    shutil.copytree(ROOT, copied, ignore=shutil.ignore_patterns(".*", "__pycache__", "tests", "bench", "*.egg-info"))
    build = "import sys; from setuptools import build_meta; print(build_meta.build_wheel(sys.argv[1]))"
    shell([sys.executable, "-c", build, str(folder)], cwd=copied)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "env", with_pip=False)
    python = folder / "env" / "bin" / "python"
    (site,) = (folder / "env").glob("lib/python*/site-packages")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    own = sysconfig.get_paths()["purelib"]
    (site / "others.pth").write_text(own + "\n", encoding="utf-8")
    return python


def _outside() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}


@pytest.mark.slow
def test_the_scripts_run_from_an_installed_wheel(installed: Path, tmp_path: Path):
    said = subprocess.run(
        [str(installed), "-c", SCRIPT, str(ROOT / "docs" / "library.md"), str(ROOT)],
        cwd=tmp_path, env=_outside(), capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert said.returncode == 0, said.stdout + said.stderr


@pytest.mark.slow
def test_the_scripts_are_typed(installed: Path, tmp_path: Path):
    for number, script in enumerate(SCRIPTS):
        examples = doctest.DocTestParser().get_examples(script)
        text = "".join(example.source for example in examples)
        (tmp_path / f"script_{number}.py").write_text(text, encoding="utf-8")
    said = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--python-executable", str(installed),
         *map(str, sorted(tmp_path.glob("*.py")))],
        cwd=tmp_path, env=_outside(), capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert said.returncode == 0, said.stdout

"""The sampler of faults: what it offers compiles, differs, and is the same for the same seed."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def mutants() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mutants", ROOT / "tools" / "mutants.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["mutants"] = module
    spec.loader.exec_module(module)
    return module


def test_every_fault_of_a_package_compiles(mutants: ModuleType):
    found = mutants.sampled(ROOT, "kernel", 10_000, seed=1)
    assert len(found) > 100
    for one in found:
        source = (ROOT / one.file).read_bytes()
        assert source[one.start : one.end].decode() == one.was
        compile(source[: one.start] + one.becomes.encode() + source[one.end :], one.file, "exec")


def test_a_seed_picks_the_same_faults(mutants: ModuleType):
    one, same, other = (mutants.sampled(ROOT, "dice", 10, seed) for seed in (1, 1, 2))
    assert one == same != other


def test_each_kind_of_fault(mutants: ModuleType, tmp_path: Path):
    file = tmp_path / "rule.py"
    file.write_text(
        "LIMIT = 3\n\n\ndef rule(a: int, b: int = 2) -> bool:\n"
        "    assert a < 5\n    zip([], strict=False)\n    x = a + 1\n    return not (x < b and f'{a < b}') or True\n",
        encoding="utf-8",
    )
    assert {(one.was, one.becomes) for one in mutants.mutants_of(file, tmp_path)} == {
        ("a + 1", "(a - 1)"),
        ("1", "(2)"),
        ("x < b", "(x <= b)"),
        ("x < b and f'{a < b}'", "(x < b or f'{a < b}')"),
        ("not (x < b and f'{a < b}')", "(x < b and f'{a < b}')"),
        ("not (x < b and f'{a < b}') or True", "(not (x < b and f'{a < b}') and True)"),
        ("True", "(False)"),
    }

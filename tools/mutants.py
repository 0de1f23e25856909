"""
Whether the tests would notice: small faults put into a package one at a time, and its quick tests run against each.

`python tools/mutants.py --package skirmish --count 40 --seed 1` picks places by chance among the comparisons, the
arithmetic, the boolean words and the constants of the package's functions, changes one in a copy of the tree, and runs
`tests/skirmish` there until the first failure. A change that no test notices survives and is printed: kill it with a
test, or write into `tools/equal_mutants.toml` why it changes nothing anybody could see.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EQUAL = ROOT / "tools" / "equal_mutants.toml"
WITHOUT = ("-p", "no:django", "-p", "no:schemathesis", "-p", "no:cacheprovider")
"""What no package of the core needs: a run starts seconds sooner."""

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
}


@dataclass(frozen=True)
class Mutant:
    """One change: where, what stood there, what stands there now."""

    file: str
    function: str
    line: int
    was: str
    becomes: str
    start: int
    end: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.function}: {_short(self.was)}  →  {_short(self.becomes)}"


def _short(text: str) -> str:
    return " ".join(text.split())


# --- where a fault may be put


def mutants_of(path: Path, root: Path) -> Iterator[Mutant]:
    """Every change the functions of a file offer."""
    source = path.read_text(encoding="utf-8")
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in _reached(function):
            for changed in _changes(node):
                start = starts[node.lineno - 1] + node.col_offset
                end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
                was = source.encode()[start:end].decode()
                becomes = f"({ast.unparse(changed)})"
                name = str(path.relative_to(root))
                yield Mutant(name, function.name, node.lineno, was, becomes, start, end)


def _reached(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """
    The expressions of a body, without types, asserts, patterns, texts with holes and the functions inside it.

    Nor `strict=` of `zip`: like an assert it guards what holds anyway.
    """
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Assert | ast.JoinedStr | ast.pattern | ast.FunctionDef | ast.ClassDef):
            continue
        if isinstance(node, ast.keyword) and node.arg == "strict":
            continue
        if isinstance(node, ast.expr):
            yield node
        skipped = getattr(node, "annotation", None)
        waiting.extend(child for child in ast.iter_child_nodes(node) if child is not skipped)


def _changes(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Compare():
            for place, operator in enumerate(node.ops):
                if type(operator) in COMPARED:
                    changed = copy.deepcopy(node)
                    changed.ops[place] = COMPARED[type(operator)]()
                    yield changed
        case ast.BinOp(op=operation) if type(operation) in RECKONED and not _is_text(node):
            yield ast.BinOp(node.left, RECKONED[type(operation)](), node.right)
        case ast.BoolOp(op=word):
            yield ast.BoolOp(ast.Or() if isinstance(word, ast.And) else ast.And(), node.values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)


def _is_text(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    return any(isinstance(side, ast.JoinedStr | ast.List | ast.Tuple) for side in sides) or any(
        isinstance(side, ast.Constant) and isinstance(side.value, str) for side in sides
    )


# --- the trial


def copied(target: Path) -> None:
    """The tree as it stands, without what git does not know."""
    listed = ("git", "ls-files", "--cached", "--others", "--exclude-standard")
    for name in subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines():
        source = ROOT / name
        if source.exists():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target / name, follow_symlinks=False)


@dataclass(frozen=True)
class Bench:
    """A copy of the tree to try mutants in, and the tests to run there."""

    root: Path
    tests: tuple[str, ...]
    marks: str

    def passes(self, timeout: float | None = None) -> bool:
        """Whether the quick tests are green; one that never ends is not."""
        quick = ("-x", "-m", self.marks, *WITHOUT)
        command = (sys.executable, "-m", "pytest", *self.tests, *quick)
        environment = {**os.environ, "PYTHONPATH": str(self.root / "src")}
        try:
            run = subprocess.run(
                command, cwd=self.root, env=environment, capture_output=True, timeout=timeout, check=False
            )
        except subprocess.TimeoutExpired:
            return False
        return run.returncode == 0

    def survives(self, mutant: Mutant, turn: int, timeout: float) -> bool:
        """Whether no test notices this change."""
        file = self.root / mutant.file
        source = file.read_bytes()
        changed = source[: mutant.start] + mutant.becomes.encode() + source[mutant.end :]
        try:
            _write(file, changed, turn)
            return self.passes(timeout)
        finally:
            _write(file, source, turn + 1)


def _write(file: Path, content: bytes, turn: int) -> None:
    """Each time with another date, or Python would take the compiled file for that of this one."""
    file.write_bytes(content)
    os.utime(file, (1_000_000_000 + turn, 1_000_000_000 + turn))


def known_equal() -> set[tuple[str, str, str, str]]:
    """The changes that are known to change nothing, by file, function, what was and what becomes."""
    if not EQUAL.exists():
        return set()
    rows = tomllib.loads(EQUAL.read_text(encoding="utf-8")).get("equal", [])
    return {(row["file"], row["function"], row["was"], row["becomes"]) for row in rows}


def sampled(root: Path, package: str, count: int, seed: int) -> list[Mutant]:
    """So many places by chance; the same seed picks the same ones in the same tree."""
    folder = root / "src" / "heraut" / package
    files = sorted(folder.rglob("*.py")) or [folder.with_suffix(".py")]
    found = [mutant for file in files for mutant in mutants_of(file, root)]
    equal = known_equal()
    found = [one for one in found if (one.file, one.function, _short(one.was), _short(one.becomes)) not in equal]
    return random.Random(seed).sample(found, min(count, len(found)))


def say(line: str) -> None:
    """At once, whoever listens."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def tried(bench: Bench, mutants: list[Mutant], ends: float) -> tuple[int, list[Mutant]]:
    """How many were tried before the time was over, and those that survived."""
    say(f"The tests as they are: {' '.join(bench.tests)} …")
    begun = time.monotonic()
    if not bench.passes():
        raise SystemExit("The tests fail before anything is changed.")
    usual = time.monotonic() - begun
    survivors: list[Mutant] = []
    begun = time.monotonic()
    for number, mutant in enumerate(mutants, start=1):
        if time.monotonic() > ends:
            return number - 1, survivors
        survived = bench.survives(mutant, 2 * number, timeout=30 + 3 * usual)
        survivors += [mutant] if survived else []
        left = (time.monotonic() - begun) / number * (len(mutants) - number)
        told = "SURVIVES" if survived else "killed  "
        say(f"[{number}/{len(mutants)}] {told} {mutant}   (about {left / 60:.0f} min left)")
    return len(mutants), survivors


def main() -> int:
    """Try a sample and print who survived."""
    parser = argparse.ArgumentParser(description="Put small faults into a package and see whether its tests notice.")
    parser.add_argument("--package", default="skirmish", help="of src/heraut: skirmish, tournament/saga, dice …")
    parser.add_argument("--count", type=int, default=40, help="how many faults")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--tests", nargs="*", help="where the tests are (tests/PACKAGE)")
    parser.add_argument("--marks", default="not slow", help="which tests, as pytest's -m")
    parser.add_argument("--minutes", type=float, default=60, help="begin no new one after so long")
    asked = parser.parse_args()
    tests = tuple(asked.tests or [f"tests/{asked.package.split('/')[0]}"])
    ends = time.monotonic() + 60 * asked.minutes
    with tempfile.TemporaryDirectory(prefix="heraut-mutants-") as folder:
        copied(Path(folder))
        mutants = sampled(Path(folder), asked.package, asked.count, asked.seed)
        bench = Bench(Path(folder), tests, asked.marks)
        number, survivors = tried(bench, mutants, ends)
    say(f"{number} faults in {asked.package} with seed {asked.seed}: {number - len(survivors)} noticed.")
    for mutant in survivors:
        say(f"  {mutant}")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())

"""
Every pure rule is a question: the rules are found in the source, and each is reached from some question.

A pure rule is a public function of a rules room that cites a clause and takes neither the state of a game nor a
command. It is asked when a question's code leads to it, name by name.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "heraut"
ROOMS = ("battle", "campaign", "dice", "scenario", "skirmish", "tournament", "warband")
CLAUSE = re.compile(r"\[(?:AM|CORE|SEQ|SC|SK|ST|SR|HOUSE)-[A-Z0-9-]+")
OF_A_GAME = re.compile(
    r"\b(State|CampaignScene|FightScene|Fighter|Fighting|Board|Round|Table|TableClock|TurnSheet|PlayingTurns|Counting|Over|PlayingRound|SettingUp|Command|View|Event)\b"
)
CHANGES = re.compile(r"\b(Steps|Outcome|State)\b")

NOT_ASKED = {
    "it reads somebody's file; the desk shows what it finds": ("tournament.interchange.entries.preview_entries",),
    "a property of a value calls it, which the names do not show": (
        "tournament.steamroller.timing.reserve_minutes", "tournament.steamroller.scoring.surviving_points",
    ),
    "it only says whether something is left to count": (
        "scenario.saga.is_counted", "scenario.steamroller.is_counted",
    ),
    "a line of a fighter's own sheet; the skirmish shows it before the roll": (
        "skirmish.rolls.known", "skirmish.rolls.level_parts", "skirmish.missiles.range_part",
        "skirmish.tables.thrusting", "skirmish.tables.positions", "skirmish.harm.stays_in_wounds",
    ),
    "who shoots at whom in a duel; the odds of each shot are asked": ("skirmish.standoff.reflex_shot",),
    "it follows from where the figures of a match stand, or how many units each side brings to it": (
        "scenario.deployment.bonus_dice", "scenario.control.is_unit_wholly_in", "scenario.control.stragglers",
    ),
    "who chooses an edge of the room's table; the match says so": (
        "scenario.saga.edge_chooser", "scenario.steamroller.edge_chooser",
    ),
    "it follows from what an organiser has planned": ("tournament.steamroller.rotation.announced_refusal",),
    "a turn of a match that is not over yet; `scenario.score` is asked about turns that are": (
        "scenario.ending.with_turn_under_way",
    ),
}  # fmt: skip


def _module(path: Path) -> str:
    return ".".join(("heraut", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")


@cache
def _trees() -> dict[str, ast.Module]:
    files = (path for path in SOURCE.rglob("*.py") if "web" not in path.parts)
    return {_module(path): ast.parse(path.read_text(encoding="utf-8")) for path in files}


def _defined(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, node
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name, node


@cache
def _names(module: str) -> dict[str, str]:
    """What each name of a module stands for: its own definitions, and what it imports of ours."""
    tree = _trees()[module]
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    ours = [node for node in imports if (node.module or "").startswith("heraut")]
    found = {name.asname or name.name: f"{node.module}.{name.name}" for node in ours for name in node.names}
    return found | {name: f"{module}.{name}" for name, _ in _defined(tree)}


def _meant(full: str) -> str:
    """A name followed to where it is defined."""
    seen: set[str] = set()
    while full not in seen:
        seen.add(full)
        module, _, name = full.rpartition(".")
        if module in _trees():
            full = _names(module).get(name, full)
    return full


def _used(node: ast.AST, module: str) -> Iterator[str]:
    """What the code names; `.ended` for a function that is called by its name alone, whatever it belongs to."""
    names = _names(module)
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id in names:
            yield _meant(names[part.id])
        elif isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id in names:
            yield _meant(f"{names[part.value.id]}.{part.attr}")
        elif isinstance(part, ast.Attribute):
            yield f".{part.attr}"


@cache
def asked() -> frozenset[str]:
    """
    Everything some question leads to.

    A module handed on as a value, such as the rules of a scenario, leads to those of its functions that some code on
    the way calls by their name.
    """
    leads = {
        f"{module}.{name}": {*_used(node, module)} for module, tree in _trees().items() for name, node in _defined(tree)
    }
    found: set[str] = set()
    waiting = [name for name in leads if name.startswith("heraut.ask.")]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += leads.get(name, ())
        if not waiting:
            left = (name.rpartition(".") for name in leads.keys() - found)
            waiting += [f"{module}.{call}" for module, _, call in left if module in found and f".{call}" in found]
    return frozenset(found)


def _is_rule(node: ast.stmt) -> bool:
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):  # a table by what names its rows
        return ast.unparse(node.value.func) == "_keyed" and not ast.unparse(node.targets[0]).startswith("_")
    if not isinstance(node, ast.FunctionDef) or node.name.startswith("_"):
        return False
    arguments = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
    taken = " ".join(ast.unparse(argument.annotation) for argument in arguments if argument.annotation)
    given = ast.unparse(node.returns) if node.returns else ""
    cited = CLAUSE.search(ast.get_docstring(node) or "")
    return cited is not None and not OF_A_GAME.search(taken) and not CHANGES.search(given)


def rules() -> list[str]:
    """The pure rules, by their name below `heraut`."""
    rooms = [(module, tree) for module, tree in _trees().items() if f"{module}..".split(".")[1] in ROOMS]
    found = [f"{module}.{name}" for module, tree in rooms for name, node in _defined(tree) if _is_rule(node)]
    return [name.removeprefix("heraut.") for name in found]


def _unasked() -> list[str]:
    return [name for name in rules() if f"heraut.{name}" not in asked()]


EXEMPT = [name for names in NOT_ASKED.values() for name in names]


def test_every_pure_rule_is_asked_or_exempt():
    assert [name for name in _unasked() if name not in EXEMPT] == []


def test_an_exemption_names_a_rule_that_no_question_leads_to():
    assert [name for name in EXEMPT if name not in _unasked()] == []


def test_nearly_every_rule_is_asked():
    assert len(rules()) > 220
    assert len(EXEMPT) < 20

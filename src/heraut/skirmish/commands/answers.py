"""Answers to what is due."""

from __future__ import annotations

from heraut.kernel import Command
from heraut.skirmish.commands.speaker import ByGameMaster


class Rule(ByGameMaster, frozen=True, kw_only=True):
    """The game master settles the number he was asked for."""

    value: int


class Choose(Command, frozen=True, kw_only=True):
    """Somebody chooses among the options offered."""

    option: str


class Override(ByGameMaster, frozen=True, kw_only=True):
    """Change a number of the roll that is due: dice, flat, difficulty, or the result itself [SK-GEN-6]."""

    number: str
    value: int
    who: str = ""

"""The ready-made characters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from heraut.skirmish.sheet import Sheet
from heraut.skirmish.sheets.text import read_character


@cache
def samples() -> Mapping[str, Sheet]:
    """The ready-made characters, by the name of their file."""
    return {name: read_character(text) for name, text in sample_texts().items()}


@cache
def sample_texts() -> Mapping[str, str]:
    """The text files of the ready-made characters, by name."""
    folder = files("heraut.rulesets") / "saga_skirmish" / "samples"
    found = sorted(folder.iterdir(), key=lambda file: file.name)
    return {file.name.removesuffix(".toml"): file.read_text(encoding="utf-8") for file in found}

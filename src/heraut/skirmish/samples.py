"""Ready-made characters and fights."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from heraut.kernel import ORGANISER, Seat
from heraut.skirmish.settings import Enlisted, Options, Settings
from heraut.skirmish.sheet import Sheet
from heraut.skirmish.sheet_text import read_character


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


ANA, BEN = Seat("ana"), Seat("ben")


def duel_of_warriors() -> Settings:
    """Two Celtic warriors, one for each player: the fight to learn with."""
    sheets = samples()
    return Settings(
        players={ANA: "Ana", BEN: "Ben"},
        fighters=(
            Enlisted(id="Ambiorix", side="Éburons", seat=ANA, sheet=sheets["celtic-warrior"]),
            Enlisted(id="Brennos", side="Sénons", seat=BEN, sheet=sheets["celtic-spearman"]),
        ),
    )


def ambush(options: Options | None = None) -> Settings:
    """Two players' warriors and an archer against a chief, six men and a horseman nobody has seen yet."""
    sheets = samples()
    return Settings(
        players={ANA: "Ana", BEN: "Ben"},
        fighters=(
            Enlisted(id="Ambiorix", side="Éburons", seat=ANA, sheet=sheets["celtic-warrior"]),
            Enlisted(id="Brennos", side="Éburons", seat=BEN, sheet=sheets["celtic-spearman"]),
            Enlisted(id="Archer", side="Éburons", seat=BEN, sheet=sheets["archer"]),
            Enlisted(id="Chef", side="Pillards", seat=ORGANISER, sheet=sheets["chief"]),
            Enlisted(id="Homme", side="Pillards", sheet=sheets["man-at-arms"], count=6, chief="Chef"),
            Enlisted(name="Cavalier", side="Pillards", sheet=sheets["horseman"], chief="Chef", hidden=True),
        ),
        options=options or Options(),
    )

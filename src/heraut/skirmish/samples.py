"""Fights that are ready to play, made from the sample characters."""

from __future__ import annotations

from heraut.kernel import ORGANISER, Seat
from heraut.skirmish.settings import Enlisted, Options, Settings
from heraut.skirmish.sheets.ready import samples

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
            Enlisted(id="Cavalier", side="Pillards", sheet=sheets["horseman"], chief="Chef", hidden=True),
        ),
        options=options or Options(),
    )

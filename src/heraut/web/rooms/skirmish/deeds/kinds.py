"""Which commands have a form, in which group it is found, at which steps, and the clause that explains it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import get_args

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from heraut.kernel import ClauseId, Command
from heraut.skirmish.answers import Override
from heraut.skirmish.engine import commands
from heraut.skirmish.moves import Slow
from heraut.skirmish.stares import FaceOff
from heraut.skirmish.state import ByFighter, Step

SEGMENT = (Step.OPENING, Step.ACTING)
KINDS: Mapping[str, type[Command]] = {kind.__name__: kind for kind in get_args(commands)}
FIGHTING = (Step.BEFORE, Step.ANNOUNCING, *SEGMENT)


@dataclass(frozen=True, slots=True)
class Deed:
    """A command one may give by a form."""

    kind: type[Command]
    clause: ClauseId
    steps: tuple[Step, ...]

    @property
    def name(self) -> str:
        return self.kind.__name__

    @property
    def of_one(self) -> bool:
        """Whether it is about a character, whose page lists it."""
        return "who" in self.kind.__struct_fields__ and self.kind not in (FaceOff, Override, Slow)

    @property
    def needs_action(self) -> bool:
        """Whether it takes a declared action of this segment."""
        return self.steps == (Step.ACTING,)

    @property
    def masters(self) -> bool:
        """Whether only the game master gives it."""
        return not issubclass(self.kind, ByFighter)


@dataclass(frozen=True, slots=True)
class Group:
    """Deeds of one sort, by the word people would look for."""

    title: str | Promise
    deeds: tuple[Deed, ...]


def _deeds(steps: tuple[Step, ...], **clauses: str) -> tuple[Deed, ...]:
    return tuple(Deed(KINDS[name], ClauseId(clause), steps) for name, clause in clauses.items())


GROUPS = (
    Group(
        _("Attaquer"),
        _deeds((Step.ACTING,), Strike="SK-STR-1", Charge="SK-CHG-2", Shoot="SK-MIS-3", Prepare="SK-SPC-3"),
    ),
    Group(
        _("Bouger et esquiver"),
        (
            *_deeds(SEGMENT, Move="SK-MOV-2"),
            *_deeds((Step.OPENING,), Jump="SK-MOV-9", BeginLong="SK-LNG-1"),
            *_deeds(SEGMENT, Dodge="SK-DOD-3", GetUp="SK-POS-3", Disengage="SK-ENG-6"),
            *_deeds(SEGMENT, Delay="SK-DLY-1", Defy="SK-BAY-1"),
        ),
    ),
    Group(_("Commander"), _deeds((Step.ACTING,), Order="SK-CMD-6", TakeOver="SK-CMD-23")),
    Group(
        _("Effrayer, prendre des trophées"),
        (*_deeds((Step.BEFORE,), Display="SK-TER-1"), *_deeds(tuple(Step), TakeHead="SK-HED-1", Embalm="SK-HED-5")),
    ),
    Group(
        _("Jets que le meneur demande"),
        (
            *_deeds(tuple(Step), CallRoll="SK-INN-2"),
            *_deeds(SEGMENT, Startle="SK-SUR-1", Surprise="SK-PRI-3"),
            *_deeds(FIGHTING, FirstAid="SK-CRI-1"),
        ),
    ),
    Group(
        _("Ce que le meneur décide"),
        (
            *_deeds(tuple(Step), Burden="SK-DICE-22", Lift="SK-GEN-6", Mend="SK-GEN-6"),
            *_deeds(FIGHTING, StartFall="SK-FAL-1", EndLong="SK-LNG-5", PutAside="SK-GEN-6"),
        ),
    ),
    Group(
        _("Toute la table"),
        (
            *_deeds((Step.BEFORE,), Frighten="SK-TER-5"),
            *_deeds((Step.ANNOUNCING,), Reorder="SK-TURN-3"),
            *_deeds(SEGMENT, Reroll="SK-PRI-5"),
            *_deeds(FIGHTING, FaceOff="SK-DUE-1", HoldAtBay="SK-BAY-1", ChangeSituation="SK-CMD-17"),
            *_deeds(FIGHTING, Slow="SK-MOV-7", EndFight="SK-TURN-1"),
        ),
    ),
)
CORRECTION = Deed(Override, ClauseId("SK-GEN-6"), tuple(Step))
"""While dice are due, the only form."""


def every() -> Iterator[Deed]:
    """All of them."""
    yield from (deed for group in GROUPS for deed in group.deeds)
    yield CORRECTION


NAMED: Mapping[str, Deed] = {deed.name: deed for deed in every()}

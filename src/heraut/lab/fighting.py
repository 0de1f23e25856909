"""Whatever fights: two bands, or the fighters of a skirmish, by what the text describes."""

from __future__ import annotations

from typing import Any

from heraut.kernel import Refusal
from heraut.lab import fight_report, skirmish_report
from heraut.lab.faults import RefusedByRules
from heraut.lab.fights import faults_of, read_fight
from heraut.lab.skirmishes import SAMPLES, SkirmishJob, read_skirmish, skirmish_faults
from heraut.lab.work import Work

READY_MADE = tuple(SAMPLES)


def work(text: str, seed: int, runs: int, name: object) -> Work[Any, Any]:
    """The fight that a text describes, of a file of that name; or why there is none."""
    if "fighters" not in text and text.lstrip().startswith("{"):
        bands = read_fight(text, seed, runs)
        _check(name, faults_of(bands))
        return fight_report.work(bands)
    settings = read_skirmish(text)
    _check(name, skirmish_faults(settings))
    return skirmish_report.work(SkirmishJob(settings, runs, seed))


def _check(name: object, refusal: Refusal | None) -> None:
    if refusal is not None:
        raise RefusedByRules(name, refusal)

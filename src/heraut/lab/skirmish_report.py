"""A skirmish fought many times, told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import msgspec

from heraut.lab.estimates import Estimate
from heraut.lab.pictures import shares
from heraut.lab.report import Measured, Picture, Table
from heraut.lab.sentences import told
from heraut.lab.skirmishes import (
    Fights,
    SkirmishAnswer,
    SkirmishBlock,
    SkirmishJob,
    compute_skirmish,
    encoded_skirmish,
    skirmish_answer,
    skirmish_blocks,
    skirmish_digest,
)
from heraut.lab.words import shown
from heraut.lab.work import Work
from heraut.speech import Language


class SkirmishReport(msgspec.Struct, frozen=True):
    """A job and what is known of it."""

    kind: ClassVar[str] = "skirmish"
    job: SkirmishJob
    answer: SkirmishAnswer

    @staticmethod
    def of(job: SkirmishJob, done: Mapping[SkirmishBlock, Fights]) -> SkirmishReport | None:
        """The report of the fights that were fought, if any were."""
        fights = [fought for block in skirmish_blocks(job) for fought in done.get(block, ())]
        return SkirmishReport(job, skirmish_answer(job.settings, fights)) if fights else None

    @property
    def seed(self) -> int:
        """What the draws came from."""
        return self.job.seed

    @property
    def done(self) -> tuple[int, int]:
        """How many fights were fought, and how many were asked for."""
        return self.answer.fights, self.job.runs

    def title(self, language: Language) -> str:
        """What was asked."""
        return told(language, "skirmish-title")

    def sentences(self, language: Language) -> list[str]:
        """What is found, in words."""
        answer = self.answer
        side = max(answer.wins, key=lambda name: answer.wins[name].value)
        said = [
            told(
                language, "skirmish-said", side=side, wins=shown("best_wins", answer.wins[side], language),
                fights=answer.fights, turns=shown("rounds", answer.turns, language),
            )
        ]  # fmt: skip
        if answer.first_blood is not None:
            said.append(told(language, "skirmish-blood", wins=shown("best_wins", answer.first_blood, language)))
        return said

    def tables(self, language: Language) -> list[Table]:
        """What was measured."""
        rows = [["", told(language, "skirmish-sampled")]]
        rows += [[title, shown("best_wins", found, language)] for title, found in self._shares(language)]
        return [Table("", [*rows, [told(language, "campaign-turns"), shown("rounds", self.answer.turns, language)]])]

    def pictures(self, language: Language) -> list[Picture]:
        """Who wins, and what decides."""
        return [Picture("", shares(self.title(language), self._shares(language), language))]

    def notes(self, language: Language) -> list[str]:
        """How everybody is played."""
        return [told(language, "skirmish-model", seed=str(self.seed))]

    def _shares(self, language: Language) -> list[tuple[str, Estimate]]:
        answer = self.answer
        found = [(told(language, "skirmish-wins", side=side), wins) for side, wins in answer.wins.items()]
        if answer.undecided.value:
            found.append((told(language, "skirmish-undecided"), answer.undecided))
        return found + [(told(language, f"skirmish-{cause}"), often) for cause, often in answer.causes.items()]

    def measured(self) -> list[Measured]:
        """Who wins, what decides, how long it takes."""
        return list(self._measured())

    def _measured(self) -> Iterator[Measured]:
        answer = self.answer
        for side, wins in answer.wins.items():
            yield Measured.sampled("", side, "wins", wins, answer.fights)
        for cause, often in answer.causes.items():
            yield Measured.sampled("", cause, "cause", often, answer.fights)
        yield Measured.sampled("", "", "undecided", answer.undecided, answer.fights)
        yield Measured.sampled("", "", "turns", answer.turns, answer.fights)
        if answer.first_blood is not None:
            yield Measured.sampled("", "", "first_blood_wins", answer.first_blood, answer.blooded)

    def plain(self) -> Mapping[str, Any]:
        """Everything, for a program."""
        return {"sampled": self.answer}


def work(job: SkirmishJob) -> Work[SkirmishBlock, Fights]:
    """The job with all that it takes to its report."""
    return Work(
        "skirmish", skirmish_digest(job), compute_skirmish, encoded_skirmish(job), tuple(skirmish_blocks(job)),
        (SkirmishBlock, Fights), lambda done: SkirmishReport.of(job, done),
    )  # fmt: skip

"""Whether a number of rounds will do, told: yes or no first of all."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.lab.answers import advise
from heraut.lab.blocks import Block, Job
from heraut.lab.format_report import FormatReport, report_of
from heraut.lab.format_report import work as format_work
from heraut.lab.measures import Tally
from heraut.lab.rounds import rounds_of
from heraut.lab.sentences import told
from heraut.lab.work import Work
from heraut.speech import Language


class RoundsReport(FormatReport, frozen=True, kw_only=True):
    """The answers for a number of rounds and its neighbours."""

    asked: int

    def sentences(self, language: Language) -> list[str]:
        """Yes or no, then what to take."""
        said = super().sentences(language)
        return [f"{self._verdict(language)} {said[0]}", *said[1:]]

    def _verdict(self, language: Language) -> str:
        take = advise(self.answers, self.longest).take
        tried = next(each for each in self.job.trials if each.name == take.name)
        rounds = rounds_of(tried.settings, take.players)
        key = "rounds-yes" if rounds == self.asked else "rounds-fewer" if rounds < self.asked else "rounds-more"
        return told(language, key, name=take.name)


def work(job: Job, asked: int, longest: float | None) -> Work[Block, Tally]:
    """The job with all that it takes to its report."""
    plain = format_work(job, longest)

    def report(done: Mapping[Block, Tally]) -> RoundsReport | None:
        found = report_of(job, done, longest)
        return None if found is None else RoundsReport(found.job, found.answers, found.longest, asked=asked)

    return Work(plain.name, plain.digest, plain.compute, plain.sent, plain.blocks, plain.kinds, report)

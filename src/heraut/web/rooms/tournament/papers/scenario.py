"""The scenario of a round on paper: its diagram and its clauses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.utils.translation import gettext as _

from heraut.kernel import ClauseId
from heraut.press import paper
from heraut.rulesets.clauses import clauses
from heraut.speech import Language
from heraut.web.game import language
from heraut.web.rooms.tournament.papers.desk import Desk

_ID = re.compile(r"^-?\s*\*\*[A-Z0-9-]+(?: \[[A-Z]\])?\*\*\s*(?:`[A-Z]`)?\s*")
_MARK = re.compile(r"\*\*\[[^\]]*\]\*\*|\[table\]| \(`[^`]+`\)")


def scenario(desk: Desk) -> Iterator[paper.Sheet]:
    """The scenario of the round on one page: its diagram and what it says in short."""
    from heraut.press.diagram.drawing import diagram  # noqa: PLC0415  # drawing loads geometry, which no other paper needs
    from heraut.scenario import library  # noqa: PLC0415

    found = library.find(desk.last.scenario) if desk.last is not None else None
    if desk.last is not None and found is not None:
        spoken = language()
        yield paper.ScenarioSheet(
            event=desk.event, title=found.names[spoken], round=desk.last.number, link=desk.link,
            diagram=paper.Drawing(diagram(found, spoken, shown="untitled")),
            sections=(paper.Section(_("En bref"), (found.summary[spoken],)), *scenario_rules(found.clause, spoken)),
        )  # fmt: skip


def scenario_rules(clause: ClauseId, spoken: Language) -> Iterator[paper.Section]:
    """What the sheet says of the scenario, clause by clause, where it is written in the reader's language."""
    family = clause.rpartition("-")[0] + "-"
    for id, found in clauses(spoken).items():
        if id.startswith(family):
            yield paper.Section("", _told(found.text))


def _told(text: str) -> tuple[str, ...]:
    """A clause's own words without its number, its marks and its Markdown; the rows of its table, if it has one."""
    lines = [line.strip() for line in text.splitlines()]
    said = _ID.sub("", " ".join(line for line in lines if not line.startswith("|")))
    rows = [
        line.strip("| ").replace("|", "·") for line in lines if line.startswith("|") and not set(line) <= set("|-: ")
    ]
    told = (_MARK.sub("", each).replace("`", "").replace("*", "").strip() for each in (said, *rows))
    return tuple(filter(None, told))

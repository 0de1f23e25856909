"""The rules of a fight to have at hand, in the sheet's own words: what a game master looks up at the table."""

from __future__ import annotations

import re
from collections.abc import Iterator

from heraut.kernel import ClauseId
from heraut.press.paper import Rule, RuleSection
from heraut.rulesets.clauses import clauses
from heraut.speech import Language, phrases
from heraut.speech.typography import typeset

PARTS: tuple[tuple[str, str], ...] = (
    ("turn", "SK-TURN-2 SK-DECL-2 SK-DECL-3 SK-DLY-1 SK-DLY-2 SK-ACT-1 SK-ACT-3 SK-UND-3 SK-UND-4 SK-LNG-1 SK-LNG-2 "
             "SK-INN-1 SK-INN-4"),
    ("rolls", "SK-DICE-3 SK-DICE-7 SK-DICE-8 SK-DICE-9 SK-DICE-11 SK-DICE-16"),
    ("order", "SK-PRI-1 SK-PRI-2 SK-PRI-3 SK-PRI-4 SK-PRI-5 SK-WPN-3 SK-SUR-1 SK-SUR-2 SK-SUR-3 SK-SRV-1 SK-SRV-2 "
              "SK-SRV-3 SK-SRV-4"),
    ("moving", "SK-MOV-1 SK-MOV-2 SK-CMV-1 SK-CMV-2 SK-CMV-4 SK-POS-1 SK-POS-2"),
    ("melee", "SK-ENG-2 SK-ENG-4 SK-ENG-6 SK-ENG-7 SK-ENG-8 SK-STR-1 SK-STR-4 SK-STR-6 SK-STR-8 SK-WPN-1 SK-DBL-1 "
              "SK-DBL-3 SK-MNT-1 SK-MNT-3 SK-MNT-4 SK-IMP-1 SK-IMP-2 SK-IMP-4 SK-IMP-6 SK-DRW-1 SK-DRW-2 SK-DRW-4"),
    ("dodging", "SK-DOD-1 SK-DOD-2 SK-DOD-3 SK-DOD-4 SK-DOD-5 SK-DOD-6 SK-DOD-11"),
    ("special", "SK-SPC-1 SK-SPC-2 SK-PRE-1 SK-PRE-2"),
    ("charge", "SK-CHG-1 SK-CHG-2 SK-CHG-4 SK-CHG-5"),
    ("power", "SK-PWR-1 SK-PWR-2 SK-PWR-3 SK-PWR-4"),
    ("acrobatic", "SK-ACR-1 SK-ACR-2 SK-ACR-3"),
    ("trip", "SK-TRP-1 SK-TRP-2 SK-TRP-3 SK-TRP-4 SK-TRP-5"),
    ("grapple", "SK-GRP-1 SK-GRP-2 SK-GRP-3 SK-THR-1"),
    ("shooting", "SK-MIS-1 SK-SIZ-1 SK-SIZ-3 SK-TMV-1 SK-TMV-2 SK-FAL-1 SK-COV-1 SK-MEL-1 SK-MEL-3 SK-MEL-5 SK-CRW-1 "
                 "SK-CRW-2 SK-VIS-1 SK-VIS-3"),
    ("harm", "SK-DMG-1 SK-DMG-2 SK-DMG-4 SK-SPL-1 SK-CRI-1"),
    ("celtic", "SK-TER-1 SK-TER-3 SK-TER-4 SK-TER-5 SK-TER-6 SK-TER-7 SK-TER-8 SK-TER-9 SK-TER-11 SK-HED-1 SK-HED-3 "
               "SK-HED-4 SK-HED-5"),
    ("bay", "SK-BAY-1 SK-BAY-2 SK-BAY-3"),
    ("duel", "SK-DUE-1 SK-DUE-3"),
    ("command", "SK-CMD-1 SK-CMD-2 SK-CMD-4 SK-CMD-6 SK-CMD-7 SK-CMD-8 SK-CMD-10 SK-CMD-13 SK-CMD-14 SK-CMD-15 "
                "SK-CMD-16 SK-CMD-17 SK-CMD-19 SK-CMD-20 SK-CMD-22 SK-CMD-23"),
)  # fmt: skip
"""Headings, and the clauses under them: every table of the booklet, and what is looked up with it."""
CELTIC = ("celtic", "SK-CMD-4")
"""A part and a clause of the Celtic setting alone."""

_HEAD = re.compile(r"^-\s*\*\*SK-[A-Z]+-\d+\*\*\s*\([A-Z/]+\)\s*")
_ASIDE = re.compile(r"\s*\((?:[^()]*\bSK-[A-Z]+[^()]*|section \d+|[GIR])\)|\s*\{[a-z_]+\}")
_MINUS = re.compile(r"(?<![\w)])-(?=\d)")
_CODE = re.compile(r"`([a-z_-]+)`")
_EXAMPLE = re.compile(r"\s*\*(?:Example|Exemple)\b.*", re.DOTALL)
_RULER = set("|-: ")


def fight_rules(spoken: Language, *, celtic: bool = True) -> tuple[RuleSection, ...]:
    """The parts in their order, each rule with its table."""
    said = phrases(spoken)["words"]
    return tuple(
        RuleSection(said[f"fight-rules-{part}"], tuple(_rules(ids.split(), spoken, celtic=celtic)))
        for part, ids in PARTS
        if celtic or part not in CELTIC
    )


def _rules(ids: list[str], spoken: Language, *, celtic: bool) -> Iterator[Rule]:
    return (_rule(id, spoken) for id in ids if celtic or id not in CELTIC)


def _rule(id: str, spoken: Language) -> Rule:
    """A clause without its number, its marks, its settings and its examples; its table row by row."""
    lines = [line.strip() for line in clauses(spoken)[ClauseId(id)].text.splitlines()]
    told = _EXAMPLE.sub("", _HEAD.sub("", " ".join(line for line in lines if not line.startswith("|"))))
    rows = (line for line in lines if line.startswith("|") and not set(line) <= _RULER)
    table = tuple(tuple(_plain(cell, spoken) for cell in row.strip("|").split("|")) for row in rows)
    return Rule(_plain(told, spoken), table)


def _plain(text: str, spoken: Language) -> str:
    words = phrases(spoken)["words"]

    def named(found: re.Match[str]) -> str:
        code = found[1]
        return words.get(f"skirmish:{code}") or words.get(code, code)

    told = " ".join(_CODE.sub(named, _ASIDE.sub("", text)).replace("*", "").split())
    told = _MINUS.sub("−", told)
    return typeset(told) if spoken == "fr" else told

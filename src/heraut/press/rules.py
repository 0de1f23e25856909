"""
Rules whole and in plain words, for paper and phones: what a scenario says, what an event asks, a fight's tables.

Rules of a scenario or an event are numbered as they are printed. Where one names another, that one is printed too and
named by its number: no clause stands for a rule that the reader does not have before them, and no setting for the
choice an event has made. Those of a fight are looked up at the table, each under its heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from typing import NamedTuple

import msgspec

from heraut.kernel.names import ClauseId
from heraut.press import table
from heraut.press.fight_paper import PaperRule, PaperRules
from heraut.press.own_rules import changed_clauses
from heraut.press.paper import Section
from heraut.rulesets.clauses import clauses
from heraut.scenario.definition import ElementKind, Scenario, Source
from heraut.scenario.scoring import Awards
from heraut.scenario.settings import MatchOptions, TerrainType
from heraut.speech.clause_words import in_words
from heraut.speech.sentences import Language, counted, phrases
from heraut.speech.typography import colon, decimal, printed, semicolon

_ID = re.compile(r"\b(S[RT]-[A-Z0-9]+-)(\d+)(?:\s*(?:à|to|/)\s*(\d+))?")
_FAMILY = re.compile(r"\bS[RT]-[A-Z]+\b(?!-)")
_HEAD = re.compile(r"^-?\s*\*\*[A-Z0-9-]+(?: \[[A-Z]\])?\*\*\s*(?:`[A-Z]`)?\s*")
_MARKS = re.compile(r"\s*\*\*\[[^\]]*\]\*\*|\s*\[table\]|\s*\(`[^`]+`\)|\s*\((?:indice de séquence|turn index)[^)]*\)")
_TURN = re.compile(r"\bP([12])T(\d)\b")
_SIDE = re.compile(r"\bP([12])\b")
_HALF = re.compile(r"`ceil\(starting_strength / 2\)`")
_ZONE = re.compile(r"`(blue|orange)_p[12]`")
_KEYWORD = re.compile(r"^(?:[a-z_]+(?:\([A-Z]\))?|« [^»]+ »|“[^”]+”)\s?: ")
"""What stands before the words of a variant."""
_PARENTHESIS = re.compile(r"\s*\(([^()]*)\)")
_RULER = set("|-: ")
"""What the line under the heads of a table is made of."""


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which clauses are printed where: `rules.toml` tells what each list is."""

    scoring: tuple[str, ...]
    dice_down: tuple[str, ...]
    tiebreaks: tuple[str, ...]
    told_by_data: tuple[str, ...]
    celtic: tuple[str, ...]
    before: dict[Source, tuple[str, ...]]
    victory: dict[Source, tuple[str, ...]]
    bases: dict[ElementKind, tuple[str, ...]]
    reference: dict[str, tuple[str, ...]]
    fight: dict[str, tuple[str, ...]]


PRINTED: Printed = table("rules", Printed)


class SourceRules(NamedTuple):
    """How the rules of a source are printed: the headings of two parts, whether an event has terrain of its own."""

    victory: str
    bases: str
    own_terrain: bool


SOURCES: dict[Source, SourceRules] = {
    "saga_tournament": SourceRules("rules-loss", "rules-markers", own_terrain=True),
    "steamroller_2011": SourceRules("rules-victory", "rules-flags", own_terrain=False),
}


class PlayConditions(msgspec.Struct, frozen=True):
    """How an event plays its scenarios: its options, whether time ends its games, whether edges are assigned."""

    options: MatchOptions = MatchOptions()
    timed: bool = True
    edges_assigned: bool = False


def scenario_rules(scenario: Scenario, played: PlayConditions, spoken: Language) -> tuple[Section, ...]:
    """The scenario as an event plays it: set-up, its own rules, first turn and length, points, victory."""
    word, source = partial(_word, spoken), SOURCES[scenario.source]
    parts = [
        (word("rules-before"), PRINTED.before[scenario.source]),
        (word("rules-scenario"), tuple(_own(scenario, spoken))),
        (word("rules-scoring"), tuple(_scoring(scenario))),
        (word(source.victory), PRINTED.victory[scenario.source]),
        (word(source.bases), tuple(_bases(scenario))),
    ]
    told = {id: _told(id, scenario, played, spoken) for _heading, ids in parts for id in ids}
    told |= {id: words for id, words in changed_clauses(scenario, spoken).items() if id in told}
    named = _named_elsewhere(told, scenario, played, spoken)
    parts.append((word("rules-named"), tuple(named)))
    sections = _numbered(parts, told | named, spoken)
    length = Section(word("rules-length"), tuple(_first_turn_and_length(scenario, played, spoken)))
    whole = (*sections[:2], length, *sections[2:], *_tables(scenario, played.options, spoken))
    return tuple(filter(lambda section: section.paragraphs, whole))


def _bases(scenario: Scenario) -> Iterator[str]:
    return (id for kind, ids in PRINTED.bases.items() if scenario.of_kind(kind) for id in ids)


def _tables(scenario: Scenario, options: MatchOptions, spoken: Language) -> Iterator[Section]:
    """What the event has in place of the rulebook's tables: terrain, massacre [ST-TER-8, ST-GAM-14]."""
    word = partial(_word, spoken)
    if SOURCES[scenario.source].own_terrain and options.terrain_table:
        yield Section(word("rules-terrain-table"), tuple(_terrain_line(line, spoken) for line in options.terrain_table))
    scale = options.massacre_scale
    if scale is not None and getattr(scenario.scoring, "massacre", "none") != "none":
        points = tuple(f"{word(name)}{colon(spoken)}{_number(value, spoken)}" for name, value in scale.points.items())
        yield Section(word("rules-massacre-scale"), (*points, word(f"rules-massacre-{scale.rounding}")))


def _terrain_line(line: TerrainType, spoken: Language) -> str:
    sizes = ", ".join(_word(spoken, size) for size in line.sizes)
    told = _word(spoken, "rules-terrain-line").format(name=line.name, sizes=sizes, most=line.most)
    return semicolon(spoken).join([told, *(_word(spoken, one) for one in line.properties)])


def _number(value: Fraction, spoken: Language) -> str:
    """As people write it: a fraction stays one."""
    return str(value) if value.denominator > 2 else decimal(f"{float(value):g}", spoken)


def reference_rules(played: PlayConditions, spoken: Language) -> tuple[Section, ...]:
    """What all Steamroller scenarios share, by subject, as the event plays it [SR-DUTY-3]."""
    parts = [(_word(spoken, heading), ids) for heading, ids in PRINTED.reference.items()]
    told = {id: _told(id, None, played, spoken) for _heading, ids in parts for id in ids}
    return tuple(_numbered(parts, told, spoken))


def rules_in_words(
    parts: Sequence[tuple[str, Sequence[str]]], own: Mapping[str, str], spoken: Language
) -> tuple[Section, ...]:
    """Clauses by subject, in their own words or in those given; a variant without the keyword that stands before it."""
    told = {id: (own[id],) if id in own else _unmarked(_plain(id, spoken)) for _heading, ids in parts for id in ids}
    return tuple(section for section in _numbered(parts, told, spoken) if section.paragraphs)


def _unmarked(told: tuple[str, ...]) -> tuple[str, ...]:
    first = _KEYWORD.sub("", told[0])
    return (first[:1].upper() + first[1:], *told[1:])


def _scoring(scenario: Scenario) -> Iterator[str]:
    """What the scenario needs of the usual moments: nothing where it has no points, or all count at once [SR-S11-3]."""
    if isinstance(scenario.scoring, Awards):
        usual = any(award.by != "destroyed" for award in scenario.scoring.awards)
        scoring = PRINTED.scoring
        for id in scoring if usual else scoring[-1:] if scenario.scoring.awards else ():
            if id != "SR-SC-3" or scenario.scoring.victory.lead:
                yield id


def _own(scenario: Scenario, spoken: Language) -> Iterator[str]:
    """The scenario's own clauses, but what says where its first turn is told, or what this program does."""
    family = scenario.clause.rpartition("-")[0] + "-"
    return (id for id in clauses(spoken) if id.startswith(family) and id not in PRINTED.told_by_data)


def _told(id: str, scenario: Scenario | None, played: PlayConditions, spoken: Language) -> tuple[str, ...]:
    """A clause's words; where they depend on what the event has chosen, those of its choice."""
    if id == "SR-DEPL-3" and scenario is not None and not scenario.radial:
        return ()
    chosen = _chosen(id, played)
    if chosen is not None:
        return (_word(spoken, chosen).format(pieces=played.options.diagonal_pieces),) if chosen else ()
    said = _plain(id, spoken)
    if id != "SR-DEPL-1" or scenario is None:
        return said
    intro, header, standard, radial = said
    return (intro, header, radial if scenario.radial else standard)


def _chosen(id: str, played: PlayConditions) -> str | None:
    """The key of what the event has chosen instead of a clause's own words; empty where nothing is left of it."""
    options = played.options
    by_setting = {
        "ST-ADV-10": f"rules-lost-dice-{options.lost_dice_scoring}",
        "ST-ADV-11": "rules-lost-dice-end" if options.lost_dice_scoring == "once" else "",
        "ST-DES-24": f"rules-failed-attack-{options.failed_attack_bonus}",
        "ST-DIA-2": f"rules-diagonal-{options.diagonal_direction}",
        "ST-DIA-4": "rules-diagonal-pieces",
        "ST-GAM-4": "rules-edges",
        "SR-S02-3": "rules-kill-box-goes-on" if options.no_assassination else "rules-kill-box",
        "ST-SPT-2": "rules-special-terrain",
        "SR-CTRL-14": "rules-colours",
        "SR-CTRL-15": "rules-halves",
        "SR-OBJ-4": "rules-scenario-first",
        "SR-DICE-2": "rules-dice-down",
    }
    if played.edges_assigned:
        by_setting["SR-DEPL-2"] = "rules-edges-assigned"
    if options.skip_condition_1:
        by_setting["SR-WIN-4"] = "rules-skip-condition-1"
    if not options.special_terrain:
        by_setting["ST-SPT-2"] = "rules-no-special-terrain"
    if options.no_tiebreak:
        by_setting |= {"SR-WIN-3": "rules-no-tiebreak"} | dict.fromkeys(PRINTED.tiebreaks, "")
        by_setting |= {"SR-DICE-4": "rules-dice-down-no-tiebreak", "SR-WIN-14": "rules-both-lost-no-tiebreak"}
    if not played.timed:
        by_setting |= dict.fromkeys(("SR-WIN-3", *PRINTED.dice_down), "")
    if options.no_assassination:
        by_setting |= {"SR-WIN-1": "rules-no-assassination", "SR-WIN-14": ""}
    return by_setting.get(id)


def _named_elsewhere(
    told: Mapping[str, Sequence[str]], scenario: Scenario, played: PlayConditions, spoken: Language
) -> dict[str, tuple[str, ...]]:
    """The rules that those printed name outside brackets and that are not among them, and what these name in turn."""
    found: dict[str, tuple[str, ...]] = {}
    waiting = [line for lines in told.values() for line in lines]
    while waiting:
        for id in _ids(_PARENTHESIS.sub("", waiting.pop())):
            if id not in told and id not in found:
                found[id] = _told(id, scenario, played, spoken)
                waiting += found[id]
    return found


def _ids(text: str) -> Iterator[str]:
    for family, first, last in _ID.findall(text):
        yield from (f"{family}{number}" for number in range(int(first), int(last or first) + 1))


def _numbered(
    parts: Sequence[tuple[str, Sequence[str]]], told: Mapping[str, Sequence[str]], spoken: Language
) -> list[Section]:
    """Each part as a section, its rules numbered on, references to rules by their numbers."""
    printed = [id for _heading, ids in parts for id in ids if told[id]]
    numbers = {id: number for number, id in enumerate(printed, start=1)}
    return [
        _section(
            heading, [line for id in ids if id in numbers for line in _lines(id, told[id], numbers, spoken)], spoken
        )
        for heading, ids in parts
    ]


def _section(heading: str, lines: Sequence[str], spoken: Language) -> Section:
    """The lines under their heading, typeset in one go."""
    return Section(heading, tuple(printed("\n".join(lines), spoken).splitlines()))


def _lines(id: str, told: Sequence[str], numbers: Mapping[str, int], spoken: Language) -> Iterator[str]:
    first, *rest = (_referring(line, numbers, spoken) for line in told)
    yield f"{numbers[id]}. {first}"
    yield from rest


def _referring(text: str, numbers: Mapping[str, int], spoken: Language) -> str:
    """The text with the numbers of the rules it names; in brackets, rules that are not printed go unnamed."""

    def rule(found: re.Match[str]) -> str:
        known = [numbers[id] for id in (f"{found[1]}{number}" for number in (found[2], found[3])) if id in numbers]
        if len(known) > 1:
            return _word(spoken, "rules-rules").format(first=known[0], last=known[1])
        return "".join(_word(spoken, "rules-rule").format(number=number) for number in known)

    def bracket(found: re.Match[str]) -> str:
        inside = _FAMILY.sub("", _ID.sub(rule, found[1]))
        kept = re.sub(r"^(?:voir|see)\s*$|^[\s,;/]+|[\s,;/]+$|^l(?:a|es) (?=règle)", "", inside)
        return f" ({kept})" if re.search(r"\w", kept) else ""

    said = _ID.sub(rule, _PARENTHESIS.sub(bracket, text))
    return re.sub(r"(^|[.!?] )([a-zà-ü])", lambda found: found[1] + found[2].upper(), said)


@cache
def _plain(id: str, spoken: Language) -> tuple[str, ...]:
    """A clause's own words without its number, its marks and its Markdown; then the rows of its table."""
    text, table = _parts(id, spoken)
    rows = (row.strip("| ").replace("|", "·") for row in table)
    return tuple(filter(None, (_worded(line, spoken) for line in (_HEAD.sub("", text), *rows))))


def _parts(id: str, spoken: Language) -> tuple[str, list[str]]:
    """A clause's text on one line, and the rows of its table."""
    lines = [line.strip() for line in clauses(spoken)[ClauseId(id)].text.splitlines()]
    rows = [line for line in lines if line.startswith("|") and not set(line) <= _RULER]
    return " ".join(line for line in lines if not line.startswith("|")), rows


def _worded(text: str, spoken: Language) -> str:
    word = partial(_word, spoken)
    sides = {"1": word("first"), "2": word("second")}
    text = _HALF.sub(word("rules-half-strength"), _MARKS.sub("", in_words(text, spoken)))
    text = _ZONE.sub(lambda found: word(f"rules-zone-{found[1]}"), text)
    text = _TURN.sub(lambda found: word("rules-turn").format(turn=found[2], side=sides[found[1]]), text)
    side = "rules-side-short" if "·" in text else "rules-side"
    text = _SIDE.sub(lambda found: word(f"{side}-{found[1]}"), text)
    return " ".join(text.replace("`", "").replace("*", "").split())


def _first_turn_and_length(scenario: Scenario, played: PlayConditions, spoken: Language) -> Iterator[str]:
    """Opening dice, what the first player may not do, how many turns and what is rolled for another."""
    word, opening, length, options = partial(_word, spoken), scenario.opening, scenario.length, played.options
    if opening is not None and opening.dice_for is not None:
        key = "rules-opening-own" if opening.instead_of_own else "rules-opening-dice"
        yield word(key).format(dice=counted(options.half_budget(), spoken), budget=counted(options.budget, spoken))
    if opening is not None and opening.forbidden:
        bans = [word(f"forbidden-{ban}") for ban in opening.forbidden]
        yield word("rules-forbidden").format(bans=word("rules-nor").join(bans))
    if length is None or length.turns is None:
        yield word("rules-no-length" if played.timed else "rules-no-length-no-time")
    elif not length.dice:
        yield word("rules-turns").format(turns=counted(length.turns, spoken))
    else:
        key = "rules-turns-or-one-more" if length.dice == 1 else "rules-turns-or-one-more-both"
        turns = counted(length.turns, spoken)
        yield word(key).format(turns=turns, more=length.turns + 1, at_least=length.at_least)


def _word(spoken: Language, key: str) -> str:
    words = phrases(spoken)["words"]
    return words.get(f"scenario:{key}") or words.get(key, key)


_FIGHT_HEAD = re.compile(r"^-\s*\*\*SK-[A-Z]+-\d+\*\*\s*\([A-Z/]+\)\s*")
_ASIDE = re.compile(r"\s*\((?:[^()]*\bSK-[A-Z]+[^()]*|section \d+|[GIR])\)|\s*\{[a-z_]+\}")
_MINUS = re.compile(r"(?<![\w)])-(?=\d)")
_CODE = re.compile(r"`([a-z_-]+)`")
_EXAMPLE = re.compile(r"\s*\*(?:Example|Exemple)\b.*", re.DOTALL)


def fight_rules(spoken: Language, *, celtic: bool = True) -> tuple[PaperRules, ...]:
    """The parts in their order, each rule with its table."""
    said = phrases(spoken)["words"]
    left_out = () if celtic else PRINTED.celtic
    return tuple(
        PaperRules(said[f"fight-rules-{part}"], tuple(_rule(id, spoken) for id in ids if id not in left_out))
        for part, ids in PRINTED.fight.items()
        if part not in left_out
    )


def _rule(id: str, spoken: Language) -> PaperRule:
    """A clause without its number, its marks, its settings and its examples; its table row by row."""
    text, rows = _parts(id, spoken)
    table = tuple(tuple(_without_marks(cell, spoken) for cell in row.strip("|").split("|")) for row in rows)
    return PaperRule(_without_marks(_EXAMPLE.sub("", _FIGHT_HEAD.sub("", text)), spoken), table)


def _without_marks(text: str, spoken: Language) -> str:
    words = phrases(spoken)["words"]

    def named(found: re.Match[str]) -> str:
        code = found[1]
        return words.get(f"skirmish:{code}") or words.get(code, code)

    told = " ".join(_CODE.sub(named, _ASIDE.sub("", text)).replace("*", "").split())
    return printed(_MINUS.sub("−", told), spoken)

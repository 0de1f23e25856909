"""The rules of a Steamroller event in words, its variants in the place of the rules they replace [SR-VAR-2]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heraut.press.paper import Section
from heraut.press.rules import rules_in_words
from heraut.speech.sentences import counted
from heraut.tournament.steamroller.army import points_below
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.tournament.steamroller.variants import Keyword, KeywordRow, keyword_rows, keywords_of
from heraut.web.game import language
from heraut.web.rooms.tournament.display import column, scenario_name
from heraut.web.rooms.tournament.format_pages import Clauses
from heraut.web.sentences import word

OWN_WORDS: Mapping[str, str] = {
    "SR-DUTY-2": "damage", "SR-DUTY-4": "copies", "SR-LIST-1": "two-lists", "SR-LIST-2": "points",
    "SR-LIST-11": "casters", "SR-VLIST-1": "tier", "SR-VLIST-5": "divide", "SR-VLIST-7": "no-choice",
    "SR-MODEL-3": "painting", "SR-VPAINT-3": "painting-hardcore", "SR-VPAINT-4": "painting-refused",
    "SR-CONV-6": "exceptions", "SR-TIME-1": "length", "SR-CLOCK-1": "turn", "SR-EXT-1": "extension",
    "SR-EXT-3": "extension-runs", "SR-VTIME-11": "reserve", "SR-VTIME-15": "reserve-over",
    "SR-VTIME-18": "sudden-death", "SR-RANK-2": "order", "SR-VRANK-8": "final-tables",
}  # fmt: skip
"""The words of `speech` for clauses that give a formula, a table or a choice."""


def keywords_in_words(settings: SteamrollerSettings) -> Clauses:
    """The keywords but the scenarios, which stand by themselves [SR-VAR-3]."""
    rows = {row.id: row for row in keyword_rows()}
    in_force = [one for one in keywords_of(settings.variants) if one.id != "scenarios"]
    return [(keyword_words(rows[one.id], one), rows[one.id].clause) for one in in_force]


def variants_in_words(settings: SteamrollerSettings) -> list[str]:
    """The keywords, then the scenarios announced."""
    labels = [label for label, _clause in keywords_in_words(settings)]
    return [*labels, *(scenario_name(slug) for slug in settings.variants.scenarios)]


def keyword_words(row: KeywordRow, keyword: Keyword) -> str:
    """A variant in the reader's words, with its number in place of the X of the notation [SR-KEY-1]."""
    titles = ", ".join(scenario_name(slug) for slug in keyword.scenarios)
    told = (row.french if language() == "fr" else row.english).replace("X", titles or str(keyword.value))
    return told if keyword.value != 1 else told.removesuffix("s")


def event_rules(settings: SteamrollerSettings) -> tuple[Section, ...]:
    """The rules of the event by subject [SR-VAR-2, SR-VAR-3]."""
    parts = (
        (word("event-rules-lists"), tuple(_lists(settings))),
        (word("event-rules-figures"), tuple(_figures(settings))),
        (word("event-rules-choice"), ("SR-DUTY-5", "SR-PICK-1", "SR-PICK-2", "SR-PICK-4")),
        (word("event-rules-time"), tuple(_time(settings))),
        (word("event-rules-rounds"), tuple(_rounds(settings))),
        (word("event-rules-ranking"), tuple(_ranking(settings))),
        (word("event-rules-conduct"), tuple(f"SR-FAIR-{number}" for number in range(1, 6))),
    )
    return rules_in_words(parts, _own_words(settings), language())


def _lists(settings: SteamrollerSettings) -> Iterator[str]:
    variants = settings.variants
    yield from ("SR-DUTY-4", "SR-LIST-1" if variants.lists is None else "SR-VLIST-2", "SR-LIST-2", "SR-LIST-3")
    yield from ("SR-LIST-5", "SR-LIST-6", "SR-LIST-7", "SR-LIST-8")
    asked = {
        "SR-LIST-11": settings.casters_per_list > 1,
        "SR-VLIST-1": variants.theme_tier is not None,
        "SR-VLIST-3": variants.character_casters,
        "SR-VLIST-4": variants.character_models,
        "SR-VLIST-5": variants.divide,
        "SR-VLIST-7": variants.divide,
    }
    yield from (id for id, is_asked in asked.items() if is_asked)


def _figures(settings: SteamrollerSettings) -> Iterator[str]:
    yield from ("SR-DUTY-2", "SR-MODEL-1", "SR-MODEL-2")
    if settings.variants.paint_hardcore:
        yield from ("SR-VPAINT-3", "SR-VPAINT-4")
    else:
        yield "SR-VPAINT-2" if settings.variants.paint_minimal else "SR-MODEL-3"
    yield "SR-MODEL-4"
    yield from (f"SR-CONV-{number}" for number in range(1, 7))


def _time(settings: SteamrollerSettings) -> Iterator[str]:
    variants = settings.variants
    if variants.no_time_limit:
        yield "SR-VTIME-3"
        return
    yield "SR-VTIME-18" if variants.sudden_death else "SR-TIME-1"
    if variants.has_reserve:
        yield from ("SR-VTIME-11", "SR-VTIME-14", "SR-VTIME-15", "SR-VTIME-17")
    else:
        yield from (f"SR-CLOCK-{number}" for number in range(1, 7))
        if not variants.no_extensions:
            yield from (f"SR-EXT-{number}" for number in range(1, 6))
    if variants.has_secret_length:
        yield from ("SR-DICE-1", "SR-DICE-2", "SR-DICE-3")


def _rounds(settings: SteamrollerSettings) -> Iterator[str]:
    yield from ("SR-PAIR-1", "SR-BYE-1", "SR-BYE-2", "SR-BYE-5")
    if settings.early_end and settings.variants.rounds is None and not settings.variants.final_tables:
        yield "SR-ROUND-5"


def _ranking(settings: SteamrollerSettings) -> Iterator[str]:
    yield from ("SR-RANK-1", "SR-RANK-2", "SR-RANK-3")
    if settings.variants.final_tables:
        yield from ("SR-VRANK-7", "SR-VRANK-8")
    yield "SR-RANK-4"


def _own_words(settings: SteamrollerSettings) -> Mapping[str, str]:
    """What the event says where a clause gives a formula, a table or a choice."""
    variants = settings.variants
    times = None if variants.no_time_limit else settings.times
    criteria = settings.ranking.criteria
    told = {id: f"event-rules-{key}" for id, key in OWN_WORDS.items()} | {
        "SR-VLIST-2": f"event-rules-{'one-list' if variants.lists == 1 else 'number-of-lists'}",
        "SR-RANK-4": f"event-rules-tie-{settings.final_tie}",
        "SR-DICE-2": "scenario:rules-dice-down",
    }
    numbers = {
        "least": settings.size - points_below(),
        "size": settings.size,
        "lists": variants.lists,
        "casters": settings.casters_per_list,
        "tier": variants.theme_tier,
        "order": " → ".join(column(one) for one in criteria),
        **{name: 0 if times is None else getattr(times, name) for name in ("base", "turn", "extension", "reserve")},
    }
    said = {
        name: number if isinstance(number, str) else counted(number or 0, language())
        for name, number in numbers.items()
    }
    return {id: word(key).format_map(said) for id, key in told.items()}

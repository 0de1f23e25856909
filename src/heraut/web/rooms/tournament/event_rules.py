"""
What an event asks of its players, whole and in words: lists or bands, time, points, ranking, conduct.

Variants stand in the place of the rules they replace [SR-VAR-2], numbers are those of the event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from heraut.press.paper import Section
from heraut.press.rules import rules_in_words
from heraut.speech.sentences import counted
from heraut.speech.typography import colon, semicolon
from heraut.tournament.format import Format
from heraut.tournament.saga.bands import Age
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.rooms.tournament.display import column, scenario_name
from heraut.web.rooms.tournament.formats import SagaPages, SteamrollerPages, pages_of
from heraut.web.sentences import word
from heraut.web.views.game import common


def steamroller_rules(settings: SteamrollerSettings) -> tuple[Section, ...]:
    """The rules of the event by subject, its variants among them [SR-VAR-2, SR-VAR-3]."""
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


def saga_rules(settings: SagaSettings) -> tuple[Section, ...]:
    """The rules of the event by subject, with its budget, its table of points and its order [ST-ORG-1]."""
    timed = ("ST-ORG-7",) if settings.round_minutes is not None else ()
    parts = (
        (word("event-rules-band"), tuple(_band(settings))),
        (word("event-rules-points-of-a-game"), ("ST-PTS-1", "ST-PTS-2", "ST-PTS-3", "ST-LOSS-1", "ST-LOSS-2", *timed)),
        (word("event-rules-ranking"), ("ST-RNK-1", "ST-RNK-2", "ST-RNK-7")),
        (word("event-rules-ranking-round"), RANKING_ROUND if settings.has_ranking_round else ()),
        (word("event-rules-conduct"), ("ST-OFF-1", "ST-OFF-2", "ST-OFF-3", "ST-OFF-4")),
    )
    return rules_in_words(parts, _saga_words(settings), language())


RANKING_ROUND = ("ST-RNK-8", "ST-RNK-9", "ST-RNK-10", "ST-RNK-11", "ST-RNK-12", "ST-RNK-14")


def _band(settings: SagaSettings) -> Iterator[str]:
    yield from ("ST-BND-5", "ST-BND-3", "ST-BND-2", "ST-BND-7", "ST-BND-9")
    if Age.MAGIC in settings.ages:
        yield from ("ST-BND-10",) if settings.spells_on_list else ()
        yield from ("ST-BND-12",) if settings.legendary_bands else ()
    yield from ("ST-BND-11", "ST-BND-13")


def _saga_words(settings: SagaSettings) -> Mapping[str, str]:
    order = " → ".join(column(one) for one in settings.ranking(lots_drawn=False).criteria)
    mark, rows = colon(language()), SagaPages(settings).points_table()
    table = (f"{difference}{mark}{winner} – {loser}" for difference, winner, loser in rows)
    legendary = "allowed" if settings.legendary_units else "forbidden"
    return {
        "ST-BND-5": word("event-rules-budget").format(budget=counted(settings.budget, language())),
        "ST-BND-7": word("event-rules-special-troops"),
        "ST-BND-10": word("event-rules-spells"),
        "ST-BND-11": word(f"event-rules-legendary-units-{legendary}"),
        "ST-BND-12": word("event-rules-legendary-bands"),
        "ST-BND-13": word("event-rules-band-sheets").format(copies=settings.band_sheet_copies),
        "ST-PTS-2": word("event-rules-points-table").format(table=semicolon(language()).join(table)),
        "ST-ORG-7": word("event-rules-round-time").format(minutes=counted(settings.round_minutes or 0, language())),
        "ST-RNK-1": word("event-rules-order").format(order=order),
        "ST-RNK-7": word("event-rules-lots"),
        "ST-OFF-4": word("event-rules-misconduct"),
    }


RULES: Mapping[type[Format], Callable[[Any], tuple[Section, ...]]] = {
    SagaSettings: saga_rules,
    SteamrollerSettings: steamroller_rules,
}


def has_rules(settings: Format) -> bool:
    """Whether there is something for players to read before they come."""
    return type(settings) in RULES


def event_rules(settings: Format) -> tuple[Section, ...]:
    """What the event asks of its players; nothing where its format has no such rules."""
    return RULES[type(settings)](settings) if has_rules(settings) else ()


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
    criteria = settings.ranking(lots_drawn=False).criteria
    told = {
        "SR-DUTY-2": word("event-rules-damage"),
        "SR-DUTY-4": word("event-rules-copies"),
        "SR-LIST-1": word("event-rules-two-lists"),
        "SR-VLIST-2": word("event-rules-one-list" if variants.lists == 1 else "event-rules-number-of-lists"),
        "SR-LIST-2": word("event-rules-points"),
        "SR-LIST-11": word("event-rules-casters"),
        "SR-VLIST-1": word("event-rules-tier"),
        "SR-VLIST-5": word("event-rules-divide"),
        "SR-VLIST-7": word("event-rules-no-choice"),
        "SR-MODEL-3": word("event-rules-painting"),
        "SR-VPAINT-3": word("event-rules-painting-hardcore"),
        "SR-VPAINT-4": word("event-rules-painting-refused"),
        "SR-CONV-6": word("event-rules-exceptions"),
        "SR-TIME-1": word("event-rules-length"),
        "SR-CLOCK-1": word("event-rules-turn"),
        "SR-EXT-1": word("event-rules-extension"),
        "SR-EXT-3": word("event-rules-extension-runs"),
        "SR-DICE-2": word("scenario:rules-dice-down"),
        "SR-VTIME-11": word("event-rules-reserve"),
        "SR-VTIME-15": word("event-rules-reserve-over"),
        "SR-VTIME-18": word("event-rules-sudden-death"),
        "SR-RANK-2": word("event-rules-order"),
        "SR-RANK-4": word(f"event-rules-tie-{settings.final_tie}"),
        "SR-VRANK-8": word("event-rules-final-tables"),
    }
    numbers = {
        "least": SteamrollerPages(settings).least_points,
        "size": settings.size,
        "lists": variants.lists,
        "casters": settings.casters_per_list,
        "tier": variants.theme_tier,
        "order": " → ".join(column(one) for one in criteria),
        **({} if times is None else {name: getattr(times, name) for name in ("base", "turn", "extension", "reserve")}),
    }
    unused = dict.fromkeys(("base", "turn", "extension", "reserve"), 0)
    said = {
        name: number if isinstance(number, str) else counted(number or 0, language())
        for name, number in {**unused, **numbers}.items()
    }
    return {id: words.format_map(said) for id, words in told.items()}


@require_safe
@needs(Action.WATCH)
def rules(request: HttpRequest, game: Game) -> HttpResponse:
    """Everything the event asks, the scenario being played and what all scenarios share, to read on a phone."""
    pages = pages_of(game)
    shown = game.view.played[-1] if game.view.played else None
    parts = []
    if shown is not None and (sections := pages.scenario_rules(shown.scenario)):
        parts.append(("scenario", scenario_name(shown.scenario, language()), sections))
    if sections := pages.reference_rules():
        parts.append(("reference", _("Fiche de référence des scénarios"), sections))
    if sections := event_rules(game.settings):
        parts.append(("event", _("Règles du tournoi"), sections))
    if not parts:
        raise Http404
    return render(request, "tournament/rules_page.html", {**common(game), "parts": parts, "shown": shown})

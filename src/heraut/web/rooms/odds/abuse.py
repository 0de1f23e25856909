"""An abuse of power: the chances before the roll, the roll for the table, every row of it, and castings in a row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from heraut.ask.magic import ABUSE, CHAIN, MOST_CASTS, AbuseAnswer, AbuseAsked, ChainAsked
from heraut.battle import abuse
from heraut.battle.abuse import AbuseRow
from heraut.dice import Weight
from heraut.kernel.codec import to_plain
from heraut.kernel.refusal import Refusal
from heraut.rulesets.clauses import clauses
from heraut.speech.typography import span
from heraut.warband.tables import magic
from heraut.web import sentences
from heraut.web.game import language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import query_of
from heraut.web.rooms.odds.form import MOST_FATIGUE, Fields
from heraut.web.rooms.odds.luck import typed_faces
from heraut.web.rooms.odds.page import Share, average, page, share

MOST_NEIGHBOURS, MOST_SPELLS = 10, 6


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of the table: its totals, the word that tells all it does, how likely it is, whether it was rolled."""

    totals: str
    word: str
    clauses: tuple[str, ...]
    chance: Share
    rolled: bool


@require_safe
@needs(Action.VISIT)
def abuse_of_power(request: HttpRequest) -> HttpResponse:
    """The chances, and what the faces do if there are any."""
    fields = Fields(query_of(request).dict())
    spells = fields.whole("spells", magic().spells, most=MOST_SPELLS)
    asked = AbuseAsked(
        fatigue=fields.whole("fatigue", most=MOST_FATIGUE),
        imposing=fields.ticked("imposing"),
        spells=spells,
        neighbours=fields.whole("neighbours", most=MOST_NEIGHBOURS),
        roll=fields.ticked("roll"),
        faces=typed_faces(fields.text("faces")) or None,
    )
    casts = fields.whole("casts", 1, least=1, most=MOST_CASTS)
    context: dict[str, Any] = {
        "asked": asked,
        "casts": casts,
        "most": {"units": MOST_NEIGHBOURS, "spells": MOST_SPELLS, "casts": MOST_CASTS},
        "faces": fields.text("faces"),
    }
    outcome = ABUSE.reply(asked)
    if isinstance(outcome, Refusal):
        return page(request, "abuse", {**context, "faults": sentences.faults(outcome, language())})
    context |= _told(outcome.answer, asked.neighbours)
    if casts > 1:
        context["chain"] = list(_chain(asked, casts))
    return page(request, "abuse", context)


def _told(answer: AbuseAnswer, neighbours: int) -> dict[str, Any]:
    summary, roll = answer.summary, answer.roll
    total = None if roll is None or roll.end is None else roll.end.total
    chances = {
        "odds-nothing": summary.nothing,
        "odds-sorcerer-dies": summary.eliminated,
        "odds-forgets-cast": summary.forgets_cast,
        "odds-friends-tire": summary.tires_friends,
        **({"odds-neighbour-hurt": _blast(answer)} if neighbours else {}),
    }
    return {
        "shares": [share(name, p) for name, p in chances.items()],
        "fatigue": average(summary.fatigue),
        "forgets": average(summary.forgets),
        "roll": to_plain(roll),
        "rows": list(_rows(answer, total)),
    }


def _blast(answer: AbuseAnswer) -> Weight:
    """How likely some unit near the sorcerer suffers a casualty [AM-ABUSE-R2-2]."""
    place = answer.fields.index("blasted")
    return sum(row.p for row in answer.law if isinstance(row.value, tuple) and row.value[place])


def _rows(answer: AbuseAnswer, total: int | None) -> Iterator[TableRow]:
    """Every row of the table, each with its chance."""
    chances = [(row.value, row.p) for row in answer.law if isinstance(row.value, tuple)]
    for row in abuse.table():
        p = sum(p for value, p in chances if value[0] in row.totals)
        told = tuple(id for id in clauses() if id.startswith(row.clause.rpartition("-")[0] + "-"))
        yield TableRow(
            span(row.totals.first, row.totals.last, language()),
            word_of(row),
            told,
            share("", p),
            total is not None and total in row.totals,
        )


def word_of(row: AbuseRow) -> str:
    """The word that tells all that a row of the table does."""
    first, last = row.totals.first, row.totals.last
    return f"abuse-{first}" if first == last else f"abuse-{first}-{last}"


def _chain(asked: AbuseAsked, casts: int) -> Iterator[tuple[int, Share, Share]]:
    """Each casting at its maximum effect: whether it is made, whether the sorcerer survives it."""
    outcome = CHAIN.reply(ChainAsked(casts, asked.fatigue, asked.imposing, asked.spells))
    if isinstance(outcome, Refusal):
        return
    for step in outcome.answer.after:
        yield step.casts, share("", step.all_cast.p), share("", 1 - step.eliminated.p)

"""What is told of an event that is over: sentences, a table, JSON, and one HTML page in both languages."""

from __future__ import annotations

from functools import partial
from html import escape

from heraut import __version__
from heraut.kernel import Seat, to_plain
from heraut.lab.afterwards import Aftermath, Order
from heraut.lab.estimates import wilson
from heraut.lab.measures import UNIT
from heraut.lab.page import document, head_of, page, paragraphs, shares
from heraut.lab.sentences import told
from heraut.lab.words import percent, shown
from heraut.speech import LANGUAGES, Language
from heraut.speech.typography import decimal, minus

MOST_SHOWN = 12
"""In the picture."""


def titles(found: Aftermath, seat: Seat) -> float:
    """How often a player comes first when the event is played anew."""
    return found.again.titles.get(seat, 0) / UNIT / found.again.runs


def sentences(found: Aftermath, language: Language) -> list[str]:
    """The event in a few sentences."""
    return [*_won(found, language), _decided(found, language), _ordered(found, language), told(language, "after-model")]


def _won(found: Aftermath, language: Language) -> list[str]:
    names = " / ".join(found.names[seat] for seat in found.champions)
    share = sum(titles(found, seat) for seat in found.champions)
    wins = shown("best_wins", wilson(min(1.0, share), found.again.runs), language)
    said = [told(language, "after-won", name=names, runs=found.again.runs, wins=wins)]
    favourite = max(found.again.titles, key=lambda seat: found.again.titles[seat])
    if favourite not in found.champions:
        often = percent(titles(found, favourite), language)
        said.append(told(language, "after-favourite", name=found.names[favourite], share=often))
    return said


def _decided(found: Aftermath, language: Language) -> str:
    if not found.turned:
        return told(language, "after-turned-none")
    last = found.turned[0]
    return told(
        language, "after-turned", count=len(found.turned), round=str(last.game.round), table=str(last.game.table),
        one=found.names[last.game.one], other=found.names[last.game.other], champion=found.names[last.champion],
    )  # fmt: skip


def _ordered(found: Aftermath, language: Language) -> str:
    actual = found.orders[0].podium[:1] if found.orders else ()
    others = [order for order in found.orders if order.podium[:1] != actual]
    if not others:
        return told(language, "after-orders-same", count=max(0, len(found.orders) - 1))
    names = ((order_name(order, language), found.names[order.podium[0]]) for order in others)
    listed = told(language, "after-and").join(
        told(language, "after-led", order=order, name=name) for order, name in names
    )
    return told(language, "after-orders", listed=listed)


def order_name(order: Order, language: Language) -> str:
    """An order of the tie-breaks in words."""
    return " > ".join(told(language, f"criterion-{name}") for name in order.name)


COLUMNS = ("place", "player", "strength", "opponents", "pairing-luck", "result-luck", "again")


def table(found: Aftermath, language: Language) -> list[list[str]]:
    """Everybody from the top; the first row are the titles."""
    rows = [[told(language, f"after-{column}") for column in COLUMNS]]
    for one in found.schedules:
        numbers = (f"{value:+.2f}" for value in (one.strength, one.opponents, one.pairing_luck, one.result_luck))
        written = [minus(decimal(number, language)) for number in numbers]
        rank = "–" if one.rank is None else str(one.rank)
        rows.append([rank, one.name, *written, percent(titles(found, one.seat), language)])
    return rows


def as_json(found: Aftermath, seed: int) -> bytes:
    """Everything, for a program."""
    plain = to_plain(found) | {
        "heraut": __version__,
        "seed": seed,
        "said": {language: sentences(found, language) for language in LANGUAGES},
    }
    return document(plain)


def as_html(found: Aftermath) -> bytes:
    """One page that needs nothing else, in both languages."""
    return page(partial(_section, found))


def _section(found: Aftermath, language: Language) -> str:
    head, *body = table(found, language)
    cells = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in body
    )  # fmt: skip
    best = sorted(found.schedules, key=lambda one: -titles(found, one.seat))[:MOST_SHOWN]
    wins = [(one.name, wilson(titles(found, one.seat), found.again.runs)) for one in best]
    again = told(language, "after-again")
    podiums = [
        (order_name(order, language), ", ".join(found.names[seat] for seat in order.podium)) for order in found.orders
    ]
    orders = "".join(
        f"<li>{escape(told(language, 'after-led', order=name, name=podium))}</li>" for name, podium in podiums
    )
    return (
        f'<section lang="{language}"><h1>{escape(found.title)}</h1>'
        + f'{paragraphs(sentences(found, language))}<div class="wide"><table>{head_of(head)}{cells}'
        + f"</table></div><h2>{escape(again)}</h2>{shares(again, wins, language)}"
        + f"<h2>{escape(told(language, 'after-podiums'))}</h2><ul>{orders}</ul></section>"
    )

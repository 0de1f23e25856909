"""The marks every page uses: shields, symbols, seals, reasons, laws, codes to scan."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.http import QueryDict
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from heraut.kernel.message import Event
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Reason
from heraut.press import qr as codes
from heraut.press import symbols as signs
from heraut.press.symbols import Symbol
from heraut.rulesets.clauses import Clause
from heraut.speech import typography
from heraut.speech.clause_words import in_words
from heraut.speech.sentences import in_sentence, phrase, phrases, say_because
from heraut.web import pictures, seals, sentences
from heraut.web.form_html import REFUSED, refilled
from heraut.web.forms import Field
from heraut.web.game import language, new_id
from heraut.web.markdown import clause_html

register = template.Library()
LABEL = re.compile(
    r"^[\s\-*]*\*\*[A-Z]+-[A-Z0-9-]+\s*(?P<sources>\[[^*\]]*\])?(?P<title>[^*]*)\*\*(?:\s*`[A-Z]`)?(?P<stop>[\s:.]*)"
)
"""The head of a clause, with the mark of where it comes from."""
ARMS = re.compile(r'(?P<head><svg [^>]*viewBox="[^"]*"[^>]*>)<clipPath id="(?P<id>\w+)">')  # the beginning of a shield
SYMBOLS = Path(__file__).parents[1] / "symbols"


@cache
def _drawn(name: str) -> SafeString:
    """The house's own signs, and the few more that only screens need."""
    own = name in list(Symbol)
    drawn = signs.symbol(name) if own else (SYMBOLS / f"{name}.svg").read_text(encoding="utf-8").strip()
    return mark_safe(drawn.replace("<svg ", '<svg class="symbol" ', 1))


@register.simple_tag
@cache
def asset(path: str) -> str:
    """The address of a static file; it changes with the content, so browsers may keep it."""
    found = finders.find(path)
    content = hashlib.sha256(Path(str(found)).read_bytes()).hexdigest()[:10] if found else ""
    return f"{static(path)}?v={content}"


@register.simple_tag
@cache
def symbol(name: str, label: str = "") -> SafeString:
    """A drawn symbol; decoration unless it has a label."""
    drawn = _drawn(name)
    return format_html('<span class="sign" role="img" aria-label="{}">{}</span>', label, drawn) if label else drawn


@register.simple_tag(takes_context=True)
def coat(context: Mapping[str, Any], name: str, size: int = 48) -> SafeString:
    """The face of a person: a coat of arms drawn from the name, unlike the others at the same game."""
    return coat_of(name, size, context.get("people", ()), context.get("coats_once"))


def coat_of(name: str, size: int, people: tuple[str, ...], once: set[str] | None = None) -> SafeString:
    """The same for a page that works it out beforehand; `once`: whose drawings it has already, to point at."""
    drawn = pictures.shield(name, size, people)
    if once is not None:
        drawn = _drawn_again(drawn) if name in once else _drawn_first(drawn)
        once.add(name)
    return format_html('<span class="coat coat-{}">{}</span>', size, mark_safe(drawn))


def _drawn_first(drawn: str) -> str:
    """A shield that others of the same page point at: at its drawing, which has no size of its own."""
    found = ARMS.match(drawn)
    if found is None:
        return drawn
    inside = drawn.removeprefix(found["head"]).removesuffix("</svg>")
    return f'{found["head"]}<g id="arms-{found["id"]}">{inside}</g></svg>'


def _drawn_again(drawn: str) -> str:
    """A shield that stands on the page already: its drawing is pointed at, not repeated."""
    found = ARMS.match(drawn)
    return drawn if found is None else f'{found["head"]}<use href="#arms-{found["id"]}"/></svg>'


@register.inclusion_tag("parts/seal.html")
def seal(stage: str, label: str = "") -> Mapping[str, str]:
    """Where a sealed choice stands: awaited, draft, sealed, defaulted or revealed."""
    words = phrases(language()).get("words", {})
    return {"stage": stage, "label": label or words.get(f"stage-{stage}", stage)}


@register.simple_tag
def why(*clauses: ClauseId, of: Iterable[ClauseId] = (), sentence: str = "") -> SafeString:
    """“Pourquoi ?”: a small panel with the sentence and the clauses, which are fetched when it is opened."""
    named = [clause for clause in (*clauses, *of) if clause]
    if not named:
        return mark_safe("")
    told = format_html("<p>{}</p>", sentence) if sentence else ""
    slots = mark_safe("".join(_slot(clause) for clause in named))
    return format_html(
        '<details class="why"><summary>{}</summary><div class="panel">{}{}</div></details>',
        _("Pourquoi ?"), told, slots,
    )  # fmt: skip


@cache
def _slot(clause: ClauseId) -> SafeString:
    return format_html(
        '<div class="clause-slot" hx-get="{0}" hx-trigger="toggle once from:closest details" hx-swap="innerHTML" '
        'hx-target="this" hx-select="unset"><a href="{0}">{1}</a></div>',
        reverse("clause", args=[clause]), clause,
    )  # fmt: skip


@register.simple_tag(takes_context=True)
def because(context: Mapping[str, Any], reason: Reason) -> SafeString:
    """“Pourquoi ?” for a reason: its sentence, people by their names, and its clause."""
    return why_told(reason, context.get("names"))


def why_told(reason: Reason, names: Mapping[str, str] | None) -> SafeString:
    """The same for a page that works it out beforehand."""
    return why(reason.clause, sentence=say_because(reason, language(), names))


@register.simple_tag
def wrong(field: Field) -> SafeString:
    """What is wrong with a field, beside it."""
    return format_html('<p class="fault" id="{}-fault">{}</p>', field.id, field.faults) if field.wrong else SafeString()


@register.simple_tag
def invalid(field: Field) -> SafeString:
    """The attributes of a control whose field is wrong: that it is, and where it says so."""
    told = 'aria-invalid="true" aria-describedby="{}-fault"'
    return format_html(told, field.id) if field.wrong else SafeString()


@register.filter
def amount(number: object) -> str:
    """An exact number as people write it."""
    return sentences.amount(number, language())


@register.filter
def rounded(number: float) -> str:
    """A decimal with as many places as it has, and four at most."""
    written = typography.minus(f"{number:.4f}".rstrip("0").rstrip("."))
    return typography.decimal(written, language())


@register.filter
def moment(at: int) -> datetime:
    """An instant of the journal as a time to be formatted."""
    return sentences.moment(at)


@register.inclusion_tag("parts/law.html")
def law(rows: Any, question: str = "", room: str = "") -> Mapping[str, Any]:
    """A law as bars with the cumulative line; the words among its values are those of that room."""
    return {"chart": pictures.law(rows, language(), partial(sentences.outcome_word, room=room)), "question": question}


@register.simple_tag
def qr(address: str, label: str = "") -> SafeString:
    """A code to scan; black on white, also in the dark."""
    return format_html('<span class="qr">{}</span>', mark_safe(codes.svg(address, title=label)))


@register.simple_block_tag(takes_context=True)
def form(  # noqa: PLR0913  # each by name, as a template writes them
    context: Mapping[str, Any],
    content: str,
    name: str = "",
    *parts: str,
    to: str = "",
    type: str = "",
    method: str = "post",
    page: object = False,
    **attributes: str | None,
) -> SafeString:
    """
    The one way a page sends something: `{% form "send" game.stream type="PlaceBid" class="offer" %} … {% endform %}`.

    It posts to the address of that name (or to `to`, or to where the page is) with an id, so that what is sent twice
    counts once, and with the moment the page shows, so that what was meant for another one is not taken for this.
    It is sent without leaving the page, unless the answer is a `page` of its own. Attributes are written with an
    underscore (`data_queue=""`) and left out when they are None. What was `typed` into it and refused is in it again,
    whatever its template wrote into its controls; the cursor is in the first that is wrong. With `method="get"` it only
    asks: by its own address, which fills it.
    """
    address = to or (reverse(name, args=parts) if name else "")
    sent = _sent(context, address, type)
    again = None if sent is None else refilled(content, sent)
    own = {"command_id": new_id(), "moment": context.get("written_for", ""), "type": type}
    shown = {
        "class": attributes.pop("class", None),
        "method": method,
        "action": address or None,
        REFUSED: None if again is None or method == "get" else "",
    }
    given = {**shown, "hx-post": None if page or not address else address, **attributes}
    written = ((key.replace("_", "-"), value) for key, value in given.items() if value is not None)
    return format_html(
        "<form{}>{}{}</form>",
        format_html_join("", ' {}="{}"', written),
        _hidden({"csrfmiddlewaretoken": context.get("csrf_token", ""), **own}) if method == "post" else "",
        content if again is None else again,
    )


def _sent(context: Mapping[str, Any], address: str, type: str) -> QueryDict | None:
    """What was sent to where a form goes, as the command it is, and has come back."""
    request, typed = context.get("request"), context.get("typed")
    if not typed or not isinstance(typed, QueryDict) or request is None or (address or request.path) != request.path:
        return None
    return typed if typed.get("type", "") == type or not type else None


def _hidden(fields: Mapping[str, str]) -> SafeString:
    written = ((name, value) for name, value in fields.items() if value)
    return format_html_join("", '<input type="hidden" name="{}" value="{}">', written)


@register.simple_block_tag(takes_context=True)
def heading(context: Mapping[str, Any], content: str, sign: str, title: str) -> SafeString:
    """The head of a game's page beside its own: what it is, the way back, and its tools between the two tags."""
    game = context["game"]
    return format_html(
        '<header class="title">{}<div><p class="quiet"><a href="{}">{}</a></p><h1>{}</h1></div>{}</header>',
        _drawn(sign), reverse("game", args=[game.stream]), game.header.title, title, content,
    )  # fmt: skip


@register.simple_tag(takes_context=True)
def title_mark(context: Mapping[str, Any]) -> str:
    """What a title begins with, where its page says that something was refused, or waits for its reader."""
    request = context.get("request")
    told = context.get("fault") or context.get("faults") or getattr(context.get("form"), "errors", None)
    if told and request is not None and request.method == "POST":
        return _("Refusé") + " · "
    return _("(à vous)") + " " if context.get("yours") else ""


@register.filter
def clause_text(clause: Clause) -> SafeString:
    """What a clause says; its id and its sources stand in the head of the panel already."""
    return clause_html(in_words(LABEL.sub(_title, clause.text, count=1), language(), clause.sheet))


def _title(label: re.Match[str]) -> str:
    title = label["title"].strip()
    return f"**{title}**{label['stop']}" if re.search(r"\w", title) else ""


@register.filter
def named(seat: str, names: Mapping[str, str]) -> str:
    return names.get(seat, seat)


@register.filter
def kind(event: Event) -> str:
    return sentences.kind_name(sentences.kind(event), language())


@register.filter
def command_label(type: str, room: str) -> str:
    """What the button of a command says, by its type and the game it is of."""
    return phrase(language(), "commands", f"{room}:{type}")


@register.filter
def mid_sentence(name: str) -> str:
    """A name inside a sentence: « l'organisateur », where it stands for nobody in particular."""
    return in_sentence(name, language())


register.filter(sentences.of)
register.filter(sentences.word)
register.filter(sentences.answer_word)
register.filter(seals.fingerprint)


@register.filter
def all_kept(seen: Any) -> bool:
    """Whether all that is open there is what was sealed [HOUSE-SEAL-6]."""
    return all(one.is_kept() for one in seen.opened)


register.filter(sentences.account_name)


@register.filter
def shape(value: object) -> str:
    """How a plain value is best shown: slots, law, rows, pairs, list, yes/no, nothing, or as it is."""
    match value:
        case bool():
            return "bool"
        case None | [] | ():
            return "nothing"
        case dict() if not value:
            return "nothing"
        case [{"seat": _, "stage": _}, *_]:
            return "slots"
        case [{"value": _, "p": _}, *_]:
            return "law"
        case [dict() as first, *_] if all(not isinstance(cell, dict | list) for cell in first.values()):
            return "rows"
        case list() | tuple():
            return "list"
        case dict():
            return "pairs"
        case float():
            return "number"
        case _:
            return "plain"


@register.filter
def items(value: Mapping[str, Any]) -> Any:
    return value.items()


@register.filter
def columns(rows: list[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(key for row in rows for key in row))


@register.filter
def cell(row: Mapping[str, Any], key: str) -> Any:
    return row.get(key)


@register.filter
def unlocalise(number: object) -> str:
    """A number as SVG and forms need it, whatever the language: 3.5 for a fraction."""
    return str(float(number) if isinstance(number, Fraction) else number)

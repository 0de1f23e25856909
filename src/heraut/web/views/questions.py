"""Every question of the catalogue as a form, and its answer with a picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby, repeat
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from heraut import catalogue
from heraut.ask.question import Answer, Question
from heraut.kernel.codec import Malformed, from_plain, with_decimals
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Reason, Refusal
from heraut.speech.sentences import phrases, say_because, say_refusal
from heraut.web import forms, sentences
from heraut.web.game import language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import query_of
from heraut.web.sentences import Fault

CALLED = ("name", "player")
"""Fields that hold what somebody is called."""


@require_safe
@needs(Action.VISIT)
def questions(request: HttpRequest) -> HttpResponse:
    listed = [(name, in_words(catalogue.question(name))) for name in catalogue.QUESTIONS]
    grouped = groupby(listed, lambda pair: pair[0].partition(".")[0])
    return render(request, "questions.html", {"groups": [(room, list(group)) for room, group in grouped]})


@require_safe
@needs(Action.VISIT)
def question(request: HttpRequest, name: str) -> HttpResponse:
    """A question is asked by its address, so that an answer can be bookmarked and sent to a friend."""
    if name not in catalogue.QUESTIONS:
        raise Http404(name)
    found: Question[Any, Any] = catalogue.question(name)
    variants = forms.variants(found.input)
    variant = (
        query_of(request).get("variant", "") if query_of(request).get("variant") in variants else next(iter(variants))
    )
    asked_with = variants[variant]
    context: dict[str, Any] = {
        "question": found,
        "said_by": _room(found),
        "in_words": in_words(found),
        "variant": variant,
        "variants": tuple(variants),
        "fields": forms.fields(asked_with, language()),
        "typed": query_of(request),
    }
    status = 200
    if set(query_of(request)) - {"variant"}:
        answered, status = _answered(found, asked_with, request)
        if "fault" in answered:
            context["fields"] = forms.with_fault(context["fields"], answered["fault"], language())
            answered["fault"] = forms.say_fault(answered["fault"], language(), asked_with.__name__)
        context |= answered
    return render(request, "question.html", context, status=status)


def _room(question: Question[Any, Any]) -> str:
    """Whose words its answer uses: its own, where it has some, or those of its subject."""
    own = any(key.startswith(f"{question.name}:") for key in phrases(language())["answers"])
    return question.name if own else question.input.__module__.rpartition(".")[2]


def in_words(question: Question[Any, Any]) -> str:
    """The question as people ask it: a phrase `[questions]` of `speech`, else its own English sentence."""
    return phrases(language()).get("questions", {}).get(question.name, question.about)


def _answered(question: Question[Any, Any], kind: Any, request: HttpRequest) -> tuple[dict[str, Any], int]:
    try:
        asked = from_plain(forms.read(kind, query_of(request)), question.input, strict=False)
        outcome = question.reply(asked)
    except Malformed as error:
        return {"fault": str(error)}, 400
    if isinstance(outcome, Refusal):
        return {"faults": sentences.faults(outcome, language())}, 422
    return _told(outcome), 200


def _told(outcome: Answer[Any]) -> dict[str, Any]:
    reasons = [Fault(say_because(reason, language()), reason.clause) for reason in outcome.because]
    return {
        "answer": _in_sentences(with_decimals({"answer": outcome.answer})["answer"]),
        "reasons": reasons,
        "given": frozenset(_given(outcome.answer, type(outcome.answer))),
    }


def _given(value: Any, kind: Any) -> Iterator[str]:
    """The names in an answer that somebody gave, which are no words of ours whatever they are: seats, and `CALLED`."""
    parts = get_args(kind)
    match value:
        case str() if kind is Seat:
            yield value
        case msgspec.Struct():
            for name, hint in get_type_hints(type(value)).items():
                yield from _given(getattr(value, name), Seat if name in CALLED and hint is str else hint)
        case Mapping() if len(parts) == 2:
            for key, item in value.items():
                yield from (*_given(key, parts[0]), *_given(item, parts[1]))
        case tuple() if parts:
            kinds = repeat(parts[0]) if parts[-1] is ... else iter(parts)
            for item, each in zip(value, kinds, strict=False):
                yield from _given(item, each)
        case _:
            for each in parts if get_origin(kind) in (Union, UnionType) else ():
                yield from _given(value, each)


def _in_sentences(told: Any) -> Any:
    """An answer with every reason and every refusal inside it said."""
    said = phrases(language())
    match told:
        case {"clause": _, "code": code} if code in said["reasons"] and told.keys() <= set(Reason.__struct_fields__):
            return say_because(from_plain(told, Reason), language())
        case {"clause": _, "code": code} if code in said["refusals"] and told.keys() <= set(Refusal.__struct_fields__):
            return say_refusal(from_plain(told, Refusal), language())
        case dict():
            return {key: _in_sentences(value) for key, value in told.items()}
        case list() | tuple():
            return [_in_sentences(value) for value in told]
        case _:
            return told

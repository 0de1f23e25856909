"""Whatever is asked, it is answered, refused or malformed, and can be said: never a fault of ours, never for ever."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from anything import changed
from heraut import catalogue
from heraut.ask import Answer
from heraut.ask.schema import examples
from heraut.kernel import Malformed, Refusal, encode
from heraut.speech import LANGUAGES, say_reason, say_refusal, say_wrong

TRIES = 30
MORE = 400


def _outcome(question: Any, asked: object) -> Any:
    try:
        return question.ask(json.dumps(asked))
    except Malformed as error:
        return error


def answered(question: Any, asked: object) -> None:
    outcome = _outcome(question, asked)
    if isinstance(outcome, Malformed):
        assert [language for language in LANGUAGES if not say_wrong(outcome, language)] == []
        return
    assert encode(outcome)
    for language in LANGUAGES:
        if isinstance(outcome, Refusal):
            assert say_refusal(outcome, language)
        else:
            assert isinstance(outcome, Answer)
            assert [reason for reason in outcome.because if not say_reason(reason, language)] == []


@pytest.mark.parametrize("tries", [TRIES, pytest.param(MORE, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", catalogue.QUESTIONS)
def test_an_example_with_something_changed_in_it(name: str, tries: int):
    question, example = catalogue.question(name), json.loads(examples()[name])
    for number in range(tries):
        answered(question, changed(example, Random(f"{name} changed {number}")))

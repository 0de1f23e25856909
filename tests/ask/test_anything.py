"""Whatever is asked, it is answered, refused or malformed, and can be said: never a fault of ours, never for ever."""

from __future__ import annotations

import copy
import json
from random import Random
from time import process_time
from typing import Any

import pytest

from anything import changed, places
from heraut import catalogue
from heraut.ask.question import Answer
from heraut.ask.schema import examples
from heraut.kernel.bounds import LARGEST
from heraut.kernel.codec import Malformed, encode
from heraut.kernel.refusal import Refusal
from heraut.speech.faults import say_wrong
from heraut.speech.sentences import LANGUAGES, say_reason, say_refusal
from pace import is_late

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


HUGE: tuple[Any, ...] = (
    *(
        LARGEST,
        -LARGEST,
        10**9,
        10**6,
        10_000,
        10**30,
        1e300,
        "1e1000000000",
        "1e-1000000000",
        "9" * 90_000,
        "1/" + "9" * 40,
    ),
    *("x" * 90_000, "\x00", "\u202e", [1] * 20_000, [[]] * 20_000, ["x"] * 20_000, {str(n): n for n in range(20_000)}),
)


@pytest.mark.slow  # every place of every example, with everything that is huge
@pytest.mark.parametrize("name", catalogue.QUESTIONS)
def test_nothing_huge_anywhere_in_a_question_keeps_anybody_waiting(name: str):
    question, example = catalogue.question(name), json.loads(examples()[name])
    late = []
    for place, (path, huge) in enumerate((path, huge) for path in places(example) for huge in HUGE):
        asked = copy.deepcopy(example)
        holder = asked
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = huge
        began = process_time()
        answered(question, asked)
        if is_late(process_time() - began):
            late.append((place, path, str(huge)[:20]))

    assert late == []


def test_one_small_request_does_not_freeze_everything():
    asked = '{"a": 1, "fatigue": "1e1000000000"}'
    for name in catalogue.QUESTIONS:
        began = process_time()
        with pytest.raises(Malformed):
            catalogue.question(name).ask(asked)
        assert not is_late(process_time() - began)

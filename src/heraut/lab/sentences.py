"""
The lab's sentences, and what they are told for when it cannot work.

Nothing here computes: whoever only has to say why nothing was tried loads no NumPy.
"""

from __future__ import annotations

from heraut.kernel.refusal import Refusal
from heraut.speech.faults import say_wrong
from heraut.speech.sentences import Language, counted, phrases


class CannotRun(ValueError):
    """Bad input, a cluster that does not answer, a disk that is full: a key of the lab's sentences and its facts."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key, self.facts = key, facts


class RefusedByRules(ValueError):
    """The rules refuse what was to be tried; `name` is what it was called."""

    def __init__(self, name: object, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.name, self.refusal = name, refusal


def told(language: Language, key: str, **facts: object) -> str:
    """A sentence of the lab; a `detail` is what a parser or the system said in English."""
    if "detail" in facts:
        facts["detail"] = say_wrong(str(facts["detail"]), language).rstrip(".")
    said = {
        name: counted(fact, language) if isinstance(fact, int) and not isinstance(fact, bool) else fact
        for name, fact in facts.items()
    }
    return phrases(language)["lab"][key].format_map(said)


def named(language: Language, key: str) -> str:
    """A thing of the rules as people call it: a unit, a way to win, a bot; the key itself where nobody does."""
    return phrases(language)["words"].get(key, key)

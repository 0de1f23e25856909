"""What keeps the lab from working: never our fault, always one sentence and what to do."""

from __future__ import annotations

from heraut.kernel import Refusal


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

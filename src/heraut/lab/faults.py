"""What keeps the lab from working: never our fault, always one sentence and what to do."""

from __future__ import annotations


class CannotRun(ValueError):
    """Bad input, a cluster that does not answer, a disk that is full: a key of the lab's sentences and its facts."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key, self.facts = key, facts

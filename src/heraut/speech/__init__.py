"""
What we say to people, in French and in English: one table of phrases per room and language.

`speech/<language>/<room>.toml` has five tables. `[refusals]` and `[reasons]` are keyed by code, `[events]` and
`[commands]` by type, `[awaits]` by code. A phrase quotes facts by name: `{asked}`, `{allowed}`, `{subject}` in a
refusal, the fields of an event or a command, the facts of a reason. A number may name what it counts, in both forms:
`{points:point|points}`.
"""

from heraut.speech.faults import say_wrong
from heraut.speech.sentences import (
    LANGUAGES,
    Language,
    phrase,
    phrases,
    say_awaited,
    say_because,
    say_command,
    say_event,
    say_fault,
    say_reason,
    say_refusal,
    terminal_language,
)

__all__ = [
    "LANGUAGES",
    "Language",
    "phrase",
    "phrases",
    "say_awaited",
    "say_because",
    "say_command",
    "say_event",
    "say_fault",
    "say_reason",
    "say_refusal",
    "say_wrong",
    "terminal_language",
]

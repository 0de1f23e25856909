"""The lab's sentences, without what it computes with: whoever only has to say why nothing was tried loads no NumPy."""

from __future__ import annotations

from heraut.speech import Language
from heraut.speech.sentences import counted, phrases


def told(language: Language, key: str, **facts: object) -> str:
    """A sentence of the lab."""
    said = {
        name: counted(fact, language) if isinstance(fact, int) and not isinstance(fact, bool) else fact
        for name, fact in facts.items()
    }
    return phrases(language)["lab"][key].format_map(said)

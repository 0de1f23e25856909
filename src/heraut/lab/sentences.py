"""The lab's sentences, without what it computes with: whoever only has to say why nothing was tried loads no NumPy."""

from __future__ import annotations

from heraut.speech import Language, say_wrong
from heraut.speech.sentences import counted, phrases


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

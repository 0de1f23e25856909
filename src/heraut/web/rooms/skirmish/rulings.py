"""The number a game master is asked for: what it is about, within which limits, or the words it stands for."""

from __future__ import annotations

from dataclasses import dataclass

from heraut.kernel import ClauseId
from heraut.skirmish.game_master import Attention
from heraut.skirmish.need import Ruling
from heraut.skirmish.orders import TRAITS
from heraut.speech import Language, phrases
from heraut.web.sentences import room_words

WORDS = {
    "skirmish-freeze": ("false", "true"),
    "skirmish-attention": tuple(f"attention:{one}" for one in Attention),
    "skirmish-galvanise-trait": TRAITS,
}
"""Questions whose numbers stand for words, from the lowest on."""


@dataclass(frozen=True, slots=True)
class Question:
    """A ruling as the page asks it; `choices` where its numbers stand for words."""

    clause: ClauseId
    offered: int
    low: int
    high: int
    about: str
    choices: tuple[tuple[int, str], ...]

    @property
    def said(self) -> str:
        """What the rule proposes, as the page says it."""
        return dict(self.choices).get(self.offered, str(self.offered))


def question(ruling: Ruling, spoken: Language) -> Question:
    """What the page asks of the game master."""
    words = room_words("skirmish", spoken)
    choices = phrases(spoken)["choices"]
    named = (choices.get(code) or words.get(code, code) for code in WORDS.get(ruling.code, ()))
    return Question(
        clause=ruling.clause,
        offered=ruling.offered,
        low=ruling.low,
        high=ruling.high,
        about=words.get(ruling.about, ruling.about),
        choices=tuple(enumerate(named, ruling.low)),
    )

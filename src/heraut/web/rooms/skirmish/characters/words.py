"""Words of sheets as people write them: “épée” is `sword`, whatever the language of the page."""

from __future__ import annotations

from functools import cache

from heraut.speech import LANGUAGES, Language
from heraut.web.says import room_words

WEAPONS = (
    "sword", "spear", "shield", "axe", "bow", "lance", "javelin", "knife", "dagger", "mace", "club", "staff", "sling",
    "harpoon",
)  # fmt: skip
SKILLS = (
    "swords", "spears", "axes", "bows", "lances", "javelins", "knives", "maces", "clubs", "staves", "slings",
    "harpoons",
)  # fmt: skip
TRAITS = (
    "reaction", "courage", "soak", "fatigue", "dodge", "athletics", "acrobatics", "body_feint", "unarmed", "riding",
    "command", "art_of_war", "warrior_fury", "religion", "plant_lore", "healing", "vigilance",
)  # fmt: skip
"""What every sheet has a line for [SK-DICE-21]; weapon skills come after."""


def word(code: str, language: Language) -> str:
    """How a code is written for people; their own words stay as they wrote them."""
    return room_words("skirmish", language).get(code, code) if code in _known() else code


def code(written: str) -> str:
    """The code of a word, in either language; one's own words are kept as they are."""
    return _codes().get(written.strip().casefold(), written.strip())


@cache
def _known() -> frozenset[str]:
    return frozenset((*WEAPONS, *SKILLS, *TRAITS))


@cache
def _codes() -> dict[str, str]:
    return {
        room_words("skirmish", language).get(code, code).casefold(): code for language in LANGUAGES for code in _known()
    }

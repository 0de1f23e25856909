"""The lab's sentences and numbers as people read them."""

from __future__ import annotations

import math

from heraut.lab.answers import Advice, Answer
from heraut.lab.estimates import Estimate
from heraut.lab.measures import CHANCES, MEASURES, top_of
from heraut.lab.sentences import told
from heraut.speech import Language
from heraut.speech.typography import decimal

_SPACE = "\N{NARROW NO-BREAK SPACE}"


def percent(share: float, language: Language, digits: int = 1) -> str:
    """A chance: never 0 % or 100 % unless it is."""
    written = f"{share * 100:.{digits}f}"
    if 0 < share < 10**-digits / 200:
        written = f"< {10**-digits:g}"
    elif 1 > share > 1 - 10**-digits / 200:
        written = f"> {100 - 10**-digits:g}"
    return f"{written}%" if language == "en" else decimal(written, language) + f"{_SPACE}%"


def hours(minutes: float, language: Language) -> str:
    """A length of time: « 7 h 20 », “7 h 20 min”."""
    whole = round(minutes)
    written = f"{whole // 60}{_SPACE}h{_SPACE}{whole % 60:02}"
    return written if language == "fr" else f"{written}{_SPACE}min"


def shown(name: str, found: Estimate, language: Language) -> str:
    """A measure with half the width of its interval."""
    half = (found.high - found.low) / 2
    if name in CHANCES:
        value, error = percent(found.value, language), f"{half * 100:.1f}"
    else:
        digits = 3 if name == "correlation" else 2
        value, error = decimal(f"{found.value:.{digits}f}", language), f"{half:.{digits}f}"
    if not math.isfinite(half):
        return value  # one run says nothing of its error
    return f"{value} ± {decimal(error, language)}"


def measure_name(name: str, language: Language, players: int) -> str:
    """What a measure is called; how many make the top depends on the field."""
    return told(language, f"measure-{name}", top=top_of(players))


def told_measures(answers: list[Answer]) -> list[str]:
    """The measures that say something here: no club games where there are no clubs."""
    quiet = {"early_end", "rematch", "club_games"}
    return [
        name for name in MEASURES if name not in quiet or any(one.measures[name].value > 0 for one in answers)
    ]  # fmt: skip


def recommendation(advice: Advice, language: Language, *, alone: bool) -> str:
    """The sentence that answers the question."""
    take, best = advice.take, advice.best
    facts = {
        "name": take.name,
        "wins": shown("best_wins", take.measures["best_wins"], language),
        "kept": percent(take.measures["top_kept"].value, language),
        "top": top_of(take.players),
        "length": hours(take.minutes.value, language),
    }
    said = told(language, "advice-alone" if alone else "advice", **facts)
    if alone:
        return said
    if best is not take:
        more = best.measures["best_wins"].value - take.measures["best_wins"].value
        longer = hours(best.minutes.value - take.minutes.value, language)
        said += " " + told(language, "advice-best", name=best.name, more=percent(more, language), longer=longer)
    return said + " " + told(language, "advice-sure", sure=percent(advice.sure, language, 0))


def engine_note(one: Answer, language: Language) -> str:
    """That the engine played some or all of the runs, and why."""
    if not one.by_engine:
        return ""
    if one.engine_why:
        why = told(language, f"quick-{one.engine_why}")
        return told(language, "by-engine-all", name=one.name, why=why)
    return told(language, "by-engine", name=one.name, count=one.by_engine, runs=one.runs)

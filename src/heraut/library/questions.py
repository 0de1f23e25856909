"""
Questions from Python: any of them by name, and those one asks every day with a type of their own.

What the rules do not allow is an exception that says which clause, here and in a game.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from heraut import catalogue
from heraut.ask.question import Answer
from heraut.dice import Law
from heraut.kernel.codec import Malformed, to_plain
from heraut.kernel.refusal import Refusal
from heraut.speech.sentences import Language, say_refusal

if TYPE_CHECKING:
    from heraut.ask.pairing import PairOutput, RoundVerdict
    from heraut.ask.saga import SagaBandOutput
    from heraut.ask.standings import RowOutput
    from heraut.ask.steamroller import ListPrice

Format = Literal["saga", "steamroller"]
Record = Mapping[str, Any]
T = TypeVar("T")


class Refused(Exception):
    """
    The rules do not allow it. The message is the sentence people read; `refusal` is the same as data.

    `refusal.clause` names the clause, `refusal.all()` gives every fault of a list one by one.
    """

    def __init__(self, refusal: Refusal, language: Language = "en", *, names: Mapping[str, str] | None = None) -> None:
        super().__init__(say_refusal(refusal, language, names))
        self.refusal = refusal


def accepted(outcome: T | Refusal, names: Mapping[str, str] | None = None) -> T:
    """What was not refused; `names` are those of the game that was asked."""
    if isinstance(outcome, Refusal):
        raise Refused(outcome, names=names)
    return outcome


def questions() -> Mapping[str, str]:
    """Every question there is, by name, with what it asks."""
    return {name: catalogue.question(name).about for name in catalogue.QUESTIONS}


def answer(name: str, /, **fields: Any) -> Answer[Any]:
    """
    The answer to a question, with `because`; the fields are those of `heraut ask NAME --schema`.

    Fractions may be given as such. Raises `Refused` for what the rules do not allow, `Malformed` for what cannot be
    read, `KeyError` for a question there is not.
    """
    question = catalogue.question(name)
    given: Answer[Any] = accepted(question.ask_plain(to_plain(fields)))
    return given


def odds(name: str, /, **fields: Any) -> Law[Any]:
    """
    The exact law a question answers with: each outcome with its chance as a `Fraction`.

    An outcome of several numbers has them by name: `law.mean(lambda end: end.target_removed)`.
    """
    if "exact" in catalogue.question(name).input.__struct_fields__:  # what takes longer exactly is asked for so
        fields = {"exact": True, **fields}
    given = answer(name, **fields).answer
    rows = getattr(given, "law", None)
    if rows is None:
        raise Malformed(f"{name} is not answered by a law")
    exact = {row.value: Fraction(row.exact) for row in rows}
    names = getattr(given, "fields", None)
    return Law(exact) if names is None else Law(exact).map(_outcome(tuple(names))._make)


@cache
def _outcome(names: tuple[str, ...]) -> Any:
    return namedtuple("Outcome", names)


def roll(name: str, /, *, faces: Sequence[int] | None = None, seed: int | None = None, **fields: Any) -> Any:
    """
    One resolution of a fight: its `steps` with the faces of each pool, and its `end`.

    The dice are those typed in (`faces`; if they run out, `due` says which come next), or drawn: from the seed, or from
    the system's secure source.
    """
    if "roll" not in catalogue.question(name).input.__struct_fields__:
        raise Malformed(f"{name} is not rolled")
    return answer(name, roll=True, faces=faces, seed=seed, **fields).answer.roll


def price_band(text: str = "", /, *, budget: int = 6, **more: Any) -> SagaBandOutput:
    """A SAGA band as people write it, or as `lines`: its points line by line; `Refused` with every fault at once."""
    found: SagaBandOutput = answer("saga.band", text=text, budget=budget, **more).answer
    return found


def check_lists(*texts: str, size: int, **more: Any) -> tuple[ListPrice, ...]:
    """A player's Steamroller lists: what each costs and may cost; `Refused` with every fault at once."""
    found: tuple[ListPrice, ...] = answer("steamroller.list", texts=texts, size=size, **more).answer.lists
    return found


def pair(
    players: Iterable[str | Record], /, *, format: Format = "saga", language: Language = "en", **more: Any
) -> PairOutput:
    """Who plays whom next, with the reasons; players by name, or as records with `id`, `points`, `met` …"""
    records = [{"id": one} if isinstance(one, str) else one for one in players]
    found: PairOutput = answer("tournament.pair", players=records, format=format, language=language, **more).answer
    return found


def rank(
    rounds: Iterable[Iterable[Record]], /, *, format: Format = "saga", language: Language = "en", **more: Any
) -> tuple[RowOutput, ...]:
    """The standings after these rounds of games, from the top."""
    found: tuple[RowOutput, ...] = answer(
        "tournament.standings", **_event(rounds, format, language), **more
    ).answer.rows
    return found


def prove(
    rounds: Iterable[Iterable[Record]], /, *, format: Format = "saga", language: Language = "en", **more: Any
) -> tuple[RoundVerdict, ...]:
    """For each round, whether the rules pair it so: a second opinion, written apart from `pair`."""
    found: tuple[RoundVerdict, ...] = answer(
        "tournament.prove", **_event(rounds, format, language), **more
    ).answer.rounds
    return found


def _event(rounds: Iterable[Iterable[Record]], format: Format, language: Language) -> dict[str, Any]:
    return {"rounds": [list(games) for games in rounds], "format": format, "language": language}

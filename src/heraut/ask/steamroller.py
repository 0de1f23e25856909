"""Questions about Steamroller events: rounds, times, variants, lists, scenarios, destroyed points."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

import msgspec

from heraut.ask.dice import LawRow, law_rows
from heraut.ask.question import Answer, Question
from heraut.dice import Law
from heraut.kernel.former_names import FormerField, FormerValue
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Reason, Refusal, together
from heraut.tournament.programme import Times
from heraut.tournament.steamroller.army import (
    ArmyList,
    ListRules,
    allowed_lists,
    check_lists,
    printed_value,
    quota,
    window,
)
from heraut.tournament.steamroller.army_text import read_army
from heraut.tournament.steamroller.rotation import (
    DRAW_SIDES,
    announced_for,
    choice_refusal,
    drawn,
    open_scenarios,
    pool,
)
from heraut.tournament.steamroller.scoring import Remains, destroyed_points, remains_faults
from heraut.tournament.steamroller.timing import (
    copies_notice,
    field_notices,
    round_count,
    schedule_notice,
    secret_length,
    times_for,
)
from heraut.tournament.steamroller.variants import Variants, check_variants, notices
from heraut.tournament.steamroller.variants_text import read_variants, write_variants

TimeVariant = Literal["time_easy", "time_fast", "time_hardcore"]


class RoundsInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many players there are at the first pairing."""

    players: int


class RoundsOutput(msgspec.Struct, frozen=True, omit_defaults=True):
    """The most rounds the event plays."""

    rounds: int
    notices: tuple[Reason, ...] = ()


def _rounds(asked: RoundsInput) -> Answer[RoundsOutput] | Refusal:
    rounds = round_count(asked.players)
    if isinstance(rounds, Refusal):
        return rounds
    clause = "SR-ROUND-4" if asked.players > 64 else "SR-ROUND-2"
    reason = Reason(ClauseId(clause), "rounds-by-players", {"players": asked.players, "rounds": rounds})
    return Answer(RoundsOutput(rounds, field_notices(asked.players)), (reason,))


ROUNDS = Question(
    "steamroller.rounds", "How many rounds does a Steamroller event play?", RoundsInput, RoundsOutput, _rounds
)


class TimingInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The event size in army points, and the time variant, if any, by its keyword."""

    size: int
    variant: TimeVariant | None = None


_CLAUSES = {None: "SR-TIME-2", "time_easy": "SR-VTIME-4", "time_fast": "SR-VTIME-5", "time_hardcore": "SR-VTIME-6"}


def _timing(asked: TimingInput) -> Answer[Times] | Refusal:
    times = times_for(asked.size, asked.variant)
    if isinstance(times, Refusal):
        return times
    because = (
        Reason(ClauseId(_CLAUSES[asked.variant]), "times-by-size", {"size": asked.size}),
        Reason(ClauseId("SR-VTIME-12"), "reserve-formula", {"base": times.base, "reserve": times.reserve}),
    )
    return Answer(times, because)


TIMING = Question(
    "steamroller.timing",
    "How long are games, turns and extensions?",
    TimingInput,
    Times,
    _timing,
    former=(
        FormerValue("variant", "relaxed", "time_easy"),
        FormerValue("variant", "fast", "time_fast"),
        FormerValue("variant", "hardcore", "time_hardcore"),
    ),
)


class VariantsInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event's line of keywords, with its size and number of players where they are known."""

    text: Annotated[str, msgspec.Meta(max_length=5_000)]
    size: int | None = None
    players: int | None = None
    own_demolition: bool = False


def _variants(asked: VariantsInput) -> Answer[Variants] | Refusal:
    """The answer is the setting itself; the line written the one way and the notices are its reasons."""
    variants = read_variants(asked.text)
    if isinstance(variants, Refusal):
        return variants
    refusal = check_variants(variants, size=asked.size, players=asked.players, own_demolition=asked.own_demolition)
    if refusal is not None:
        return refusal
    line = Reason(ClauseId("SR-KEY-6"), "variants-line", {"text": write_variants(variants)})
    return Answer(variants, (line, *notices(variants, players=asked.players)))


VARIANTS = Question(
    "steamroller.variants", "Which variants does a line of keywords name?", VariantsInput, Variants, _variants
)


class ArmyListsInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's lists, as text (one text each) or written out; the event size, its variants, casters per list."""

    size: int
    texts: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=10_000)], ...], msgspec.Meta(max_length=20)] = ()
    lists: Annotated[tuple[ArmyList, ...], msgspec.Meta(max_length=20)] = ()
    faction: str = ""
    variants: Variants = Variants()
    casters_per_list: int = 1


class ListPrice(msgspec.Struct, frozen=True):
    """What a list costs, the least and the most it may, what it is worth to whoever destroys it; the list itself."""

    points: int
    least: int
    most: int
    printed: int
    army: ArmyList


class ArmyListsOutput(msgspec.Struct, frozen=True):
    """List by list."""

    lists: tuple[ListPrice, ...]


def _list(asked: ArmyListsInput) -> Answer[ArmyListsOutput] | Refusal:
    read = [read_army(text, number=number, faction=asked.faction) for number, text in enumerate(asked.texts, start=1)]
    lists = (*(one.army for one in read), *asked.lists)
    refused = together(tuple(fault for one in read for fault in one.faults))
    refused = refused or check_lists(lists, ListRules(asked.size, asked.variants, asked.casters_per_list))
    if refused is not None:
        return refused
    prices = tuple(ListPrice(one.total, *window(one, asked.size), printed_value(one), one) for one in lists)
    return Answer(ArmyListsOutput(prices), (Reason(ClauseId("SR-LIST-2"), "list-window", {"size": asked.size}),))


LIST = Question(
    "steamroller.list", "What do these army lists cost, and are they legal?", ArmyListsInput, ArmyListsOutput, _list
)


class DestroyedInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The opponent's entries at the end of a game."""

    entries: tuple[Remains, ...]


class DestroyedOutput(msgspec.Struct, frozen=True):
    """The army points destroyed, in all and entry by entry."""

    points: int
    entries: tuple[int, ...]


def _destroyed(asked: DestroyedInput) -> Answer[DestroyedOutput] | Refusal:
    faults = remains_faults(asked.entries)
    if faults is not None:
        return faults
    each = tuple(destroyed_points((entry,)) for entry in asked.entries)
    reason = Reason(ClauseId("SR-DEST-1"), "destroyed-sum", {"points": sum(each), "entries": len(each)})
    return Answer(DestroyedOutput(sum(each), each), (reason,))


DESTROYED = Question(
    "steamroller.destroyed",
    "How many army points were destroyed in a game?",
    DestroyedInput,
    DestroyedOutput,
    _destroyed,
    former=(FormerField("entries", "initial", "figures"),),
)


class SteamrollerEventInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The size of an event, its rounds and tables, and the time variant, if any, by its keyword."""

    size: int
    rounds: Annotated[int, msgspec.Meta(ge=1, le=20)]
    tables: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    variant: TimeVariant | None = None


class SteamrollerEventOutput(msgspec.Struct, frozen=True):
    """How long a game may last, in minutes, with the secret roll; how long the event; how many copies of a scenario."""

    length: tuple[LawRow, ...]
    minutes: int
    copies: int


def _steamroller_event(asked: SteamrollerEventInput) -> Answer[SteamrollerEventOutput] | Refusal:
    times = times_for(asked.size, asked.variant)
    if isinstance(times, Refusal):
        return times
    drawn = secret_length(times.base)
    faces = range(1, drawn.sides + 1)
    length = law_rows(Law({drawn.minutes(face): Fraction(1, len(faces)) for face in faces}))
    schedule, copies = schedule_notice(asked.rounds, times.base), copies_notice(asked.tables)
    secret = Reason(ClauseId("SR-TIME-1"), "secret-length", {"sides": len(faces), "base": times.base})
    lasts, copied = schedule.facts["minutes"], copies.facts["copies"]
    assert isinstance(lasts, int)
    assert isinstance(copied, int)
    return Answer(SteamrollerEventOutput(length, lasts, copied), (secret, schedule, copies))


class ChoiceInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often a player has played each list, before which round of how many; byes, and the event's variants."""

    played: Annotated[tuple[int, ...], msgspec.Meta(min_length=1, max_length=20)]
    round: Annotated[int, msgspec.Meta(ge=1, le=50)]
    rounds: Annotated[int, msgspec.Meta(ge=1, le=50)]
    byes: Annotated[int, msgspec.Meta(ge=0, le=50)] = 0
    variants: Variants = Variants()


class ChoiceOutput(msgspec.Struct, frozen=True):
    """The lists that may be chosen, 1 for the first; how often each is owed, and the rounds left after this one."""

    lists: tuple[int, ...]
    each: int
    rounds_left: int


def _choice(asked: ChoiceInput) -> Answer[ChoiceOutput]:
    owed = quota(
        asked.variants, lists=len(asked.played), rounds=asked.rounds, round_number=asked.round, byes=asked.byes
    )
    open_lists = tuple(place + 1 for place in allowed_lists(asked.played, owed))
    clause = "SR-VLIST-6" if owed.each else "SR-LIST-10"
    reason = Reason(ClauseId(clause), "lists-owed", {"each": owed.each, "rounds": owed.rounds_left})
    return Answer(ChoiceOutput(open_lists, owed.each, owed.rounds_left), (reason,))


class ScenariosInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """
    The event's size and the scenarios played so far.

    Optional: `choice`, one to be judged; `faces` of the two dice that draw one; `announced`, a list given beforehand,
    with the `round`; `kill_box` and `demolition`, whether these may be played.
    """

    size: int
    played: tuple[str, ...] = ()
    choice: str | None = None
    faces: tuple[int, int] | None = None
    announced: tuple[str, ...] = ()
    round: Annotated[int, msgspec.Meta(ge=1, le=50)] = 1
    kill_box: bool = True
    demolition: bool = False


class ScenariosOutput(msgspec.Struct, frozen=True, omit_defaults=True):
    """The scenarios the round may play; the one the dice draw, and the one that was announced, where asked for."""

    open: tuple[str, ...]
    drawn: str | None = None
    announced: str | None = None


def _scenarios(asked: ScenariosInput) -> Answer[ScenariosOutput] | Refusal:
    choice = pool(asked.size, kill_box=asked.kill_box, demolition=asked.demolition)
    if asked.choice is not None and (refused := choice_refusal(asked.choice, asked.played, choice)) is not None:
        return refused
    if asked.faces is not None and any(
        not 1 <= face <= sides for face, sides in zip(asked.faces, DRAW_SIDES, strict=True)
    ):
        return Refusal(ClauseId("SR-SCEN-5"), "wrong-dice", asked=asked.faces, allowed=DRAW_SIDES)
    found = tuple(row.id for row in open_scenarios(asked.played, choice))
    reason = Reason(ClauseId("SR-SCEN-2"), "scenarios-open", {"open": len(found), "played": len(asked.played)})
    output = ScenariosOutput(
        found,
        None if asked.faces is None else drawn(asked.faces).id,
        announced_for(asked.round, asked.announced) if asked.announced else None,
    )
    return Answer(output, (reason,))


EVENT = Question(
    "steamroller.event", "How long may a Steamroller event last, and what does it need?", SteamrollerEventInput,
    SteamrollerEventOutput, _steamroller_event,
)  # fmt: skip
CHOICE = Question(
    "steamroller.choice", "Which lists may a player choose for this round?", ChoiceInput, ChoiceOutput, _choice
)
SCENARIOS = Question(
    "steamroller.scenarios", "Which scenarios may this round play?", ScenariosInput, ScenariosOutput, _scenarios
)

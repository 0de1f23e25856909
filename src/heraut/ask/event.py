"""Questions about holding an event: what it needs, what a round may play, which list, who plays the final, awards."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Literal

import msgspec

from heraut.ask.question import Answer, Question
from heraut.ask.standings import (
    GameInput,
    RowOutput,
    StandingsInput,
    entrants_of,
    games_of,
    ranking_asked,
    row_output,
)
from heraut.dice import Law, LawRow, law_rows
from heraut.kernel import ClauseId, Fact, Malformed, Reason, Refusal, Seat, together
from heraut.tournament.award import Award, award_faults, usual_awards
from heraut.tournament.pairing.contender import Contender, Swiss
from heraut.tournament.pairing.round import final_tables, pair_ranking_round
from heraut.tournament.saga.bands import Age, ages_of_group
from heraut.tournament.saga.organisation import Material, SagaScenarioRow, markers_needed, material, saga_scenarios
from heraut.tournament.saga.settings import repeats_unavoidable
from heraut.tournament.standings.ledger import Game, Ranking, Standing, ranking_of
from heraut.tournament.standings.table import after_final_tables, after_ranking_round, sole_leader, standings
from heraut.tournament.steamroller.army import allowed_lists, quota
from heraut.tournament.steamroller.rotation import (
    DRAW_SIDES,
    announced_for,
    choice_refusal,
    drawn,
    open_scenarios,
    pool,
)
from heraut.tournament.steamroller.timing import (
    copies_notice,
    schedule_notice,
    secret_sides,
    times_for,
    variable_minutes,
)
from heraut.tournament.steamroller.variants import Variants


class SagaEventInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The players and Swiss rounds of an event, the group of ages it is for, and the organiser's own list to bring."""

    players: int
    swiss_rounds: int = 5
    group: str = ""
    own_material: tuple[str, ...] = ()


class SagaEventOutput(msgspec.Struct, frozen=True):
    """What players bring, the scenarios with the markers a table needs for each, and the ages of the group."""

    material: tuple[Material, ...]
    scenarios: tuple[SagaScenarioRow, ...]
    markers: Mapping[str, int]
    ages: tuple[Age, ...]


def _saga_event(asked: SagaEventInput) -> Answer[SagaEventOutput]:
    ages = ages_of_group(asked.group)
    if asked.group and not ages:
        raise Malformed(f"Invalid enum value '{asked.group[:40]}' - at `$.group`")
    brought, played = material(asked.own_material), saga_scenarios()
    facts: dict[str, Fact] = {"players": asked.players, "items": len(brought), "scenarios": len(played)}
    needed = Reason(ClauseId("ST-MAT-1"), "saga-event", facts)
    because = (needed, *repeats_unavoidable(asked.players, asked.swiss_rounds))
    markers = {row.id: markers_needed(row.id) for row in played}
    return Answer(SagaEventOutput(brought, played, markers, ages), because)


class SteamrollerEventInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The size of an event, its rounds and tables, and the time variant, if any, by its keyword."""

    size: int
    rounds: Annotated[int, msgspec.Meta(ge=1, le=20)]
    tables: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    variant: Literal["time_easy", "time_fast", "time_hardcore"] | None = None


class SteamrollerEventOutput(msgspec.Struct, frozen=True):
    """How long a game may last, in minutes, with the secret roll; how long the event; how many copies of a scenario."""

    length: tuple[LawRow, ...]
    minutes: int
    copies: int


def _steamroller_event(asked: SteamrollerEventInput) -> Answer[SteamrollerEventOutput] | Refusal:
    times = times_for(asked.size, asked.variant)
    if isinstance(times, Refusal):
        return times
    faces = range(1, secret_sides() + 1)
    length = law_rows(Law({times.base + variable_minutes(face): Fraction(1, len(faces)) for face in faces}))
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


RankVariant = Literal["rank_control", "rank_scenario", "rank_assassination", "rank_attrition", "rank_survival"]


class AwardsInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The format, its ranking variant, and the awards to be judged; without any, those an event usually gives."""

    format: Swiss
    variant: RankVariant | None = None
    awards: Annotated[tuple[Award, ...], msgspec.Meta(max_length=100)] = ()


class AwardsOutput(msgspec.Struct, frozen=True):
    """The awards, as an event keeps them."""

    awards: tuple[Award, ...]


def _awards(asked: AwardsInput) -> Answer[AwardsOutput] | Refusal:
    criteria = ranking_of(asked.format, asked.variant if asked.format is Swiss.STEAMROLLER else None).criteria
    given = asked.awards or usual_awards(criteria)
    if (refused := together(tuple(award_faults(given, criteria)))) is not None:
        return refused
    return Answer(AwardsOutput(given), (Reason(ClauseId("HOUSE-AWARD-1"), "awards-listed", {"count": len(given)}),))


class FinalsInput(StandingsInput, frozen=True, forbid_unknown_fields=True):
    """The event as `tournament.standings` reads it, and the games of the last round, once they are played."""

    finals: Annotated[tuple[GameInput, ...], msgspec.Meta(max_length=5_000)] = ()


class FinalsOutput(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who plays whom in the ranking round or at the final tables, who sits out, who leads alone; the final places."""

    pairs: tuple[tuple[Seat, Seat], ...]
    bye: Seat | None = None
    sole_leader: Seat | None = None
    rows: tuple[RowOutput, ...] = ()


def _finals(asked: FinalsInput) -> Answer[FinalsOutput] | Refusal:
    games = games_of(asked)
    if isinstance(games, Refusal):
        return games
    entrants, ranking = entrants_of(asked), ranking_asked(asked)
    before = standings(entrants, games, ranking)
    order = [row.id for row in before.rows if row.standing is Standing.ACTIVE]
    number = len(asked.rounds) + 1
    last = msgspec.structs.replace(asked, rounds=(*asked.rounds, asked.finals))
    everything = games_of(last)
    if isinstance(everything, Refusal):
        return everything
    finals = [game for game in everything if game.round == number]
    if unknown := _stranger(finals, order):
        return Refusal(ClauseId("HOUSE-SEAT-2"), "unknown-seat", unknown)
    if asked.format is Swiss.SAGA:
        paired = pair_ranking_round([Contender(seat) for seat in order], round=number)
        rows = after_ranking_round(before.rows, finals) if finals else ()
        pairs, clause = tuple((pair.first, pair.second) for pair in paired.pairs), "ST-RNK-8"
        output = FinalsOutput(pairs, paired.bye, None, tuple(row_output(row, asked.language) for row in rows))
    else:
        pairs, clause = final_tables(order), "SR-VRANK-7"
        tables = [game for seats in pairs for game in finals if {*_seats(game)} == {*seats}]
        after = standings(entrants, everything, ranking)
        rows = after_final_tables(order, after, tables, _below(ranking)) if len(tables) == len(pairs) else ()
        told = tuple(row_output(row, asked.language) for row in rows)
        output = FinalsOutput(pairs, None, sole_leader(entrants, games), told)
    return Answer(output, (Reason(ClauseId(clause), "finals-paired", {"tables": len(pairs)}),))


def _below(own: Ranking) -> Ranking:
    """The order of those without a reserved place [SR-VRANK-8]."""
    order = ranking_of("steamroller", "below_final_tables", "final_tables")
    return msgspec.structs.replace(order, tie=own.tie, dropped_ranked=own.dropped_ranked)


def _seats(game: Game) -> tuple[Seat, ...]:
    return tuple(side.seat for side in (game.first, game.second) if side is not None)


def _stranger(finals: list[Game], order: list[Seat]) -> Seat | None:
    return next((seat for game in finals for seat in _seats(game) if seat not in order), None)


SAGA = Question("saga.event", "What does a SAGA event need?", SagaEventInput, SagaEventOutput, _saga_event)
STEAMROLLER = Question(
    "steamroller.event", "How long may a Steamroller event last, and what does it need?", SteamrollerEventInput,
    SteamrollerEventOutput, _steamroller_event,
)  # fmt: skip
CHOICE = Question(
    "steamroller.choice", "Which lists may a player choose for this round?", ChoiceInput, ChoiceOutput, _choice
)
SCENARIOS = Question(
    "steamroller.scenarios", "Which scenarios may this round play?", ScenariosInput, ScenariosOutput, _scenarios
)
AWARDS = Question("tournament.awards", "Which awards does an event give?", AwardsInput, AwardsOutput, _awards)
FINALS = Question(
    "tournament.finals", "Who plays the final tables, and who has which place after them?", FinalsInput, FinalsOutput,
    _finals,
)  # fmt: skip

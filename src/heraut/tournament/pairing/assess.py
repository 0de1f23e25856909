"""What a pairing made or changed by hand breaks [ST-PAIR-10]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from heraut.kernel import ClauseId, Fact, Reason, Seat
from heraut.tournament.format import Format
from heraut.tournament.pairing import saga, steamroller
from heraut.tournament.pairing.contender import NO_WISHES, Contender, PairingOrder, Wishes
from heraut.tournament.pairing.digits import TooManyWishes
from heraut.tournament.pairing.field import Field
from heraut.tournament.pairing.line import Couple
from heraut.tournament.pairing.pairs import Pairing
from heraut.tournament.pairing.reasons import as_fact, given_up, kin_reasons, reason


def assess(  # noqa: PLR0913  # as `pair_round`
    format: Format,
    contenders: Sequence[Contender],
    pairing: Pairing,
    *,
    round: int,
    wishes: Wishes = NO_WISHES,
    order: PairingOrder = PairingOrder.POINTS,
) -> tuple[Reason, ...]:
    """
    Every fault of the pairing, what breaks it outright first; empty when the rules could have made it.

    A pairing that is not whole (somebody missing, twice, or unknown) is not compared with the best one.
    """
    broken = tuple(_broken(contenders, pairing))
    if broken:
        return broken
    line = saga.pairing_order(contenders, order) if format is Format.SAGA else _by_points(contenders)
    field = Field(contenders, line, wishes, round)
    place = {seat: i for i, seat in enumerate(field.seats)}
    bye = None if pairing.bye is None else place[pairing.bye]
    couples = [_upward(place[pair.first], place[pair.second]) for pair in pairing.pairs]
    judge = _saga if format is Format.SAGA else _steamroller
    try:
        judged = tuple(judge(field, bye, couples))
    except TooManyWishes:
        judged = (*given_up(wishes, round), *judge(field.without_kin(), bye, couples))
    return (*judged, *kin_reasons(field, couples), *_tables(contenders, pairing, wishes))


def _upward(i: int, j: int) -> Couple:
    return (i, j) if i < j else (j, i)


def _by_points(contenders: Sequence[Contender]) -> list[int]:
    return sorted(range(len(contenders)), key=lambda i: (-contenders[i].points, contenders[i].id))


def _broken(contenders: Sequence[Contender], pairing: Pairing) -> Iterator[Reason]:
    named: list[Seat] = [seat for pair in pairing.pairs for seat in (pair.first, pair.second)]
    named += [] if pairing.bye is None else [pairing.bye]
    active = {contender.id for contender in contenders}
    for seat, times in Counter(named).items():
        if seat not in active:
            yield reason("HOUSE-WISH-4", "hand-not-active", seat=seat)
        elif times > 1:
            yield reason("HOUSE-WISH-4", "hand-twice", seat=seat, times=times)
    for contender in contenders:
        if contender.id not in named:
            yield reason("HOUSE-WISH-4", "hand-missing", seat=contender.id)
    for table, times in Counter(pair.table for pair in pairing.pairs).items():
        if times > 1:
            yield reason("HOUSE-WISH-4", "hand-table-twice", table=table, times=times)


def _saga(field: Field, bye: int | None, couples: Sequence[Couple]) -> Iterator[Reason]:
    if bye is not None and (due := saga.choose_bye(field)) != bye:
        yield reason("ST-PAIR-7", "hand-bye", seat=field.seats[bye], due=field.seats[due])
    active = [player for player in range(len(field)) if player != bye]
    best, _ = saga.pair_rest(field, active)
    least = sum(field.times(*couple) for couple in best)
    yield from _rematches(field, couples, least, "ST-PAIR-5")
    for made, due_couple in zip(sorted(couples), sorted(best), strict=True):
        if made != due_couple:
            first, second, wanted = (field.seats[player] for player in (*made, due_couple[1]))
            yield reason("ST-PAIR-5", "hand-out-of-order", first=first, second=second, due=wanted)
            return


def _steamroller(field: Field, bye: int | None, couples: Sequence[Couple]) -> Iterator[Reason]:
    if bye is not None and bye not in (due := steamroller.bye_candidates(field)):
        names = tuple(field.seats[player] for player in due)
        yield reason("SR-BYE-6", "hand-bye-drawn", seat=field.seats[bye], due=names)
    active = [player for player in range(len(field)) if player != bye]
    best, _ = steamroller.pair_rest(field, active)
    least = sum(field.have_met(*couple) for couple in best)
    yield from _rematches(field, couples, least, "SR-PAIR-7")
    for points in sorted({contender.points for contender in field.contenders}, reverse=True):
        made, goal = (_floats(field, pairs, points) for pairs in (couples, best))
        if made != goal:
            facts: dict[str, Fact] = {"points": as_fact(points), "floats": made[0], "least": goal[0]}
            code = "hand-floats" if made[0] != goal[0] else "hand-floats-far"
            yield Reason(ClauseId("SR-PAIR-7"), code, facts)
            return


def _rematches(field: Field, couples: Sequence[Couple], least: int, clause: str) -> Iterator[Reason]:
    weight = field.times if clause == "ST-PAIR-5" else field.have_met
    repeated = [couple for couple in couples if field.have_met(*couple)]
    total = sum(weight(*couple) for couple in repeated)
    if total <= least:
        return
    yield reason(clause, "hand-rematches", rematches=total, least=least)
    for first, second in repeated:
        names = {"first": field.seats[first], "second": field.seats[second]}
        yield reason(clause, "hand-rematch", **names, times=field.times(first, second))


def _floats(field: Field, couples: Iterable[Couple], points: object) -> tuple[int, object]:
    """How many players leave this pile downwards, and how far in all."""
    falls = [
        field.contenders[i].points - field.contenders[j].points
        for i, j in couples
        if field.contenders[i].points == points != field.contenders[j].points
    ]
    return len(falls), sum(falls)


def _tables(contenders: Sequence[Contender], pairing: Pairing, wishes: Wishes) -> Iterator[Reason]:
    named = {contender.id: contender for contender in contenders}
    for pair in pairing.pairs:
        if wishes.tables and pair.table not in wishes.tables:
            yield reason("HOUSE-WISH-2", "hand-table-out", table=pair.table)
        for player in (named[pair.first], named[pair.second]):
            if player.fixed_table not in (None, pair.table):
                yield reason("HOUSE-WISH-2", "fixed-table-lost", seat=player.id, table=player.fixed_table or 0)
            if wishes.no_repeated_table and pair.table in player.tables:
                yield reason("HOUSE-WISH-2", "table-again", seat=player.id, table=pair.table)

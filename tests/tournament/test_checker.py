"""The checker agrees with brute force, and with the pairing on whole events."""

from __future__ import annotations

import os
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from heraut.kernel.names import Seat
from heraut.tournament import checker
from heraut.tournament.checked_event import CheckedEvent, judge
from heraut.tournament.checker import Finding, Participant, check_saga, check_steamroller
from heraut.tournament.lots import Lots, draw_numbers
from heraut.tournament.pairing.contender import Contender, Pairing, Swiss
from heraut.tournament.pairing.round import pair_round
from heraut.tournament.standings.ledger import FinishedGame, GameSide
from tournament.pairing import brute
from tournament.pairing.build import ANA, BEN, CHLOE, DAVID, EIGHT, EMMA, FARID, field
from tournament.pairing.histories import histories

TIMES = 30 if os.environ.get("HERAUT_LONG") else 1


def participants(contenders: list[Contender]) -> list[Participant]:
    return [
        Participant(c.id, c.points, c.wins, c.resistance, c.number, c.byes, Counter(c.met), c.club) for c in contenders
    ]


def without_clubs(players: list[Participant]) -> list[Participant]:
    return [Participant(p.id, p.points, p.wins, p.resistance, p.number, p.byes, p.met) for p in players]


def couples(pairing: Pairing) -> list[tuple[Seat, Seat]]:
    return [(pair.first, pair.second) for pair in pairing.pairs]


def in_saga_order(contenders: list[Contender]) -> list[Contender]:
    return sorted(contenders, key=lambda c: (-c.points, -c.wins, -c.resistance, c.number))


@pytest.mark.clause("ST-PAIR-5", "ST-PAIR-7")
def test_the_checker_and_brute_force_agree_on_any_saga_round():
    lots = Lots(3, "hands")
    found = Counter()
    for contenders in histories(61, 500 * TIMES, 8):
        line = in_saga_order(contenders)
        seats = [contender.id for contender in line]
        due = brute.saga_bye(line) if len(line) % 2 else None
        bye = due if lots.below(4) or due is None else lots.below(len(line))
        playing = [i for i in range(len(line)) if i != bye]
        best = brute.saga_couples(line, playing)
        everything = brute.all_pairings(tuple(playing))
        made = best if lots.below(2) else everything[lots.below(len(everything))]

        verdict = check_saga(
            without_clubs(participants(contenders)),
            [(seats[i], seats[j]) for i, j in made],
            None if bye is None else seats[bye],
        )

        right = bye == due and sorted(made) == sorted(best)
        assert verdict.finding is (Finding.PROVEN if right else Finding.REFUTED), (contenders, made, verdict)
        found[verdict.finding] += 1
    assert min(found.values()) > 100 * TIMES


@pytest.mark.clause("SR-PAIR-7", "SR-BYE-6", "SR-BYE-7")
def test_the_checker_and_brute_force_agree_on_any_steamroller_round():
    lots = Lots(4, "hands")
    found = Counter()
    for contenders in histories(62, 700 * TIMES, 8):
        seats = [contender.id for contender in contenders]
        byes = brute.steamroller_byes(contenders) if len(contenders) % 2 else set()
        bye = (min(byes) if lots.below(4) else lots.below(len(contenders))) if byes else None
        playing = tuple(i for i in range(len(contenders)) if i != bye)
        everything = brute.all_pairings(playing)
        best = min(brute.steamroller_goal(contenders, made) for made in everything)
        made = everything[lots.below(len(everything))]
        if lots.below(2):
            made = next(made for made in everything if brute.steamroller_goal(contenders, made) == best)

        verdict = check_steamroller(
            participants(contenders), [(seats[i], seats[j]) for i, j in made], None if bye is None else seats[bye]
        )

        right = (bye is None or bye in byes) and brute.steamroller_goal(contenders, made) == best
        assert verdict.finding is (Finding.PROVEN if right else Finding.REFUTED), (contenders, made, verdict)
        found[verdict.finding] += 1
    assert min(found.values()) > 100 * TIMES


def play(format: Swiss, count: int, rounds: int, seed: int) -> CheckedEvent:
    """A whole event: players drop out on the way, and one comes late."""
    lots = Lots(seed, "results")
    seats = [Seat(f"p{number:03}") for number in range(count)]
    numbers = draw_numbers(seats, seed)
    event = CheckedEvent(format=format, rounds=(), numbers=numbers)
    present = seats[:-1]
    for round in range(1, rounds + 1):
        present = [seat for seat in present if round == 1 or lots.below(25)] + seats[-1:] * (round == 2)
        event = CheckedEvent(
            format=format, rounds=(*event.rounds, next_round(event, present, round, lots)), numbers=numbers
        )
    return event


def next_round(event: CheckedEvent, present: list[Seat], round: int, lots: Lots) -> tuple[FinishedGame, ...]:
    history = standing(event, present)
    pairing = pair_round(Swiss(event.format), history, round=round, seed=round)
    tables = [game(event.format, round, pair.first, pair.second, lots) for pair in pairing.pairs]
    win = 11 if event.format == "saga" else 1
    return (*tables, *([FinishedGame(round, GameSide(pairing.bye, win), winner=pairing.bye)] if pairing.bye else []))


def game(format: str, round: int, first: Seat, second: Seat, lots: Lots) -> FinishedGame:
    if lots.below(2):
        first, second = second, first
    if format == "saga":
        margin = lots.below(10)
        return FinishedGame(round, GameSide(first, 10 + margin), GameSide(second, 10 - margin), winner=first)
    return FinishedGame(round, GameSide(first, 1 if lots.below(10) else 0), GameSide(second, 0), winner=first)


def standing(event: CheckedEvent, present: list[Seat]) -> list[Contender]:
    """The contenders before the next round, worked out here by hand."""
    points, wins, byes = Counter(), Counter(), Counter()
    met: dict[Seat, list[Seat]] = {}
    for table in (table for tables in event.rounds for table in tables):
        for side, other in ((table.first, table.second), (table.second, table.first)):
            if side is None:
                byes[other.seat] += 1
                continue
            points[side.seat] += side.points
            wins[side.seat] += side.seat == table.winner
            met.setdefault(side.seat, []).extend([other.seat] if other else [])

    def resistance(seat: Seat):
        total = Fraction(sum(points[other] for other in met.get(seat, [])))
        return total + byes[seat] * total / len(met[seat]) if met.get(seat) else 0

    return [
        Contender(
            seat, points[seat], wins[seat], tuple(met.get(seat, ())), byes[seat], event.numbers[seat], resistance(seat)
        )
        for seat in present
    ]


@pytest.mark.clause("ST-PAIR-5", "ST-PAIR-7", "ST-PAIR-12", "SR-PAIR-7", "SR-BYE-6", "SR-BYE-7")
@pytest.mark.parametrize("format", list(Swiss))
@pytest.mark.parametrize(("count", "rounds"), [(6, 6), (9, 7), (17, 6), (40, 7), (151, 6)])
def test_every_round_of_a_whole_event_is_proven(format: Swiss, count: int, rounds: int):
    for seed in range(3):
        event = play(format, count, rounds, seed)
        verdicts = [judge(event, round) for round in range(1, rounds + 1)]

        assert [verdict.finding for verdict in verdicts] == [Finding.PROVEN] * rounds, (seed, verdicts)


def test_a_round_is_refuted_with_the_clause_and_the_names():
    contenders = participants(field(EIGHT[:4], "ana-ben"))

    verdict = check_saga(contenders, [(ANA, DAVID), (BEN, CHLOE)], None)

    assert [(reason.clause, reason.code, reason.facts) for reason in verdict.reasons] == [
        ("ST-PAIR-5", "check-order", {"first": ANA, "second": DAVID, "due": CHLOE})
    ]


@pytest.mark.clause("HOUSE-WISH-4")
def test_somebody_left_out_or_there_twice_is_no_round():
    verdict = check_steamroller(participants(field(EIGHT[:4])), [(ANA, BEN), (BEN, EMMA)], None)

    assert {reason.clause for reason in verdict.reasons} == {"HOUSE-WISH-4"}
    assert [(reason.code, reason.facts) for reason in verdict.reasons] == [
        ("check-once", {"seat": BEN, "times": 2}),
        ("check-once", {"seat": CHLOE, "times": 0}),
        ("check-once", {"seat": DAVID, "times": 0}),
        ("check-stranger", {"seat": EMMA}),
    ]


def test_two_who_met_at_the_top_of_a_large_field_are_proven_by_a_window():
    seats = [Seat(f"p{number:03}") for number in range(500)]
    points = [9, 9] + [8] * 298 + [7] * 200
    contenders = field(seats, "p000-p001", points=points)

    pairing = pair_round(Swiss.STEAMROLLER, contenders, round=2, seed=1)
    verdict = check_steamroller(participants(contenders), couples(pairing), None)

    assert (verdict.finding, verdict.reasons[0].code) == (Finding.PROVEN, "check-matched")


def test_needless_floats_are_refuted_at_their_pile():
    contenders = participants(field(EIGHT[:6], points=[2, 2, 1, 1, 1, 1]))

    verdict = check_steamroller(contenders, [(ANA, CHLOE), (BEN, DAVID), (EMMA, FARID)], None)

    assert [(reason.code, reason.facts) for reason in verdict.reasons] == [("check-floats", {"points": 2})]


def test_the_checker_knows_nothing_of_the_pairing():
    told = Path(checker.__file__).read_text(encoding="utf-8")

    assert "def check_saga(" in told
    assert "tournament.pairing" not in told

"""Estimates, their error, and the advice."""

from __future__ import annotations

import math

import pytest

from heraut.lab.chance import lots, lots_below, philox, shuffle
from heraut.lab.estimates import wilson
from heraut.lab.format_report import FormatReport, advise, recommendation
from heraut.lab.formats import Job, answer, estimate
from heraut.lab.measures import MEASURES, UNIT, RunTally
from heraut.lab.trial import PlayerField, Trial, read_settings


def tally(runs: int, **measured: float) -> RunTally:
    sums = tuple(round(measured.get(name, 0) * runs * UNIT) for name in MEASURES)
    squares = tuple(round(measured.get(name, 0) * runs * UNIT * UNIT) for name in MEASURES)
    return RunTally(runs, 0, sums, squares)


def tried(text: str, runs: int, best_wins: float, rounds: float) -> object:
    return answer(Trial(text, read_settings(text), PlayerField(24)), tally(runs, best_wins=best_wins, rounds=rounds))


def test_wilsons_interval_is_the_published_one():
    # 10 of 10: the classical interval would be a point; Wilson's lower end is n / (n + z²)
    found = wilson(1.0, 10)

    assert (round(found.low, 4), found.high) == (0.7225, 1.0)
    assert round(wilson(0.5, 100).low, 4) == 0.4038


def test_tallies_add_up_to_the_same_whatever_the_order():
    one, two = RunTally(2, 1, tuple(range(12)), tuple(range(12)), tuple(range(16))), RunTally(3)

    assert one + two == two + one == RunTally(5, 1, one.sums, one.squares, one.winners)


def test_runs_that_are_all_alike_have_no_error():
    all_three = RunTally(50, 0, (3 * UNIT * 50,) * 12, (9 * UNIT * UNIT * 50,) * 12)
    found = estimate(all_three, MEASURES.index("rounds"))

    assert (found.value, found.low, found.high) == (3.0, 3.0, 3.0)


def test_the_shortest_day_that_is_as_good_is_advised():
    three, four, five = (tried(f"saga:rounds={n}", 20_000, wins, n) for n, wins in ((3, 0.30), (4, 0.38), (5, 0.39)))

    advice = advise([three, four, five])  # type: ignore[list-item]

    assert (advice.take.name, advice.best.name) == ("saga:rounds=4", "saga:rounds=5")
    assert 0.9 < advice.sure < 1
    assert recommendation(advice, "en", alone=False) == (
        "Choose saga:rounds=4: the best player wins in 38.0% ± 0.7 of cases, 0.0% of the true top 8 players finish "
        "there, and the day lasts 9\u202fh\u202f00\u202fmin. saga:rounds=5 would let the best player win 1.0% "
        "more often, for 2\u202fh\u202f15\u202fmin more. "
        "98% sure: within two points, no shorter day does as well."
    )


def test_few_runs_are_told_to_be_unsure():
    four, five = (tried(f"saga:rounds={n}", 50, wins, n) for n, wins in ((4, 0.38), (5, 0.41)))

    advice = advise([four, five])  # type: ignore[list-item]

    assert advice.take.name == "saga:rounds=5"
    assert advice.sure < 0.6


def test_a_day_that_is_too_long_is_not_advised():
    four, five = (tried(f"saga:rounds={n}", 20_000, wins, n) for n, wins in ((4, 0.38), (5, 0.45)))

    assert advise([four, five], longest=600).take.name == "saga:rounds=4"  # type: ignore[list-item]


def test_where_no_day_is_short_enough_that_is_said_and_the_shortest_is_named():
    trials = tuple(Trial(f"{n} rounds", read_settings(f"saga:rounds={n}"), PlayerField(24)) for n in (4, 5))
    found = tuple(tried(f"saga:rounds={n}", 20_000, 0.4, n) for n in (4, 5))

    (said,) = FormatReport(Job(trials, 20_000, 1), found, advise(found, 240.0), asked=5).sentences("en")  # type: ignore[arg-type]

    assert said.replace("\N{NARROW NO-BREAK SPACE}", " ") == (
        "No. Nothing fits into 4 h 00 min: saga:rounds=4, the shortest, lasts 9 h 00 min; "
        "the best player wins in 40.0% ± 0.7 of cases. Allow more time, or shorten the rounds."
    )


@pytest.mark.slow
def test_philox_is_the_published_one():
    """The test vectors of Random123, `kat_vectors`: philox4x32, 10 rounds."""
    import numpy as np

    pi = philox(np.uint64(0x299F31D0A4093822), np.uint64(0x85A308D3243F6A88), 0x13198A2E, 0x03707344)

    assert [f"{word:08x}" for word in philox(0, 0, 0, 0)] == ["6627e8d5", "e169c58d", "bc57ac4c", "9b00dbd8"]
    assert [f"{word:08x}" for word in pi] == ["d16cfe09", "94fdcceb", "5001e420", "24126ea1"]


@pytest.mark.slow
def test_lots_are_the_engines_own():
    import numpy as np

    from heraut.tournament.lots import Lots

    for seed in (0, 1, 2**32 - 1, 123_456_789):
        pile = np.arange(40)
        shuffle(np.uint64(lots(seed, np.frombuffer(b"piles of round 12", np.uint8))), pile, 40)
        engines = Lots(seed, "bye of round 3")
        state = lots(seed, np.frombuffer(b"bye of round 3", np.uint8))

        assert pile.tolist() == Lots(seed, "piles of round 12").shuffled(range(40))
        for bound in (1, 2, 7, 500):
            state, drawn = lots_below(np.uint64(state), bound)
            assert drawn == engines.below(bound)


@pytest.mark.slow
def test_the_model_of_a_game_is_fair_and_level_as_often_as_asked():
    from heraut.lab.chance import FIRST, LEVEL, level_width, play

    width, runs = level_width(0.2), 20_000
    winners = [play(1, run, 0, 0.0, width, 8.0, 35)[0] for run in range(runs)]
    stronger = [play(1, run, 1, math.log(3), 0.0, 8.0, 35)[0] for run in range(runs)]

    error = 4 * math.sqrt(0.25 / runs)
    assert abs(winners.count(LEVEL) / runs - 0.2) < error
    assert abs(winners.count(FIRST) / runs - 0.4) < error
    assert abs(stronger.count(FIRST) / runs - 0.75) < error

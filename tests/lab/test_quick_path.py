"""The quick path against the engine on the same draws: pair for pair, table for table, place for place."""

from __future__ import annotations

import numpy as np
import pytest

from heraut.lab.event import draw_skills, play_event
from heraut.lab.pairing import STUCK
from heraut.lab.plan import EventPlan, NotQuick, plan_of
from heraut.lab.reference import play_by_engine
from heraut.lab.standings import Record, blank_record
from heraut.lab.trial import PlayerField, read_settings

SEED = 20_11

FORMATS = (
    "saga",
    "saga:two_days",
    "saga:rounds=4",
    "saga:rounds=4,ranking",
    "saga:rounds=4,order=wins",
    "saga:rounds=4,standings=points+wins+resistance",
    "saga:rounds=4,standings=points+resistance+vp_difference",
    "saga:rounds=4,standings=wins+vp_difference",
    "saga:rounds=4,bye=8,bye-win=no",
    "saga:rounds=4,bye=21/2,bye-resistance=zero",
    "saga:rounds=4,spare",
    "saga:rounds=3,spare,ranking",
    "saga:rounds=4,apart",
    "saga:rounds=4,apart=always",
    "steamroller",
    "steamroller:early-end=no",
    "steamroller:rounds=4",
    "steamroller:rank_control",
    "steamroller:rank_scenario,rounds=3",
    "steamroller:rank_assassination,rounds=3",
    "steamroller:rank_attrition,size=50",
    "steamroller:rank_survival",
    "steamroller:final_tables",
    "steamroller:until-sole-leader",
    "steamroller:roll-off,rounds=3",
    "steamroller:dropped-ranked=no,rounds=4",
    "steamroller:no_assassination,rounds=4",
    "steamroller:apart",
    "steamroller:apart=always,rounds=4",
)
FIELDS = (
    PlayerField(8, draws=0.2),
    PlayerField(13, drops=0.1),
    PlayerField(16, clubs=("Ours", "Loups", "", "Cerfs") * 4, draws=0.1),
    PlayerField(21, drops=0.15, ratings=tuple(k / 7 for k in range(21))),
    PlayerField(30),
)


def compare(text: str, field: PlayerField, runs: range) -> int:
    """How many of these runs the quick path played; each of them is the engine's own event."""
    settings = read_settings(text)
    plan = plan_of(settings, field)
    assert isinstance(plan, EventPlan)
    skills = np.zeros(field.players + 1)
    played = 0
    for run in runs:
        draw_skills(plan, SEED, run, skills)
        record = blank_record(field.players, plan.most_rounds)
        if play_event(plan, skills, SEED, run, record) == STUCK:
            continue
        played += 1
        by_engine = play_by_engine(settings, field, skills, SEED, run)
        for name in Record._fields:
            found, wanted = (getattr(one, name).tolist() for one in (record, by_engine))
            assert found == wanted, f"{text}, {field.players} players, run {run}: {name}"
    return played


@pytest.mark.slow  # the first time on a machine, it is compiled
@pytest.mark.parametrize("text", FORMATS)
def test_every_format_and_setting_is_the_engines_own_event(text: str) -> None:
    played = sum(compare(text, field, range(2 * place, 2 * place + 2)) for place, field in enumerate(FIELDS))

    assert played >= 6, "most of these events need no engine"


@pytest.mark.slow
def test_a_large_field_is_the_engines_own_event() -> None:
    assert compare("saga:rounds=6", PlayerField(101, drops=0.02), range(2)) == 2
    assert compare("steamroller", PlayerField(100, draws=0.1), range(2)) == 2


@pytest.mark.slow
def test_a_round_nobody_can_pair_without_a_rematch_is_left_to_the_engine() -> None:
    settings, field = read_settings("saga:rounds=4"), PlayerField(4)
    plan = plan_of(settings, field)
    assert isinstance(plan, EventPlan)

    record = blank_record(4, plan.most_rounds)

    assert play_event(plan, np.zeros(5), SEED, 0, record) == STUCK
    assert play_by_engine(settings, field, np.zeros(5), SEED, 0).total.tolist() == [4]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("saga:new-tables", "tables"),
        ("steamroller:new-tables", "tables"),
        ("steamroller:roll-off,final_tables", "roll-off-finals"),
    ],
)
def test_what_the_quick_path_does_not_do_it_says(text: str, why: str) -> None:
    assert plan_of(read_settings(text), PlayerField(12)) == NotQuick(why)


def test_an_order_too_wide_for_one_number_is_left_to_the_engine() -> None:
    field = PlayerField(401)

    assert plan_of(read_settings("saga:rounds=20"), field) == NotQuick("wide")

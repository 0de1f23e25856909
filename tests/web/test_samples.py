"""Samples are played like anybody's game."""

from __future__ import annotations

from importlib.resources import files

import pytest

from heraut.kernel.names import Seat, StreamId
from heraut.web import samples
from heraut.web.desk import desk
from heraut.web.models import Stream
from heraut.web.views.archive import erase

pytestmark = [pytest.mark.django_db, pytest.mark.slow]  # the samples are played from their first command

OPENING = '{"engine":"auction","title":"Vente","settings":{"bidders":{"ana":"Ana","ben":"Ben"},"lots":["heaume"]}}'
SHIPPED = sorted(file.name for file in files(samples).iterdir() if file.name.endswith(".jsonl"))


def test_a_sample_is_opened_and_played():
    stream = samples.load("sale", f'{OPENING}\n{{"type":"PlaceBid","seat":"ana","amount":3}}')

    assert [awaited.seat for awaited in desk().awaits(stream, None)] == [Seat("ben")]
    assert Stream.objects.get().public


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('{"type":"PlaceBid","seat":"ana","amount":30}', "sale.jsonl, line 2: auction-too-much [HOUSE-SEAL-1]"),
        ('{"type":"PlaceBid","seat":"ana"}', "sale.jsonl, line 2: Object missing required field `amount`"),
    ],
)
def test_a_sample_that_does_not_play_names_its_line(line: str, fault: str):
    with pytest.raises(samples.BrokenSample) as broken:
        samples.load("sale", f"{OPENING}\n{line}")

    assert str(broken.value) == fault


def test_samples_are_loaded_on_the_first_start_only():
    samples.load_once()
    assert Stream.objects.count() == len(SHIPPED)

    samples.load("sale", OPENING)
    samples.load_once()

    assert Stream.objects.count() == len(SHIPPED) + 1


def test_the_samples_do_not_come_back_once_every_game_is_deleted():
    samples.load_once()
    erase([stream.pk for stream in Stream.objects.all()])
    samples.load_once()

    assert not Stream.objects.exists()


def test_a_server_that_has_games_of_its_own_gets_no_samples():
    samples.load("sale", OPENING)
    samples.load_once()

    assert Stream.objects.count() == 1


def test_the_samples_stand_where_the_readme_says():
    samples.load_once()

    tournament, campaign, skirmish = (
        desk().view(StreamId(name), None) for name in ("tournament", "campaign", "skirmish")
    )

    assert (tournament.round, campaign.turn, skirmish.turn, skirmish.segment) == (3, 2, 1, 2)

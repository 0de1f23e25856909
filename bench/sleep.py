"""
Games that sleep cost nothing to speak of: a beat of the clock and of the programs, beside ten and beside ten thousand.

    python -m bench.sleep
"""

from __future__ import annotations

import tempfile
from typing import Any

from bench.day import ready
from bench.figures import Figures, processor_seconds

FEW, MANY = 10, 10_000


def sleeping(engine: str, number: int, first: int) -> list[Any]:
    """So many games that wait for people, as the database keeps them."""
    from heraut.web.models import Stream

    header = Stream.objects.get(pk=f"{engine}-0").header
    return [
        Stream(id=f"{engine}-{each}", header=header.replace(f"{engine}-0", f"{engine}-{each}"), engine=engine,
               next_tick=None, programs_due=None)
        for each in range(first, number)
    ]  # fmt: skip


def opened() -> None:
    from heraut.campaign.settings import CampaignPlayer
    from heraut.campaign.settings import Settings as CampaignSettings
    from heraut.kernel.names import Seat, StreamId
    from heraut.tournament.saga.settings import SagaSettings
    from heraut.web.desk import desk, now

    people = (CampaignPlayer(Seat("ana"), "Ana"), CampaignPlayer(Seat("ben"), "Ben"))
    cup = SagaSettings(allowed_ages=("dark",), swiss_rounds=3, players={}, lists_required=False)
    for engine, settings in (("campaign", CampaignSettings(players=people, dice="typed")), ("tournament", cup)):
        desk().open(stream=StreamId(f"{engine}-0"), engine=engine, title="", settings=settings, at=now())


def beat() -> None:
    """What the server does every five seconds for all its games."""
    from heraut.web import bots, clock, outbox
    from heraut.web.desk import now

    clock.strike(now())
    bots.work(bots.due(now()), now())
    outbox.pay(now())


def main() -> None:
    figures = Figures()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        ready(folder)
        from heraut.web.models import Stream

        opened()
        beat()  # the first look at each game puts it to sleep
        known = 1
        costs = []
        for number in (FEW, MANY):
            for engine in ("campaign", "tournament"):
                Stream.objects.bulk_create(sleeping(engine, number // 2, known), batch_size=500)
            known = number // 2
            costs.append(processor_seconds(beat, times=21))
        figures.note(f"sleep: a beat beside {FEW} sleeping games", costs[0] * 1000, "ms")
        figures.note(f"sleep: a beat beside {MANY} sleeping games", costs[1] * 1000, "ms")
        figures.at_most("sleep: the one, in the time of the other", costs[1] / costs[0], 2.0)
    figures.end()


if __name__ == "__main__":
    main()

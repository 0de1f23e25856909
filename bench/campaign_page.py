"""The campaign's page, as a player meets it at the end of a long six-player campaign."""

from __future__ import annotations

import os
import tempfile
import time

os.environ["HERAUT_DATA"] = tempfile.mkdtemp(prefix="heraut-bench-")
os.environ["DJANGO_SETTINGS_MODULE"] = "heraut.web.settings"

import django

django.setup()

from django.core.management import call_command  # noqa: E402  # Django must be set up first
from django.test import Client  # noqa: E402

from bench.figures import Figures  # noqa: E402
from heraut.campaign.bots.play import play  # noqa: E402
from heraut.campaign.settings import CampaignPlayer, Settings  # noqa: E402
from heraut.kernel.names import LOCAL, ActorId, CommandId, Seat, StreamId  # noqa: E402
from heraut.pseudorandom import SplitMix  # noqa: E402
from heraut.web import links  # noqa: E402
from heraut.web.desk import desk, now, submit  # noqa: E402
from heraut.web.permissions import Role  # noqa: E402

STREAM, NAMES, VISITS = StreamId("bench"), ("ana", "ben", "chloe", "david", "emma", "farid"), 60


def visitor() -> Client:
    """A player of a campaign that bots have played to its fifth turn."""
    call_command("migrate", verbosity=0)
    players = tuple(CampaignPlayer(Seat(name), name.title()) for name in NAMES)
    settings = Settings(players=players, prestige_to_win=9)
    desk().open(stream=STREAM, engine="campaign", title="Bench", settings=settings, at=now())
    levels = dict.fromkeys((player.seat for player in players), "heuristic")
    for number, played in enumerate(play(desk().history(STREAM).state, levels, SplitMix(1))):
        submit(STREAM, played.command, command_id=CommandId(str(number)), actor=ActorId("bench"), sender=LOCAL)
        if played.state.board.turn == 5:
            break
    client = Client(SERVER_NAME="localhost")
    client.get(f"/s/{links.token(links.make(STREAM, Role.PLAYER, 'Ana', Seat('ana')))}")
    return client


def _most(taken: list[float]) -> float:
    """What 95 of 100 visits take at most."""
    return sorted(taken)[VISITS * 95 // 100 - 1]


def main() -> None:
    client = visitor()
    taken, waited = [], []
    for _ in range(VISITS):
        begun, looked = time.process_time(), time.perf_counter()
        assert client.get(f"/g/{STREAM}/").status_code == 200
        taken.append(1000 * (time.process_time() - begun))
        waited.append(1000 * (time.perf_counter() - looked))
    print(f"a campaign's page by the clock, as busy as this machine is: {_most(waited):.1f} ms")
    figures = Figures()
    figures.at_most("a campaign's page, 95 of 100 visits", _most(taken), 60, "ms of a processor")
    figures.end()


if __name__ == "__main__":
    main()

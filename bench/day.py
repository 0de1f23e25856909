"""A tournament of 500 players in its fifth round on SQLite: the server's time per page and per posted result."""

from __future__ import annotations

import os
import tempfile
import time
from statistics import quantiles
from typing import Any

from bench.figures import Figures

PLAYERS = 500
ROUND = 5
TIMES = 20
CUP = "cup"
SCENARIOS = ("clash", "capture", "conquest", "advance", "desecration", "diagonal")


def ready(folder: str) -> None:
    """Django over a new database in that folder."""
    os.environ |= {"HERAUT_DATA": folder, "DJANGO_SETTINGS_MODULE": "heraut.web.settings"}
    import django  # it reads its settings when it is loaded

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    import heraut.web.asgi  # noqa: F401  # what the server sets, the benchmark has too

    settings.ALLOWED_HOSTS = ["*"]
    call_command("migrate", verbosity=0)


def play() -> None:
    """The event up to its fifth round, most of whose results are still to come."""
    from heraut.kernel import Seat
    from heraut.tournament import commands as c
    from heraut.tournament.results import SagaReport
    from heraut.tournament.settings import SagaSettings
    from heraut.web.desk import desk, now

    names = {Seat(f"p{number}"): f"Joueur {number}" for number in range(PLAYERS)}
    settings = SagaSettings(
        allowed_ages=("dark",), swiss_rounds=6, players=names, lists_required=False, scenario_by_round=SCENARIOS
    )
    desk().open(stream=CUP, engine="tournament", title="Coupe", settings=settings, at=now())
    for seat in names:
        say(c.CheckIn(Seat("organiser"), player=seat))
    say(c.CloseRegistration(Seat("organiser")))
    for number in range(1, ROUND + 1):
        say(c.DraftRound(Seat("organiser")))
        say(c.PublishRound(Seat("organiser"), confirm_rematches=True))
        tables = desk().history(CUP).state.rounds[-1].tables.values()
        for table in tables if number < ROUND else list(tables)[:20]:
            one, two = table.seats
            report = SagaReport({one: table.number % 23, two: 7 + number}, first_player=one)
            say(c.SettleResult(Seat("organiser"), round=number, table=table.number, report=report))


def say(command: Any) -> None:
    """Hand a command in, and the dice it leads to."""
    from heraut.kernel import FATE, Refusal, Roll
    from heraut.web.desk import desk, now
    from heraut.web.offers import new_id

    outcome = desk().submit(CUP, command, command_id=new_id(), actor=command.seat, at=now())
    if isinstance(outcome, Refusal):
        raise SystemExit(f"the benchmark's event is refused: {outcome.code}")
    state = desk().history(CUP).state
    if state.due is not None:
        due = next(awaited for awaited in desk().awaits(CUP) if awaited.seat == FATE)
        say(Roll(seat=FATE, faces=tuple(1 for _ in due.chance.sides)))  # type: ignore[union-attr]


def visitors() -> dict[str, Any]:
    """The organiser, a player and a passer-by, each with a browser."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    from heraut.kernel import Seat, StreamId
    from heraut.web import links
    from heraut.web.access import Role

    organiser, player = Client(), Client()
    organiser.force_login(get_user_model().objects.create_superuser("organisateur"))
    player.get(f"/s/{links.token(links.make(StreamId(CUP), Role.PLAYER, 'Joueur 1', Seat('p1')))}")
    return {"organiser": organiser, "player": player, "passer-by": Client()}


def p95(times: list[float]) -> float:
    return quantiles(times, n=20)[-1] * 1000


def timed(work: Any) -> float:
    began = time.process_time()
    answer = work()
    assert answer.status_code in (200, 302), answer.status_code
    return time.process_time() - began


def main() -> None:
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        ready(folder)
        play()
        people = visitors()
        pages = (
            ("organiser", ""), ("player", ""), ("passer-by", ""), ("passer-by", "tournament/screen"),
            ("organiser", "tournament/rounds/4"), ("organiser", "tournament/rounds/4/tables/7"),
        )  # fmt: skip
        for who, path in pages:
            people[who].get(f"/g/{CUP}/{path}")
            times = [timed(lambda who=who, path=path: people[who].get(f"/g/{CUP}/{path}")) for _ in range(TIMES)]
            size = len(people[who].get(f"/g/{CUP}/{path}").content) / 1000
            figures.at_most(f"day: p95 of the {who}'s page /{path}", p95(times), 60.0, "ms")
            figures.note(f"day: its size for the {who} /{path}", size, "kB")
        lines = [f"{number} 21 7" for number in range(30, 30 + TIMES)]
        desk = people["organiser"]
        times = [timed(lambda line=line: desk.post(f"/g/{CUP}/tournament/result", {"line": line})) for line in lines]
        figures.at_most("day: p95 of a posted result", p95(times), 40.0, "ms")
    figures.end()


main()

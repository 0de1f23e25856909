"""An event of the third format on the web, from its card to its final standings: the room has no line for it."""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile

from tournament.round_robin.line import add_the_line

add_the_line()
os.environ["HERAUT_DATA"] = tempfile.mkdtemp(prefix="heraut-third-format-")
os.environ["DJANGO_SETTINGS_MODULE"] = "heraut.web.settings"

import django  # noqa: E402  # the format is in the list first

django.setup()

from django.contrib.auth.models import User  # noqa: E402  # Django must be set up first
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402

from heraut.kernel.names import ORGANISER, Seat  # noqa: E402
from heraut.web import links  # noqa: E402
from heraut.web.desk import desk  # noqa: E402
from heraut.web.game import present_settings, view_of  # noqa: E402
from heraut.web.permissions import Role  # noqa: E402

PEOPLE = "Ana\nBen\nChlo\u00e9"


def sent(client: Client, address: str, **said: object) -> str:
    """Post a form that must be accepted, and give the page that follows."""
    answer = client.post(address, said, follow=True)
    assert answer.status_code == 200, (address, answer.status_code)
    return answer.content.decode()


def shown(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return answer.content.decode()


call_command("migrate", verbosity=0)
host = Client(SERVER_NAME="localhost")
host.force_login(User.objects.create_superuser("host", "", "x"))
cards = re.findall(r'href="\?preset=(\w+)', shown(host, "/new/tournament/"))
form = shown(host, "/new/tournament/?preset=round_robin")
opened = host.post(
    "/new/tournament/", {"format": "round_robin", "title": "Cup", "late_entry": ["", "on"], "tables": "7"}
)
cup = re.search(r"/g/([^/]+)/", opened["Location"])[1]
game = f"/g/{cup}/"
sent(
    host,
    f"{game}tournament/settings",
    format="round_robin",
    title="Coupe",
    played_on="2026-11-21",
    late_entry="on",
    tables="7",
    confirmed="1",
)
sent(host, f"{game}tournament/entries", names=PEOPLE, present="on")
for player in view_of(cup, ORGANISER).players:
    sent(host, f"{game}send", type="HandInPieces", player=player.seat, pieces="knight")
sent(host, f"{game}tournament/close")
rounds = 0
while (view := view_of(cup, ORGANISER)).stage != "over":
    sent(host, f"{game}tournament/draft")
    sent(host, f"{game}send", type="PublishRound")
    table = view_of(cup, ORGANISER).played[-1].tables[0]
    if rounds == 0:
        sent(host, f"{game}tournament/result", line="1 1" if table.seats[0] < table.seats[1] else "1 2")
    for seat in table.seats if rounds else ():
        phone = Client(SERVER_NAME="localhost")
        phone.get(f"/s/{links.token(links.make(cup, Role.PLAYER, Seat(seat), seat))}")
        shown(phone, game)
        sent(phone, f"{game}tournament/report", winner=min(table.seats))
    rounds += 1
PAGES = (
    "", "tournament/standings", "tournament/rounds/1", "tournament/rounds/1/tables/1", "tournament/papers",
    "tournament/screen", "tournament/players/ana", "tournament/awards", "tournament/settings",
    "tournament/files/event.html",
)  # fmt: skip
ASKED = ("title", "played_on", "late_entry", "tables", "vote_counts")
settings = present_settings(desk().history(cup))
for page in PAGES:
    shown(host, game + page)
sys.stdout.write(json.dumps({
    "cards": [card for card in cards if card == "round_robin"],
    "asked": [name for name in ASKED if f'name="{name}"' in form],
    "settings": [settings.late_entry, settings.played_on, settings.tables],
    "rounds": rounds,
    "places": [[row.rank, row.id] for row in view.standings],
}))  # fmt: skip

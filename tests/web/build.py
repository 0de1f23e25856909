"""Builders that keep the set-up of a test on screen: an auction, its visitors, what they send."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType
from typing import Any

from django.contrib.auth import get_user_model
from django.test import Client

from auction import build
from heraut.kernel.journal import Header
from heraut.kernel.names import Seat, StreamId
from heraut.web import links
from heraut.web.desk import desk, now
from heraut.web.models import Stream
from heraut.web.permissions import Role

SALE = StreamId("sale")
ANA, BEN = Seat("ana"), Seat("ben")


BLOCKS = (
    "article aside body br button dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 head "
    "header html input label legend li link main meta nav ol option p script section select summary table tbody td "
    "template th thead title tr ul"
)
TYPED = re.compile(r"(>[^<]*</textarea>)")
BESIDE_BLOCKS = re.compile(rf" ?(</?(?:{BLOCKS.replace(' ', '|')})\b[^>]*>) ?")


def laid_out(page: str) -> str:
    """A page as a browser lays it out: white space is one space, and none beside what has its own line or box."""
    kept = enumerate(TYPED.split(page))  # every second part is what stands in a textarea, whose lines stay
    return "".join(part if at % 2 else BESIDE_BLOCKS.sub(r"\1", re.sub(r"[ \n\t]+", " ", part)) for at, part in kept)


def sale(*, public: bool = True, bidders: int = 2, purse: int = 10, stream: StreamId = SALE) -> StreamId:
    """An auction of a helm, then a sword."""
    header = desk().open(
        stream=stream,
        engine="auction",
        title="Vente de printemps",
        settings=build.settings(bidders=bidders, purse=purse),
        at=now(),
    )
    assert isinstance(header, Header)
    Stream.objects.filter(pk=stream).update(public=public)
    return stream


def host(name: str = "organisateur") -> Client:
    """The machine's organiser, signed in."""
    accounts = get_user_model()
    account = accounts.objects.filter(username=name).first() or accounts.objects.create_superuser(name)
    client = Client()
    client.force_login(account)
    return client


def holder(role: Role, seat: Seat | None = None, label: str = "", stream: StreamId = SALE) -> Client:
    """A browser that opened a link."""
    client = Client()
    link = links.make(stream, role, label or (seat or role).capitalize(), seat)
    client.get(f"/s/{links.token(link)}")
    return client


def player(seat: Seat, stream: StreamId = SALE) -> Client:
    return holder(Role.PLAYER, seat, stream=stream)


def passer_by() -> Client:
    return Client()


def bid(client: Client, amount: int, **extra: Any) -> Any:
    """Seal a bid from the page."""
    return client.post(f"/g/{SALE}/send", {"type": "PlaceBid", "amount": amount, **extra})


def are_written(name: str, room: ModuleType) -> bool:
    """Whether a word stands in what the pages of a room are made of."""
    found = (path for path in Path(str(room.__file__)).parent.rglob("*") if path.suffix in {".py", ".html"})
    return any(re.search(rf"\b{name}\b", path.read_text(encoding="utf-8")) for path in found)

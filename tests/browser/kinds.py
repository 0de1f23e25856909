"""Every kind of page there is, on the samples each new server brings: what is measured on one is measured on all."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page

from browser import day
from browser.conftest import PHONE, Server

CUP = "/g/tournament/"
FOR_ANYBODY = (
    "/sign-in", "/ask/", "/ask/dice.pool/", "/why/HOUSE-SEAL-1", "/nowhere",
    "/odds/", "/odds/series", "/odds/table", "/odds/abuse", "/odds/band",
)  # fmt: skip
"""Pages that do not ask who is looking: one pair of eyes is enough."""
ANYWHERE = ("/", "/map/", "/plan/", "/plan/clash/")
GAMES = tuple(f"/g/{sample}/" for sample in ("campaign", "capture", "clash", "skirmish", "tournament"))
FOR_PASSERS_BY = (*FOR_ANYBODY, *ANYWHERE, *GAMES, f"{CUP}tournament/rounds/1", f"{CUP}tournament/screen")
FOR_THE_ORGANISER = (
    *ANYWHERE, "/account", "/characters/new", "/new/match/", "/new/campaign/", "/new/skirmish/", "/new/tournament/",
    "/new/tournament/?preset=saga-two_days", "/new/tournament/?preset=steamroller-hardcore",
    *GAMES, f"{CUP}seats", f"{CUP}log", f"{CUP}hand-over", f"{CUP}notices", "/w/new",
    *(f"{CUP}tournament/{path}" for path in (
        "papers", "rounds/1", "rounds/3/tables/5", "players", "players/ana", "standings",
        "screen", "screen?show=names", "screen?show=standings", "awards",
    )),
    "/g/skirmish/skirmish/screen", "/g/skirmish/skirmish/do", "/g/skirmish/skirmish/do/CallRoll?who=Ambiorix",
    "/g/capture/match/table", "/g/clash/match/table",
    "/g/campaign/campaign/sheet", "/g/campaign/campaign/chronicle",
)  # fmt: skip
FOR_A_PLAYER = (CUP, f"{CUP}notices", f"{CUP}welcome", f"{CUP}log", f"{CUP}tournament/standings", "/")
FOR_A_REFEREE = (CUP, f"{CUP}tournament/rounds/3/tables/5", f"{CUP}tournament/players/ben")


def a_player(person: Callable[..., BrowserContext], server: Server) -> Page:
    """The phone of the first player of the sample tournament."""
    organiser = day.organiser(person, server)
    organiser.goto(f"{CUP}seats")
    token = organiser.locator(".place .address a").first.inner_text().rsplit("/", 1)[1]
    page = person(**PHONE).new_page()
    page.goto(f"/s/{token}")
    return page


def a_referee(person: Callable[..., BrowserContext], server: Server) -> Page:
    """The phone of a referee of the sample tournament."""
    return day.invited(person, server, day.organiser(person, server), CUP)

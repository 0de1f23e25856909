"""Every kind of page there is, on the samples each new server brings: what is measured on one is measured on all."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page

from browser import day
from browser.conftest import PHONE, Server

CUP = "/g/tournament/"
FOR_ANYBODY = (
    "/sign-in", "/sign-in/unknown", "/s/unknown", "/n/unknown", "/trouble", "/help/", "/help/tournament",
    "/help/campaign", "/help/match", "/help/odds", "/ask/", "/ask/dice.pool/", "/why/HOUSE-SEAL-1", "/nowhere",
    "/help/lab",
    "/odds/", "/odds/series", "/odds/turn", "/odds/table", "/odds/abuse", "/odds/band",
)  # fmt: skip
"""Pages that do not ask who is looking: one pair of eyes is enough."""
ANYWHERE = ("/", "/map/", "/plan/", "/plan/clash/")
GAMES = tuple(f"/g/{sample}/" for sample in ("campaign", "capture", "clash", "skirmish", "tournament"))
FOR_PASSERS_BY = (
    *FOR_ANYBODY, *ANYWHERE, *GAMES, "/odds/luck/capture", "/g/campaign/campaign/land?at=T14",
    f"{CUP}tournament/rounds/1", f"{CUP}tournament/screen",
)  # fmt: skip
FOR_THE_ORGANISER = (
    *ANYWHERE, "/map/draw", "/account", "/lab/rounds", "/lab/map", "/lab/fight",
    "/characters/", "/characters/new", "/characters/ready/archer/",
    "/new/match/", "/new/campaign/", "/new/skirmish/", "/new/tournament/",
    "/new/tournament/?preset=saga-two_days", "/new/tournament/?preset=steamroller-hardcore",
    *GAMES, f"{CUP}seats", f"{CUP}log", f"{CUP}hand-over", f"{CUP}notices", f"{CUP}delete",
    *(f"{CUP}tournament/{path}" for path in (
        "papers", "project", "proof", "rounds/1", "rounds/3/tables/5", "players", "players/ana", "rules", "standings",
        "screen", "screen?show=names", "screen?show=standings", "awards", "settings",
    )),
    "/lab/event/tournament", "/lab/skirmish/skirmish",
    "/g/skirmish/skirmish/screen", "/g/skirmish/skirmish/do", "/g/skirmish/skirmish/do/CallRoll?who=Ambiorix",
    "/g/skirmish/skirmish/sheet/Ambiorix",
    "/g/capture/match/table", "/g/clash/match/table", "/g/capture/match/rules",
    "/g/capture/match/stand", "/g/capture/match/turns/first/1",
    "/g/campaign/campaign/sheet", "/g/campaign/campaign/rules", "/g/campaign/campaign/chronicle",
    "/g/campaign/campaign/tour",
    "/g/campaign/campaign/letters", "/g/campaign/seals", "/g/skirmish/skirmish/back",
)  # fmt: skip
FOR_A_PLAYER = (CUP, f"{CUP}notices", f"{CUP}welcome", f"{CUP}log", f"{CUP}tournament/standings", "/")
FOR_A_REFEREE = (CUP, f"{CUP}tournament/rounds/3/tables/5", f"{CUP}tournament/players/ben")
NO_PAGES = frozenset({
    "api-export", "api-live", "api-log", "api-openapi", "api-tokens", "api-view", "api-webhooks", "campaign:export",
    "campaign:order-sheets", "campaign:rules-paper", "campaign:under", "characters:download", "characters:paper",
    "characters:ready-paper", "characters:ready-text", "characters:text", "export", "health", "help-picture",
    "last-file",
    *(f"lab:{kind}-{part}" for kind in ("rounds", "map", "fight", "event", "skirmish") for part in ("answer", "file")),
    "odds:reference",
    "live",
    "maps:check", "maps:starts", "maps:text", "maps:under",
    "match:verdict", "metrics", "odds:band-sheet", "plan:own-file", "plan:picture", "plan:verdict", "ready",
    "notice-calendar", "push-worker", "tournament:file", "tournament:paper",
    "tournament:picture", "turn", "weekend:badges", "characters:rules-paper", "skirmish:rules-paper",
    "skirmish:sheets-paper",
})  # fmt: skip
"""Addresses that answer with a file, a picture, data or a part of a page."""


def of_a_weekend(address: str) -> tuple[str, ...]:
    """The pages of a weekend in which Ana plays."""
    own = (f"{address}{path}" for path in ("", "people", "people/ana", "hand-over", "screen"))
    return ("/w/new", "/w/new?preset=three-days", *own)


def of_a_character(address: str) -> tuple[str, ...]:
    """The pages of a character of one's own."""
    return (address, f"{address}edit")


def of_a_scenario(address: str) -> tuple[str, ...]:
    """The pages of a scenario of one's own."""
    return (address, f"{address}sheet")


def of_a_steamroller(address: str) -> tuple[str, ...]:
    """The pages only a match of Steamroller has."""
    return (address, f"{address}match/armies")


def of_ones_own(desk: Page) -> tuple[str, ...]:
    """Pages no sample has: a character, a match of Steamroller and a scenario are made first."""
    desk.goto("/characters/ready/archer/")
    desk.get_by_role("button", name="Copier").click()
    desk.wait_for_url("**/edit")
    character = desk.url.removesuffix("edit")
    desk.goto("/new/match/")
    desk.locator("input[name=scenario][value=kill_box]").check()
    desk.get_by_label("Un joueur").fill("Ana")
    desk.get_by_label("Son adversaire").fill("Ben")
    desk.get_by_role("button", name="Ouvrir la partie").click()
    desk.get_by_role("link", name="Aller à l’événement").click()
    match = desk.url
    desk.goto("/plan/")
    desk.get_by_text("Nouveau scénario").click()
    desk.get_by_label("Recopier un scénario").select_option("diagonal")
    desk.get_by_role("button", name="Créer le scénario").click()
    desk.wait_for_url("**/plan/own/*/")
    return (*of_a_character(character), *of_a_steamroller(match), *of_a_scenario(desk.url))


def every_path() -> tuple[str, ...]:
    """Every path that is opened by somebody, with stand-ins for what is made on the way."""
    made = (*of_a_weekend("/w/any/"), *of_a_character("/characters/any/"), *of_a_scenario("/plan/own/any/"))
    made = (*made, *of_a_steamroller("/g/any/"))
    return (*FOR_PASSERS_BY, *FOR_THE_ORGANISER, *FOR_A_PLAYER, *FOR_A_REFEREE, *made)


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

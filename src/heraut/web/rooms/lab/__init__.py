"""The lab on a page: whether an event has rounds enough, what was luck in it, whether a map is fair, who would win."""

from __future__ import annotations

from django.urls import URLPattern

from heraut.web.rooms.lab import pages
from heraut.web.rooms.lab.enquiry import addresses

PAGES: list[URLPattern] = [
    *addresses("rounds", pages.of_rounds, page=pages.rounds),
    *addresses("map", pages.of_map, page=pages.map),
    *addresses("fight", pages.of_fight, page=pages.fight),
    *addresses("event", pages.of_event, page=pages.event, of_a_game=True),
    *addresses("skirmish", pages.of_skirmish, page=pages.skirmish, of_a_game=True),
]

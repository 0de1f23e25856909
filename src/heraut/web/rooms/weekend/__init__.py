"""A weekend: several tournaments under one roof share people, badges, tables and screens. Pages of no game: `/w/…`."""

from __future__ import annotations

from django.urls import URLPattern, path

from heraut.web.rooms.weekend import pages, people, programme

PAGES: list[URLPattern] = [
    path("new", programme.new, name="new"),
    path("<slug:weekend>/", pages.page, name="page"),
    path("<slug:weekend>/people", people.page, name="people"),
    path("<slug:weekend>/people/enter", people.enter, name="enter"),
    path("<slug:weekend>/people/look", people.look, name="look"),
    path("<slug:weekend>/people/take", people.take, name="take"),
    path("<slug:weekend>/people/tick", people.tick, name="tick"),
    path("<slug:weekend>/people/referee", people.referee, name="referee"),
    path("<slug:weekend>/people/<slug:seat>", people.badge, name="badge"),
    path("<slug:weekend>/people/<slug:seat>/correct", people.correct, name="correct"),
    path("<slug:weekend>/people/<slug:seat>/renew", people.renew, name="renew"),
    path("<slug:weekend>/badges.pdf", people.badges, name="badges"),
    path("<slug:weekend>/settle", programme.settle, name="settle"),
    path("<slug:weekend>/add", programme.add, name="add"),
    path("<slug:weekend>/slots/<slug:stream_id>", programme.slot, name="slot"),
    path("<slug:weekend>/tables/<slug:stream_id>", pages.free_tables, name="free-tables"),
    path("<slug:weekend>/hand-over", pages.hand_over, name="hand-over"),
    path("<slug:weekend>/hand-over/file", pages.hand_over_file, name="hand-over-file"),
    path("<slug:weekend>/hand-over/moved", pages.moved, name="moved"),
    path("<slug:weekend>/screen", pages.screen, name="screen"),
]

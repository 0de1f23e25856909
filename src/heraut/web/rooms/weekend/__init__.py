"""A weekend: several tournaments under one roof share people, badges, tables and screens. Pages of no game: `/w/…`."""

from __future__ import annotations

from django.urls import URLPattern, path

from heraut.web.rooms.weekend import entering, handing, making, pages, people, sharing

PAGES: list[URLPattern] = [
    path("new", making.new, name="new"),
    path("<slug:weekend>/", pages.page, name="page"),
    path("<slug:weekend>/people", people.page, name="people"),
    path("<slug:weekend>/people/enter", entering.enter, name="enter"),
    path("<slug:weekend>/people/look", entering.look, name="look"),
    path("<slug:weekend>/people/take", entering.take, name="take"),
    path("<slug:weekend>/people/tick", people.tick, name="tick"),
    path("<slug:weekend>/people/referee", entering.referee, name="referee"),
    path("<slug:weekend>/people/<slug:seat>", people.badge, name="badge"),
    path("<slug:weekend>/people/<slug:seat>/renew", people.renew, name="renew"),
    path("<slug:weekend>/badges.pdf", people.badges, name="badges"),
    path("<slug:weekend>/settle", making.settle, name="settle"),
    path("<slug:weekend>/add", making.add, name="add"),
    path("<slug:weekend>/slots/<slug:stream_id>", making.slot, name="slot"),
    path("<slug:weekend>/tables/<slug:stream_id>", sharing.free_tables, name="free-tables"),
    path("<slug:weekend>/hand-over", handing.page, name="hand-over"),
    path("<slug:weekend>/hand-over/file", handing.file, name="hand-over-file"),
    path("<slug:weekend>/hand-over/moved", handing.moved, name="moved"),
    path("<slug:weekend>/screen", pages.screen, name="screen"),
]

"""A third format has usable pages without a line in the room: it is opened, set, played and ranked on the web."""

from __future__ import annotations

from tournament.test_third_format import ran


def test_an_event_of_a_third_format_is_opened_and_played_on_plain_pages():
    told = ran("web.third_format")

    assert told == {
        "cards": ["round_robin"],
        "asked": ["title", "played_on", "late_entry", "tables", "vote_counts"],
        "settings": [True, "2026-11-21", [7]],
        "rounds": 3,
        "places": [[1, "ana"], [2, "ben"], [3, "chloe"]],
    }

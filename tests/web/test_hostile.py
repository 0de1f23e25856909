"""
Whatever is typed into any field of any form or any address, the answer is never a fault of ours and comes soon.

Each field is tried with one of the values, another for each; with `HERAUT_HOSTILE=all` with all of them, which takes
an hour.
"""

from __future__ import annotations

import os
from zlib import crc32

import pytest

from web.hostile import VALUES, VERY_LONG, addresses, get_resolver, survey, tried

pytestmark = [pytest.mark.django_db, pytest.mark.slow]  # some thousand requests
SHARDS = 2
"""So that two processes share the work."""


def tries() -> int:
    asked = os.environ.get("HERAUT_HOSTILE", "1")
    return len(VALUES) if asked == "all" else int(asked)


@pytest.mark.parametrize("shard", range(SHARDS))
def test_every_field_stands_what_nobody_should_type_in(shard: int):
    wrong = []
    for form in survey().forms.values():
        if crc32(repr(form.key).encode()) % SHARDS != shard:
            continue
        for name in dict(form.values):
            first = crc32(f"{form.key} {name}".encode())
            wrong += (tried(form, name, VALUES[(first + place) % len(VALUES)]) for place in range(tries()))

    assert list(map(str, filter(None, wrong))) == []


def test_every_form_stands_a_million_letters():
    forms = {form.key[1:3]: form for form in survey().forms.values() if form.method == "post" and form.values}
    wrong = [tried(form, form.values[-1][0], VERY_LONG) for form in forms.values()]

    assert list(map(str, filter(None, wrong))) == []


def test_the_survey_finds_a_form_for_every_address_that_takes_one():
    found = survey()
    reached = {form.key[1] for form in found.forms.values()}
    missing = {name for name, _ in addresses(get_resolver().url_patterns)} - reached

    assert missing <= {"sign-out", "live", "api-live", "language"}
    assert len(found.forms) > 400

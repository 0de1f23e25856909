"""Django for the tests of the web shell: a data folder of its own, the auction among the engines."""

from __future__ import annotations

import os
import tempfile

import pytest

os.environ["HERAUT_DATA"] = tempfile.mkdtemp(prefix="heraut-test-")
os.environ["DJANGO_SETTINGS_MODULE"] = "heraut.web.settings"

import django

django.setup()


from heraut.web import desk  # noqa: E402  # Django must be set up before its models are read


@pytest.fixture(autouse=True)
def _fresh_desk() -> None:
    """Each test has an empty database, so no stream may stay folded from the test before."""
    desk.desk.cache_clear()

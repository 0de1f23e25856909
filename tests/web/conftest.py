"""Django for the tests of the web shell: a data folder of its own, the auction among the engines."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator

import pytest
import pytest_django

os.environ["HERAUT_DATA"] = tempfile.mkdtemp(prefix="heraut-test-")
os.environ["HERAUT_HOSTS"] = "testserver"
os.environ["DJANGO_SETTINGS_MODULE"] = "heraut.web.settings"

import django

django.setup()


from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402
from django.utils import translation  # noqa: E402

from heraut.web import desk  # noqa: E402  # Django must be set up before its models are read
from heraut.web.rate_limit import LINKS, PASSWORDS  # noqa: E402

settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # a slow one is Django's to test


@pytest.fixture(autouse=True)
def _fresh_desk() -> None:
    """Each test has an empty database, so no stream may stay folded from the test before; nobody has guessed yet.

    And nobody has asked for a page in English: Django leaves a thread in the language of its last request.
    """
    desk.desk.cache_clear()
    translation.deactivate()
    LINKS.clear()
    PASSWORDS.clear()


@pytest.fixture(scope="session", autouse=True)
def _nobody_left(django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker) -> Iterator[None]:
    """A worker's last connection may take a moment to close; PostgreSQL drops no database that somebody uses."""
    yield
    with django_db_blocker.unblock():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )

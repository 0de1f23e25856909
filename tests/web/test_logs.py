"""What the server writes down about its work holds no token, even when it fails."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator

import pytest
from django.test import Client

from heraut.web import links, logs
from heraut.web.views import seats
from web.build import SALE

pytestmark = pytest.mark.django_db
TOKEN = "Zk3vQ9_tTTbq-0aXw7YpLm"


class Written(logging.Handler):
    """What our handler would write, kept."""

    def __init__(self, formatter: logging.Formatter) -> None:
        super().__init__()
        self.setFormatter(formatter)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture(params=[logs.LogFormatter, logs.JsonLine])
def written(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    handler = Written(request.param())
    logging.getLogger().addHandler(handler)
    yield handler.lines
    logging.getLogger().removeHandler(handler)


def fails(*_: object) -> None:
    raise RuntimeError("something of ours")


@pytest.mark.parametrize("path", [f"/sign-in/{TOKEN}", f"/s/{TOKEN}"])
def test_a_fault_of_ours_names_the_address_without_its_token(
    written: list[str], path: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(links, "use_key", fails)
    monkeypatch.setattr(seats.links, "find", fails)
    client = Client(raise_request_exception=False)

    assert client.post(path).status_code == (500 if "sign-in" in path else 405)
    assert client.get(path).status_code == (200 if "sign-in" in path else 500)
    assert any("something of ours" in line for line in written)
    assert [line for line in written if TOKEN in line] == []


def test_the_address_of_a_subscription_is_not_written_either(written: list[str]):
    logging.getLogger("elsewhere").warning("asked for /n/7-%s.ics", TOKEN)

    assert TOKEN not in written[-1]
    assert "/n/…" in written[-1]


def test_a_bearer_is_not_written_either(written: list[str]):
    logging.getLogger("elsewhere").warning("sent Authorization: Bearer %s", TOKEN)

    assert TOKEN not in written[-1]
    assert "Bearer …" in written[-1]


def test_uvicorn_s_own_lines_go_the_same_way():
    """Its access lines name the whole address; they used to have a handler of their own."""
    for name in ("uvicorn", "uvicorn.access", "uvicorn.error"):
        logger = logging.getLogger(name)

        assert logger.handlers == []
        assert logger.propagate


def test_a_line_of_json_is_one_object_with_what_was_given():
    try:
        fails()
    except RuntimeError:
        record = logging.LogRecord("heraut", logging.ERROR, "", 0, "no %s", ("luck",), sys.exc_info())
    record.stream = SALE
    told = json.loads(logs.JsonLine().format(record))

    assert {name: told[name] for name in ("level", "logger", "message", "stream")} == {
        "level": "error", "logger": "heraut", "message": "no luck", "stream": "sale",
    }  # fmt: skip
    assert "RuntimeError: something of ours" in told["traceback"]

"""The OpenAPI document is what the API does: schemathesis sends what it describes and what it does not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from unittest.mock import patch

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    response_schema_conformance,
    status_code_conformance,
)

from heraut import catalogue
from heraut.web import links
from heraut.web.access import Role
from heraut.web.openapi import document
from web.build import ANA, SALE, passer_by, sale


def small_document() -> Mapping[str, Any]:
    """The document with one engine and one question: what hypothesis can draw from in seconds."""
    with (
        patch.dict(catalogue.ENGINES, {"auction": catalogue.ENGINES["auction"]}, clear=True),
        patch.dict(catalogue.QUESTIONS, {"dice.pool": catalogue.QUESTIONS["dice.pool"]}, clear=True),
    ):
        return document.__wrapped__()


SCHEMA = schemathesis.openapi.from_dict(dict(small_document())).exclude(path_regex="/live$")
BOUNDED = settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
CHECKS = (not_a_server_error, status_code_conformance, response_schema_conformance)


def test_every_question_and_every_address_is_described():
    paths = set(document()["paths"])

    assert {f"/api/ask/{name}" for name in catalogue.QUESTIONS} <= paths
    assert {f"/api/streams/{{stream}}/{name}" for name in ("commands", "view", "live", "log", "export")} <= paths


def test_the_document_is_served():
    assert passer_by().get("/api/openapi.json").json()["openapi"] == "3.1.0"


@pytest.fixture
def _kept_connection(db: None) -> Iterator[None]:
    """A request must not close the connection that holds the test's transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.slow  # some examples for every address
@pytest.mark.usefixtures("_kept_connection")
@SCHEMA.parametrize()
@BOUNDED
def test_whatever_is_sent_is_answered_as_described(case):
    if not links.Link.objects.exists():
        sale()
    token = links.token(links.make(SALE, Role.PLAYER, "Ana", ANA))
    if "stream" in case.path_parameters:
        case.path_parameters["stream"] = SALE
    case.headers["Authorization"] = f"Bearer {token}"
    response = case.call(app=get_wsgi_application())

    case.validate_response(response, checks=CHECKS)

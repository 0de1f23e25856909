"""A game's channel on Discord, Slack or Matrix, by the webhook its organiser made there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from heraut.kernel import encode
from heraut.web import webhooks
from heraut.web.models import Subscription
from heraut.web.notices.message import Message
from heraut.web.notices.sent import Sent

JSON = {"Content-Type": "application/json"}


def _discord(message: Message) -> Mapping[str, Any]:
    """Names are shown, nobody is pinged by them: a player may be called @everyone."""
    return {"content": f"{message.sentence}\n<{message.address}>", "allowed_mentions": {"parse": []}}


def _slack(message: Message) -> Mapping[str, Any]:
    """Slack reads &, < and > as its own marks."""
    return {"text": f"{escape(message.sentence, quote=False)}\n<{message.address}>"}


def _matrix(message: Message) -> Mapping[str, Any]:
    """The shape of matrix-hookshot's generic webhooks: plain for the notification, HTML for the room."""
    link = f'<a href="{escape(message.address)}">{escape(message.address)}</a>'
    html = f"{escape(message.sentence)}<br>{link}"
    return {"text": f"{message.sentence}\n{message.address}", "html": html, "username": "Héraut"}


SHAPES: Mapping[str, Callable[[Message], Mapping[str, Any]]] = {
    "discord": _discord,
    "slack": _slack,
    "matrix": _matrix,
}


def send(one: Subscription, message: Message) -> Sent:
    """Post the notice; only hosts of `HERAUT_WEBHOOKS` are called, and no redirect is followed."""
    if not webhooks.is_allowed(one.address):
        return Sent.LATER
    status = webhooks.post(one.address, encode(SHAPES[one.way](message)), JSON)
    if status in (404, 410):
        return Sent.GONE
    return Sent.TAKEN if 200 <= status < 300 else Sent.LATER

"""
What is wrong with the settings a server takes from its environment.

One that must not be guessed stops the start (`data_folder`, `asgi_middleware`). With any other the server runs without
what it is for, and says so: at its start, in `heraut doctor`, and on the pages of the machine's organiser.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from ipaddress import ip_address
from types import MappingProxyType
from zoneinfo import available_timezones

from heraut.web.data_folder import ONLY_HERE, TYPED_ZONE
from heraut.web.notices.relay import BadRelay, read_relay, trial

ORIGIN = re.compile(r"https?://[a-z0-9._-]+(:[0-9]{1,5})?")
NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")
RELAY = "HERAUT_SMTP_URL"
ALIKE = 0.84
"""How like one of ours a name must be to be taken for it, misspelt; `HERAUT_PORT` is somebody's own."""


def given() -> Mapping[str, str]:
    """The environment as it was given: Django writes the zone it takes over the one that was typed."""
    return {**os.environ, "TZ": TYPED_ZONE}


def faults(environment: Mapping[str, str]) -> tuple[str, ...]:
    """A sentence of `[faults]` for each setting whose value does nothing, or not what it seems to."""
    told = [fault for name, look in _LOOKS.items() if (typed := environment.get(name)) for fault in look(name, typed)]
    return (*told, *_misspelt(environment))


def tried(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The same, and whether the mail relay takes our mail: that may need its patience."""
    wrong = faults(environment)
    typed = environment.get(RELAY, "")
    mute = trial(read_relay(typed)) if typed and not [*_relay(RELAY, typed)] else ""
    return (*wrong, mute) if mute else wrong


def names(typed: str) -> list[str]:
    """What a setting lists, separated by commas."""
    return [word.strip().lower() for word in typed.split(",") if word.strip()]


def _switch(name: str, typed: str) -> Iterator[str]:
    if typed not in ("0", "1"):
        yield f"{name} is '{typed}': write 1, or leave it out; until then cookies travel without HTTPS too."


def _log(name: str, typed: str) -> Iterator[str]:
    if typed not in ("json", "text"):
        yield f"{name} is '{typed}': write json, or leave it out for text."


def _machines(name: str, typed: str) -> Iterator[str]:
    for word in names(typed):
        if not _is_machine(word):
            yield f"{name}: '{word}' is no name of a machine: write heraut.example alone, without https:// or port."


def _own_names(name: str, typed: str) -> Iterator[str]:
    return _machines(name, ",".join(word for word in names(typed) if word != "*"))


def _is_machine(word: str) -> bool:
    try:
        return NAME.fullmatch(word) is not None or bool(ip_address(word))
    except ValueError:
        return False


def _origins(name: str, typed: str) -> Iterator[str]:
    for word in names(typed):
        if not ORIGIN.fullmatch(word.rstrip("/")):
            yield f"{name}: '{word}' is no origin: write https://club.example, and nothing after the name."


def _relay(_name: str, typed: str) -> Iterator[str]:
    try:
        read_relay(typed)
    except BadRelay as error:
        yield str(error)


def _token(name: str, typed: str) -> Iterator[str]:
    if re.search(r"[^!-~]", typed.strip()):
        yield f"{name} holds a sign that no header carries: use letters without accents, digits, - and _."


def _zone(name: str, typed: str) -> Iterator[str]:
    if typed.removeprefix(":") not in available_timezones():
        yield f"{name} is '{typed}', which is no zone: pages show UTC; write one such as Europe/Paris."


_LOOKS: Mapping[str, Callable[[str, str], Iterator[str]]] = MappingProxyType(
    {
        "HERAUT_HTTPS": _switch,
        "HERAUT_LOG": _log,
        "HERAUT_HOSTS": _own_names,
        "HERAUT_WEBHOOKS": _machines,
        "HERAUT_PUSH": _machines,
        "HERAUT_CORS": _origins,
        RELAY: _relay,
        "HERAUT_METRICS_TOKEN": _token,
        "TZ": _zone,
    }
)
KNOWN = frozenset({
    *_LOOKS, "HERAUT_DATA", "HERAUT_DATABASE_URL", "HERAUT_POOL", "HERAUT_PROXIES", "HERAUT_DEBUG", "HERAUT_HOME",
    ONLY_HERE,
})  # fmt: skip


def _misspelt(environment: Mapping[str, str]) -> Iterator[str]:
    for name in sorted(environment):
        if name.startswith("HERAUT_") and name not in KNOWN:
            for near in get_close_matches(name, sorted(KNOWN), n=1, cutoff=ALIKE):
                yield f"{name} is no setting of Héraut: write {near}, or leave it out."

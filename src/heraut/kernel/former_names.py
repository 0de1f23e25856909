"""
Names that have changed: what was written under an old one is read under the new one.

Somebody who writes an old name today is told so, for one version more; a journal that holds one is read for ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Reason

HOUSE_NAMES = ClauseId("HOUSE-NAME-1")


class FormerField(msgspec.Struct, frozen=True):
    """A field of the objects in the lists called `inside`, such as `entries`, that had another name."""

    inside: str
    old: str
    new: str


class FormerValue(msgspec.Struct, frozen=True):
    """A word of the field `inside` that was written otherwise."""

    inside: str
    old: str
    new: str


Former = FormerField | FormerValue

FORMER_NAMES: Mapping[str, tuple[Former, ...]] = {
    "match": (
        FormerField("entries", "id", "name"),
        FormerField("entries", "strength", "figures"),
        FormerField("attachments", "strength", "figures"),
        FormerValue("kind", "sudden-loss", "sudden_loss"),
    ),
}
"""What the commands and events of an engine were written with."""


def renamed(plain: Any, former: Iterable[Former]) -> tuple[Any, tuple[Reason, ...]]:
    """The same under today's names, and a notice for each old name that was met; untouched if there is none."""
    met: dict[Former, None] = {}
    if not (known := tuple(former)):
        return plain, ()
    changed = _changed(plain, "", known, met)
    return (changed, tuple(map(notice, met))) if met else (plain, ())


def renamed_for(engine: str, plain: Any) -> tuple[Any, tuple[Reason, ...]]:
    """A command, an event or a position of an engine under today's names, and the notices."""
    return renamed(plain, FORMER_NAMES.get(engine, ()))


def notice(former: Former) -> Reason:
    """What is told to somebody who used an old name."""
    sign = "." if isinstance(former, FormerField) else "="
    old, new = (f"{former.inside}{sign}{name}" for name in (former.old, former.new))
    return Reason(HOUSE_NAMES, "old-name", {"old": old, "new": new})


def _changed(plain: Any, inside: str, former: tuple[Former, ...], met: dict[Former, None]) -> Any:
    if isinstance(plain, dict):
        return _object(plain, inside, former, met)
    if isinstance(plain, list | tuple):
        return [_changed(part, inside, former, met) for part in plain]
    for one in former:
        if isinstance(one, FormerValue) and one.inside == inside and plain == one.old:
            met[one] = None
            return one.new
    return plain


def _object(plain: dict[Any, Any], inside: str, former: tuple[Former, ...], met: dict[Former, None]) -> dict[Any, Any]:
    names = {one.old: one for one in former if isinstance(one, FormerField) and one.inside == inside}
    found: dict[Any, Any] = {}
    for key, part in plain.items():
        one = names.get(key)
        if one is not None and one.new not in plain:
            met[one] = None
            key = one.new  # noqa: PLW2901  # the rest of the loop is about the field by its name of today
        found[key] = _changed(part, str(key), former, met)
    return found

"""The formats we ship, one line each; and what they have between them: settings, reports, lists."""

from __future__ import annotations

from collections.abc import Iterable
from types import GenericAlias
from typing import TYPE_CHECKING, Any, get_args, get_origin

from heraut.kernel.engine import union
from heraut.tournament.format import Format, Report
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.steamroller.settings import SteamrollerSettings

FORMATS: tuple[type[Format], ...] = (
    SagaSettings,
    SteamrollerSettings,
)


def told_apart(kinds: Iterable[Any]) -> Any:
    """
    One type for whatever players hand in, such as doors decode.

    Lists are stored without a word for their format, so their shape tells them apart: an object is a SAGA band, a tuple
    of objects are army lists, and a format more hands in something else, such as a tuple of texts. All that are tuples
    are read as one tuple of whatever any of them holds.
    """
    known = [kind for kind in kinds if kind is not None]
    items = [get_args(kind)[0] for kind in known if get_origin(kind) is tuple]
    whole = [kind for kind in known if get_origin(kind) is not tuple]
    if items:
        whole.append(GenericAlias(tuple, (union(items), ...)))
    return union(whole)


if TYPE_CHECKING:
    AnySettings = Format
    AnyReport = Report
    Lists = Any
else:
    AnySettings = union(FORMATS)
    AnyReport = union(format.report for format in FORMATS)
    Lists = told_apart(format.list_kind for format in FORMATS)

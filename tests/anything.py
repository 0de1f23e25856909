"""Inputs nobody should send: a good example with something changed in it."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

ODD: tuple[Any, ...] = (
    *(0, 1, -1, 2, 7, 13, 999, -(10**6), 10**9, 2**63 - 1, 2**64, 10**30, 0.5, -0.0, 1e308),
    *("", " ", "x", "é", "0", "-1", "1/0", "7/2", "a" * 500, "\x00", "\u202e", "{}", "None", "ana", "2011-01-01"),
    *(None, True, False, [], {}, [0], [[]], [None], [""], {"": 0}, {"type": "x"}, {"a": []}, [1, 2, 3] * 40),
)


def changed(example: Any, dice: Random) -> Any:
    """The example with one to three things in it replaced, left out, repeated or added."""
    root = [copy.deepcopy(example)]
    for _ in range(dice.choice((1, 1, 2, 3))):
        holder, key = dice.choice(list(_places(root)))
        _change(holder, key, dice)
    return root[0] if root else None


def _change(holder: Any, key: Any, dice: Random) -> None:
    match dice.randrange(6):
        case 0 if isinstance(holder, dict):
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.extend(copy.deepcopy(holder[key]) for _ in range(dice.choice((1, 1, 2, 30))))
        case 2 if isinstance(holder[key], int) and not isinstance(holder[key], bool):
            holder[key] += dice.choice((-1, 1, -2, 5, 100, -holder[key], -2 * holder[key]))
        case 3 if isinstance(holder[key], dict):
            holder[key][dice.choice(("x", "type", "id", "seat", ""))] = copy.deepcopy(dice.choice(ODD))
        case _:
            holder[key] = copy.deepcopy(dice.choice(ODD))


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from _places(value[key])


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything inside a plain value."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield (*path, key)
        yield from places(value[key], (*path, key))

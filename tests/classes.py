"""The classes of the program, for tests that read its codes off its types."""

from __future__ import annotations

import inspect
import pkgutil
from functools import cache
from importlib import import_module
from typing import Any


@cache
def classes_of(packages: tuple[str, ...]) -> tuple[Any, ...]:
    """Every class that the modules of these packages know."""
    found: dict[str, Any] = {}
    for package in packages:
        root = import_module(f"heraut.{package}")
        inside = pkgutil.walk_packages(getattr(root, "__path__", []), f"{root.__name__}.")
        for name in (root.__name__, *(module.name for module in inside if not module.name.endswith("__main__"))):
            for kind in vars(import_module(name)).values():
                if inspect.isclass(kind) and kind.__module__.startswith("heraut."):
                    found[f"{kind.__module__}.{kind.__qualname__}"] = kind
    return tuple(found.values())

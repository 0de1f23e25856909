"""
One example of every question, as `docs/api.md` gives it: for the API's own document, the bench and the tests.

The page travels inside the package as `_api.md`, as the sheets do.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_SECTION = re.compile(r"^### `([a-z.-]+)`\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
_EXAMPLE = re.compile(r"^```json\n(.*?)^```|`(?:heraut ask [a-z.-]+ ')?(\{[^`]*\})'?`", re.MULTILINE | re.DOTALL)


@cache
def examples() -> dict[str, str]:
    """The first example of each section: its input, in JSON. A section without one is left out."""
    page = (files("heraut") / "_api.md").read_text(encoding="utf-8")
    found = ((name, _EXAMPLE.search(text)) for name, text in _SECTION.findall(page))
    return {name: example.group(1) or example.group(2) for name, example in found if example}

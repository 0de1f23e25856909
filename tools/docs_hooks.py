"""Hooks of the documentation site: what a page says of the repository around it has no page here."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

_ELSEWHERE = re.compile(r'<script src="https?://[^"]*"></script>')
_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s#]+)(#[^)]*)?\)")


def on_page_markdown(markdown: str, page: Any, files: Any, **_: Any) -> str:
    """Keep the words of links that lead out of `docs`, to a folder or to a file that is no page."""
    known = {file.src_uri for file in files}

    def linked(found: re.Match[str]) -> str:
        target = found.group(2)
        if "://" in target or _place(page.file.src_uri, target) in known:
            return found.group(0)
        return found.group(1)

    return _LINK.sub(linked, markdown)


def on_post_build(config: Any, **_: Any) -> None:
    """Nothing is loaded from elsewhere: the theme's crutch for searching in bare files goes."""
    for page in Path(config["site_dir"]).rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        page.write_text(_ELSEWHERE.sub("", text), encoding="utf-8")


def _place(here: str, target: str) -> str:
    parts = here.split("/")[:-1]
    for part in target.split("/"):
        if part == "..":
            if not parts:
                return ""
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)

"""How this room refuses."""

from __future__ import annotations

from heraut.kernel import ClauseId, Refusal


def refuse(
    clause: str,
    code: str,
    subject: str | None = None,
    *,
    asked: int | str | None = None,
    allowed: int | str | None = None,
) -> Refusal:
    """A refusal of this room; its code is prefixed with the room's name."""
    return Refusal(ClauseId(clause), f"skirmish-{code}", subject, asked, allowed)

"""Opening a fight: a ready-made one with the players' names, or settings of one's own as text."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from heraut.kernel import decode, to_plain
from heraut.skirmish.samples import ANA, BEN, ambush, duel_of_warriors

FIGHTS = {"duel": duel_of_warriors, "ambush": ambush}


def read(posted: QueryDict) -> Any:
    """The settings as plain values."""
    written = posted.get("settings", "").strip()
    if written:
        return decode(written, dict[str, Any])
    plain = to_plain(FIGHTS.get(posted.get("fight", ""), duel_of_warriors)())
    for seat, field in ((ANA, "first"), (BEN, "second")):
        plain["players"][seat] = posted.get(field, "").strip() or plain["players"][seat]
    plain["options"] = {"rulings": "ask" if "rulings" in posted else "sheet"}
    return plain

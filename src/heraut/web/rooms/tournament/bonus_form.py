"""The bonuses of an event, written on its form in words: a line each, "Seigneur abattu : 1" [ST-PTS-11]."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext as _

from heraut.kernel import Malformed
from heraut.tournament.saga.scoring import Bonus

_LINE = re.compile(
    r"(?P<label>.*?[^\s:=+])\s*(?:[:=+]\s*|\s)(?P<points>\d{1,3}(?:[.,]\d{1,3}|/[1-9]\d?)?)(?:\s*points?)?\Z"
)


def written(bonuses: Sequence[Bonus]) -> str:
    """The bonuses as the form shows them."""
    return "\n".join(f"{bonus.label} : {bonus.points}" for bonus in bonuses)


def read(text: str) -> tuple[Bonus, ...]:
    """The bonuses of the lines; `Malformed` names the line that is none."""
    bonuses = tuple(_bonus(line.strip()) for line in text.splitlines() if line.strip())
    if len({bonus.label for bonus in bonuses}) < len(bonuses):
        raise Malformed(_("Deux bonus portent le même nom : donnez-leur des noms différents."))
    return bonuses


def _bonus(line: str) -> Bonus:
    found = _LINE.match(line)
    if found is None:
        raise Malformed(_("« %s » : écrivez le bonus puis ses points, comme « Seigneur abattu : 1 ».") % line)
    return Bonus(found["label"], Fraction(found["points"].replace(",", ".")))

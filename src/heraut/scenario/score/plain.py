"""Positions turned into the plain facts a sheet keeps."""

from __future__ import annotations

import msgspec

from heraut.scenario.facts import Facts
from heraut.scenario.score.sheet import Tally
from heraut.scenario.score.steamroller import asks
from heraut.scenario.scoring import Awards
from heraut.scenario.standing.plain import saga_facts, steamroller_facts


def plain(sheet: Tally, facts: Facts) -> Facts:
    """The same facts without positions: what stands where has been worked out, what was claimed is believed."""
    claimed = (*facts.claimed, *(claim.marker for claim in facts.claims))
    facts = msgspec.structs.replace(facts, claimed=claimed, claims=())
    if facts.units is None and facts.entries is None:
        return facts
    if isinstance(sheet.scenario.scoring, Awards):
        return _asked(sheet, steamroller_facts(sheet.scenario, facts, sheet.gone))
    return saga_facts(sheet.scenario, sheet.options, facts)


def _asked(sheet: Tally, worked: Facts) -> Facts:
    """Of everything that positions tell, what this scenario asks for."""
    blank = Facts(by=worked.by, turn=worked.turn)
    return msgspec.structs.replace(worked, **{name: getattr(blank, name) for name in worked.given() - asks(sheet)})

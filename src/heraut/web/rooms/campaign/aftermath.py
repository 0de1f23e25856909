"""What would come of a battle once its result is confirmed: losses, retreats, the territory (chapters 21 to 24)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from heraut.campaign.aftermath import (
    BandDestroyed,
    BandRetreated,
    CombatApplied,
    LossesTaken,
    MilitiaRetreated,
    MilitiaReturned,
)
from heraut.campaign.combats import ConfirmResult, ProposeResult, fielded_units
from heraut.campaign.control import (
    ControlPassed,
    MemoryPointGained,
    ReserveFled,
    ReserveLost,
    SacredSiteRemoved,
    VillageRazed,
)
from heraut.campaign.forces import Unit, UnitId
from heraut.campaign.state import Fighting
from heraut.kernel import ORGANISER, Event, Refusal
from heraut.web.game import Game, language
from heraut.web.rooms.campaign.roll import Names, counted, lord_name
from heraut.web.rooms.campaign.telling import Teller, lords

TOLD = (
    BandRetreated
    | BandDestroyed
    | MilitiaRetreated
    | MilitiaReturned
    | ControlPassed
    | VillageRazed
    | ReserveFled
    | ReserveLost
    | SacredSiteRemoved
    | MemoryPointGained
)


def aftermath(game: Game, command: ProposeResult | ConfirmResult, names: Names) -> Iterator[str]:
    """The sentences of what would happen if everybody agreed; nothing for a result that would be refused."""
    phase = game.history.state.phase
    combat = phase.combats.get(command.territory) if isinstance(phase, Fighting) else None
    events = tuple(_agreed(game, command))
    if combat is None or not events:
        return
    units = fielded_units(game.history.state.board, combat)
    teller = Teller(language(), names, lords(reversed(game.log)))
    for event in events:
        if isinstance(event, LossesTaken):
            yield from _losses(event, units, teller)
        elif isinstance(event, TOLD):
            yield from teller.tell(event)
    if not any(isinstance(event, ControlPassed) for event in events):
        yield _("Le territoire ne change pas de mains.")


def _agreed(game: Game, command: ProposeResult | ConfirmResult) -> Iterator[Event]:
    """The events up to the settling of the combat, the organiser's agreement standing for everybody's [SC-CBT-6]."""
    state = game.history.state
    for order in (command, ConfirmResult(ORGANISER, territory=command.territory)):
        events = game.engine.decide(state, order)
        for event in () if isinstance(events, Refusal) else events:
            yield event
            if isinstance(event, CombatApplied):
                return
            state = game.engine.evolve(state, event)


def _losses(event: LossesTaken, units: Mapping[UnitId, Unit], teller: Teller) -> Iterator[str]:
    """The units that do not come out as they went in, and the lords who do not come out [SC-LOS-1, SC-LOS-5]."""
    names = teller.names
    changed = [(units[one.unit], one.figures) for one in event.left]
    told = list(counted(f"{names.get(unit.kind, unit.kind)} {unit.figures} → {left}" for unit, left in changed))
    dead = [teller.lords.called.get(lord) or lord_name(None) for lord in event.fallen]
    told += [_("%(lord)s est mort") % {"lord": lord} for lord in dead]
    if told:
        yield _("%(seat)s : %(losses)s") % {"seat": names.get(event.seat, event.seat), "losses": ", ".join(told)}

"""What two players must not forget: the opening dice, what the first turn forbids, the scenario's own rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from heraut.kernel import ClauseId
from heraut.rulesets.clauses import Clause, clause
from heraut.scenario.data import Opening
from heraut.scenario.setup_steps import opening
from heraut.scenario.sides import SIDES, Side
from heraut.scenario.view import MatchView
from heraut.web.game import Game, language
from heraut.web.rooms.room import Text

FORBIDDEN: Mapping[str, Text] = {
    "advanced-ability": gettext_lazy("utiliser une capacité Saga avancée"),
    "charge": gettext_lazy("charger"),
    "shoot": gettext_lazy("tirer"),
}


def first_turn(game: Game) -> list[tuple[str, ClauseId]]:
    """The sentences of the first player's first turn, while it lasts [ST-GAM-6]."""
    view: MatchView = game.view
    start = game.history.state.game.scenario.opening
    if start is None or view.phase != "playing" or view.sheet is None:
        return []
    if (view.sheet.turn, view.sheet.by) != (1, Side.FIRST):
        return []
    names = _names(view)
    return [(sentence, start.clause) for sentence in _opening(game, start, names)]


def _opening(game: Game, start: Opening, names: Mapping[Side, str]) -> Iterator[str]:
    dice = opening(game.history.state.game).opening_dice
    if start.dice_for is not None:
        facts = {"name": names[start.dice_for], "dice": dice}
        if start.instead_of_own:
            yield _("%(name)s commence sa première phase d'Ordres avec %(dice)s dés Saga.") % facts
        else:
            yield _("Avant cette phase d'Ordres, %(name)s lance %(dice)s dés Saga et les place.") % facts
    if start.forbidden:
        said = ", ".join(str(FORBIDDEN[each]) for each in start.forbidden)
        yield _("Ce tour-ci, %(name)s ne peut pas : %(said)s.") % {"name": names[Side.FIRST], "said": said}


def _names(view: MatchView) -> Mapping[Side, str]:
    other = next(seat for seat in view.players if seat != view.first)
    first = view.first or other
    return dict(zip(SIDES, (view.players[first], view.players[other]), strict=True))


def reminders(view: MatchView) -> list[Clause]:
    """The clauses of the scenario that players apply themselves, in full."""
    return [clause(id, language()) for id in view.reminders]

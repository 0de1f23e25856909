"""The officials' desk: everything about the round on one screen, keyboard for all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from heraut.kernel import FATE, OFFICIALS, ClauseId, Command, Reason
from heraut.speech import say_because
from heraut.tournament.ending import EndEvent
from heraut.tournament.entries import PlayerView
from heraut.tournament.lists import RevealLists
from heraut.tournament.officials import Rule
from heraut.tournament.planning import SetTables
from heraut.tournament.view import RoundView, View
from heraut.web.access import Role
from heraut.web.game import Game, language
from heraut.web.offers import Offer, offer
from heraut.web.rooms.tournament.clock import time_is_over, time_was_called
from heraut.web.rooms.tournament.formats import pages_of
from heraut.web.rooms.tournament.lengthy import FEW, SHOWN
from heraut.web.rooms.tournament.results import announced
from heraut.web.rooms.tournament.roof import conflicts
from heraut.web.rooms.tournament.words import scenario_name
from heraut.web.says import Waiting, waiting, word

RARE: tuple[type[Command], ...] = (Rule,)
RARE_FOR_THE_ORGANISER: tuple[type[Command], ...] = (SetTables, RevealLists, EndEvent)
"""Commands in the drawer: seldom needed, never the next thing to do. Those about a player are on the player's page."""


def context(game: Game, shown: RoundView | None) -> Mapping[str, Any]:
    """What waits at the desk."""
    view: View = game.view
    organiser = game.visitor.role is Role.ORGANISER
    playing = shown if view.stage == "playing" else None
    settings, pages = game.history.state.settings, pages_of(game)
    to_tick = [player for player in view.players if player.status == "registered"]
    at_once = FEW if view.stage == "entering" else SHOWN
    people = view.players if len(view.players) <= at_once else to_tick[:SHOWN]
    return {
        "organiser": organiser,
        "waiting": _waiting(game, playing),
        "missing": [table for table in playing.tables if table.result is None] if playing else [],
        "disputes": [(table, announced(pages, table)) for table in playing.tables if table.disputed] if playing else [],
        "open_calls": [call for call in view.calls if call.answered is None],
        **_draft(view),
        "draft_reasons": _sentences(view.draft.pairing.reasons) if view.draft else [],
        "draft_breaks": _sentences((*view.draft.breaks, *view.draft.pairing.unmet)) if view.draft else [],
        "notices": _sentences(view.notices),
        "checklist": [] if view.played else [(item, word(item), done) for item, done in view.checklist.items()],
        "absent": len(to_tick),
        "conflicts": conflicts(game),
        "here": sum(player.status == "present" for player in view.players),
        "sealed": sum(player.has_lists for player in view.players),
        "time_over": playing is not None and time_is_over(playing),
        "may_end_time": playing is not None and settings.may_end_early and not time_was_called(playing),
        "people_shown": people,
        "more_people": len(view.players) - len(people),
        "rare": rare(view, organiser=organiser),
        "plan": [(number, scenario_name(slug, language())) for number, slug in view.plan.items()],
        "spares": settings.has_spare,
        "to_plan": organiser and view.stage in ("entering", "preparing") and str(len(view.played) + 1) not in view.plan,
        "next_round": len(view.played) + 1,
        "open_scenarios": _scenarios(game),
        "unlisted": _unlisted(game),
    }


def _draft(view: View) -> Mapping[str, Any]:
    """The pairs of the draft: all of them, or of a great many the first; the others have a page."""
    pairs = view.draft.pairing.pairs if view.draft else ()
    shown = pairs if len(pairs) <= FEW else pairs[:SHOWN]
    return {"draft_pairs": shown, "more_pairs": len(pairs) - len(shown)}


def _scenarios(game: Game) -> list[tuple[str, str]]:
    """What the next round may play: one that would be refused is not offered [SR-SCEN-3]."""
    state, number = game.history.state, len(game.view.played) + 1
    slugs = (slug for slug in state.settings.scenarios_open(state, number))
    open_now = [slug for slug in slugs if state.settings.scenario_refusal(state, number, slug) is None]
    return [(slug, scenario_name(slug, language())) for slug in open_now]


def _unlisted(game: Game) -> list[PlayerView]:
    """Who is here without the list that this event asks for: their round cannot be published."""
    settings = game.history.state.settings
    if not settings.lists_required or settings.list_kind is None:
        return []
    return [player for player in game.view.players if player.status == "present" and not player.has_lists]


def _waiting(game: Game, playing: RoundView | None) -> tuple[Waiting, ...]:
    """What officials are waited for; of the players only how many games are still without a result."""
    ours = waiting(game, language(), of=(*OFFICIALS, FATE))
    left = sum(table.result is None for table in playing.tables) if playing else 0
    if ours or not left:
        return ours
    sentence = ngettext("Il manque %(left)d résultat.", "Il manque %(left)d résultats.", left) % {"left": left}
    return (Waiting(sentence, game.visitor.seat or FATE, ClauseId("ST-RND-5"), None, yours=False),)


def _sentences(reasons: Iterable[Reason]) -> list[tuple[str, str]]:
    """Each reason as its sentence and its clause."""
    return [(say_because(reason, language()), reason.clause) for reason in reasons]


def rare(view: View, *, organiser: bool) -> list[Offer]:
    """The forms of the drawer."""
    if view.stage == "over":
        return [offer(Rule, language())]
    kinds = (*RARE, *(RARE_FOR_THE_ORGANISER if organiser else ()))
    return [offer(kind, language()) for kind in kinds if kind is not EndEvent or view.played]


def stages(view: View) -> list[tuple[str, str, int | None]]:
    """The day as a line: entries, each round, the end; what is past, present and to come."""
    current = {"entering": 0, "over": view.rounds + 1}.get(view.stage, view.round)
    names = [_("Inscriptions"), *(_("Ronde %s") % number for number in range(1, view.rounds + 1)), _("Palmarès")]
    played = len(view.played)
    return [
        (
            name,
            "past" if place < current else "now" if place == current else "later",
            place if 0 < place <= played else None,
        )
        for place, name in enumerate(names)
    ]

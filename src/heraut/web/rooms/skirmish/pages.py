"""The tracker, the screen of the table, a character's sheet: all from the visitor's view and legal commands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from heraut.journal.log import LogLine, is_undo
from heraut.kernel.message import Event
from heraut.kernel.names import ORGANISER
from heraut.skirmish.bots import next_play
from heraut.skirmish.chances import guard
from heraut.skirmish.fighter import Reflex, Temperament
from heraut.skirmish.improvise import Attention
from heraut.skirmish.need import DecisionNeed, RulingNeed
from heraut.skirmish.orders import TRAITS
from heraut.skirmish.state import FightStep
from heraut.skirmish.view import FighterView, FightView
from heraut.speech.sentences import Language, phrases
from heraut.web import sentences
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action, Role, Visitor
from heraut.web.rooms.skirmish.buttons import WRESTLING, style_word, taps
from heraut.web.rooms.skirmish.characters import shown
from heraut.web.rooms.skirmish.conditions import care_words, effect_words
from heraut.web.rooms.skirmish.log import (
    LOOKED_AT,
    DeedCard,
    bare,
    card,
    deeds,
    due,
    lines,
    part_reasons,
    told_why,
)
from heraut.web.rooms.skirmish.tracker import Lane, clock, groups, has_action, lanes, numbers, queue
from heraut.web.sentences import Waiting, names, room_words, word
from heraut.web.views.game import common

NEXT = 3
"""So many of those who act next have their attacks on the game master's page."""
FEW = 3
"""So many pairs of opponents are shown at once; more are folded away."""


def moment(game: VisitedGame) -> str:
    """The turn and the segment its page shows."""
    return f"{game.view.turn}-{game.view.segment}"


def context(game: VisitedGame) -> Mapping[str, Any]:
    """The tracker."""
    spoken, view = language(), game.view
    words = room_words("skirmish", spoken)
    later = [one.id for one in queue(view)[NEXT:]] if game.visitor.official else ()
    found = taps(game, spoken, later)
    rows, buttons = lanes(view, found, spoken), clock(view, found)
    lead = next((row for row in rows if row.lead), None)
    proceeds = view.step is not FightStep.ACTING or not queue(view)
    thinking = game.visitor.official and not _paused(game) and game.seen(next_play) is not None
    return {
        **last_deed(game, spoken),
        "waiting": waiting(game, spoken),
        "proceeds": proceeds,
        "lanes": rows,
        "lead": lead,
        "calm": not (lead and lead.acts) or view.step is FightStep.OPENING or (proceeds and buttons.opens),
        "clock": buttons,
        "losing": losing(view),
        "thinking": thinking,
        "lost": tuple(one.name for one in losing(view) if thinking or one.own is None or one.own.entrusted is None),
        "queue": queue(view),
        "report": [
            (view.name_of(who), effect_words(effect, words), care_words(effect, words)) for who, effect in view.report
        ],
        "few_orders": len(view.orders) <= FEW,
        "due": due(view, spoken),
        **_guarded(game, spoken),
        "decision": view.due if isinstance(view.due, DecisionNeed) else None,
        "ruling": question(view.due, spoken) if isinstance(view.due, RulingNeed) and game.visitor.official else None,
        "lines": lines(game, spoken),
        "master": game.visitor.seat == ORGANISER,
        "plays": any(one.own is not None for one in view.fighters),
        "door": DOORS[view.at_once],
        "groups": groups(view, game.visitor.seat),
        "numbers": numbers(),
        "repeats": view.turn > 1,
        "crews": crews(view),
        "temperaments": tuple(Temperament),
        "reflexes": tuple((one.value, phrases(spoken)["choices"][f"reflex:{one}"]) for one in Reflex),
        "paused": _paused(game),
    }


def _guarded(game: VisitedGame, spoken: Language) -> dict[str, Any]:
    """What the defence of whoever may dodge is made of, whether an undodged blow begins a melee, what hold it tries."""
    threat = game.view.threat
    if threat is None:
        return {}
    found = game.seen(guard, threat.attacker)
    whole = sum(part.flat for part in found.parts) == threat.defence
    return {
        "guard": part_reasons(found.parts, spoken) if whole else (),
        "engages": found.engages,
        "hold": word(style_word(threat.style, threat.contest), "skirmish") if threat.style in WRESTLING else "",
    }


def _paused(game: VisitedGame) -> bool:
    """Whether Héraut waits with those left to it, since something was just taken back."""
    newest = next(game.log, None)
    left = any(one.own is not None and one.own.entrusted for one in game.view.fighters)
    return left and newest is not None and is_undo(newest)


DOORS = {False: "send", True: "skirmish:at-once"}
"""Where a command is sent: to be played roll by roll, or with all its rolls."""


def last_deed(game: VisitedGame, spoken: Language) -> dict[str, Any]:
    """The card of what was done last or is under way, and whether it can be taken back."""
    last = next(deeds(islice(game.log, LOOKED_AT)), ())
    own = len(last) == 1 and game.may_take_back(last[0]) and not any(event.reveals for event in _events(last[0]))
    undoable = bool(last) and (game.visitor.official or own)
    known = names(game, spoken)
    shown_card: DeedCard | None = card(last, spoken, known, ties=game.view.options.tie_succeeds) if last else None
    return {"card": shown_card, "card_why": told_why(last, spoken, known), "last": last[0] if undoable else None}


def _events(line: LogLine) -> Iterator[Event]:
    return (event for event in map(bare, line.events) if isinstance(event, Event))


def losing(view: FightView) -> tuple[FighterView, ...]:
    """Those whose action of this segment would be lost with it [SK-TURN-9]."""
    return tuple(one for one in view.fighters if one.id in view.actors and has_action(view, one))


def crews(view: FightView) -> tuple[tuple[str, str, str], ...]:
    """The sides with men of the game master's, by id and name; how Héraut plays them, if it does, and all alike."""
    found: dict[tuple[str, str], set[str]] = {}
    for one in view.fighters:
        if one.seat == ORGANISER and one.own is not None and one.out is None:
            found.setdefault((one.side, one.side_name), set()).add(one.own.entrusted or "")
    return tuple((*side, min(ways) if len(ways) == 1 else "") for side, ways in found.items())


def waiting(game: VisitedGame, spoken: Language) -> tuple[Waiting, ...]:
    """What is awaited first, for the game master; of the visitor, for a player. The rest is on the page."""
    if game.visitor.official and game.awaits:
        left = {one.id for one in game.view.fighters if one.own is not None and one.own.entrusted}
        ahead = [one.id for one in queue(game.view) if one.id not in left][:1]
        others = [one for one in game.awaits if one.subject not in left] or game.awaits
        first = next((one for one in others if one.subject in ahead), others[0])
        place = [one for one in game.awaits if one.seat == first.seat].index(first)
        return sentences.waiting(game, spoken, names(game, spoken), of={first.seat})[place : place + 1]
    found = sentences.waiting(game, spoken, names(game, spoken))
    return tuple(one for one in found if one.yours)[:2] or found[:1]


def last_card(game: VisitedGame, spoken: Language) -> DeedCard | None:
    """The card of the last dice, whatever came after them."""
    known = names(game, spoken)
    told = (
        card(deed, spoken, known, ties=game.view.options.tie_succeeds) for deed in deeds(islice(game.log, LOOKED_AT))
    )
    return next((one for one in told if one is not None), None)


SCREEN_LINES, SCREEN_ROWS = 3, 8
"""So much of the log, or of the last deed, leaves the characters in sight of the whole room."""
CROWD, ABREAST = 8, 2
"""With more characters, or more sides next to one another, the screen is set smaller."""


@require_safe
@needs(Action.WATCH)
def screen(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Whoever opens it, the screen shows what a spectator sees: it hangs where all can read it."""
    watched = VisitedGame(game.row, game.history, Visitor(Role.SPECTATOR), (Visitor(Role.SPECTATOR),))
    spoken, view = language(), watched.view
    facing = sides(view, lanes(view, (), spoken))
    rolled = last_card(watched, spoken)
    told = [line for line in lines(watched, spoken) if line.sentences and not line.undone]
    return render(
        request,
        "skirmish/screen.html",
        {
            **common(watched),
            "sides": facing,
            "queue": queue(view),
            "due": due(view, spoken),
            "lines": told[: SCREEN_LINES if rolled is None else 1],
            "crowded": len(view.fighters) > CROWD or len(facing) > ABREAST,
            "card": rolled and replace(rolled, rows=rolled.rows[-SCREEN_ROWS:]),
        },
    )


@require_safe
@needs(Action.WATCH)
def sheet(request: HttpRequest, game: VisitedGame, who: str) -> HttpResponse:
    """The sheet of a character as he is now, for whoever plays him and the game master."""
    fighter = next((one for one in game.view.fighters if one.id == who and one.own is not None), None)
    if fighter is None:
        raise Http404(who)
    context = {**common(game), **shown(fighter.own.sheet, fighter.wounds, fighter.fatigue), "title": fighter.name}
    return render(request, "skirmish/characters/show.html", context)


def sides(view: FightView, rows: tuple[Lane, ...]) -> tuple[tuple[str, tuple[Lane, ...]], ...]:
    """The characters in sight, side by side, in the order of the roster."""
    known = {row.fighter.id: row for row in rows}
    named = {fighter.side: fighter.side_name for fighter in view.fighters}
    return tuple(
        (name, tuple(known[fighter.id] for fighter in view.fighters if fighter.side == side))
        for side, name in named.items()
    )


WORDS = {
    "skirmish-freeze": ("false", "true"),
    "skirmish-attention": tuple(f"attention:{one}" for one in Attention),
    "skirmish-galvanise-trait": TRAITS,
}
"""Questions whose numbers stand for words, from the lowest on."""


@dataclass(frozen=True, slots=True)
class RulingQuestion:
    """A ruling as the page asks it; `choices` where its numbers stand for words."""

    need: RulingNeed
    choices: tuple[tuple[int, str], ...]

    @property
    def said(self) -> str:
        """What the rule proposes, as the page says it."""
        return dict(self.choices).get(self.need.offered, str(self.need.offered))


def question(need: RulingNeed, spoken: Language) -> RulingQuestion:
    """What the page asks of the game master."""
    words, choices = room_words("skirmish", spoken), phrases(spoken)["choices"]
    named = (choices.get(code) or words.get(code, code) for code in WORDS.get(need.code, ()))
    return RulingQuestion(need, tuple(enumerate(named, need.low)))

"""Everything the engine can say has its phrase, in both languages."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

import heraut.ask.saga
import heraut.ask.steamroller
import heraut.tournament
from heraut.kernel.message import Audience
from heraut.speech.sentences import LANGUAGES, phrases, say_event
from heraut.tournament import engine
from heraut.tournament.lots import AWAITED
from heraut.tournament.officials import RefereeCalled
from heraut.tournament.results import EventEnded, ResultSettled
from heraut.tournament.steamroller.scoring import SteamrollerReport
from tournament.build import ANA, NAMES, REF, at

OTHERS = {"pairing", "standings", "checker.py", "interchange"}
ROOM = Path(heraut.tournament.__file__).parent
SOURCES = [path for path in ROOM.rglob("*.py") if path.relative_to(ROOM).parts[0] not in OTHERS]
SOURCES += [Path(asked.__file__) for asked in (heraut.ask.saga, heraut.ask.steamroller)]
CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")


def codes(*types: str) -> set[str]:
    """The literal codes of the refusals or reasons made in the sources: their second argument."""
    found = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in types and len(node.args) > 1:
                texts = [part.value for part in ast.walk(node.args[1]) if isinstance(part, ast.Constant)]
                found |= {text for text in texts if isinstance(text, str) and CODE.fullmatch(text)}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_and_every_reason_has_its_sentence(language):
    said = phrases(language)

    assert codes("Refusal") - set(said["refusals"]) == set()
    assert codes("Reason") - set(said["reasons"]) == set()
    assert len(codes("Refusal")) > 90


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_command_and_thing_awaited_has_its_sentence(language):
    said = phrases(language)
    events = get_args(engine.events)

    assert {kind.__name__ for kind in events} - set(said["events"]) == set()
    assert {kind.__name__ for kind in events} - set(said["kinds"]) == set()
    outlined = {kind.__name__ for kind in events if kind.outline is not Audience.NOBODY}
    assert outlined - set(said["outlines"]) == set()
    assert {kind.__name__ for kind in get_args(engine.commands)} - set(said["commands"]) == set()
    assert set(AWAITED.values()) - set(said["awaits"]) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_of_a_command_has_its_label(language):
    labels = phrases(language)["fields"]
    fields = {
        f"{kind.__name__}.{name}"
        for kind in get_args(engine.commands)
        if kind.__name__ not in ("Roll", "Tick")
        for name in kind.__struct_fields__
        if name not in ("seat", "at")
    }

    assert fields - set(labels) == set()


@pytest.mark.parametrize(
    ("ended", "said"),
    [
        ({"cause": "all-rounds"}, "Le tournoi est terminé : toutes les rondes sont jouées."),
        ({"cause": "organiser"}, "Le tournoi est terminé sur décision de l’organisateur."),
        ({"cause": "organiser", "reason": "orage"}, "Le tournoi est terminé sur décision de l’organisateur : orage."),
    ],
)
def test_the_log_says_who_ended_the_event_and_why(ended, said):
    told = say_event(EventEnded(after=2, **ended), "fr", {"organiser": "L’organisateur"})

    assert told.replace("\N{NO-BREAK SPACE}", " ") == said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (RefereeCalled(seat=ANA, call=1, table=None, note="", at=at(0)), "Ana appelle un arbitre."),
        (
            RefereeCalled(seat=ANA, call=1, table=2, note="zone", at=at(0)),
            "Ana appelle un arbitre (table 2). zone",
        ),
        (
            ResultSettled(round=1, table=2, report=SteamrollerReport(), winner=ANA, points={}, by=REF, reason="retard"),
            "Ronde 1, table 2 : résultat enregistré (retard). Vainqueur : Ana.",
        ),
    ],
)
def test_the_log_tells_what_people_wrote_and_nothing_that_is_not_there(event, said):
    assert say_event(event, "fr", NAMES).replace("\N{NO-BREAK SPACE}", " ").strip() == said

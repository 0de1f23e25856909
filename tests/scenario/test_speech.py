"""Every code of the room has its sentence in every language, and a sentence asks only for what is always there."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter
from typing import get_args

import msgspec
import pytest

from heraut.kernel.engine import evolve_all
from heraut.kernel.refusal import Refusal
from heraut.scenario import engine
from heraut.scenario.definition import LimitKind
from heraut.scenario.library import limits, sources
from heraut.scenario.sheet import WinKind
from heraut.scenario.signing import ResultSettled
from heraut.scenario.turns import EndTurn
from heraut.speech.sentences import LANGUAGES, phrases, say_awaited, say_event
from heraut.table.measure import OutlineFault
from scenario.build import ANA, BEN, play, playing, scenario, turn

ROOM = Path(engine.__file__).parent
languages = pytest.mark.parametrize("language", LANGUAGES)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@languages
@pytest.mark.parametrize("event", get_args(engine.events), ids=lambda event: event.__name__)
def test_every_event_is_said_with_what_it_always_tells(event: type[msgspec.Struct], language):
    told = phrases(language)["events"][f"scenario:{event.__name__}"]
    required = {one.name for one in msgspec.structs.fields(event) if one.required}

    assert fields(told) <= required


@languages
@pytest.mark.parametrize("command", get_args(engine.commands), ids=lambda command: command.__name__)
def test_every_command_has_its_label(command: type, language):
    assert phrases(language)["commands"][command.__name__]


def written(pattern: str) -> set[str]:
    return {code for file in ROOM.rglob("*.py") for code in re.findall(pattern, file.read_text(encoding="utf-8"))}


def refusal_codes() -> set[str]:
    plain = written(r'Refusal\([^"]*?(?:ClauseId\("[^"]+"\), |clause, )?"([a-z][a-z-]+)"')
    lengths = {
        f"{'more-than' if limit.more_than else 'at-least'}-{limit.to[0]}"
        for id in sources()
        if id != "demolition"
        for limit in limits(scenario(id))
        if limit.rule is LimitKind.APART
    }
    verdicts = written(r'Verdict\([^"]*?"([a-z-]+)"')
    return plain | lengths | verdicts | {str(fault) for fault in OutlineFault}


@languages
def test_every_refusal_has_its_sentence(language):
    assert sorted(refusal_codes() - set(phrases(language)["refusals"])) == []


@languages
def test_every_awaited_thing_and_every_kind_of_win_is_said(language):
    awaited = written(r'"(match-[a-z-]+)"') & set(phrases("fr")["awaits"])

    assert awaited <= set(phrases(language)["awaits"])
    assert {str(kind) for kind in WinKind} <= set(phrases(language)["words"])


@languages
def test_every_reason_has_its_sentence(language):
    scored = written(r'\.score\([^"]*"([a-z]+-[a-z-]+)"') | written(r'Reason\([^"]*"([a-z]+-[a-z-]+)"')

    assert sorted(scored - set(phrases(language)["reasons"])) == []


def test_both_languages_say_the_same_things_with_the_same_facts():
    french, english = phrases("fr"), phrases("en")

    for table in ("events", "refusals", "reasons", "awaits"):
        for key, text in french[table].items():
            if key.startswith("scenario:"):
                assert fields(text) == fields(english[table][key]), key


@pytest.mark.parametrize(
    ("id", "awaited", "logged"),
    [
        ("clash", "Tour 2 : à Ana de jouer.", "Fin du tour 1 : second joueur (noté par Ben)."),
        ("grind", "Séquence 2 : à Ana de jouer.", "Fin de la séquence 1 : second joueur (noté par Ben)."),
    ],
)
def test_a_players_turn_is_called_as_its_game_calls_it(id: str, awaited: str, logged: str):
    state = play(playing(id), EndTurn(ANA, turn(1)))
    ended = engine.decide(state, EndTurn(BEN, turn(2)))
    assert not isinstance(ended, Refusal)
    names = {**engine.seats(state), **engine.called(state)}

    then = engine.awaits(evolve_all(engine, state, ended), None)
    told = say_event(ended[0], "fr", names), say_awaited(then[0], "fr", names)

    assert [each.replace("\N{NO-BREAK SPACE}", " ") for each in told] == [logged, awaited]


def test_a_settled_draw_is_told_as_one():
    drawn, won = ResultSettled(ANA, {}, None, None), ResultSettled(ANA, {}, BEN, WinKind.SCENARIO)

    assert say_event(drawn, "en") == "The result is final: a draw."
    assert say_event(won, "en", {"ben": "Ben"}) == "The result is final. Winner: Ben (scenario)."

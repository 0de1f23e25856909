"""A stream keeps the settings it began with, also those it left at a default that is another one today."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from heraut import catalogue
from heraut.campaign.settings import Settings
from heraut.journal.entry import FORMER_DEFAULTS, FormerDefaults, settings_of
from heraut.journal.history import History
from heraut.journal.stores import MemoryJournal
from heraut.journal.transfer import import_stream
from heraut.journal.undo import tell_the_same
from heraut.kernel.codec import encode
from heraut.kernel.journal import Header, Undo
from heraut.kernel.names import EngineId, Instant, RulesVersion, StreamId
from heraut.kernel.refusal import Refusal
from heraut.scenario.settings import MatchOptions
from heraut.tournament.saga.settings import SagaSettings

KEPT = Path(__file__).parents[1] / "golden" / "streams" / "form-2-campaign.jsonl"
CAMPAIGN = catalogue.engine("campaign")


def header(rules: str, settings: bytes = b'{"players":[]}', engine: str = "campaign") -> Header:
    return Header(
        stream=StreamId("war"),
        engine=EngineId(engine),
        rules=RulesVersion(rules),
        title="War",
        settings=msgspec.Raw(settings),
        created=Instant(0),
    )


@pytest.mark.clause("SC-GEN-7")
def test_a_campaign_begun_before_keeps_the_defaults_it_began_with():
    old, new = (settings_of(header(f"campagne-saga-0.2.1/{edition}"), CAMPAIGN) for edition in (1, 2))

    assert (old.engagement, old.neutral_draw, old.resurgence) == ("free", "nobody", "never")
    assert (new.engagement, new.neutral_draw, new.resurgence) == ("pinned", "defender", "village")


@pytest.mark.parametrize(("edition", "chosen"), [(1, "pinned"), (2, "free")])
def test_what_was_chosen_then_is_stored_and_stays(edition: int, chosen: str):
    asked = header(f"campagne-saga-0.2.1/{edition}", b'{"players":[],"engagement":"%s"}' % chosen.encode())

    assert settings_of(asked, CAMPAIGN).engagement == chosen


def test_of_two_changes_of_one_default_an_old_stream_keeps_the_oldest():
    changes = (
        FormerDefaults("campaign", 2, {"starting_pp": 3}),
        FormerDefaults("campaign", 3, {"starting_pp": 5, "grace": 7}),
    )
    old, middle = (settings_of(header(f"war/{edition}"), CAMPAIGN, changes) for edition in (1, 2))

    assert (old.starting_pp, old.grace) == (3, 7)
    assert (middle.starting_pp, middle.grace) == (5, 7)


TODAY = {
    "campaign": msgspec.to_builtins(Settings(players=())),
    "match": {"options": {"failed_attack_bonus": MatchOptions().failed_attack_bonus}},
    "tournament": {"failed_attack_bonus": SagaSettings(allowed_ages=("dark",)).failed_attack_bonus},
}


def test_every_former_default_is_a_setting_and_was_changed():
    for change in FORMER_DEFAULTS:
        for name, then in change.fields.items():
            assert TODAY[change.engine].get(name) != then


@pytest.mark.clause("ST-DES-24")
@pytest.mark.parametrize(("edition", "bonus"), [(1, "once"), (2, "every_turn")])
def test_a_match_and_a_saga_event_begun_before_keep_the_bonus_they_began_with(edition: int, bonus: str):
    match = b'{"scenario":"desecration","players":{"a":"Ana","b":"Ben"},"options":{"budget":8}}'
    event = b'{"format":"saga","allowed_ages":["dark"]}'
    played = settings_of(header(f"match/{edition}", match, "match"), catalogue.engine("match"))
    held = settings_of(header(f"tournament/{edition}", event, "tournament"), catalogue.engine("tournament"))

    assert (played.options.failed_attack_bonus, played.options.budget) == (bonus, 8)
    assert held.failed_attack_bonus == bonus


def test_a_default_of_saga_does_not_concern_steamroller():
    event = header("tournament/1", b'{"format":"steamroller","size":35}', "tournament")

    assert settings_of(event, catalogue.engine("tournament")).size == 35


def test_the_kept_campaign_of_the_first_edition_would_be_decided_the_same_today():
    """Undo and imports ask the rules again: they must give what they gave."""
    journal = MemoryJournal()
    with KEPT.open("rb") as file:
        kept = import_stream(journal, file, catalogue.engine, judged=False)
    history = History(CAMPAIGN, kept)
    told = []
    for entry in journal.read(kept.stream):
        fold = history.fold(entry)
        if not isinstance(fold.deed.command, Undo):
            decided = history.engine.decide(history.state, fold.deed.command)
            assert not isinstance(decided, Refusal)
            told.append(tell_the_same(history.engine, history.state, decided, fold.deed.events))
        history.keep(fold)

    assert kept.rules == "campagne-saga-0.2.1/1"
    assert len(told) > 60
    assert all(told)
    assert history.state.game.settings.engagement == "free"
    assert b"engagement" not in encode(kept)

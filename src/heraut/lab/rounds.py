"""Would four rounds do? A number of rounds, and the one asked about beside its neighbours."""

from __future__ import annotations

from msgspec.structs import replace

from heraut.lab.field import Field
from heraut.lab.sentences import told
from heraut.lab.trial import Trial, most_opponents, round_counts, trial
from heraut.speech import Language
from heraut.tournament.format import Format
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.steamroller.settings import SteamrollerSettings


def rounds_of(settings: Format, players: int) -> int:
    """How many rounds an event has before its ranking round, if it has one."""
    return settings.swiss if isinstance(settings, SagaSettings) else round_counts(settings, players)[0]


def with_rounds(settings: Format, rounds: int) -> Format:
    """The same event with another number of rounds."""
    if isinstance(settings, SagaSettings):
        return replace(settings, swiss_rounds=rounds)
    assert isinstance(settings, SteamrollerSettings)
    return replace(settings, variants=replace(settings.variants, rounds=rounds))


def neighbours(settings: Format, players: int, language: Language) -> tuple[Trial, ...]:
    """One round less, as many, and one more, as far as there are opponents; what is wrong is said of the one asked."""
    field, asked = Field(players), rounds_of(settings, players)
    most = max(asked, most_opponents(players) - _ranked(settings))
    tried = {rounds: _trial(with_rounds(settings, rounds), field, language)
             for rounds in (asked, asked - 1, asked + 1) if 1 <= rounds <= most}  # fmt: skip
    return tuple(tried[rounds] for rounds in sorted(tried))


def _trial(settings: Format, field: Field, language: Language) -> Trial:
    key = "rounds-name-ranking" if _ranked(settings) else "rounds-name"
    return trial(told(language, key, rounds=rounds_of(settings, field.players)), settings, field)


def _ranked(settings: Format) -> bool:
    return isinstance(settings, SagaSettings) and settings.has_ranking_round

"""Settings and name of an event that is open, changed as far as nothing played depends on them."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from heraut.kernel import Audience, ClauseId, Event, Name, Refusal, Seat
from heraut.kernel.engine import Outcome, Subject, on
from heraut.tournament.command import Command, Speaker, not_now
from heraut.tournament.format import Format
from heraut.tournament.formats import AnySettings
from heraut.tournament.planning import TablesSet
from heraut.tournament.rounds import DraftDiscarded
from heraut.tournament.state import Over, Preparing, Round, State

CLAUSE = ClauseId("HOUSE-CHANGE-1")
KEPT = ("players", "awards")
"""What has commands of its own: entries and prizes stay as they are."""
PAIRED_BY = frozenset(
    ("clubs_apart", "teams_apart", "no_repeated_table", "tables", "round1_avoid", "pairing_order", "odd_field",
     "preset", "swiss_rounds", "ranking_round", "variants")
)  # fmt: skip
"""What a draft was paired by: it is thrown away when that changes."""


class ChangeSettings(Command, frozen=True, kw_only=True):
    """Change the settings of an event that is open; its players and prizes stay."""

    speaker = Speaker.ORGANISER
    settings: AnySettings


class RenameEvent(Command, frozen=True, kw_only=True):
    """Call the event otherwise."""

    speaker = Speaker.ORGANISER
    title: Name


class SettingsChanged(Event, frozen=True, kw_only=True):
    """The settings from now on; what is secret in them stays the organiser's."""

    audience = Audience.OWNERS
    outline = Audience.EVERYBODY
    seat: Seat
    settings: AnySettings


class ListReturned(Event, frozen=True, kw_only=True):
    """A list no longer fits the settings: its player hands in another."""

    audience = Audience.EVERYBODY
    player: Seat


class EventRenamed(Event, frozen=True, kw_only=True):
    """The event is called otherwise."""

    audience = Audience.EVERYBODY
    title: str


def change_settings(state: State, command: ChangeSettings) -> Outcome:
    """Change what nothing played depends on; everything that stands in the way is named at once [HOUSE-CHANGE-1]."""
    if isinstance(state.stage, Over) or state.due is not None:
        return not_now(state)
    old = state.settings
    if type(command.settings) is not type(old):
        return Refusal(CLAUSE, "settings-other-format")
    new: Format = msgspec.structs.replace(command.settings, **{name: getattr(old, name) for name in KEPT})
    changed = changed_fields(old, new)
    refusal = new.refusal() or _nothing(changed) or _fixed(state, changed) or _rounds_refusal(state, new)
    if refusal is not None:
        return refusal
    return (
        SettingsChanged(seat=command.seat, settings=new),
        *((TablesSet(tables=new.tables),) if "tables" in changed else ()),
        *_draft_discarded(state, changed),
        *(ListReturned(player=seat) for seat in _misfits(state, new)),
    )


def changed_fields(old: Format, new: Format) -> frozenset[str]:
    """The settings that differ."""
    return frozenset(name for name in old.__struct_fields__ if getattr(old, name) != getattr(new, name))


def open_fields(state: State) -> frozenset[str]:
    """The settings that may still be changed."""
    if isinstance(state.stage, Over):
        return frozenset()
    every = frozenset(state.settings.__struct_fields__) - set(KEPT)
    return every & state.settings.changes_late if state.rounds else every


def _nothing(changed: frozenset[str]) -> Refusal | None:
    return None if changed else Refusal(CLAUSE, "settings-same")


def _fixed(state: State, changed: frozenset[str]) -> Refusal | None:
    fixed = changed - open_fields(state)
    return Refusal(CLAUSE, "settings-fixed", asked=len(fixed)) if fixed else None


def _rounds_refusal(state: State, new: Format) -> Refusal | None:
    """A round that is published stays, and stays what it is."""
    later = replace(state, settings=new)
    played, most = len(state.rounds), new.round_count(later)
    if most < played:
        return Refusal(CLAUSE, "settings-rounds-played", asked=most, allowed=played)
    if any(new.is_ranked(later, each.number) != each.ranking for each in state.rounds):
        return Refusal(CLAUSE, "settings-ranking-round")
    return None


def _draft_discarded(state: State, changed: frozenset[str]) -> tuple[Event, ...]:
    stage = state.stage
    drafted = isinstance(stage, Preparing) and stage.draft is not None
    return (DraftDiscarded(round=stage.number),) if drafted and changed & PAIRED_BY else ()  # type: ignore[union-attr]


def _misfits(state: State, new: Format) -> list[Seat]:
    """Whose lists the new settings would refuse; once a round is published nothing they depend on changes."""
    return [] if state.rounds else [seat for seat, lists in state.lists.items() if new.list_faults(lists) is not None]


def rename_event(state: State, command: RenameEvent) -> Outcome:
    """Call it otherwise, at any time [HOUSE-CHANGE-2]."""
    title = command.title.strip()
    if not title or title == state.title:
        return Refusal(ClauseId("HOUSE-CHANGE-2"), "event-title-same" if title else "event-title-missing")
    return (EventRenamed(title=title),)


def _changed(state: State, event: SettingsChanged) -> State:
    """Rounds that were played keep the length they had."""
    rounds = tuple(_with_length(each, state.settings) for each in state.rounds)
    return replace(state, settings=event.settings, rounds=rounds)


def _with_length(played: Round, settings: Format) -> Round:
    return replace(played, minutes=settings.minutes(played))


def _returned(state: State, event: ListReturned) -> State:
    return replace(state, lists={seat: lists for seat, lists in state.lists.items() if seat != event.player})


def _renamed(state: State, event: EventRenamed) -> State:
    return replace(state, title=event.title)


SUBJECT = Subject[State](
    decides=(on(ChangeSettings, change_settings), on(RenameEvent, rename_event)),
    evolves=(on(SettingsChanged, _changed), on(ListReturned, _returned), on(EventRenamed, _renamed)),
)

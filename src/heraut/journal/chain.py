"""
The chain: each entry carries a hash of itself and of all that stands before it, so that any change shows.

It is seeded by what the first line fixes for ever, not by the name of the stream: a copy under another name keeps it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

import msgspec

from heraut.kernel import encode
from heraut.kernel.journal import Damaged, Draft, Entry, Header

CHAINED = 2
"""The form from which on every entry has its hash."""


def seed(header: Header) -> str:
    """What the first entry is chained to."""
    fixed = (header.engine, header.rules, header.title, header.settings, header.created)
    return hashlib.sha256(encode(fixed)).hexdigest()


def link(previous: str, draft: Draft, sequence: int) -> str:
    """The hash of the entry the draft becomes after an entry with the previous one."""
    content = (
        previous, sequence, draft.form, draft.sender, draft.command_id, draft.actor, draft.at, draft.command,
        draft.events,
    )  # fmt: skip
    return hashlib.sha256(encode(content)).hexdigest()


def numbered(previous: str, draft: Draft, sequence: int) -> Entry:
    """The draft as the entry of that number."""
    fields = {field: getattr(draft, field) for field in Draft.__struct_fields__}
    return Entry(**fields, sequence=sequence, chain=link(previous, draft, sequence))


def numbered_all(previous: str, drafts: Iterable[Draft], last: int) -> tuple[Entry, ...]:
    """The drafts as the entries after that number."""
    entries: list[Entry] = []
    for sequence, draft in enumerate(drafts, last + 1):
        entries.append(numbered(previous, draft, sequence))
        previous = entries[-1].chain
    return tuple(entries)


def chained(previous: str, entry: Entry) -> Entry:
    """The entry with its hash: one of before there were any gets it now."""
    if entry.chain or entry.form >= CHAINED:
        return entry
    return msgspec.structs.replace(entry, chain=link(previous, entry, entry.sequence))


def broken(header: Header, entry: Entry) -> Damaged:
    """What is said of an entry that is not what was stored."""
    return Damaged(
        f"entry {entry.sequence} of {header.stream} is not what was stored (its hash differs); "
        f"{way_out(entry.sequence)}",
        stream=header.stream,
        entry=entry.sequence,
    )


def way_out(entry: int) -> str:
    """What one does about an entry that cannot be used."""
    return f"restore a copy, or go on from entry {entry - 1} with heraut export --until {entry - 1}"


def verified(header: Header, entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries, each checked against its place and the chain; `Damaged` names the first that breaks it."""
    previous = seed(header)
    for place, entry in enumerate(entries, start=1):
        if entry.sequence != place:
            raise Damaged(
                f"{header.stream} has entry {entry.sequence} where entry {place} should be; {way_out(place)}",
                stream=header.stream,
                entry=place,
            )
        if entry.chain != link(previous, entry, place):
            raise broken(header, entry)
        previous = entry.chain
        yield entry

"""What a store gives back is what it was given: a second opinion on the chain, for every test that stores something."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from heraut.journal.entry import broken, link, seed, way_out
from heraut.kernel.journal import Damaged, Entry, Header


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

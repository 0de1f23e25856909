"""An event of 500 players in its fifth round handed over: the file written, then taken over by an empty database."""

from __future__ import annotations

import io
import tempfile
import time
from pathlib import Path

from bench import day
from bench.figures import Figures

MINUTE = 60


def written() -> bytes:
    """The file, with a link for each player."""
    from heraut.web import handover

    day.play()
    day.tokens()
    return handover.pack("Coupe", [day.CUP], with_links=True)


def taken_over(file: bytes) -> int:
    """How many entries an empty database has after the file was taken over."""
    from heraut.web import handover
    from heraut.web.desk import desk
    from heraut.web.models import Entry, Link, Stream

    for model in (Link, Entry, Stream):
        model.objects.all().delete()
    desk.cache_clear()
    handover.unpack(io.BytesIO(file), None)
    return Entry.objects.count()


def main() -> None:
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        day.ready(str(Path(folder)))
        file = written()
        figures.note("handover: the file", len(file) / 1000, "kB")
        begun = time.perf_counter()
        entries = taken_over(file)
        figures.at_most("handover: it is taken over after", time.perf_counter() - begun, MINUTE, "s")
        figures.note("handover: entries in it", entries)
    figures.end()


if __name__ == "__main__":
    main()

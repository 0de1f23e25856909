"""`heraut serve`, `heraut import`, `heraut export`: the doors to the server and its journal."""

from __future__ import annotations


def serve(words: list[str]) -> int:
    """Start the server."""
    from heraut.web.serve import main

    return main(words)


def import_file(words: list[str]) -> int:
    """Take in a stream from a file."""
    from heraut.web.import_export import import_main

    return import_main(words)


def export_file(words: list[str]) -> int:
    """Write a stream to a file."""
    from heraut.web.import_export import export_main

    return export_main(words)

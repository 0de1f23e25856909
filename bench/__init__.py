"""The figures we promise, measured: `make bench`, or `python -m bench ROOM …` for some rooms."""

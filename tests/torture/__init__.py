"""
What must never happen, tried on purpose: processes killed while they write, and many writers at once.

    PYTHONPATH=src:tests python -m torture            everything, minutes long (`make torture`)
    PYTHONPATH=src:tests python -m torture kills file --kills 300

The tests run each in a short form. The last figures of the long one stand in docs/reliability.md.
"""

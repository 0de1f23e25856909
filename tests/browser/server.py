"""`heraut serve` with the auction among its engines."""

from __future__ import annotations

import sys

import conftest  # noqa: F401  # it lists the auction
from heraut.web.serve import main

if __name__ == "__main__":  # its helper processes load this file too
    sys.exit(main(sys.argv[1:]))

"""`python -m heraut` is `heraut`."""

from heraut.cli import main

main()

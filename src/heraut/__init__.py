"""Héraut runs organised tabletop play: tournaments, matches, campaigns and skirmishes."""

__version__ = "0.1.0"

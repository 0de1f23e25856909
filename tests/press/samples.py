"""The names of a large event."""

FIRST = (
    *("Ana", "Ben", "Chloé", "David", "Emma", "Farid", "Gaëlle", "Hugo", "Inès", "Jules", "Karim", "Léa", "Marc"),
    *("Nora", "Oscar", "Paula", "Quentin", "Rose", "Samir", "Tess", "Ugo", "Vera", "Wim", "Xavier", "Yann", "Zoé"),
)

NAMES = [f"{first} {letter}." for letter in "ABCDEFGHIJKLMNOPQRST" for first in FIRST][:500]

"""The arms of a large event, and its result slips on paper."""

from __future__ import annotations

from bench.figures import Figures, seconds
from heraut.press.arms import svg
from heraut.press.grant import coats_of_arms
from heraut.press.paper import PaperLink, PaperOccasion, PaperPerson, ResultSlips, Seating
from heraut.press.printing import pdf

NAMES = [f"Joueur {number}" for number in range(1, 501)]


def arms() -> list[str]:
    return [svg(granted) for granted in coats_of_arms(NAMES).values()]


def slips() -> bytes:
    everyone = [PaperPerson(name, number, "Vikings") for number, name in enumerate(NAMES, start=1)]
    games = tuple(
        Seating(table, everyone[2 * table], everyone[2 * table + 1], PaperLink(f"http://192.168.1.20:8000/t/{table}"))
        for table in range(100)
    )
    return pdf(ResultSlips(event=PaperOccasion("Tournoi"), round=1, games=games, asks=("Points de victoire",)))


def main() -> None:
    drawn, printed = arms(), slips()
    figures = Figures()
    figures.at_most("500 coats of arms, drawn", seconds(arms) * 1000, 100, "ms")
    figures.at_most("a coat of arms, mean size", sum(len(one.encode()) for one in drawn) / len(drawn), 2000, "bytes")
    figures.at_most("result slips of 100 tables as PDF", seconds(slips, times=3), 5, "s")
    figures.note("their size", len(printed) / 1000, "kB")
    figures.end()


main()

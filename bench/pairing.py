"""
A round of 128, 1,000 and 100,000 players on one core: our time, the growth, and others on the same fields.

Fields come from whole events paired by us, with results by lot. Others answer easier questions: rustworkx and networkx
find a matching without rematch that keeps points close, on the full graph; swisspair and py4swiss pair by their own
rules.
"""

from __future__ import annotations

import math
import statistics
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec

from bench.figures import Figures, processor_seconds
from heraut.kernel.names import Seat
from heraut.tournament.checker import Finding, Participant, check_saga, check_steamroller
from heraut.tournament.interchange.export import EventExport, to_trf16
from heraut.tournament.lots import Lots, draw_numbers
from heraut.tournament.pairing.contender import Apart, Contender, Swiss, Wishes
from heraut.tournament.pairing.round import pair_round
from heraut.tournament.standings.ledger import FinishedGame, GameSide


class Event:
    """An event played round by round with results by lot."""

    def __init__(self, format: Swiss, players: int, seed: int = 1) -> None:
        self.format = format
        self.seats = [Seat(f"p{number:06}") for number in range(players)]
        self.numbers = draw_numbers(self.seats, seed)
        self.points = dict.fromkeys(self.seats, 0)
        self.wins = dict.fromkeys(self.seats, 0)
        self.met: dict[Seat, list[Seat]] = {seat: [] for seat in self.seats}
        self.games: list[FinishedGame] = []
        self.lots = Lots(seed, format)

    def play(self, rounds: int) -> list[Contender]:
        for round in range(1, rounds + 1):
            for pair in pair_round(self.format, self.contenders(), round=round, seed=round).pairs:
                self._game(round, *((pair.first, pair.second) if self.lots.below(2) else (pair.second, pair.first)))
        return self.contenders()

    def _game(self, round: int, winner: Seat, loser: Seat) -> None:
        won, lost = (1, 0) if self.format is Swiss.STEAMROLLER else (11 + (margin := self.lots.below(9)), 9 - margin)
        self.wins[winner] += 1
        self.points[winner] += won
        self.points[loser] += lost
        self.met[winner].append(loser)
        self.met[loser].append(winner)
        if len(self.seats) <= 1_000:  # a heap full of games would slow everything down
            self.games.append(FinishedGame(round, GameSide(winner, won), GameSide(loser, lost), winner))

    def contenders(self) -> list[Contender]:
        return [
            Contender(
                seat,
                self.points[seat],
                self.wins[seat],
                tuple(self.met[seat]),
                number=self.numbers[seat],
                resistance=sum(self.points[other] for other in self.met[seat]),
            )
            for seat in self.seats
        ]


def weighted_edges(field: list[Contender]) -> list[tuple[int, int, int]]:
    """Rematches weigh most, then the square of the difference in points."""
    far = max(contender.points for contender in field) ** 2 + 1
    return [
        (i, j, far * (2 if one.id not in other.met else 1) - (one.points - other.points) ** 2)
        for i, one in enumerate(field)
        for j, other in enumerate(field[:i])
    ]


def by_rustworkx(field: list[Contender]) -> None:
    import rustworkx

    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(field)))
    graph.add_edges_from(weighted_edges(field))
    rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def by_networkx(field: list[Contender]) -> None:
    import networkx

    graph = networkx.Graph()
    graph.add_weighted_edges_from(weighted_edges(field))
    networkx.max_weight_matching(graph, maxcardinality=True)


def by_swisspair(field: list[Contender]) -> None:
    from swisspair import Player, create_matches

    order = sorted(field, key=lambda contender: (-contender.points, contender.number))
    create_matches([Player(c.id, c.points, rank, True, set(c.met)) for rank, c in enumerate(order, start=1)])


def by_py4swiss(event: Event) -> Callable[[], object]:
    """Read from our own TRF16 beforehand: only the pairing is timed."""
    from py4swiss.engines import DutchEngine
    from py4swiss.trf import TrfParser

    report = EventExport(title="bench", names={s: s for s in event.seats}, numbers=event.numbers, games=event.games)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "event.trf"
        rounds = max(game.round for game in event.games)
        file.write_bytes(to_trf16(report).replace(b"XXR %d" % rounds, b"XXR %d" % (rounds + 1)))
        parsed = TrfParser.parse(file)
    return lambda: DutchEngine.generate_pairings(parsed)


def proof(format: Swiss, field: list[Contender], rounds: int) -> None:
    players = [Participant(c.id, c.points, c.wins, c.resistance, c.number, c.byes, Counter(c.met)) for c in field]
    pairing = pair_round(format, field, round=rounds + 1, seed=1)
    couples = [(pair.first, pair.second) for pair in pairing.pairs]
    check = check_saga if format is Swiss.SAGA else check_steamroller
    assert check(players, couples, pairing.bye).finding is Finding.PROVEN


def beside(figures: Figures, name: str, work: Callable[[], object], ours: float) -> None:
    try:
        took = processor_seconds(work, times=1)
    except ImportError as missing:
        print(f"      {name}: not installed ({missing.name})")
    else:
        figures.note(f"{name} ({took / ours:,.0f} times ours)", took * 1000, "ms")


def measured(format: Swiss, fields: list[list[Contender]], rounds: int) -> tuple[float, float]:
    """The median time of a round over all fields, each paired in turn, and how far the middle half is apart."""
    rounds_each = max(3, 45 // len(fields)) if len(fields[0]) <= 1_000 else 3
    taken = [
        processor_seconds(lambda f=field: pair_round(format, f, round=rounds + 1, seed=1), times=1)
        for _ in range(rounds_each)
        for field in fields
    ]
    low, median, high = statistics.quantiles(taken, n=4)
    return median, high - low


def one_club(format: Swiss) -> float:
    """A club of more than half the field, always apart: no round can part all its members."""
    field = [
        msgspec.structs.replace(contender, club="Lyon" if place % 5 < 3 else None)
        for place, contender in enumerate(Event(format, 200).play(4))
    ]
    wishes = Wishes(clubs_apart=Apart.ALWAYS)
    return processor_seconds(lambda: pair_round(format, field, round=5, seed=1, wishes=wishes))


def main() -> None:
    figures = Figures()
    for format in Swiss:
        ours = {}
        for players, rounds, limit in ((128, 6, 5), (1_000, 9, 50), (100_000, 10, 3_000)):
            events = [Event(format, players, seed) for seed in range(1, 10 if players <= 1_000 else 4)]
            fields = [event.play(rounds) for event in events]
            event, field = events[0], fields[0]
            took, spread = measured(format, fields, rounds)
            ours[players] = took
            figures.at_most(f"{format}: {players} players after {rounds} rounds", took * 1000, limit, "ms")
            figures.note(f"    spread of the middle half over {len(fields)} fields", spread * 1000, "ms")
            beside(figures, "    proof by the checker", lambda f=field, r=rounds: proof(format, f, r), took)  # noqa: B023
            if players <= 1_000:
                beside(figures, "    rustworkx, full graph", lambda f=field: by_rustworkx(f), took)
                beside(figures, "    swisspair", lambda f=field: by_swisspair(f), took)
            if players <= 128:
                beside(figures, "    networkx, full graph", lambda f=field: by_networkx(f), took)
                if format is Swiss.STEAMROLLER:
                    beside(figures, "    py4swiss, Dutch", lambda e=event: by_py4swiss(e)(), took)
                else:
                    print("          py4swiss, Dutch: cannot (its games are worth 1, ½ or 0)")
        figures.note(
            f"{format}: 200 players, 120 of one club kept apart, after 4 rounds", one_club(format) * 1000, "ms"
        )
        growth = math.log(ours[100_000] / ours[1_000]) / math.log(100)
        figures.at_most(f"{format}: growth from 1,000 to 100,000 players, exponent", growth, 1.2)
    figures.end()


main()

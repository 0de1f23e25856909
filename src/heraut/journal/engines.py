"""An engine as one stream knows it: its tables are those of the edition the stream began with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ParamSpec, TypeVar, cast

from heraut.kernel import AnyEngine, Command, RulesVersion, Seat
from heraut.rulesets import in_force
from heraut.rulesets.editions import edition_of

P = ParamSpec("P")
R = TypeVar("R")


def under_rules(engine: AnyEngine, rules: RulesVersion) -> AnyEngine:
    """The engine with these rules in force; `UnknownEdition` if this Héraut is older than they are."""
    return cast(AnyEngine, _UnderRules(engine, edition_of(rules)))


class _UnderRules:
    """Every question to the engine is answered under one edition of the tables. `evolve` reads none."""

    def __init__(self, engine: AnyEngine, edition: int) -> None:
        self._engine = engine
        self._edition = edition
        self.evolve = engine.evolve
        for name in ("start", "decide", "view", "awaits", "next_tick", "seats"):
            setattr(self, name, self._under(getattr(engine, name)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def legal(self, state: Any, seat: Seat) -> Iterator[Command]:
        """Commands are worked out one by one, each under the edition, and the edition is left in between."""
        with in_force(self._edition):
            commands: Iterable[Command] = self._engine.legal(state, seat)
        each = iter(commands)
        while True:
            with in_force(self._edition):
                command = next(each, None)
            if command is None:
                return
            yield command

    def _under(self, asked: Callable[P, R]) -> Callable[P, R]:
        def answer(*args: P.args, **kwargs: P.kwargs) -> R:
            with in_force(self._edition):
                return asked(*args, **kwargs)

        return answer

"""Announcing for many with one tap: everybody, a side, a kind of character; a number, or last turn's again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from heraut.kernel import Seat
from heraut.skirmish.state import Step
from heraut.skirmish.tables import slots
from heraut.skirmish.view import FighterView, FightView


@dataclass(frozen=True, slots=True)
class Group:
    """Characters one speaks for, who announce together."""

    label: str
    fighters: tuple[str, ...]


def groups(view: FightView, seat: Seat | None) -> tuple[Group, ...]:
    """The groups of a seat's own who have not announced yet, the largest first; none for one alone."""
    waiting = [one for one in view.fighters if one.seat == seat and _may_announce(view, one)]
    if len(waiting) < 2:
        return ()
    found = {who: label for label, who in _sets(waiting) if len(who) > 1}
    return tuple(Group(label, who) for who, label in sorted(found.items(), key=lambda group: -len(group[0])))


def _may_announce(view: FightView, one: FighterView) -> bool:
    return (
        view.step is Step.ANNOUNCING
        and not view.busy
        and one.own is not None
        and one.own.entrusted is None
        and one.out is None
        and one.declared is None
        and not one.long
    )


def _sets(waiting: list[FighterView]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Kinds first, so that of two groups that are the same people the widest word stays."""
    for kind in dict.fromkeys(one.kind for one in waiting):
        yield kind, _ids(one for one in waiting if one.kind == kind)
    for side, name in {one.side: one.side_name for one in waiting}.items():
        yield name, _ids(one for one in waiting if one.side == side)
    yield gettext("Tous"), _ids(waiting)


def _ids(found: Iterable[FighterView]) -> tuple[str, ...]:
    return tuple(one.id for one in found)


def numbers() -> tuple[int, ...]:
    """What one may announce."""
    return tuple(slots())

"""Who charges whom: the chances of many units against many."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from heraut.battle.advice import BestCharges, best_charges
from heraut.battle.summary import MeleeSummary, match_ups
from heraut.battle.unit import Unit
from heraut.dice import Weight
from heraut.web.game import language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import query_of
from heraut.web.rooms.odds.form import Fields, read_units, tapped, write_units
from heraut.web.rooms.odds.house_rules import OF_TABLES, read_house_rules
from heraut.web.rooms.odds.page import page, signed
from heraut.web.sentences import percent

MOST_UNITS = 10
EXAMPLE = "1 warlord.none\n6 hearthguard.none\n8 warrior.heavy_weapon\n10 warrior.bow"
OPPOSITE = "1 warlord.mount_animal\n8 warrior.none\n12 levy.none\n2 creature.biped"


@require_safe
@needs(Action.VISIT)
def table(request: HttpRequest) -> HttpResponse:
    """Who charges whom: all my units against all theirs, one unit per line, its figures and its name."""
    house_rules = read_house_rules(Fields(query_of(request).dict()), OF_TABLES)
    rules = house_rules.overrides
    (own, wrong), (enemies, wrong_too) = _army(request, "mine", EXAMPLE), _army(request, "theirs", OPPOSITE)
    texts = {"mine": write_units(own, wrong), "theirs": write_units(enemies, wrong_too)}
    context: dict[str, Any] = {
        "armies": (("first", "mine", own, texts["mine"]), ("second", "theirs", enemies, texts["theirs"])),
        "wrong": [*wrong, *wrong_too],
        "enemies": enemies,
    }
    if own and enemies:
        cells = match_ups(own, enemies, rules)
        context["rows"] = list(zip(own, _rows(cells, best_charges(cells, own, enemies, rules)), strict=True))
    address = urlencode({**texts, **house_rules.address()})
    return page(request, "table", context, house_rules=house_rules, address=address)


def _army(request: HttpRequest, name: str, example: str) -> tuple[list[Unit], list[str]]:
    """The units of one side, with what was tapped."""
    units, wrong = read_units(query_of(request).get(name, example))
    return tapped(units, name, query_of(request).get("do", ""))[:MOST_UNITS], wrong


def _rows(cells: tuple[tuple[MeleeSummary, ...], ...], charges: BestCharges) -> list[list[dict[str, Any]]]:
    return [
        [
            _cell(cell, balance, paired=(mine, theirs) in charges.pairs)
            for theirs, (cell, balance) in enumerate(zip(row, balances, strict=True))
        ]
        for mine, (row, balances) in enumerate(zip(cells, charges.balances, strict=True))
    ]


def _cell(cell: MeleeSummary, balance: Weight, *, paired: bool) -> dict[str, Any]:
    return {
        "balance": signed(balance),
        "heat": max(-4, min(4, round(balance))),
        "kills": percent(cell.defender.eliminated, language()),
        "paired": paired,
    }

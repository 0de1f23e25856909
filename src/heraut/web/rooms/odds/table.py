"""Who charges whom: all my units against all theirs."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from heraut.battle.advice import BestCharges, best_charges
from heraut.battle.summary import MeleeSummary, match_ups
from heraut.battle.unit import Unit
from heraut.dice import Weight
from heraut.web.charts import percent
from heraut.web.game import language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.rooms.odds import form
from heraut.web.rooms.odds.fight import signed

MOST_UNITS = 10
EXAMPLE = "1 warlord.none\n6 hearthguard.none\n8 warrior.heavy_weapon\n10 warrior.bow"
OPPOSITE = "1 warlord.mount_animal\n8 warrior.none\n12 levy.none\n2 creature.biped"


@require_safe
@needs(Action.VISIT)
def table(request: HttpRequest) -> HttpResponse:
    """One unit per line, its figures and its name."""
    house_rules = form.read_house_rules(form.Fields(request.GET.dict()), form.OF_TABLES)
    rules = house_rules.overrides
    (own, wrong), (enemies, wrong_too) = _army(request, "mine", EXAMPLE), _army(request, "theirs", OPPOSITE)
    texts = {"mine": form.write_units(own, wrong), "theirs": form.write_units(enemies, wrong_too)}
    context: dict[str, Any] = {
        "armies": (("first", "mine", own, texts["mine"]), ("second", "theirs", enemies, texts["theirs"])),
        "wrong": [*wrong, *wrong_too],
        "enemies": enemies,
    }
    if own and enemies:
        cells = match_ups(own, enemies, rules)
        context["rows"] = list(zip(own, _rows(cells, best_charges(own, enemies, rules)), strict=True))
    address = urlencode({**texts, **house_rules.address()})
    return form.page(request, "odds/table.html", house_rules, address, context)


def _army(request: HttpRequest, name: str, example: str) -> tuple[list[Unit], list[str]]:
    """The units of one side, with what was tapped."""
    units, wrong = form.read_units(request.GET.get(name, example))
    return form.tapped(units, name, request.GET.get("do", ""))[:MOST_UNITS], wrong


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

"""A fight and its variant, a table of fights, an abuse of power."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from heraut.ask.magic import ABUSE, AbuseAsked
from heraut.battle.advice import BestCharges, best_charges
from heraut.battle.movement import Ground
from heraut.battle.summary import MeleeSummary, match_ups
from heraut.battle.unit import Cover, Unit
from heraut.kernel import Refusal, to_plain
from heraut.warband.vocabulary import Distance
from heraut.web import says
from heraut.web.access import Action
from heraut.web.charts import percent
from heraut.web.game import language
from heraut.web.guard import needs
from heraut.web.rooms.odds import house, lists, luck
from heraut.web.rooms.odds.advised import advise, signed
from heraut.web.rooms.odds.asked import MOST_FATIGUE, MOST_FIGURES, Fields, Kind, groups, read_fight
from heraut.web.rooms.odds.rolling import typed_faces
from heraut.web.rooms.odds.told import share, tell

MOST_UNITS = 10
EXAMPLE = "1 warlord.none\n6 hearthguard.none\n8 warrior.heavy_weapon\n10 warrior.bow"
OPPOSITE = "1 warlord.mount_animal\n8 warrior.none\n12 levy.none\n2 creature.biped"


@require_safe
@needs(Action.VISIT)
def fight(request: HttpRequest) -> HttpResponse:
    """The address says everything, so that it can be kept and sent; a variant stands beside the first."""
    values = request.GET.dict()
    house_rules = house.settings(Fields(values))
    rules = house.overrides(house_rules)
    forms = [read_fight(Fields(values), rules)]
    if values.get("variant") == "on":
        forms.append(read_fight(Fields({**_as_variant(values), **values}, "v."), rules))
    context = {
        "variants": [(form, tell(form)) for form in forms],
        "variant": len(forms) > 1,
        "groups": groups(),
        "kinds": list(Kind),
        "covers": list(Cover),
        "grounds": list(Ground),
        "distances": [*Distance, "beyond"],
        "most_figures": MOST_FIGURES,
        "most_fatigue": MOST_FATIGUE,
        "advice": advise(forms[0]),
        "house_rules": house_rules,
        "changed": any(setting.changed for setting in house_rules),
    }
    question = urlencode(_told_in_the_address(values, house_rules))
    context["question"] = question
    context["game"] = luck.attached(request, values["game"]) if "game" in values else None
    answer = render(request, "odds/fight.html", context)
    answer["HX-Push-Url"] = f"{request.path}?{question}"
    return answer


def _told_in_the_address(values: dict[str, str], house_rules: list[house.Setting]) -> dict[str, str]:
    """What an address must say: not what a fresh page has anyway."""
    ours = {house.PREFIX + setting.key: setting.default for setting in house_rules}
    dull = {"kind": "charge", "within": "L", "lands": "open", "cover": "none"}
    return {
        name: value for name, value in values.items() if value != ours.get(name, dull.get(name.rpartition(".")[2], "0"))
    }


def _as_variant(values: dict[str, str]) -> dict[str, str]:
    """A variant begins as a copy of the first question; afterwards its own boxes may be empty."""
    begun = any(name.startswith("v.") for name in values)
    return {} if begun else {f"v.{name}": value for name, value in values.items()}


@require_safe
@needs(Action.VISIT)
def table(request: HttpRequest) -> HttpResponse:
    """All my units against all theirs: one unit per line, its figures and its name."""
    house_rules = house.settings(Fields(request.GET.dict()), house.OF_TABLES)
    rules = house.overrides(house_rules)
    (own, wrong), (enemies, wrong_too) = _army(request, "mine", EXAMPLE), _army(request, "theirs", OPPOSITE)
    texts = {"mine": lists.write_units(own, wrong), "theirs": lists.write_units(enemies, wrong_too)}
    changed = {house.PREFIX + setting.key: setting.chosen for setting in house_rules if setting.changed}
    context: dict[str, Any] = {
        "armies": (("first", "mine", own, texts["mine"]), ("second", "theirs", enemies, texts["theirs"])),
        "question": urlencode({**texts, **changed}),
        "groups": groups(),
        "wrong": [*wrong, *wrong_too],
        "enemies": enemies,
        "house_rules": house_rules,
        "changed": bool(changed),
    }
    if own and enemies:
        cells = match_ups(own, enemies, rules)
        context["rows"] = list(zip(own, _rows(cells, best_charges(own, enemies, rules)), strict=True))
    answer = render(request, "odds/table.html", context)
    answer["HX-Push-Url"] = f"{request.path}?{context['question']}"
    return answer


def _army(request: HttpRequest, name: str, example: str) -> tuple[list[Unit], list[str]]:
    """The units of one side, with what was tapped."""
    units, wrong = lists.read_units(request.GET.get(name, example))
    return lists.tapped(units, name, request.GET.get("do", ""))[:MOST_UNITS], wrong


def _rows(cells: tuple[tuple[MeleeSummary, ...], ...], charges: BestCharges) -> list[list[dict[str, Any]]]:
    return [
        [
            _cell(cell, balance, paired=(mine, theirs) in charges.pairs)
            for theirs, (cell, balance) in enumerate(zip(row, balances, strict=True))
        ]
        for mine, (row, balances) in enumerate(zip(cells, charges.balances, strict=True))
    ]


def _cell(cell: MeleeSummary, balance: float, *, paired: bool) -> dict[str, Any]:
    return {
        "balance": signed(balance),
        "heat": max(-4, min(4, round(balance))),
        "kills": percent(cell.defender.eliminated, language()),
        "wins": percent(cell.attacker_wins, language()),
        "paired": paired,
    }


@require_safe
@needs(Action.VISIT)
def abuse_of_power(request: HttpRequest) -> HttpResponse:
    """The chances before the roll, and the roll for the table."""
    fields = Fields(request.GET.dict())
    imposing = fields.ticked("imposing")
    asked = AbuseAsked(
        fatigue=fields.whole("fatigue", most=MOST_FATIGUE),
        imposing=imposing,
        neighbours=fields.whole("neighbours", most=MOST_UNITS),
        roll=fields.ticked("roll"),
        faces=typed_faces(fields.text("faces")) or None,
    )
    outcome = ABUSE.reply(asked)
    context: dict[str, Any] = {"asked": asked, "most_units": MOST_UNITS, "faces": fields.text("faces")}
    if isinstance(outcome, Refusal):
        return render(request, "odds/abuse.html", {**context, "faults": says.faults(outcome, language())})
    told = outcome.answer
    chances = {
        "odds-nothing": told.summary.nothing,
        "odds-sorcerer-dies": told.summary.eliminated,
        "odds-forgets-cast": told.summary.forgets_cast,
        "odds-friends-tire": told.summary.tires_friends,
    }
    context["shares"] = [share(name, p) for name, p in chances.items()]
    context["roll"] = to_plain(told.roll)
    context["row"] = None if told.roll is None or told.roll.end is None else f"abuse-{_row(told.roll.end.total)}"
    return render(request, "odds/abuse.html", context)


def _row(total: int) -> str:
    """The name of the table's row for this total, as words are keyed."""
    return {2: "2", 3: "3", 4: "4-5", 5: "4-5", 9: "9-10", 10: "9-10", 11: "11", 12: "12"}.get(total, "6-8")

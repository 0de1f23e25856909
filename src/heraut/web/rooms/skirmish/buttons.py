"""Usual commands, one button each: by family, with its label, its price and its odds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext
from msgspec import structs

from heraut.kernel.codec import Exact, to_plain
from heraut.kernel.message import Command
from heraut.skirmish.announcements import Announce, GoOn
from heraut.skirmish.answers import Choose
from heraut.skirmish.attack import CHARGE, SHIELD, Style
from heraut.skirmish.chances import ChanceView, ChoiceView, ThreatView
from heraut.skirmish.charges import Charge
from heraut.skirmish.disengage import Disengage, GetUp
from heraut.skirmish.dodges import Dodge
from heraut.skirmish.ending import CallOff, EndFight
from heraut.skirmish.engagement import Yield
from heraut.skirmish.game_master import EndLong
from heraut.skirmish.grips import AGILITY, STRENGTH, Escape, Extract, Hurl, Release, Tighten
from heraut.skirmish.missiles import Shoot
from heraut.skirmish.moves import Jump, Move, TakePosture
from heraut.skirmish.orders import KeepOrdering, Order, TakeOver
from heraut.skirmish.pace import PassOn
from heraut.skirmish.secrecy import Uncover
from heraut.skirmish.slots import Delay, Survive
from heraut.skirmish.standoff import BreakStare, Defy, Stare
from heraut.skirmish.strikes import Prepare, Strike
from heraut.skirmish.terror import Display, Frighten
from heraut.skirmish.turn import BeginFight
from heraut.skirmish.view import FighterView
from heraut.skirmish.weapons import Draw, PickUp
from heraut.speech.sentences import Language, say_command
from heraut.web.game import VisitedGame
from heraut.web.rooms.skirmish.command_choices import price
from heraut.web.sentences import room_words

FEW = 6
"""So many targets fit on a phone as buttons."""
WRESTLING = (Style.TRIP, Style.GRAPPLE, Style.THROW)
Word = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Family:
    """One thing a character may do: its targets, its options, a button for each pair of them."""

    number: int
    label: str
    targets: tuple[str, ...]
    options: tuple[str, ...]
    taps: tuple[Tap, ...]
    key: str = ""

    @property
    def picks(self) -> bool:
        """Whether a target is picked first; where all is rolled at once, a few have a button each."""
        return len(self.targets) > (FEW if any(tap.door == AT_ONCE for tap in self.taps) else 1)


def family(command: Command, word: Word, label: str) -> tuple[str, str]:
    """The family of a command and its option there; a command alone of its kind is its own family."""
    match command:
        case Strike(style=style) if style in WRESTLING:
            return gettext("Lutter"), capital(word(style_word(command.style, command.contest)))
        case Strike(style=Style.PLAIN, aim=aim, weapon=weapon):
            return gettext("Frapper"), ", ".join(filter(None, (capital(word(weapon)), word(aim) if aim else "")))
        case Strike():
            return gettext("Frapper"), label
        case Shoot(weapon=weapon, distance=distance):
            return gettext("Tirer"), f"{capital(word(weapon))}, {distance} m"
        case Charge(shield=shield, weapon=weapon):
            return gettext("Charger"), gettext("Au bouclier") if shield else capital(word(weapon))
        case Prepare(style=style):
            return gettext("Préparer"), capital(word(style_word(style)))
        case Move() | Dodge() | Disengage() | Draw() | PickUp() | Display():
            named, _, rest = label.partition(" · ")
            return named, capital(rest) or named
        case _:
            shared = SHARED.get(type(command))
            return (str(shared), label) if shared else (label, "")


SHARED = {
    Announce: gettext_lazy("Annoncer"),
    GoOn: gettext_lazy("Annoncer"),
    Survive: gettext_lazy("Survie"),
    Order: gettext_lazy("Commander"),
    KeepOrdering: gettext_lazy("Commander"),
    Tighten: gettext_lazy("La prise"),
    Hurl: gettext_lazy("La prise"),
    Release: gettext_lazy("La prise"),
    Delay: gettext_lazy("Attendre"),
    Yield: gettext_lazy("Attendre"),
    TakePosture: gettext_lazy("Se baisser"),
}
"""What several commands are ways of."""


def by_family(taps: tuple[Tap, ...], foes: tuple[str, ...], *, keyed: bool) -> tuple[Family, ...]:
    """The families of some taps in their order; opponents one is in melee with come first."""
    found: dict[str, list[Tap]] = {}
    for tap in taps:
        found.setdefault(tap.family, []).append(tap)
    return tuple(
        Family(
            number,
            label,
            tuple(sorted(dict.fromkeys(tap.target for tap in alike if tap.target), key=lambda id: id not in foes)),
            tuple(dict.fromkeys(tap.option for tap in alike if tap.option)),
            tuple(alike),
            str(number) if keyed and number <= 9 else "",
        )
        for number, (label, alike) in enumerate(found.items(), 1)
    )


def capital(text: str) -> str:
    """With a capital first letter, the rest as it is."""
    return text[:1].upper() + text[1:]


def label(command: Command, word: Word, spoken: Language) -> str:
    """What a button says; its character and its target stand beside it."""
    match command:
        case Announce(actions=many):
            return ngettext("%(number)s action", "%(number)s actions", many) % {"number": many}
        case Choose(option=option):
            return capital(word(option))
        case Strike(style=Style.GRAPPLE | Style.THROW as style):
            return capital(word(style))
        case Strike(aim=aim, weapon=weapon) if aim:
            return gettext("Viser : %(zone)s · %(weapon)s") % {"zone": word(aim), "weapon": word(weapon)}
        case Strike(style=style, weapon=weapon) if style is not Style.PLAIN:
            return f"{capital(word(style_word(command.style, command.contest)))} · {word(weapon)}"
        case Shoot(weapon=weapon, distance=distance):
            return gettext("Tirer · %(weapon)s · %(distance)s m") % {"weapon": word(weapon), "distance": distance}
        case Charge(shield=True):
            return gettext("Charger au bouclier")
        case Prepare(style=style):
            return gettext("Préparer : %(style)s") % {"style": word(style_word(style))}
        case Order(order=order, gain=gain):
            return " · ".join(capital(word(one)) for one in (order, gain) if one)
        case Frighten(side=side):
            return gettext("Terreur causée par : %s") % word(side)
        case GoOn() | TakePosture():
            return _plainly(command)
        case _:
            return " · ".join([say_command(command, spoken), *_details(command, word)])


def style_word(style: str, contest: str = AGILITY) -> str:
    """The word for a special blow; who trips says by which contest [SK-TRP-1]."""
    if style == Style.ACROBATIC:
        return "acrobatic-attack"
    return "trip-strength" if (style, contest) == (Style.TRIP, STRENGTH) else style


def _plainly(command: GoOn | TakePosture) -> str:
    match command:
        case GoOn(on=on):
            return gettext("Poursuivre") if on else gettext("Cesser")
        case TakePosture(posture=posture):
            return gettext("S'allonger") if posture == "prone" else gettext("S'accroupir")


def _details(command: Command, word: Word) -> list[str]:
    """The words and ticks of a command that has no label of its own."""
    flags = {
        "fast": gettext("en courant"),
        "evading": gettext("en feintant"),
        "fleeing": gettext("en fuite"),
        "acrobatic": gettext("acrobatique"),
        "swap": gettext("à la place de l'action"),
    }
    shown = {key: value for key, value in sent(command).items() if key not in ("who", "target")}
    named = [
        word(str(value)) for value in shown.values() if isinstance(value, str | int) and not isinstance(value, bool)
    ]
    return named + [flags[key] for key, value in shown.items() if value is True and key in flags]


STRIKING = {
    Style.PLAIN: gettext_lazy("touche %(hit)s %%, blesse %(harm)s %%"),
    Style.TRIP: gettext_lazy("touche %(hit)s %%, fait tomber ou chanceler %(won)s %%"),
    "trip-strength": gettext_lazy("touche %(hit)s %%, fait tomber %(won)s %%"),
    "trip-both": gettext_lazy("touche %(hit)s %%, fait tomber %(won)s %%, dont %(both)s %% tous les deux"),
    Style.GRAPPLE: gettext_lazy("touche %(hit)s %%, tient %(won)s %%"),
    Style.THROW: gettext_lazy("touche %(hit)s %%, projette %(won)s %%"),
}
STRUCK = {
    Style.PLAIN: gettext_lazy("touché %(hit)s %%, blessé %(harm)s %%"),
    Style.TRIP: gettext_lazy("touché %(hit)s %%, à terre ou chancelant %(won)s %%"),
    "trip-strength": gettext_lazy("touché %(hit)s %%, à terre %(won)s %%"),
    "trip-both": gettext_lazy("touché %(hit)s %%, à terre %(won)s %%, dont %(both)s %% tous les deux"),
    Style.GRAPPLE: gettext_lazy("touché %(hit)s %%, tenu %(won)s %%"),
    Style.THROW: gettext_lazy("touché %(hit)s %%, projeté %(won)s %%"),
}
"""How likely a blow gets through, and what it then does: to whom one strikes, and to oneself."""


def odds(chance: ChanceView) -> str:
    """Those of a blow or a shot one may try."""
    return _told(STRIKING, chance.style, chance.contest, chance)


def dodge_odds(command: Command, threat: ThreatView | None) -> str:
    """Those of the blow one must meet, if one chooses so."""
    if threat is None or not isinstance(command, Choose):
        return ""
    found = next((choice for choice in threat.choices if choice.option == command.option), None)
    return "" if found is None else _told(STRUCK, threat.style, threat.contest, found)


def _told(sentences: Mapping[str, Promise], style: str, contest: str, found: ChanceView | ChoiceView) -> str:
    """In the words of this sort of blow; a trip by Strength that may bring both down says so [SK-TRP-4]."""
    sort = "trip-both" if found.both else style_word(style, contest)
    facts = {"hit": found.hit, "harm": found.harm, "won": found.won, "both": found.both}
    said = sentences.get(sort, sentences[Style.PLAIN])
    return str(said) % {name: _percent(chance) for name, chance in facts.items()}


def _percent(chance: Exact) -> int:
    """In per cent; 0 and 100 are kept for what cannot happen and what is sure."""
    return round(100 * chance) if chance in (0, 1) else min(99, max(1, round(100 * chance)))


def sent(command: Command) -> dict[str, Any]:
    """The fields a form must send: those that are not at their default; the seat is filled in."""
    defaults = {
        field.encode_name: to_plain(field.default) for field in structs.fields(type(command)) if not field.required
    }
    plain = to_plain(command)
    return {
        key: value
        for key, value in plain.items()
        if key not in ("type", "seat") and (key not in defaults or value != defaults[key])
    }


TAPS = (
    BeginFight,
    PassOn,
    Announce,
    GoOn,
    Choose,
    Strike,
    Shoot,
    Charge,
    Prepare,
    Dodge,
    Move,
    Disengage,
    GetUp,
    Draw,
    PickUp,
    Extract,
    Tighten,
    Hurl,
    Release,
    Escape,
    Order,
    KeepOrdering,
    TakeOver,
    Defy,
    Stare,
    BreakStare,
    TakePosture,
    Jump,
    Survive,
    Delay,
    Yield,
    EndLong,
    Display,
    Frighten,
    Uncover,
    CallOff,
    EndFight,
)
"""Commands that are taps, in the order they are shown."""
MAIN = (BeginFight, PassOn)
AT_ONCE = "skirmish:at-once"
SPOKEN = (Announce.__name__, GoOn.__name__)
"""What takes no dice is sent as it is."""
MOST_LEGAL = 5000
"""How many legal commands are looked at: forty fighters have thousands, most of them attacks."""


@dataclass(frozen=True, slots=True)
class Tap:
    """A command as one button; of one family there may be several, by target and by option."""

    label: str
    type: str
    who: str
    target: str
    family: str
    option: str
    fields: tuple[tuple[str, str], ...]
    note: str = ""
    main: bool = False
    door: str = "send"


def taps(game: VisitedGame, spoken: Language, later: Collection[str] = ()) -> tuple[Tap, ...]:
    """The buttons of the visitor's usual commands; attacks of those whose turn comes `later` are not shown yet."""
    legal = game.first_legal(MOST_LEGAL)
    found = [command for command in legal if isinstance(command, TAPS) and not _waits(command, later)]
    sides = {fighter.side: fighter.side_name for fighter in game.view.fighters}
    words = {**room_words("skirmish", spoken), **game.called, **sides}
    known = {fighter.id: fighter for fighter in game.view.fighters}
    made = (
        tap(command, known.get(getattr(command, "who", "")), words, spoken, threat=game.view.threat)
        for command in sorted(found, key=_rank)
    )
    return tuple(replace(one, door=AT_ONCE) if game.view.at_once and one.type not in SPOKEN else one for one in made)


def _waits(command: Command, later: Collection[str]) -> bool:
    return bool(getattr(command, "target", "")) and getattr(command, "who", "") in later


def _rank(command: Command) -> tuple[int, bool]:
    """The order of `TAPS`; laying hands on somebody comes after charges."""
    wrestles = isinstance(command, Strike) and command.style in WRESTLING
    return TAPS.index(Charge if wrestles else type(command)), wrestles


def tap(
    command: Command,
    fighter: FighterView | None,
    words: Mapping[str, str],
    spoken: Language,
    *,
    threat: ThreatView | None = None,
) -> Tap:
    """The button of a legal command."""

    def word(code: str) -> str:
        return words.get(code, code)

    given = sent(command)
    said = label(command, word, spoken)
    belongs, option = family(command, word, said)
    chance = _chance(command, () if fighter is None or fighter.own is None else fighter.own.chances)
    cost = ", ".join(filter(None, (dodge_odds(command, threat), price(command, fighter))))
    return Tap(
        label=said,
        type=type(command).__name__,
        who=str(given.get("who", "")),
        target=str(given.get("target", "")),
        family=belongs,
        option=option,
        fields=tuple((key, _field(value)) for key, value in given.items()),
        note=cost if chance is None else odds(chance),
        main=isinstance(command, MAIN),
    )


def _chance(command: Command, chances: tuple[ChanceView, ...]) -> ChanceView | None:
    """The odds the view gives for this very blow, charge or shot."""
    match command:
        case Strike(second="", draw=""):
            sought = (command.target, command.weapon, str(command.style), command.aim, 0, command.contest)
        case Charge(shield=shield):
            sought = (command.target, command.weapon, SHIELD if shield else CHARGE, "", 0, AGILITY)
        case Shoot():
            sought = (command.target, command.weapon, "plain", "", command.distance, AGILITY)
        case _:
            return None
    return next((one for one in chances if _names(one) == sought), None)


def _names(one: ChanceView) -> tuple[str | int, ...]:
    return one.target, one.weapon, one.style, one.aim, one.distance, one.contest


def _field(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else ""
    return "\n".join(map(str, value)) if isinstance(value, list | tuple) else str(value)

"""One sample of each sheet, with names short or as long as they get."""

from __future__ import annotations

import msgspec

from heraut.press.fight_paper import ArmourLine, CharacterPaper, PaperFact, TraitLine, Value, WeaponLine
from heraut.press.grant import coats_of_arms
from heraut.press.paper import (
    Badge,
    Badges,
    BandLine,
    BandSheet,
    BlankRound,
    CampaignBand,
    CampaignSheet,
    Certificate,
    Drawing,
    EmergencyPack,
    Holding,
    Pairings,
    PaperLink,
    PaperList,
    PaperListEntry,
    PaperOccasion,
    PaperPerson,
    RecordPaper,
    RecordRow,
    ReferenceTable,
    ResultSlips,
    RoundOutcome,
    RulesSheet,
    ScenarioSheet,
    ScoreSheets,
    Seating,
    Section,
    Sheet,
    SignIn,
    StandingsLine,
    StandingsPaper,
)
from heraut.press.rules import PlayConditions, reference_rules
from heraut.tournament.steamroller.scoring import SteamrollerWin
from press.samples import NAMES

EVENT = PaperOccasion("Tournoi d’automne", "Salle des fêtes", "15 novembre 2026")
LONG = "Maximilienne-Joséphine de la Roche-aux-Corneilles-sur-Mer B."
UNBROKEN = "Wolfeschlegelsteinhausenbergerdorffvoralternwarengewissenhaf"
LONG_EVENT = PaperOccasion(
    "Grand tournoi international d’automne des compagnies franches et alliées", LONG, "15 novembre 2026"
)

DIAGRAM = Drawing(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 360"><path fill="none" stroke="#000" stroke-width="3"'
    ' d="M2 2h476v356H2zM2 180h476"/><path fill="#ddd" stroke="#000" d="M2 2h476v118H2zM2 240h476v118H2z"/>'
    '<g fill="#fff" stroke="#000" stroke-width="3"><circle cx="60" cy="180" r="10"/><circle cx="240" cy="180" r="10"/>'
    '<circle cx="420" cy="180" r="10"/></g></svg>',
    "Table de 120 × 90 cm",
)


def link(path: str) -> PaperLink:
    return PaperLink(f"http://192.168.1.20:8000/{path}")


def people(count: int) -> list[PaperPerson]:
    arms = coats_of_arms(NAMES[:count])
    return [PaperPerson(name, number, "Vikings", arms=arms[name]) for number, name in enumerate(NAMES[:count], start=1)]


def games(count: int, *, bye: bool = False) -> tuple[Seating, ...]:
    everyone = people(2 * count + 1)
    paired = tuple(
        Seating(table, everyone[2 * table - 2], everyone[2 * table - 1], link(f"t/{table}"))
        for table in range(1, count + 1)
    )
    return (*paired, Seating(count + 1, everyone[-1])) if bye else paired


def long_games() -> tuple[Seating, ...]:
    return tuple(
        Seating(table, PaperPerson(LONG, 1, LONG, LONG), PaperPerson(UNBROKEN, 2, UNBROKEN), link("t/" + "x" * 60))
        for table in (1, 2, 3, 4)
    )


def pairings(order: str = "table", count: int = 12) -> Pairings:
    return Pairings(event=EVENT, round=3, games=games(count, bye=True), order=order, scenario="Capture")


def slips(count: int = 4) -> ResultSlips:
    return ResultSlips(event=EVENT, round=3, games=games(count), asks=("Points de victoire",), scenario="Capture")


def scores(count: int = 1) -> ScoreSheets:
    return ScoreSheets(
        event=EVENT,
        round=3,
        games=games(count),
        scenario="Conquête",
        moments=("3", "4", "5", "6", "Fin"),
        columns=("Objectifs", "Massacre"),
    )


def standings(count: int = 20) -> StandingsPaper:
    rows = tuple(
        StandingsLine(rank, person, (f"{60 - rank}½", str(120 - rank), "3"))
        for rank, person in enumerate(people(count), 1)
    )
    return StandingsPaper(event=EVENT, after_round=3, columns=("Points", "Résistance", "Victoires"), rows=rows)


def badges(count: int = 8) -> Badges:
    return Badges(
        event=EVENT,
        badges=tuple(Badge(person, "Joueur", link(f"s/4f6b1c{person.number}")) for person in people(count)),
    )


def certificate(person: PaperPerson | None = None) -> Certificate:
    return Certificate(
        event=EVENT,
        person=person or PaperPerson("Chloé", faction="Normands"),
        award="Champion du tournoi",
        citation="cinq victoires en cinq rondes",
        signed_by=("L’organisateur", "L’arbitre"),
    )


def band(person: PaperPerson | None = None, *, equipment: str = "Arme lourde", more: int = 0) -> BandSheet:
    return BandSheet(
        event=EVENT,
        person=person or PaperPerson("Ana", 12, "Vikings"),
        age="Âge des Vikings",
        budget=6,
        warlord=BandLine("Seigneur", 1, "0", equipment),
        special=(
            BandLine("Berserkers", 4, "1"),
            *(BandLine(f"Mercenaires {n}", 4, "1", equipment) for n in range(more)),
        ),
        hearthguards=(BandLine("Gardes", 8, "2"),),
        warriors=(BandLine("Guerriers", 16, "2"),),
        levies=(BandLine("Levées", 12, "1", "Arcs"), BandLine("Levées à pied", 0, "0")),
        spells=("Brume", "Foudre"),
    )


def record(
    rounds: int = 5, *, played: tuple[RecordRow, ...] | None = None, lists: int = 2, entries: int = 9
) -> RecordPaper:
    rows = (
        RecordRow(RoundOutcome.WIN, PaperPerson("Ben", 7), SteamrollerWin.ASSASSINATION, 1, 3, 28),
        RecordRow(RoundOutcome.LOSS, PaperPerson("Farid", 21), SteamrollerWin.TB2, 0, 1, 12),
        RecordRow(RoundOutcome.BYE, tournament_points=1),
    )
    army = PaperList(
        "Cygnar",
        tuple(PaperListEntry(f"Unité d’infanterie {n}", n) for n in range(1, entries + 1)),
        "Contrat de la Couronne",
        "Force des forges",
        2,
    )
    return RecordPaper(
        event=EVENT,
        player=PaperPerson("Ana", 12),
        nickname="La Corneille",
        rounds=rounds,
        played=rows if played is None else played,
        lists=(army,) * lists,
    )


def scenario(sections: int = 6) -> ScenarioSheet:
    text = "Le premier joueur place un élément de terrain, puis le second. Aucun élément n’est à moins de M d’un autre."
    return ScenarioSheet(
        event=EVENT,
        title="Capture",
        diagram=DIAGRAM,
        sections=tuple(Section(f"Étape {number}", (text, text)) for number in range(1, sections + 1)),
        round=3,
        link=link("scenario/capture"),
    )


def reference() -> ReferenceTable:
    return ReferenceTable(
        event=EVENT,
        title="Points de tournoi",
        columns=("Écart", "Vainqueur", "Vaincu"),
        rows=(("0", "10½", "10"), ("1 à 3", "11", "9"), ("4 à 6", "12", "8"), ("7 à 10", "13", "7")),
        note="À égalité, le premier joueur l’emporte.",
    )


def sign_in(count: int = 12) -> SignIn:
    return SignIn(event=EVENT, people=tuple(people(count)), present=(1, 3))


def blank(tables: int = 12) -> BlankRound:
    return BlankRound(event=EVENT, round=4, tables=tables, asks=("PV",), bye=True)


def pack() -> EmergencyPack:
    rows = tuple(msgspec.structs.replace(row, met=(row.rank + 1, row.rank + 4, 12)) for row in standings().rows)
    known = msgspec.structs.replace(standings(), rows=rows)
    parts: tuple[Sheet, ...] = (pairings("name"), pairings(), slips(6), known, reference(), blank(), scenario())
    return EmergencyPack(event=EVENT, parts=parts, printed="15 novembre 2026 à 11 h 42", link=link("desk"))


def character(person: PaperPerson | None = None, *, traits: int = 18) -> CharacterPaper:
    names = (
        "Réaction",
        "Courage",
        "Encaissement",
        "Fatigue",
        "Esquive",
        "Athlétisme",
        "Acrobatie",
        "Feinte de corps",
        "Épée",
    )
    return CharacterPaper(
        event=PaperOccasion("L’embuscade du gué"),
        person=person or PaperPerson("Gaëlle", faction="Clan du Corbeau"),
        player="Emma",
        side="Assaillants",
        mount="cheval",
        chief=True,
        confidence=1,
        attributes=tuple(Value(name, 3) for name in ("Force", "Agilité", "Perception", "Présence", "Endurance")),
        traits=tuple(TraitLine(names[n % len(names)], 4, 2, (4, 3, 2, 1, 1)) for n in range(traits)),
        weapons=(
            WeaponLine("Épée longue", "Épée", "4d+3", 3, "2D6+2", "taille, estoc"),
            WeaponLine("Javelot", "Jet", "4d+2", 1, "2D6", "estoc", (5, 10, 20, 40), "arme longue"),
        ),
        armour=(ArmourLine("Cotte de mailles", 4, "torse, bras"), ArmourLine("Casque", 2, "tête")),
        wounds=(0, 0, 1, 1, 2, 2, 3, 4),
        fatigue=(0,) * 6,
        fighting=(
            PaperFact("Défense au combat", "9"),
            PaperFact("Encaissement", "3d+6"),
            PaperFact("Coup en force", "+1d"),
        ),
        speeds=tuple((f"terrain {number}", "3", "8") for number in range(9)),
        slots=((1, "3", "+0"), (2, "2 4", "−1"), (3, "1 3 5", "−2"), (4, "1 2 4 5", "−3"), (5, "1 2 3 4 5", "−4")),
    )


def campaign(
    person: PaperPerson | None = None, *, holdings: int = 6, memory: tuple[str, ...] = ("Ana", "Hugo", "Hugo")
) -> CampaignSheet:
    return CampaignSheet(
        event=PaperOccasion("La guerre des trois tours"),
        person=person or PaperPerson("Hugo", faction="Azur"),
        turn=4,
        power_points=7,
        income=9,
        initiative=2,
        memory=memory,
        holdings=tuple(
            Holding(f"Moulin du Gué {n}", "moulin", 2 + n % 2, n % 3 == 0, "Levées (1)" if n % 3 == 0 else "")
            for n in range(holdings)
        ),
        bands=(
            CampaignBand("Hardi", "Tour du Guet-Gris", ("Gardes 4/4", "Guerriers 8/8", "Levées 9/12"), "4 ¾"),
            CampaignBand("Sigrun", "Cromlech des Anciens", ("Gardes 8/8", "Guerriers 16/16"), "6"),
        ),
        link=link("campaign"),
    )


ONE_PAGE: dict[str, Sheet] = {
    "band": band(),
    "band-long": band(PaperPerson(LONG, 1, UNBROKEN), equipment=LONG, more=14),
    "record": record(),
    "record-long": record(
        9,
        lists=2,
        entries=24,
        played=(RecordRow(RoundOutcome.DRAW, PaperPerson(LONG, 499), SteamrollerWin.WIPE_OUT, 0, 12, 104),) * 9,
    ),
    "record-blank": record(6, played=(), lists=0),
    "scenario": scenario(),
    "scenario-long": scenario(14),
    "rules": RulesSheet(
        event=EVENT, title="Règles de l’événement", sections=reference_rules(PlayConditions(), "fr")[:3]
    ),
    "scores": scores(),
    "scores-long": ScoreSheets(
        event=LONG_EVENT,
        round=3,
        games=long_games()[:1],
        scenario=LONG,
        moments=(*(f"{turn} · {end}" for turn in range(1, 8) for end in ("1er", "2e")), "Fin"),
        columns=("Objectifs", "Massacre", "Bonus"),
    ),
    "pairings-table": pairings(),
    "pairings-name": pairings("name"),
    "pairings-draft-long": Pairings(
        event=LONG_EVENT,
        round=3,
        games=tuple(msgspec.structs.replace(game, note="revanche") for game in long_games()),
        draft=True,
    ),
    "sign-in": sign_in(),
    "sign-in-long": SignIn(
        event=LONG_EVENT, people=(PaperPerson(LONG, 1, LONG, LONG), PaperPerson(UNBROKEN, 2, club=UNBROKEN))
    ),
    "slips": slips(),
    "slips-long": ResultSlips(
        event=LONG_EVENT, round=3, games=long_games(), asks=("Points de contrôle", "PA détruits"), scenario=LONG
    ),
    "standings": standings(),
    "badges": badges(),
    "badges-long": Badges(
        event=LONG_EVENT, badges=tuple(Badge(game.first, LONG, game.link) for game in long_games() * 2)
    ),
    "certificate": certificate(),
    "certificate-long": certificate(PaperPerson(LONG, faction=LONG)),
    "reference": reference(),
    "blank": blank(),
    "character": character(),
    "character-long": character(PaperPerson(LONG, faction=UNBROKEN), traits=40),
    "campaign": campaign(),
    "campaign-long": campaign(PaperPerson(UNBROKEN, faction=LONG), holdings=27),
}
"""Sheets that must take exactly one page."""

LONG_RULES = RulesSheet(event=EVENT, title="Feuille de référence", sections=reference_rules(PlayConditions(), "fr"))

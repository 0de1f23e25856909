"""The characters a game master keeps: forms, text files, pages, and fights they enter."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.test import Client
from django.utils import translation
from msgspec.structs import replace

from heraut.kernel.codec import decode, from_plain, to_plain
from heraut.kernel.names import ORGANISER, StreamId
from heraut.skirmish.sheet import CharacterSheet, TrophyHead
from heraut.skirmish.sheet_text import read_character, samples
from heraut.speech.sentences import LANGUAGES
from heraut.web.desk import desk
from heraut.web.models import Character
from heraut.web.rooms.skirmish.character_form import form, read
from heraut.web.rooms.skirmish.paper import on_paper
from web.build import host, laid_out, passer_by

pytestmark = pytest.mark.django_db


TRIES = {
    "characters:index": ("get", "/characters/"),
    "characters:new": ("get", "/characters/new"),
    "characters:text": ("get", "/characters/text"),
    "characters:ready": ("get", "/characters/ready/archer/"),
    "characters:ready-text": ("get", "/characters/ready/archer.toml"),
    "characters:ready-paper": ("get", "/characters/ready/archer.pdf"),
    "characters:paper": ("get", "/characters/{id}.pdf"),
    "characters:show": ("get", "/characters/{id}/"),
    "characters:edit": ("get", "/characters/{id}/edit"),
    "characters:copy": ("post", "/characters/{id}/copy"),
    "characters:delete": ("post", "/characters/{id}/delete"),
    "characters:download": ("get", "/characters/{id}.toml"),
    "skirmish:sheet": ("get", "/g/{stream}/skirmish/sheet/Ambiorix"),
}
"""Every address of characters, and how to knock there."""


@pytest.mark.parametrize("name", TRIES)
def test_accounts_reach_their_characters_and_passers_by_do_not(name: str):
    opened = host().post("/new/skirmish/", {"fight": "duel", "public": "on"})["Location"].split("/")[2]
    id = host().post("/characters/archer/copy")["Location"].split("/")[2]
    method, path = TRIES[name]
    where = path.format(id=id, stream=opened)

    assert getattr(passer_by(), method)(where).status_code == (404 if name == "skirmish:sheet" else 403)
    assert getattr(host(), method)(where).status_code in (200, 302)


def fields(page: str) -> dict[str, list[str]]:
    """What the form of a page would send as it stands."""
    inside = re.findall(r'<form class="character-form".*?</form>', page, flags=re.S)[0]
    sent: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", inside):
        name = re.search(r'name="([^"]*)"', tag)
        if name is None or ('type="checkbox"' in tag and " checked" not in tag):
            continue
        value = re.search(r'value="([^"]*)"', tag)
        sent.setdefault(name[1], []).append("on" if 'type="checkbox"' in tag else unescape(value[1] if value else ""))
    for name, options in re.findall(r'<select[^>]*name="([^"]*)"[^>]*>(.*?)</select>', inside, flags=re.S):
        chosen = re.search(r'value="([^"]*)" selected', options)
        first = re.search(r'value="([^"]*)"', options)
        sent[name] = [(chosen or first)[1]]  # type: ignore[index]
    return sent


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, answer.status_code
    return plain(answer)


def plain(answer: Any) -> str:
    """The text of an answer, its hard spaces soft."""
    return laid_out(re.sub("[\u00a0\u202f]", " ", unescape(answer.content.decode())))


def kept() -> list[CharacterSheet]:
    return [decode(row.sheet, CharacterSheet) for row in Character.objects.order_by("changed")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list(samples()))
def test_a_form_sent_as_it_stands_gives_the_sheet_again(name: str, language: Any):
    made = form(to_plain(samples()[name]), {}, language)
    sent = QueryDict(mutable=True)
    rows = [
        *made.person, *made.attributes, *made.armour, *made.tracks,
        *(field for row in (*made.traits, *made.skills) for field in row.numbers),
        *(row.name for row in made.skills if row.name),
        *(field for row in made.weapons for field in (*row.usual, *row.more)),
        *(field for row in made.strikes for field in (row.art, row.specialty)),
    ]  # fmt: skip
    for field in rows:
        if field.kind != "check" or field.value:
            sent[field.name] = "on" if field.kind == "check" else str(field.value)

    told, ready = from_plain(read(sent), CharacterSheet), samples()[name]
    assert sorted(told.armour.zones) == sorted(ready.armour.zones)
    assert replace(told, armour=ready.armour) == ready


def test_a_character_is_written_field_by_field_kept_shown_changed_and_deleted():
    master = host()
    blank = fields(page(master, "/characters/new"))
    typed = {
        **blank, "name": "Vercassi", "attributes.strength": "4", "attributes.agility": "3",
        "traits.soak.dice": "3", "traits.soak.level": "2", "skills.0.name": "Épées", "skills.0.dice": "5",
        "skills.0.level": "4", "weapons.0.id": "épée", "weapons.0.skill": "épées", "weapons.0.type": "cutting",
        "weapons.0.damage_bonus": "4", "weapons.0.in_hand": "on", "wound_levels": "5", "wound_penalties": "0 1 1 2 3",
    }  # fmt: skip

    answer = master.post("/characters/new", typed)

    (sheet,) = kept()
    assert (sheet.name, sheet.in_hand, sheet.weapons[0].id, sheet.weapons[0].skill) == (
        "Vercassi", ("sword",), "sword", "swords",
    )  # fmt: skip
    shown = page(master, answer["Location"])
    assert all(word in shown for word in ("Vercassi", "Épées", "5d+4", "4d+4", "−3d"))
    again = fields(page(master, answer["Location"] + "edit"))
    master.post(answer["Location"] + "edit", {**again, "name": "Vercassivellaunos", "confidence": "2"})
    (changed,) = kept()
    assert (changed.name, changed.confidence, changed.weapons) == ("Vercassivellaunos", 2, sheet.weapons)
    master.post(answer["Location"] + "copy")
    assert [one.name for one in kept()] == ["Vercassivellaunos", "Vercassivellaunos (copie)"]
    master.post(answer["Location"] + "delete")
    assert [one.name for one in kept()] == ["Vercassivellaunos (copie)"]


def test_every_fault_is_told_at_its_field_in_the_pages_language_and_what_was_typed_is_kept():
    master = host()
    blank = fields(page(master, "/characters/new"))
    wrong = {
        **blank, "name": "", "attributes.strength": "beaucoup", "traits.soak.dice": "0", "skills.0.name": "épées",
        "skills.0.dice": "99", "weapons.0.id": "arc", "weapons.0.skill": "arcs", "weapons.0.type": "thrusting",
        "weapons.0.delivery": "projectile", "weapons.0.ranges": "50 20", "weapons.0.in_hand": "on",
        "weapons.0.two_handed": "on", "weapons.1.id": "hache", "weapons.1.skill": "haches", "weapons.1.in_hand": "on",
        "weapons.1.ranges": "5 x 15 20", "heads": "3 bientôt", "martial_arts.trip": "5",
    }  # fmt: skip

    answer = master.post("/characters/new", wrong)
    told = plain(answer)

    assert answer.status_code == 400
    assert not Character.objects.exists()
    faults = dict(re.findall(r'<p class="fault" id="field-([\w-]+)-fault">([^<]*)</p>', told))
    assert set(faults) == {
        "name", "attributes-strength", "traits-soak-dice", "skills-0-dice", "weapons-0-ranges", "weapons-1-ranges",
        "heads", "martial_arts-trip",
    }  # fmt: skip
    assert "Il faut quatre portées qui vont en croissant, pas « 50 20 »." in faults["weapons-0-ranges"]
    assert "9 erreurs à corriger" in told  # these, and the hands
    assert faults["attributes-strength"] == "Un nombre entier de 1 à 30 est attendu, pas « beaucoup »."
    assert "Il faudrait 3 mains pour tenir cela" in told
    assert 'value="beaucoup"' in told
    assert 'value="50 20"' in told
    english = plain(master.post("/characters/new", wrong, headers={"accept-language": "en"}))
    assert "A whole number from 1 to 30 is expected, not “beaucoup”." in english


def test_a_button_brings_the_form_again_with_room_for_more_weapons_and_keeps_nothing_yet():
    master = host()
    sent = fields(page(master, "/characters/new"))
    assert "weapons.2.id" not in sent
    typed = {
        "name": "Loïc",
        "weapons.0.id": "épée",
        "weapons.1.id": "arc",
        "attributes.agility": "beaucoup",
        "more": "on",
    }
    again = fields(plain(master.post("/characters/new", {**sent, **typed})))

    assert (again["name"], again["weapons.0.id"], again["weapons.1.id"]) == (["Loïc"], ["épée"], ["arc"])
    assert (again["weapons.3.id"], again["attributes.agility"], kept()) == ([""], ["beaucoup"], [])


def test_a_text_file_is_taken_away_and_brought_back():
    master = host()
    location = master.post("/characters/archer/copy")["Location"].removesuffix("edit")
    answer = master.get(location.removesuffix("/") + ".toml")
    assert answer["Content-Disposition"] == 'attachment; filename="archer.toml"'
    assert read_character(answer.content.decode()) == samples()["archer"]

    file = SimpleUploadedFile("archer.toml", answer.content)
    assert master.post("/characters/text", {"file": file}).status_code == 302
    assert kept() == [samples()["archer"]] * 2
    assert "perception = 4" in master.get("/characters/ready/archer.toml").content.decode()


def test_the_faults_of_a_text_are_told_with_their_lines():
    wrong = 'name = "Barde"\nluck = 3\n\n[traits]\nsoak = { dice = 0 }\n'
    answer = host().post("/characters/text", {"text": wrong})
    told = plain(answer)

    assert answer.status_code == 400
    assert "<b>ligne 2</b> <code>luck</code> « luck » n’est pas un champ d’ici." in told
    assert "<b>ligne 5</b> <code>traits.soak.dice</code> Un nombre entier de 1 à 30 est attendu, pas « 0 »." in told
    assert "soak = { dice = 0 }" in told
    for nonsense in ("", "\0", "[" * 3000, b"\xff\xfe".decode("latin-1"), "x" * 200_000):
        assert host().post("/characters/text", {"text": nonsense}).status_code == 400


def test_nobody_sees_anothers_characters():
    location = host().post("/characters/archer/copy")["Location"].removesuffix("edit")
    other = Client()
    other.force_login(User.objects.create_user("chloe"))

    assert other.get(location).status_code == 404
    assert other.post(location + "delete").status_code == 404
    assert other.get(location.removesuffix("/") + ".toml").status_code == 404
    assert "Archer" not in page(other, "/characters/").split("Prêts à jouer")[0]
    assert passer_by().get("/characters/").status_code in (302, 403)
    assert len(kept()) == 1


def test_a_kept_character_enters_a_fight_with_numbered_copies_and_a_unit():
    master = host()
    master.post("/characters/man-at-arms/copy")
    id = Character.objects.get().pk
    opened = master.post("/new/skirmish/", {
        "fight": "own", "name-1": "Chef", "sheet-1": "chief", "side-1": "Pillards", "name-2": "Homme", "sheet-2": id,
        "count-2": "2", "side-2": "Pillards", "chief-2": "Chef", "unit-2": "Garde", "name-3": "Ana",
        "sheet-3": "archer", "side-3": "Éburons", "options.gang_bonus": "per_extra_attacker", "options.celtic": "",
        "options.escape_difficulty": "12", "options.dice_model": "sum-d10",
    })  # fmt: skip
    assert opened.status_code == 302
    stream = StreamId(opened["Location"].split("/")[2])
    view = desk().history(stream).engine.view(desk().history(stream).state, ORGANISER)

    chief, man = view.fighters[0].id, view.fighters[1].id
    assert [(one.name, one.unit_name, one.chief) for one in view.fighters][1:3] == [
        ("Homme 1", "Garde", chief), ("Homme 2", "Garde", chief),
    ]  # fmt: skip
    options = view.options
    assert (options.gang_bonus, options.celtic, options.escape_difficulty, options.dice_model) == (
        "per_extra_attacker", False, 12, "sum-d10",
    )  # fmt: skip
    sheet = page(master, f"/g/{stream}/skirmish/sheet/{man}")
    assert "Homme 1" in sheet
    assert passer_by().get(f"/g/{stream}/skirmish/sheet/{man}").status_code == 404


def test_every_setting_of_section_36_has_its_clause_and_its_default():
    shown = page(host(), "/new/skirmish/")
    settings = re.findall(r'<div class="skirmish-setting">.*?why/(SK-[A-Z]+-\d+)', shown, flags=re.S)

    assert len(settings) == 23
    assert shown.count("Habituel : ") == 23
    wrong = host().post("/new/skirmish/", {"fight": "duel", "options.two_weapon_malus": "beaucoup"})
    assert wrong.status_code == 400
    assert 'value="beaucoup"' in wrong.content.decode()


def test_a_character_on_paper_has_what_the_page_shows():
    archer = samples()["archer"]
    sheet = on_paper(archer)
    words = {trait.label for trait in sheet.traits}

    assert len(sheet.attributes) == 5
    assert (len(sheet.traits), len(sheet.weapons)) == (len(archer.traits), len(archer.weapons) + 1)
    assert "esquive" in words
    assert host().get("/characters/ready/archer.pdf").content.startswith(b"%PDF")


@pytest.mark.clause("SK-MNT-1", "SK-MNT-3", "SK-CHG-4", "SK-DRW-4", "SK-IMP-2", "SK-DMG-2")
def test_a_horseman_on_paper_has_all_the_rules_read_of_his_weapons():
    weapons = {weapon.label: weapon for weapon in on_paper(samples()["horseman"]).weapons}

    assert {label: (weapon.attack, weapon.damage) for label, weapon in weapons.items()} == {
        "lance": ("4d+4", "4d+5"),  # five dice of lances, four of riding
        "épée": ("4d+4", "4d+4"),
        "bouclier": ("3d+2", "4d"),
        "à mains nues": ("3d+2", "4d"),
    }
    notes = {
        label: weapon.notes.replace("\N{NO-BREAK SPACE}", " ").replace("’", "'") for label, weapon in weapons.items()
    }
    assert notes["lance"] == "en main, longue, 300 cm, d'hast, encombrement 4, à retirer : 10"
    assert notes["épée"] == "80 cm, fourreau −5, à retirer : 10"


@pytest.mark.clause("SK-STR-1", "SK-DECL-2", "SK-DICE-22", "SK-MOV-1", "SK-SPC-1", "SK-HED-6", "SK-TER-3")
@pytest.mark.parametrize(("language", "crouched", "crawl"), [("fr", "1,5", "2,25"), ("en", "1.5", "2.25")])
def test_speeds_are_written_in_one_way_and_alike_on_page_and_paper(language: str, crouched: str, crawl: str):
    client = host()
    client.post("/language", {"language": language})
    page = laid_out(client.get("/characters/ready/archer/").content.decode())
    speeds = re.search(r"m/s\).*?</table>", page, flags=re.S)
    assert speeds is not None
    shown = re.findall(r'<td class="num">([^<]*)</td>', speeds[0])
    with translation.override(language):
        printed = on_paper(samples()["archer"]).speeds

    assert shown == [cell for _ground, *cells in printed for cell in cells]
    assert {crouched, crawl} <= set(shown)
    assert "½" not in "".join(shown)


def test_a_character_on_paper_is_enough_to_fight_from():
    trained = replace(
        samples()["horseman"],
        martial_arts={"trip": 2},
        specialties=("precision",),
        heads=(TrophyHead(3), TrophyHead()),
        unclothed=True,
    )
    sheet = on_paper(trained)
    told = {fact.label: fact.text.replace("’", "'") for fact in sheet.fighting}

    assert told == {
        "Défense au combat": "11",
        "En fuite": "2",
        "Immobile": "−10",
        "Encaissement, protection comprise": "3d+7",
        "Contre un adversaire à pied": "+3 à l'attaque, +5 à la défense",
        "Hommes commandés par action": "3",
        "Faire tomber": "+2d",
        "Coup de précision": "+1",
        "Têtes à la ceinture": "3 jours, embaumée",
        "Combat sans vêtements": "1 point de terreur",
    }
    assert (sheet.wounds, sheet.fatigue) == ((0, 1, 1, 2, 3), (0,) * 7)
    assert sheet.slots[2] == (3, "1 3 5", "−2")
    assert sheet.speeds[0] == ("terrain plat", "3", "8")
    assert {trait.label: trait.left for trait in sheet.traits}["lances"] == (5, 4, 3, 2, 2)

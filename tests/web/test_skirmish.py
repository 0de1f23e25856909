"""The skirmish's pages: a fight opened from a sample, the tracker, one tap per action, nothing hidden on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from random import Random
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from heraut.kernel.codec import from_plain
from heraut.kernel.journal import Header
from heraut.kernel.message import Roll
from heraut.kernel.names import FATE, LOCAL, ORGANISER, ActorId, CommandId, Seat, StreamId
from heraut.kernel.refusal import Refusal
from heraut.kernel.slugs import lasting_id
from heraut.skirmish import engine
from heraut.skirmish.announcements import Announce
from heraut.skirmish.answers import Rule
from heraut.skirmish.charges import Charge
from heraut.skirmish.ending import EndFight
from heraut.skirmish.game_master import CallRoll, Surprise
from heraut.skirmish.improvise import Attention, Improvise
from heraut.skirmish.missiles import Shoot
from heraut.skirmish.model import MODELS
from heraut.skirmish.pace import SetRolls
from heraut.skirmish.secrecy import Uncover
from heraut.skirmish.settings import Enlisted, FightOptions, Rulings, Settings
from heraut.skirmish.sheet_text import ambush, duel_of_warriors, samples
from heraut.skirmish.slots import Survive
from heraut.skirmish.state import FightStep, State
from heraut.skirmish.strikes import Strike
from heraut.skirmish.turn import BeginFight, Proceed
from heraut.web.desk import desk, now, submit
from heraut.web.game import new_id
from heraut.web.models import Stream
from heraut.web.rooms.skirmish.command_forms import FRACTIONS, every, form
from heraut.web.rooms.skirmish.opening import ROWS, read
from heraut.web.rooms.skirmish.pages import SCREEN_ROWS
from skirmish.test_dice_model import BestDie
from web.build import host, laid_out, passer_by, player

pytestmark = pytest.mark.django_db

FIGHT = StreamId("combat")
HIDDEN = lasting_id("Cavalier")
ANA, BEN = Seat("ana"), Seat("ben")
PAIR = ("celtic-warrior", "celtic-spearman")


def fight(settings: Settings) -> None:
    header = desk().open(stream=FIGHT, engine="skirmish", title="Le gué", settings=settings, at=now())
    assert isinstance(header, Header)
    Stream.objects.filter(pk=FIGHT).update(public=True)


def send(command: Any) -> None:
    outcome = submit(FIGHT, command, command_id=CommandId(new_id()), actor=ActorId("test"), sender=LOCAL)
    assert not isinstance(outcome, Refusal), outcome


def roll_all() -> None:
    """Whatever dice are due, every one shows 3."""
    while (due := desk().awaits(FIGHT, ORGANISER)[0]).seat == FATE:
        assert due.chance is not None
        send(Roll(faces=(3,) * len(due.chance.sides)))


def in_english(client: Client) -> Client:
    client.post("/language", {"language": "en"})
    return client


def to_the_third_segment() -> None:
    """Both have announced one action, and may take it."""
    send(BeginFight())
    roll_all()
    for _ in range(2):
        send(Announce(seat=ORGANISER, who=str(desk().awaits(FIGHT, ORGANISER)[0].subject), actions=1))
    for _ in range(5):
        send(Proceed())


def text(client: Client) -> str:
    answer = client.get(f"/g/{FIGHT}/")
    assert answer.status_code == 200
    return laid_out(unescape(answer.content.decode()))


def taps(page: str) -> list[dict[str, str]]:
    """The fields each one-tap form of the page would send."""
    forms = re.findall(r'<form[^>]*class="skirmish-tap"[^>]*>(.*?)</form>', page, flags=re.S)
    return [dict(re.findall(r'name="(\w+)" value="([^"]*)"', form)) for form in forms]


def told(page: str, label: str) -> list[str]:
    """What stands under the buttons of that label."""
    target = r'(?: <span class="skirmish-target">[^<]*</span>)?'
    return re.findall(rf'<span>{re.escape(label)}</span>{target} <span class="skirmish-odds">([^<]*)</span>', page)


def test_a_sample_opens_with_the_names_of_its_players():
    settings = from_plain(read(QueryDict("fight=duel&player-1=Chloé&player-2=")), Settings)

    assert dict(settings.players) == {"ana": "Chloé", "ben": "Ben"}
    assert settings.options.rulings == "sheet"
    assert "L’embuscade" in unescape(host().get("/new/skirmish/").content.decode())


def test_any_number_of_players_and_the_names_typed_are_those_offered():
    lines = "".join(f"&player-{number}=Nom{number}&name-{number}=H{number}&sheet-{number}=archer"
                    f"&seat-{number}=player-{number}" for number in range(1, 10))  # fmt: skip
    sent = QueryDict(f"fight=own&rolls=at_once{lines}")
    settings = from_plain(read(sent), Settings)

    assert dict(settings.players) == {f"player-{number}": f"Nom{number}" for number in range(1, 10)}
    assert [entry.seat for entry in settings.fighters] == list(settings.players)
    assert settings.options.rolls == "at_once"
    shown = unescape(host().post("/new/skirmish/", {**sent.dict(), "side-1": ""}).content.decode())
    assert len(re.findall(r">\s*Nom9\s*<", shown)) == len(ROWS)
    assert 'name="player-10"' in shown


def test_the_tracker_shows_turn_slots_tracks_and_the_dice_that_are_due_with_their_reasons():
    fight(duel_of_warriors())
    assert "Avant le combat" in text(host())
    send(BeginFight())

    page = text(player(ANA, FIGHT))
    assert "Ambiorix · réaction" in page
    assert "Tour 1" in page
    assert '<span class="heard">0 / 5</span>' in page


def test_one_tap_per_usual_action_with_the_odds_shown_before():
    fight(duel_of_warriors())
    to_the_third_segment()
    ben = player(BEN, FIGHT)
    page = text(ben)
    assert re.fullmatch(r"touche \d+\s%, blesse \d+\s%", *told(page, "Frapper · épieu"))
    assert re.fullmatch(r"touche \d+\s%, fait tomber ou chanceler \d+\s%", *told(page, "Faire tomber · épieu"))
    trip = r"touche \d+\s%, fait tomber \d+\s%, dont \d+\s% tous les deux"
    assert re.fullmatch(trip, *told(page, "Faire tomber, de force · épieu"))
    assert "Les chances sont celles d’un coup que personne n’esquive." in page
    assert re.fullmatch(r"touche \d+\s%, blesse \d+\s%", *told(page, "Charger · épieu"))
    strike = next(form for form in taps(page) if form["type"] == "Strike" and form.get("weapon") == "spear")

    answer = ben.post(f"/g/{FIGHT}/send", strike)

    assert answer.status_code in (200, 302)
    assert desk().awaits(FIGHT, ORGANISER)[0].seat == FATE


def test_a_shot_is_one_tap_for_each_range_with_its_odds():
    sheets = samples()
    fight(
        Settings(
            players={BEN: "Ben"},
            fighters=(
                Enlisted(id="Archer", side="Éburons", seat=BEN, sheet=sheets["archer"]),
                Enlisted(id="Homme", side="Pillards", sheet=sheets["man-at-arms"]),
            ),
        )
    )
    to_the_third_segment()
    page = text(player(BEN, FIGHT))

    for metres in (20, 50, 100, 150):
        assert re.fullmatch(r"touche \d+\s%, blesse \d+\s%", *told(page, f"Tirer · arc · {metres} m"))
    assert re.fullmatch(r"touche \d+\s%, tient \d+\s%", *told(page, "Immobiliser"))


def test_a_hidden_horseman_is_on_the_game_masters_page_only():
    fight(ambush())

    assert "Cavalier" in text(host())
    for who in (player(ANA, FIGHT), passer_by()):
        assert "cavalier" not in text(who).lower()


def test_the_log_says_what_is_hidden_in_words_to_the_game_master_alone():
    fight(ambush())
    send(BeginFight())
    roll_all()

    assert "(caché) Cavalier lance les dés (réaction)" in text(host())
    assert "{'type'" not in text(host())
    assert "lance les dés (réaction)" in text(player(ANA, FIGHT))


def test_the_screen_of_the_table_shows_what_a_spectator_sees_whoever_opens_it():
    fight(ambush())
    send(BeginFight())
    roll_all()
    pages = [unescape(who.get(f"/g/{FIGHT}/skirmish/screen").content.decode()) for who in (host(), player(ANA, FIGHT))]

    for page in pages:
        assert "Tour 1" in page
        assert "Ambiorix" in page
        assert "cavalier" not in page.lower()
        assert 'data-live="' in page


def test_the_screen_shows_the_end_of_a_long_deed_so_that_the_characters_stay_in_sight():
    fight(ambush())
    send(BeginFight())
    roll_all()

    shown = unescape(passer_by().get(f"/g/{FIGHT}/skirmish/screen").content.decode())
    assert shown.count('class="skirmish-thrown"') == SCREEN_ROWS
    assert "Homme 6 · réaction" in shown


def test_the_game_masters_keys_reach_every_usual_button():
    fight(duel_of_warriors())
    send(BeginFight())
    roll_all()

    keys = re.findall(r'data-key="(\S)"', text(host()).split('id="game"')[1])
    assert {"1", "2", "3", "4", "5", "6", "u", "e", "l", "s"} <= set(keys)
    assert len(keys) == len(set(keys))


DEED = f"/g/{FIGHT}/skirmish/do"


def test_a_blow_in_a_rare_way_is_given_by_its_form_and_a_refusal_keeps_what_was_chosen():
    fight(duel_of_warriors())
    to_the_third_segment()
    ben = player(BEN, FIGHT)
    assert "Frapper" in unescape(ben.get(f"{DEED}?who=Brennos").content.decode())
    blow = {"who": "Brennos", "target": "Ambiorix", "weapon": "spear", "aim": "hand", "height": "above"}

    refused = ben.post(f"{DEED}/Strike?who=Brennos", {**blow, "second": "spear"})
    assert refused.status_code == 409
    assert '<option value="hand" selected>' in refused.content.decode()

    assert ben.post(f"{DEED}/Strike?who=Brennos", {**blow, "second": ""}).status_code == 302
    due = desk().state(FIGHT).pending
    assert (due.command.aim, due.command.height) == ("hand", "above")


@pytest.mark.clause("SK-TURN-3")
def test_an_order_of_announcing_that_is_refused_is_shown_again_as_it_was_chosen():
    fight(duel_of_warriors())
    send(BeginFight())
    roll_all()
    refused = host().post(f"{DEED}/Reorder", {"order": ["Brennos", "Brennos"]})

    assert refused.status_code == 409
    chosen = re.findall(r'<option value="(\w+)" selected>', refused.content.decode())
    assert chosen == ["Brennos", "Brennos"]


def test_what_only_the_game_master_decides_is_found_by_him_alone():
    fight(duel_of_warriors())
    master, ana = host(), player(ANA, FIGHT)

    assert ana.get(f"{DEED}/Burden?who=Ambiorix").status_code == 404
    assert ana.get(f"{DEED}?who=Brennos").status_code == 404
    assert master.post(f"{DEED}/Burden?who=Ambiorix", {"who": "Ambiorix", "dice": "2"}).status_code == 302
    assert "malus du meneur" in text(ana)


BAND = {
    "title": "La halte",
    "fight": "own",
    "player-1": "Chloé",
    "name-1": "Vercassi",
    "sheet-1": "celtic-warrior",
    "side-1": "Arvernes",
    "seat-1": "player-1",
    "name-2": "Chef",
    "sheet-2": "chief",
    "side-2": "Pillards",
    "name-3": "Homme",
    "sheet-3": "man-at-arms",
    "count-3": "3",
    "side-3": "Pillards",
    "chief-3": "Chef",
    "hidden-3": "on",
}


def test_ones_own_fight_is_opened_line_by_line():
    answer = host().post("/new/skirmish/", BAND)

    assert answer.status_code == 302
    stream = StreamId(answer["Location"].split("/")[2])
    view = desk().history(stream).engine.view(desk().history(stream).state, ORGANISER)
    chief = lasting_id("Chef")
    assert [(one.name, one.side_name, one.seat, one.chief, one.hidden) for one in view.fighters] == [
        ("Vercassi", "Arvernes", "player-1", "", False),
        ("Chef", "Pillards", ORGANISER, "", False),
        *((f"Homme {place}", "Pillards", ORGANISER, chief, True) for place in (1, 2, 3)),
    ]
    assert [one.id for one in view.fighters][1:3] == [chief, f"{lasting_id('Homme')}-1"]


def shown_lines(page: str) -> int:
    return len(re.findall(r'<fieldset class="skirmish-row">', page))


def test_without_scripts_a_button_brings_the_form_with_more_lines_and_keeps_what_was_typed():
    master = host()
    fresh = master.get("/new/skirmish/").content.decode()
    assert (shown_lines(fresh), 'name="more" value="3"' in fresh) == (3, True)
    players = {f"player-{number}": f"Joueur {number}" for number in range(1, 5)}
    answer = master.post("/new/skirmish/", {**BAND, **players, "count-1": "many", "more": "6"})
    page = answer.content.decode()

    assert (answer.status_code, shown_lines(page), Stream.objects.count()) == (200, 9, 0)
    assert all(f'value="{typed}"' in page for typed in ("La halte", "Vercassi", "Joueur 4", "many"))
    assert 'name="player-7"' in page
    whole = master.post("/new/skirmish/", {**BAND, "more": "23"}).content.decode()
    assert (shown_lines(whole), 'name="more"' in whole) == (24, False)


def test_the_settings_stay_folded_unless_one_of_them_is_wrong():
    folded = '<details class="skirmish-settings">'
    answers = [host().post("/new/skirmish/", {**BAND, **wrong}).content.decode() for wrong in
               ({"chief-1": "Personne"}, {"options.two_weapon_malus": "peu"})]  # fmt: skip

    assert [folded in answer for answer in answers] == [True, False]


def test_a_roll_of_more_than_three_at_once_is_told_shortly():
    man = samples()["man-at-arms"]
    fight(
        Settings(
            fighters=(
                Enlisted(name="Homme", side="Pillards", sheet=man, count=3),
                Enlisted(name="Bo", side="Gué", sheet=man),
            )
        )
    )
    send(BeginFight())
    roll_all()

    assert "skirmish-many" in text(host())


def test_odds_are_explained_only_beside_a_blow_one_may_strike():
    explained = "Les chances sont celles d’un coup que personne n’esquive."
    fight(duel_of_warriors())
    send(BeginFight())
    roll_all()
    for _ in range(2):
        send(Announce(seat=ORGANISER, who=str(desk().awaits(FIGHT, ORGANISER)[0].subject), actions=3))
    send(Proceed())
    ana = player(ANA, FIGHT)
    assert explained in text(ana)
    assert 'aria-label="À Ambiorix d’agir"' in text(ana)  # not the name of the lane, which is another region

    send(Improvise(seat=ANA, who="Ambiorix", name="crier", attention=Attention.LIMITED))
    send(Rule(value=2))
    assert explained not in text(ana)


def test_a_player_without_an_action_in_the_segment_is_not_told_that_it_is_his_turn():
    fight(duel_of_warriors())
    send(BeginFight())
    roll_all()
    for _ in range(2):
        who = str(desk().awaits(FIGHT, ORGANISER)[0].subject)
        send(Announce(seat=ORGANISER, who=who, actions=1 if who == "Ambiorix" else 3))
    send(Proceed())

    ana, ben = (text(player(seat, FIGHT)).replace("\N{NO-BREAK SPACE}", " ") for seat in (ANA, BEN))
    assert "Sans action à ce segment : Ambiorix" in ana
    assert "À vous : Brennos" in ben


def test_a_sheet_of_ones_own_is_read_from_its_text():
    written = 'name = "Barde"\nwound_levels = 3\n[traits]\nreaction = { dice = 2, level = 1 }\n'
    settings = from_plain(read(posted(BAND, {"text-1": written})), Settings)

    assert settings.fighters[0].sheet.name == "Barde"
    assert settings.fighters[1].sheet.name == "Chef"


def test_every_fault_of_every_sheet_is_named_and_what_was_typed_is_kept():
    wrong = 'name = "Barde"\nluck = 3\n[traits]\nsoak = { dice = 0 }\ndodge = { level = 2 }\n'
    answer = host().post("/new/skirmish/", {**BAND, "text-1": wrong, "sheet-2": "", "count-3": "many"})
    page = re.sub("[\u00a0\u202f]", " ", unescape(answer.content.decode()))

    assert answer.status_code == 400
    for fault in (
        "l. 2 · luck · « luck » n’est pas un champ d’ici.",
        "l. 4 · traits.soak.dice · Un nombre entier de 1 à 30 est attendu, pas « 0 ».",
        "l. 5 · traits.dodge.dice · Il manque cette valeur",
        "choisissez un personnage, ou écrivez sa fiche",
        "le nombre d’exemplaires doit être un nombre entier",
    ):
        assert fault in page
    assert "luck = 3" in page
    assert 'value="Vercassi"' in page


def posted(*fields: dict[str, str]) -> QueryDict:
    """A form with these fields."""
    whole = QueryDict(mutable=True)
    for some in fields:
        whole.update(some)
    return whole


class Played:
    """A fight at the desk, played by chance, with everybody who looks at it."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.seen = (player(ANA, FIGHT), player(BEN, FIGHT), passer_by())

    @property
    def state(self) -> State:
        found: State = desk().state(FIGHT)
        return found

    def step(self) -> None:
        """One legal command; the hidden horseman stays where he is."""
        awaited = self.dice.choice(desk().awaits(FIGHT, ORGANISER))
        if awaited.chance is not None:
            send(Roll(faces=awaited.chance.draw(self.dice.randrange)))
            return
        options = [
            one
            for one in engine.legal(self.state, awaited.seat)
            if not isinstance(one, Uncover | EndFight | Survive)
            and not (getattr(one, "who", "") == HIDDEN and isinstance(one, Strike | Charge | Shoot))
        ]
        going = [one for one in options if isinstance(one, Proceed | BeginFight)]
        send(going[0] if going and self.dice.random() < 0.5 else self.dice.choice(options))

    def everything(self) -> Iterator[str]:
        """All that players and passers-by are told: pages, log, screen, interface, what is awaited."""
        for client in self.seen:
            for path in ("", "log", "skirmish/screen"):
                yield unescape(client.get(f"/g/{FIGHT}/{path}").content.decode())
            for path in ("view", "log"):
                yield client.get(f"/api/streams/{FIGHT}/{path}").content.decode()
        yield from (str(desk().awaits(FIGHT, seat)) for seat in (None, ANA, BEN))


@pytest.mark.parametrize("seed", [2])
def test_nothing_anybody_is_sent_names_a_hidden_enemy_or_tells_a_surprise_or_a_secret_roll(seed: int):
    fight(ambush(FightOptions(rulings=Rulings.SHEET)))
    played = Played(seed)
    for _ in range(6):
        for _ in range(12):
            played.step()
        assert not [told for told in played.everything() if "cavalier" in told.lower()]
    while played.state.pending is not None or played.state.step is not FightStep.ACTING:
        played.step()
    send(Surprise(who="Chef", modifier=-7))
    send(CallRoll(who="Chef", trait="vigilance", difficulty=17, hidden=True))
    send(Roll(faces=(1, 1, 2)))
    for told in played.everything():
        assert "cavalier" not in told.lower()
        assert "jet demandé" not in told
        assert '"roll":"called"' not in told
        assert "Surprise" not in told
        assert "surpris" not in told
    assert "(caché) Chef lance les dés (jet demandé)" in text(host())
    assert "Surprise pour Chef" in text(host())


@pytest.mark.clause("SK-DICE-18")
def test_a_fight_with_another_dice_model_is_opened_rolled_and_told_its_odds(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(MODELS, "best-d8", lambda _tie, _critical: BestDie())
    master = host()
    assert 'value="best-d8"' in master.get("/new/skirmish/").content.decode()
    opened = master.post("/new/skirmish/", {"fight": "duel", "options.dice_model": "best-d8", "public": "on"})
    stream = StreamId(opened["Location"].split("/")[2])
    submit(stream, BeginFight(), command_id=CommandId("begin"), actor=ActorId("test"), sender=LOCAL)
    assert re.search(r"Ambiorix · réaction · \dd8", unescape(master.get(f"/g/{stream}/").content.decode()))
    for number in range(2):
        due = desk().awaits(stream, ORGANISER)[0]
        assert due.chance is not None
        faces = (8,) * len(due.chance.sides)
        submit(stream, Roll(faces=faces), command_id=CommandId(f"r{number}"), actor=ActorId("test"), sender=LOCAL)

    reactions = [fighter.reaction for fighter in desk().state(stream).fighters.values()]
    assert reactions == [3 * 8 + sheet.traits["reaction"].level for sheet in map(samples().get, PAIR) if sheet]


@pytest.mark.parametrize(
    ("second", "told"),
    [
        ({"side-2": "Bleus"}, "Tous sont du camp Bleus. Mettez quelqu’un en face."),
        ({"side-2": "Rouges", "chief-2": "A"}, "B : le chef A est d’un autre camp. Choisissez-en un du sien."),
        ({"side-2": "Rouges", "chief-2": "B"}, "B : personne n’est son propre chef. Laissez ce champ vide."),
    ],
)
def test_what_could_not_be_mended_in_the_fight_is_told_before_it_is_opened(second: dict[str, str], told: str):
    lines = {"fight": "own", "title": "Gué", "name-1": "A", "sheet-1": "archer", "side-1": "Bleus", "count-1": "1"}
    answer = host().post("/new/skirmish/", {**lines, "name-2": "B", "sheet-2": "archer", "count-2": "1", **second})

    assert answer.status_code == 400
    assert told in unescape(answer.content.decode()).replace("\xa0", " ")
    assert not Stream.objects.exists()


def numbers_of_deeds() -> Iterator[tuple[str, str, dict[str, str]]]:
    """Every number a deed asks for, with the deed's form filled in but for that one."""
    fight(duel_of_warriors())
    view = engine.view(desk().history(FIGHT).state, ORGANISER)
    who = view.fighters[0]
    for deed in every():
        shown = form(deed, view, who if deed.of_one else None, "fr")
        filled = {
            field.name: field.choices[-1][0] if field.choices else "1" if field.kind == "number" else "x"
            for field in shown.fields
            if field.kind != "check"
        }
        about = f"?who={who.id}" if deed.of_one else ""
        for field in shown.fields:
            if field.kind == "number" and f"{deed.name}.{field.name}" not in FRACTIONS:
                yield f"{deed.name}{about}", field.name, filled | {"who": who.id}


@pytest.mark.parametrize("at_once", [False, True])
def test_no_number_of_a_deed_is_taken_for_another_and_each_is_refused_at_its_field_as_typed(at_once: bool):
    asked = list(numbers_of_deeds())
    assert len(asked) == 18
    if at_once:
        send(SetRolls())
    for address, name, filled in asked:
        answer = host().post(f"/g/{FIGHT}/skirmish/do/{address}", filled | {name: "2.5"})
        page = laid_out(answer.content.decode())

        assert answer.status_code == 400, (address, name)
        field = re.search(rf'<input[^>]*name="{re.escape(name)}"[^>]*>', page)
        assert field is not None, (address, name)
        assert 'value="2.5"' in field.group(), (address, name)
        assert 'aria-invalid="true"' in field.group(), (address, name)


@pytest.mark.clause("SK-TRP-1", "SK-TRP-4")
def test_a_trip_by_strength_is_told_as_the_sheet_has_it_from_its_button_to_the_ground():
    fight(duel_of_warriors())
    to_the_third_segment()
    ben, ana = player(BEN, FIGHT), player(ANA, FIGHT)
    trip = next(form for form in taps(text(ben)) if form.get("style") == "trip" and form.get("contest") == "strength")
    assert ben.post(f"/g/{FIGHT}/send", trip).status_code == 302
    roll_all()

    page = text(ana)
    odds = r"touché \d+\s%, à terre \d+\s%, dont \d+\s% tous les deux"
    assert re.fullmatch(odds, *told(page, "Rien"))
    nothing = next(form for form in taps(page) if form.get("option") == "none")
    assert ana.post(f"/g/{FIGHT}/send", nothing).status_code == 302
    send(Roll(faces=(3, 3, 3, 3)))
    send(Roll(faces=(3, 3, 3, 1)))
    roll_all()
    page = text(ana)
    assert "Brennos cherche à faire tomber Ambiorix (Force contre Force)." in page
    assert all(f"Posture {of_whom} : à terre." in page.replace("\xa0", " ") for of_whom in ("d’Ambiorix", "de Brennos"))
    page = text(in_english(ana))
    assert "Brennos tries to trip Ambiorix (Strength against Strength)." in page
    assert "Brennos · Trip, by strength" in page


@pytest.mark.parametrize(("camps", "smaller"), [(("Gué", "Bois"), False), (("Gué", "Bois", "Roc"), True)])
def test_with_three_sides_next_to_one_another_the_screen_is_set_smaller(camps: tuple[str, ...], smaller: bool):
    sheet = samples()["man-at-arms"]
    fight(Settings(fighters=tuple(Enlisted(name=f"De {camp}", side=camp, sheet=sheet) for camp in camps)))

    page = host().get(f"/g/{FIGHT}/skirmish/screen").content.decode()
    assert ("skirmish-crowded" in page) is smaller

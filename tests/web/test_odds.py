"""The pages of the odds, as a visitor without scripts meets them."""

from __future__ import annotations

import re
from html import escape
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from heraut.ask.tactics import SERIES, SeriesAsked, SeriesUnit
from heraut.battle.series import ChargeStep
from heraut.campaign import engine as campaign
from heraut.campaign.settings import CampaignPlayer
from heraut.campaign.settings import Settings as CampaignSettings
from heraut.campaign.setup import ComposeBands
from heraut.campaign.tables import catalogue
from heraut.kernel.names import FATE, ORGANISER, Seat, StreamId
from heraut.kernel.refusal import Reason, Refusal
from heraut.scenario.settings import Settings
from heraut.speech.sentences import phrases, say_because
from heraut.speech.typography import NARROW, WIDE
from heraut.tournament.saga.band_text import price_text
from heraut.tournament.saga.bands import Age, Priced, SagaBandRules
from heraut.warband.band import Band, TroopLine
from heraut.warband.check import BandReport, check
from heraut.warband.profile import profiles, special_rows
from heraut.warband.tables import OUR_DEFAULT, UnitClass, override_rows, weapons
from heraut.web.desk import desk, now
from heraut.web.middleware import POLICY
from heraut.web.rooms.odds.fight import UNASKED
from heraut.web.rooms.odds.form import aggression_of, armour_of
from heraut.web.rooms.odds.hand_in import as_entry, as_starting_band
from heraut.web.rooms.odds.page import signed
from heraut.web.rooms.odds.reference import profile_table, rules_at_hand
from heraut.web.sentences import percent
from web.build import host, laid_out, passer_by, player

pytestmark = pytest.mark.django_db
ADDRESSES = [
    "/odds/",
    "/odds/?kind=shoot&a.unit=warrior.bow&variant=on",
    "/odds/?kind=marker&a.unit=war_chariot.javelins",
    "/odds/series",
    "/odds/series?units=3&u2.unit=warrior.bow&step=shoot.2.1.M&step=-charge.0.1&step=rest.0",
    "/odds/table",
    "/odds/abuse?fatigue=1",
    "/odds/band?warrior=20&lieutenant.traded=1&lieutenant.traded.with=warrior&points=3",
]


def page(address: str, language: str = "fr") -> str:
    client = Client()
    client.post("/language", {"language": language})
    return said(client.get(address))


def said(answer: Any) -> str:
    """The page, with plain spaces where French typography has others."""
    return laid_out(answer.content.decode()).replace(NARROW, " ").replace(WIDE, " ")


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_page_answers_and_has_nothing_inline(address: str, language: str):
    client = Client()
    client.post("/language", {"language": language})
    answer = client.get(address)
    text = answer.content.decode()

    assert answer.status_code == 200
    assert answer.headers["Content-Security-Policy"] == POLICY
    assert re.findall(r"<style|<script(?![^>]*\bsrc=)|\sstyle=|\son[a-z]+=", text) == []


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_control_has_a_name(address: str):
    text = page(address)
    ids = re.findall(r'<(?:input|select|textarea)(?![^>]*type="(?:hidden|radio)")[^>]*\bid="([^"]+)"', text)

    assert ids
    assert [id for id in ids if f'for="{id}"' not in text] == []


def test_the_address_is_the_question():
    text = page("/odds/?a.unit=levy.none&a.figures=12&d.unit=warrior.none&d.figures=8&d.close_ranks=on")

    assert '<option value="levy.none" data-figures="12" selected>' in text
    assert "12 × Levées" in text
    assert "Repoussée" in text


def test_the_address_says_only_what_a_fresh_page_has_not():
    asked = {"kind": "charge", "a.unit": "levy.none", "a.figures": "9", "a.fatigue": "0", "a.cover": "none"}
    rules = {"o.rounding": "up", "o.light_cover_defence": "0", "o.primitive_floor": "0"}
    answer = Client().get("/odds/", {**asked, **rules})

    assert answer.headers["HX-Push-Url"] == "/odds/?a.unit=levy.none&a.figures=9&o.light_cover_defence=0"


def test_an_illegal_question_says_why_with_its_clause():
    text = page("/odds/?d.unit=warrior.bow&d.close_ranks=on")

    assert "ne peut pas serrer les rangs" in text
    assert "CORE-CLOSE-2" in text


def test_a_variant_begins_as_a_copy_and_stands_beside_the_first():
    text = page("/odds/?a.unit=levy.none&a.figures=9&variant=on")

    assert text.count("9 × Levées") == 2
    changed = page("/odds/?a.unit=levy.none&a.figures=9&variant=on&v.a.unit=levy.none&v.a.figures=10")
    assert "10 × Levées" in changed


def test_an_organisers_rule_changes_the_answer_and_is_told_with_our_default():
    text = page("/odds/?a.unit=hearthguard.none&a.figures=12&o.pool_cap=4")

    assert "Règle de l’organisateur" in text
    assert "par défaut : 16" in text
    assert "Règle de l’organisateur" not in page("/odds/?o.pool_cap=many&o.rounding=sideways")


@pytest.mark.parametrize("value", ["", "-3", "x", "9999999999", "²"])
def test_what_is_no_number_does_no_harm(value: str):
    client = Client()

    assert client.get("/odds/", {"a.figures": value, "a.fatigue": value}).status_code == 200


def test_the_table_names_lines_it_cannot_read():
    text = page("/odds/table?mine=8+warrior.none%0Afoo&theirs=12+levy.none")

    assert "<code>foo</code>" in text
    assert text.count('class="heat-') == 1


def test_an_abuse_of_power_is_rolled_for_the_table():
    text = page("/odds/abuse?roll=on")

    assert "odds-roll" in text
    assert "AM-ABUSE-5" in page("/odds/abuse?fatigue=4")


def test_a_band_is_checked_and_printed():
    query = "warrior=20&lieutenant.traded=1&lieutenant.traded.with=warrior&points=3"
    text = page(f"/odds/band?{query}")
    sheet = Client().get(f"/odds/band.pdf?{query}")

    assert "Points : 3 sur 3" in text
    assert sheet.headers["Content-Type"] == "application/pdf"
    assert sheet.content.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("tapped", "left", "placed"),
    [
        ("", "8 Guerriers", "5 figurines à placer"),
        ("deployed.0.more", "9 Guerriers", "4 figurines à placer"),
        ("deployed.0.drop", "", "13 figurines à placer"),
    ],
)
def test_a_band_is_deployed_by_tap_and_says_what_is_left(tapped: str, left: str, placed: str):
    answer = Client().get(f"/odds/band?warrior=12&points=3&deployed=8+Guerriers&do={tapped}")
    text = said(answer)

    assert f">{left}</textarea>" in text
    assert placed in text
    assert "do=" not in answer.headers["HX-Push-Url"]


def test_only_figures_of_the_list_that_are_in_no_unit_yet_are_offered_to_deploy():
    text = page("/odds/band?warrior=12&points=3&deployed=8+Guerriers")

    assert "1 × Seigneur" in text
    assert "4 × Guerriers" in text
    assert "× Levées" not in text


def test_an_illegal_band_is_not_printed():
    answer = Client().get("/odds/band.pdf?warrior=21")

    assert answer.status_code == 422
    assert "CORE-PTS-3" in answer.content.decode()


MATCH, ANA, BEN = StreamId("table-9"), Seat("ana"), Seat("ben")
FIGHT = "a.unit=hearthguard.none&a.figures=1&d.unit=warrior.none&d.figures=1"


def match() -> StreamId:
    settings = Settings(scenario="clash", players={ANA: "Ana", BEN: "Ben"})
    desk().open(stream=MATCH, engine="match", title="Table 9", settings=settings, at=now())
    return MATCH


def luck() -> list[tuple[str, int, int]]:
    history = desk().history(MATCH)
    return [(told.player, told.dice, told.successes) for told in history.engine.view(history.state, None).luck]


def test_a_roll_is_noted_for_a_player_and_ranked():
    match()
    ana = player(ANA, MATCH)
    told = ana.post(f"/odds/luck/{MATCH}/note", {"player": "ben", "faces": "6 5 1", "target": "5"}, follow=True)

    assert luck() == [(BEN, 3, 2)]
    assert "Réussites : 2 sur 3 dés, 1,0 en moyenne" in said(told)


@pytest.mark.parametrize(
    ("fields", "status"), [({"faces": "7"}, 400), ({"faces": ""}, 400), ({"faces": "1", "player": "x"}, 409)]
)
def test_what_is_no_roll_is_not_noted(fields: dict[str, str], status: int):
    match()

    assert player(ANA, MATCH).post(f"/odds/luck/{MATCH}/note", {"player": "ana", **fields}).status_code == status
    assert luck() == []


@pytest.mark.parametrize("dice", ["", "x", "0", "61"])
def test_dice_to_be_drawn_are_as_many_as_somebody_wrote(dice: str):
    match()
    sent = {"player": "ben", "target": "5", "faces": "", "dice": dice, "draw": "on"}
    answer = player(ANA, MATCH).post(f"/odds/luck/{MATCH}/note", sent)

    assert answer.status_code == 400
    assert "Lancez de 1 à 60 dés" in said(answer)
    assert 'value="ben" checked' in answer.content.decode()
    assert luck() == []


def test_a_fight_typed_pool_after_pool_is_noted_once_it_has_ended():
    match()
    ana, asked = player(ANA, MATCH), {"question": FIGHT, "attacker": "ana"}
    first = said(ana.post(f"/odds/luck/{MATCH}/fight", asked))
    assert "attaque (dés : 2)" in first
    ana.post(f"/odds/luck/{MATCH}/fight", {**asked, "faces": "66"})
    assert luck() == []
    ended = said(ana.post(f"/odds/luck/{MATCH}/fight", {**asked, "sofar": "6 6 1", "faces": "1 1"}))

    assert "Pertes : 1 · Restent : 0" in ended
    assert luck() == [(ANA, 2, 2), (BEN, 3, 0)]


@pytest.mark.parametrize(
    ("faces", "told"),
    [
        ("7 8", "Écrivez les faces, de 1 à 6"),
        ("6", "Dés à lancer : 2. Écrivez autant de faces, pas 1."),
        ("6 6 6", "Dés à lancer : 2. Écrivez autant de faces, pas 3."),
    ],
)
def test_faces_that_are_not_those_of_the_pool_that_is_due_are_told_and_kept(faces: str, told: str):
    match()
    answer = player(ANA, MATCH).post(
        f"/odds/luck/{MATCH}/fight", {"question": FIGHT, "attacker": "ana", "faces": faces}
    )

    assert answer.status_code == 400
    assert told in said(answer)
    assert f'value="{faces}"' in answer.content.decode()
    assert luck() == []


def test_a_fight_drawn_is_noted_at_once():
    match()
    player(BEN, MATCH).post(f"/odds/luck/{MATCH}/fight", {"question": FIGHT, "attacker": "ben", "draw": "on"})

    assert luck()[0][0] == BEN


def test_only_those_at_the_table_are_offered_to_fight_it_out():
    match()

    assert "Jouer ce combat" in player(ANA, MATCH).get(f"/odds/?game={MATCH}").content.decode()
    assert "Jouer ce combat" not in passer_by().get(f"/odds/?game={MATCH}").content.decode()
    assert passer_by().get("/odds/?game=nothing-there").status_code == 200
    assert "Noter un jet" not in passer_by().get(f"/odds/luck/{MATCH}").content.decode()


BAND = Band(
    6,
    (
        TroopLine(UnitClass.WARLORD),
        TroopLine(UnitClass.HEARTHGUARD, 8),
        TroopLine(UnitClass.WARRIOR, 20),
        TroopLine(UnitClass.LIEUTENANT, paid_with=UnitClass.WARRIOR),
        TroopLine(UnitClass.SORCERER, spells=("Éclair", "Brume", "Racines")),
    ),
)
PLAIN = Band(6, (TroopLine(UnitClass.WARLORD), TroopLine(UnitClass.HEARTHGUARD, 8), TroopLine(UnitClass.WARRIOR, 32)))


def report(band: Band) -> BandReport:
    found = check(band)
    assert isinstance(found, BandReport), found
    return found


@pytest.mark.parametrize("band", [BAND, PLAIN])
@pytest.mark.parametrize("spoken", ["fr", "en"])
def test_a_built_band_is_read_as_a_tournament_entry_of_the_same_points(band: Band, spoken: str):
    with translation.override(spoken):
        text = as_entry(band, OUR_DEFAULT)
    priced = price_text(text, SagaBandRules(), age=Age.MAGIC)

    assert isinstance(priced, Priced), (text, priced)
    assert priced.points == 6


def test_a_built_band_is_the_starting_band_of_a_campaign():
    plan = as_starting_band(report(PLAIN), catalogue(), "Hugo")
    assert plan is not None
    assert sorted(unit.kind for unit in plan.recruits) == ["hearthguards"] * 2 + ["warriors"] * 4
    players = (CampaignPlayer(ANA, "Ana"), CampaignPlayer(BEN, "Ben"))
    state = campaign.start(CampaignSettings(players=players), campaign.rules)
    starts = next(campaign.legal(state, FATE if campaign.awaits(state, None)[0].seat == FATE else ORGANISER))
    for event in campaign.decide(state, starts):
        state = campaign.evolve(state, event)
    composed = campaign.decide(state, ComposeBands(ANA, bands=(plan,) * state.game.starting_bands))
    assert not isinstance(composed, Refusal), composed
    assert as_starting_band(report(BAND), catalogue()) is None


def test_lists_are_written_in_the_language_of_the_page_and_read_in_any():
    text = page("/odds/table?mine=8+Warriors+(bow)%0Alevy.none&theirs=1+Seigneur%0A3+dragons", "fr")

    assert "8 Guerriers (arc)\n12 Levées</textarea>" in text
    assert "<code>3 dragons</code>" in text
    assert "warrior.bow" not in text
    assert "8 Warriors (bow)" in page("/odds/table?mine=8+Guerriers+(arc)", "en")


def test_every_rule_an_organiser_may_set_is_a_setting_of_a_page():
    pages = ("/odds/", "/odds/table", "/odds/turn", "/odds/band")
    found = {key for address in pages for key in re.findall(r'name="o\.([a-z_]+)"', page(address))}

    assert found == {row.key for row in override_rows()}


def test_a_table_and_a_band_follow_the_organisers_own_lists():
    sharp = page("/odds/table?mine=8+Guerriers&theirs=8+Levées&o.massacre_scale=5+Levées")
    traded = page("/odds/band?points=2&warrior=14&lieutenant.traded=1&o.trade_table=1+Lieutenant:+2+Guerriers")

    assert sharp != page("/odds/table?mine=8+Guerriers&theirs=8+Levées")
    assert "Points : 2 sur 2" in traded


def test_a_turn_is_followed_tap_by_tap():
    shot = page("/odds/turn?a.unit=levy.firearms&a.figures=12&do=shoot.order")
    assert 'name="did" value="shoot.order.0"' in shot
    assert "vient de tirer" in shot
    moved = page("/odds/turn?a.unit=levy.firearms&a.figures=12&did=shoot.order&do=move.order")
    assert 'name="a.fatigue" value="1"' in moved
    assert "Elle n’a encore rien fait." in page("/odds/turn?a.unit=levy.firearms&did=shoot.order&new=on").replace(
        "&#x27;", "'"
    )


@pytest.mark.clause("CORE-ACT-3")
@pytest.mark.parametrize(("fatigue", "brings"), [(0, "+0 fatigue"), (1, "−1 fatigue")])
def test_a_rest_takes_off_a_fatigue_only_where_there_is_one(fatigue: int, brings: str):
    rest = (
        page(f"/odds/turn?a.unit=warrior.bow&a.fatigue={fatigue}").split('value="rest.order"')[1].split("</button>")[0]
    )

    assert brings in rest


def test_choices_are_told_with_the_best_first():
    text = page("/odds/?a.unit=hearthguard.none&a.figures=8&d.unit=warrior.none&d.figures=8&d.fatigue=2")

    assert "Serrer les rangs ?" in text
    assert "Exploiter la fatigue ennemie ?" in text
    assert "Tirer ou charger ?" in page("/odds/?a.unit=warrior.bow&within=L")


@pytest.mark.clause("SEQ-S1")
def test_a_unit_that_cannot_shoot_is_offered_those_of_its_kind_that_can():
    text = page("/odds/?kind=shoot&a.unit=warrior.none&a.figures=6&d.unit=levy.none")

    assert "Choisissez-en une qui en a une." in text
    assert "?kind=shoot&amp;a.unit=warrior.crossbow&amp;a.figures=6&amp;d.unit=levy.none" in text
    assert "a.unit=hearthguard.bow" not in text
    assert "a.unit=warrior.crossbow" not in page("/odds/?a.unit=warrior.none")


NASTY = [
    "/odds/?a.figures=0&d.figures=-3",
    "/odds/?a.figures=100&a.fatigue=9&d.fatigue=9",
    "/odds/?a.unit=dragon&d.unit=&kind=dance",
    "/odds/?kind=shoot&a.unit=warrior.none",
    "/odds/?kind=marker&a.unit=swarm.none&a.fatigue=9",
    "/odds/?a.own_armour=9&d.enemy_armour=9&d.close_ranks=on&d.unit=warlord.mount_animal",
    "/odds/?a.unit=mindless.none&a.fatigue=9&d.unit=swarm.none&variant=on",
    "/odds/?o.armour_min=9&o.armour_max=1&o.pool_cap=0&o.primitive_floor=60",
    "/odds/table?mine=&theirs=%F0%9F%90%89",
    "/odds/table?mine=0+warrior.none%0A9999+levy.none&theirs=1/0+Levées",
    "/odds/turn?a.unit=warlord.none&did=dance.order&did=rest.order&do=rest.order&a.fatigue=9",
    "/odds/abuse?fatigue=9&neighbours=99&roll=on",
    "/odds/band?points=0&warrior=9999&spells=" + "x" * 500,
    "/odds/band?deployed=0+Guerriers&limits=1/3+Guerriers&o.trade_table=1+Lieutenant:&o.massacre_scale=a",
]


@pytest.mark.parametrize("address", NASTY)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_nonsense_is_answered_or_refused_never_broken(address: str, language: str):
    client = Client()
    client.post("/language", {"language": language})

    assert client.get(address).status_code == 200


def test_an_abuse_of_power_is_rolled_with_the_tables_own_dice():
    assert "À lancer ensuite" in page("/odds/abuse?fatigue=0&roll=on&faces=3")
    fallen = page("/odds/abuse?fatigue=0&roll=on&faces=1+1")

    assert re.search(r'<div class="odds-roll">\s*<h2>\s*2\s', fallen)
    assert "Une fatigue pour chaque unité amie à C de lui." in fallen


@pytest.mark.clause("AM-ABUSE-R2-1", "AM-ABUSE-R2-2", "AM-ABUSE-R3-2", "AM-ABUSE-R3-3", "AM-ABUSE-R12-1", "AM-ABUSE-9")
def test_the_page_tells_every_consequence_of_each_total():
    text = page("/odds/abuse")

    for told in (
        "sur 4 ou plus, elle subit une perte", "À deux fatigues ou plus, il oublie le sortilège lancé",
        "alors épuisé, il est éliminé", "son joueur choisit un de ses sortilèges",
        "Chaque unité amie à M subit une fatigue", "les unités amies à C en subissent une de plus",
        "qui agit de toute façon",
    ):  # fmt: skip
        assert told in text
    assert all(clause in text for clause in ("AM-ABUSE-R2-2", "AM-ABUSE-R3-3", "AM-ABUSE-R12-2"))


@pytest.mark.clause("AM-ABUSE-R2-2")
def test_the_risk_of_those_who_stand_near_is_told_if_anybody_does():
    near = re.sub(r"\s+", " ", page("/odds/abuse?neighbours=2"))

    assert "Perte parmi les unités à C" not in page("/odds/abuse")
    assert re.search(r"Perte parmi les unités à C</span>\s*<b>2,1 %</b>", near)  # 1/36 × 3/4


@pytest.mark.clause("AM-ABUSE-8")
def test_castings_in_a_row_are_told_one_by_one():
    assert "Le Sorcier y survit" not in page("/odds/abuse")
    assert page("/odds/abuse?casts=3&spells=2").count('<td class="num">') == 2 * 3 + 7


@pytest.mark.clause("AM-PRIM-2", "AM-PROF-10")
def test_a_fight_holds_advanced_abilities_to_the_rule_and_marks_restored_values():
    assert "AM-PRIM-2" in page("/odds/?a.unit=monster.titan&a.advanced=on")
    assert "AM-PRIM-2" not in page("/odds/?a.unit=warrior.none&a.advanced=on")
    assert "AM-PROF-10" in page("/odds/?a.unit=hearthguard.mount_animal")


def test_a_flyer_is_told_what_flying_over_costs():
    assert "par unité ennemie survolée" in page("/odds/turn?a.unit=warrior.flight")


def steps(text: str) -> list[str]:
    return re.findall(r'name="step" value="([^"]+)"', text)


def test_a_series_grows_by_a_tap_and_its_address_reopens_it():
    answer = Client().get("/odds/series?units=2&u0.figures=6&step=charge.0.1&by=1&on=0&do=charge")
    address = answer.headers["HX-Push-Url"]

    assert address == "/odds/series?units=2&u0.figures=6&step=charge.0.1&step=charge.1.0"
    assert steps(page(address)) == steps(said(answer)) == ["charge.0.1", "charge.1.0"]
    assert said(answer).count('class="odds-side ') == 2


def test_a_series_tells_what_is_left_after_each_round():
    outcome = SERIES.reply(
        SeriesAsked(
            (SeriesUnit(UnitClass.HEARTHGUARD, figures=4), SeriesUnit(UnitClass.WARRIOR, figures=8)),
            (ChargeStep(0, 1), ChargeStep(0, 1)),
        )
    )
    assert not isinstance(outcome, Refusal)
    text = page("/odds/series?units=2&step=charge.0.1&step=charge.0.1")

    told = re.findall(r'<td class="num">([^<]*)</td>', text[text.index("<th>Étape") :])
    ends = [end for after in outcome.answer.after for end in after]
    assert told[0::3] == [f"{end.left:.1f}".replace(".", ",") for end in ends]
    assert told[1::3] == [f"{end.fatigue:.1f}".replace(".", ",") for end in ends]
    assert told[2::3] == [escape(percent(end.eliminated, "fr")).replace(NARROW, " ") for end in ends]


@pytest.mark.parametrize(
    ("tapped", "left"),
    [
        ("back=on", ["charge.0.1"]),
        ("new=on", []),
        ("fewer=on", ["charge.0.1"]),
        ("do=rest&by=2", ["charge.0.1", "rest.2", "rest.2"]),
    ],
)
def test_steps_are_taken_back_with_their_unit_or_one_by_one(tapped: str, left: list[str]):
    assert steps(page(f"/odds/series?units=3&step=charge.0.1&step=rest.2&{tapped}")) == left


def test_a_series_that_cannot_be_says_why():
    assert "AM-PROF-5" in page("/odds/series?units=2&step=shoot.0.1.L")


def test_a_shot_counts_the_figures_in_range_and_the_dice_of_abilities():
    asked = "/odds/?kind=shoot&a.unit=warrior.bow&a.figures=12&d.unit=levy.none"
    pools = [
        re.findall(r"Dés d’attaque \([^)]*\) : (\d+)", page(f"{asked}&{more}"))
        for more in ("", "in_range=4", "a.extra_attack=3")
    ]

    assert pools == [["6"], ["2"], ["9"]]


def test_a_balance_of_nothing_has_no_sign():
    with translation.override("fr"):
        told = [signed(balance) for balance in (0.04, -0.04, 0.06, -1.26)]

    assert told == ["0,0", "0,0", "+0,1", "\N{MINUS SIGN}1,3"]


@pytest.mark.parametrize(
    ("tapped", "left"),
    [
        ("mine.0.more", "7 Gardes\n8 Guerriers"),
        ("mine.1.less", "6 Gardes\n7 Guerriers"),
        ("mine.0.drop", "8 Guerriers"),
        ("theirs.0.drop", "6 Gardes\n8 Guerriers"),
        ("mine.9.drop", "6 Gardes\n8 Guerriers"),
        ("mine.x", "6 Gardes\n8 Guerriers"),
    ],
)
def test_the_armies_of_a_table_change_by_a_tap(tapped: str, left: str):
    answer = Client().get(f"/odds/table?mine=6+Gardes%0A8+Guerriers&theirs=12+Levées&do={tapped}")

    assert f">{left}</textarea>" in said(answer)
    assert "do=" not in answer.headers["HX-Push-Url"]


@pytest.mark.clause("CORE-ACT-2")
def test_a_turn_asks_how_near_the_enemy_is_and_forbids_the_manoeuvre():
    free = page("/odds/turn?a.unit=warrior.none&nearest=12,5&nearest_at_end=12.1")
    near = page("/odds/turn?a.unit=warrior.none&nearest=12,5&nearest_at_end=11,9")
    rough = page("/odds/turn?a.unit=warrior.none&start=uneven")

    assert 'value="move.manoeuvre"' in free
    assert 'value="move.manoeuvre"' not in near
    assert 'value="move.manoeuvre"' not in rough
    assert 'name="nearest_at_end" value="11,9"' in near
    assert 'name="nearest" value=""' in page("/odds/turn?nearest=drei&nearest_at_end=1e9")


def test_a_defender_s_win_is_told_like_an_attacker_s():
    told = page("/odds/?a.unit=levy.none&d.unit=hearthguard.none")

    assert told.index("attaquant gagne") < told.index("Égalité") < told.index("Le défenseur gagne")


def test_odds_maps_and_characters_are_on_the_home_page_and_in_the_menu():
    menu, own = page("/"), said(host().get("/"))

    assert [menu.count(f'href="{path}"') for path in ("/odds/", "/map/", "/plan/", "/characters/")] == [2, 2, 2, 0]
    assert own.count('href="/characters/"') == 2


@pytest.mark.clause("AM-PROF-2", "AM-PROF-10", "AM-IMP-3", "AM-FIRE-8")
@pytest.mark.parametrize(
    ("language", "armour", "aggression", "sentence"),
    [
        ("fr", "Armure <b>5 (4)*</b>", "Agressivité <b>2 (1)</b>", "annulée, elle ne compte pas"),
        ("en", "Armour <b>5 (4)*</b>", "Aggression <b>2 (1)</b>", "a cancelled one does not count"),
    ],
)
def test_a_fight_shows_the_values_and_the_special_rules_of_its_units(
    language: str, armour: str, aggression: str, sentence: str
):
    text = page("/odds/?kind=shoot&a.unit=levy.firearms&d.unit=hearthguard.flight", language)

    assert armour in text
    assert aggression in text
    assert sentence in text
    assert text.count('href="/why/AM-FIRE-8"') == 1
    assert text.count('href="/why/AM-FLY-12"') == 1


@pytest.mark.clause("AM-FIRE-4", "AM-FLY-14")
def test_a_fight_says_which_special_rules_its_numbers_come_from():
    text = page("/odds/?kind=shoot&a.unit=levy.firearms&within=M&d.unit=hearthguard.flight&d.cover=solid")

    assert "Armes à feu à M ou moins (le tireur) : +1 à chaque dé d’attaque" in text
    assert "cette unité n’en bénéficie jamais" in text


@pytest.mark.clause("AM-FLY-12")
@pytest.mark.parametrize(("target", "seen"), [("warrior.none", False), ("warrior.flight", True)])
def test_what_stands_between_hides_a_target_unless_it_flies(target: str, seen: bool):
    text = page(f"/odds/?kind=shoot&a.unit=warrior.bow&d.unit={target}&between=on")

    assert ("la cible n’est pas en vue" in text) is not seen


@pytest.mark.clause("AM-FIRE-7", "AM-FIRE-8")
def test_a_cancelled_activation_separates_no_shots_and_gives_its_fatigue_back():
    shot_and_moved = "/odds/turn?a.unit=levy.firearms&did=shoot.order.0&did=move.order.1&a.fatigue=1"

    assert '<button name="do" value="shoot.order">' in page(shot_and_moved)
    cancelled = page(f"{shot_and_moved}&cancel=1")
    assert '<button name="do" value="shoot.order">' not in cancelled
    assert "cette unité vient de tirer" in cancelled
    assert 'value="0"' in _input(cancelled, "a.fatigue")
    resolved = page("/odds/turn?a.unit=levy.firearms&did=shoot.order.0&did=-move.order.1&cancel=1")
    assert '<button name="do" value="shoot.order">' in resolved
    assert 'value="1"' in _input(resolved, "a.fatigue")


def _input(text: str, name: str) -> str:
    """The tag of a field."""
    return next(tag for tag in re.findall(r"<input[^>]*>", text) if f'name="{name}"' in tag)


@pytest.mark.clause("CORE-FAT-1")
def test_what_is_taken_back_takes_its_fatigue_with_it():
    text = page("/odds/turn?a.unit=warrior.bow&a.fatigue=1&did=move.order.0&did=shoot.order.1&back=on")

    assert 'value="0"' in _input(text, "a.fatigue")


@pytest.mark.clause("AM-BEAST-2", "AM-FLY-1", "CORE-HORSE-1")
@pytest.mark.parametrize(
    ("unit", "charge"),
    [
        ("warlord.mount_beast", "C ou moins"),
        ("warlord.mount_beast_flight", "L ou moins"),
        ("warrior.none", "C ou moins"),
    ],
)
def test_the_ground_a_unit_crosses_slows_all_but_those_who_fly(unit: str, charge: str):
    text = page(f"/odds/turn?a.unit={unit}&crossed=uneven")

    button = text.partition('value="charge.order"')[2].partition("</button>")[0]
    assert charge in button


@pytest.mark.clause("AM-FLY-9", "AM-FLY-10")
def test_fatigue_exploited_against_a_flyer_keeps_it_low_and_slow():
    flyer = "/odds/turn?a.unit=creature.flyer&a.figures=2&a.fatigue=1"
    high = "Elle peut voler en haute altitude"

    assert high in page(flyer)
    slowed = page(f"{flyer}&exploited=on")
    assert high not in slowed
    assert "C ou moins" in slowed.partition('value="move.order"')[2].partition("</button>")[0]
    assert "/why/CORE-EXPL-1" in slowed


@pytest.mark.clause("AM-IMP-4", "AM-PRIM-1", "AM-FLY-13", "CORE-UNIT-6")
@pytest.mark.parametrize(
    ("unit", "said"),
    [
        ("creature.biped", "ses figurines sont à M de la première au plus"),
        ("warrior.none", "ses figurines sont à C de la première au plus"),
        ("monster.behemoth", "Aucune capacité Saga avancée ne l’active"),
        ("creature.flyer", "Rien ne la cache ; sa propre vue est bloquée comme une autre."),
        ("mindless.none", "Charger · « Nous sommes à vos ordres »"),
    ],
)
def test_a_turn_tells_what_a_unit_is_beside_what_it_may_do(unit: str, said: str):
    assert said in re.sub(r"\s+", " ", page(f"/odds/turn?a.unit={unit}&a.figures=4"))


@pytest.mark.slow
@pytest.mark.clause("AM-PROF-1", "AM-PROF-7", "AM-PROF-10", "AM-ABUSE-R2-2", "AM-FLY-13")
def test_the_play_aid_has_every_profile_every_special_rule_and_every_total_on_two_pages():
    with translation.override("fr"):
        profiles_sheet, rules_sheet = profile_table(), rules_at_hand()
    printed = Client().get("/odds/reference.pdf")

    assert [row[0] for row in profiles_sheet.rows] == [phrases("fr")["words"][key] for key in profiles()]
    assert [row[1:3] for row in profiles_sheet.rows if "statique" in row[0]] == [("3 (4)", "1 (4 ou 2)")]
    assert [row[1] for row in profiles_sheet.rows if row[1].endswith("*")] == ["5 (4)*", "5 (4)*"]
    *special, abuse, sticks = rules_sheet.sections
    assert sum(len(section.paragraphs) for section in special) == len(special_rows()) + 1  # two of resilience
    totals = [line.partition(WIDE)[0] for line in abuse.paragraphs[1:]]
    assert totals == ["2", "3", "4 à 5", "6 à 8", "9 à 10", "11", "12"]
    assert sticks.paragraphs[0].count("cm") == 4
    assert printed.content.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", printed.content)) == 2


@pytest.mark.clause("AM-PROF-7")
def test_a_band_on_paper_has_both_shooting_values_of_a_static_machine():
    machine = profiles()["war_machine.static"]

    with translation.override("en"):
        assert aggression_of(machine) == "1 (4 or 2)"
    assert armour_of(profiles()["hearthguard.mount_animal"]) == "5 (4)*"


@pytest.mark.parametrize(("language", "move"), [("fr", "Distance (mouvement) : TC"), ("en", "Distance (move): VS")])
def test_a_distance_has_the_letters_of_the_readers_sticks(language: str, move: str):
    page = said(passer_by().get("/odds/turn?a.unit=war_machine.static", headers={"accept-language": language}))

    assert move in page.replace("\xa0", " ")


def test_every_shooting_weapon_is_called_by_a_word():
    facts = ((row.clause, {"side": "shooter", "weapon": weapon, "bonus": 1}) for weapon, row in weapons().items())
    told = [say_because(Reason(clause, "battle-weapon-bonus", fact), "fr") for clause, fact in facts]

    assert "Arme (le tireur) : Tir puissant, +1 à chaque dé d’attaque" in [one.replace("\xa0", " ") for one in told]
    assert not [one for one, weapon in zip(told, weapons(), strict=True) if f" {weapon}," in one]


ARCHERS = (
    "a.unit=warrior.bow&a.figures=8&a.fatigue=2&d.unit=warrior.none&d.figures=8&d.fatigue=2&o.close_ranks_side=both"
)
OTHERWISE = {
    **dict.fromkeys(("between", "a.close_ranks", "d.close_ranks"), "on"),
    **{"within": "S", "lands": "dangerous", "a.cover": "solid", "d.cover": "solid", "d.unit": "levy.none"},
}
"""What is typed into the fields that take no number."""


@pytest.mark.parametrize(("kind", "field"), [(kind, field) for kind in UNASKED for field in sorted(UNASKED[kind])])
def test_what_is_not_asked_counts_for_nothing(kind: str, field: str):
    asked = f"/odds/?kind={kind}&{ARCHERS}"

    assert told_of(f"{asked}&{field}={OTHERWISE.get(field, '1')}") == told_of(asked)


def told_of(address: str) -> list[str]:
    """The answers and the advice of a page of chances."""
    return re.findall(r"<article.*?</article>", page(address), re.DOTALL)


def test_each_field_says_in_which_kinds_of_attack_it_is_not_asked():
    marked = re.findall(r'data-unasked="([^"]+)"\s*>\s*<label for="([^"]+)"', page(f"/odds/?{ARCHERS}"))

    assert {(field, kind) for kinds, field in marked for kind in kinds.split()} == {
        (field, kind) for kind, fields in UNASKED.items() for field in fields
    }

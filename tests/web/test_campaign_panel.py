"""The side panel in the rarer moments of a turn: who goes home, who defends, and what orders come to beforehand."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape

import pytest

from heraut.kernel.message import Tick
from heraut.kernel.names import LOCAL, ActorId, CommandId
from heraut.web.desk import desk, now, submit
from web.build import host, passer_by, player
from web.war import ANA, BEN, WAR, advance, send, spaced, stand, state, text, war

pytestmark = pytest.mark.django_db

BANDS = ["1 ana T01: 2 2 2 1 3", "2 ana T01: 2 2 1 1 4", "3 ana T01: 2 4"]
POOR = {"villages": {"T02": "ana", "T06": "ana"}, "bands": BANDS}
"""Both villages are one road from T01; they bring 3 PP, and 26 points cost 5."""


def weighed(seat: str = ANA, **fields: object) -> str:
    """What the panel says of orders that are being written, without marks and with plain spaces."""
    answer = player(seat, WAR).post(f"/g/{WAR}/campaign/weigh", fields)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", spaced(unescape(answer.content.decode()))))


@pytest.mark.clause("SC-UPK-8")
def test_the_owner_chooses_between_villages_equally_near():
    stand("upkeep", **POOR)
    page = text(player(ANA, WAR))
    homes = re.search(r'<select name="home-T01">(.*?)</select>', page)
    suggested = re.findall(r'name="units" value="(\d+)" checked', page)

    assert homes is not None
    assert re.findall(r'value="(T\d\d)"', homes.group(1)) == ["T02", "T06"]
    assert send(player(ANA, WAR), type="Demobilise", units=suggested, **{"home-T01": "T06"}) == 302
    assert [unit.id for unit in state().board.villages["T06"].units] == [int(unit) for unit in suggested]
    assert state().board.villages["T02"].units == ()


@pytest.mark.clause("SC-UPK-9", "SC-UPK-10")
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"villages": {"T02": "ana"}, "bands": [*BANDS, "9 ben T02: 4"]}, "Tous vos villages sont occupés"),
        ({"villages": {"T09": "ben"}, "bands": BANDS}, "Vous n’avez pas de village"),
        ({"villages": {"T02": "ana"}, "bands": BANDS}, "Qui part d’ici rentre au village"),
    ],
)
def test_who_is_sent_home_is_told_where_to_go(given: dict[str, object], told: str):
    stand("upkeep", **given)

    assert told in text(player(ANA, WAR)).replace("&#x27;", "'")
    assert told not in text(player(BEN, WAR)).replace("&#x27;", "'")


def test_the_rest_and_its_upkeep_are_told_before_anybody_goes_home():
    stand("upkeep", **POOR, stocks={"ana": 0})

    assert "en campagne : 26 pt prix : 5 PP sur 3 Il resterait 5 PP à payer" in weighed(type="Demobilise", units="")
    assert weighed(type="Demobilise", units=10).strip() == "en campagne : 24 pt prix : 3 PP sur 3"
    assert "l’une peut rester : gardes 4/4 en campagne : 23 pt" in weighed(type="Demobilise", units=[10, 13])
    assert "SC-UPK-6" in weighed(type="Demobilise", units=[10, 11])
    assert "bande 3 : dissoute" in weighed(type="Demobilise", units=31)


@pytest.mark.clause("SC-RSV-5")
def test_a_militia_is_weighed_and_the_strongest_is_proposed():
    stand("determine", villages={"T02": "ana: 50> 2 3 1 lords 91"}, bands=["9 ben T02: 4 2"])
    page = text(player(ANA, WAR))

    assert re.findall(r'name="(?:units|lords)" value="(\d+)" checked', page) == ["50", "51", "52", "91"]
    assert "la milice : 6 pt" in weighed(type="DefendVillage", territory="T02", units=[50, 51, 52])
    assert "Il en faut 4 à 10" in weighed(type="DefendVillage", territory="T02", units=[50])


@pytest.mark.clause("SC-RET-7")
def test_an_opponent_chooses_the_village_of_an_army_without_a_lord():
    armies = ["5 ana from T01 due 2 leaderless victor ben: 3"]
    stand("turn-end", villages={"T02": "ana", "T06": "ana"}, armies=armies)
    page = text(player(BEN, WAR))

    assert "Ana : une armée revient" in spaced(page)
    assert re.findall(r'name="territory" value="(T\d\d)"', page) == ["T02", "T06"]
    assert "revient" not in text(player(ANA, WAR)).split('class="campaign-panel"')[1].split("<h2>Piste")[0]
    assert send(player(BEN, WAR), type="ChooseVillage", army=5, territory="T06") == 302


@pytest.mark.clause("SC-LRD-1")
def test_the_price_of_a_band_and_its_lord_is_told_while_it_is_composed():
    war(starting_pp=20, lord_cost=3, max_lords=9)
    advance("campaign-prepare")
    (at,) = set(re.findall(r'name="ground" value="(T\d\d)"', text(player(ANA, WAR))))
    new = {"type": "Prepare", "ready": "on", "ground": at, f"buy-{at}-warriors-8": 5, f"buyto-{at}": "new"}
    before = state()

    assert "nouvelle bande : 5 pt prix : 8 PP sur" in weighed(**new, **{f"lord-{at}": ""})
    assert "Il en faut 4 à 10" in weighed(**new | {f"buy-{at}-warriors-8": 3}, **{f"lord-{at}": ""})
    assert state() is before


def test_what_is_weighed_is_ones_own():
    stand("bids", stocks={"ana": 5})

    assert "prix : 3 PP sur 5" in weighed(type="PlaceBid", amount=3)
    assert player(ANA, WAR).post(f"/g/{WAR}/campaign/weigh", {"type": "NoSuchOrder"}).status_code == 404
    assert passer_by().post(f"/g/{WAR}/campaign/weigh", {"type": "PlaceBid", "amount": 3}).status_code == 403


def test_a_battle_of_four_is_awaited_once_from_all_its_sides():
    names = ["ana", "ben", "chloe", "david"]
    bands = [f"{place} {name} T01: 4 2" for place, name in enumerate(names, start=1)]
    stand("combats", players=names, bands=bands)
    page = spaced(text(player(ANA, WAR)))

    assert page.count("Le résultat d’une bataille est attendu") == 1
    assert "(Ana, Ben, Chloé, David)" in page


@pytest.mark.clause("SC-MUL-5")
def test_the_sheet_of_a_battle_says_who_attacks_and_who_comes_next():
    names = ["ana", "ben", "chloe", "david", "emma"]
    stand("combats", players=names, bands=[f"{place} {name} T01: 6" for place, name in enumerate(names, start=1)])
    assert "Première phase ; le vainqueur affronte ensuite Ana." in spaced(text(player("ben", WAR)))


@pytest.mark.clause("SC-MUL-5", "SC-MUL-8")
def test_who_joins_a_combat_in_its_second_stage_is_told_so():
    names = ["ana", "ben", "chloe", "david", "emma"]
    stand("combats", players=names, bands=[f"{place} {name} T01: 6" for place, name in enumerate(names, start=1)])
    told = "vous affrontez le vainqueur s’il tient encore le territoire. Première phase : Ben, Chloé, David, Emma."

    assert told in spaced(unescape(text(player(ANA, WAR))))
    assert "vous affrontez le vainqueur" not in text(player(BEN, WAR))
    assert "Puis, contre le vainqueur :" in spaced(text(passer_by(), "campaign/land?at=T01"))


@pytest.mark.clause("SC-MUL-6", "SC-MUL-10")
def test_a_battle_in_stages_says_what_a_tie_brings_and_where_the_territory_is_decided():
    names = ["ana", "ben", "chloe", "david", "emma", "farid"]
    stand("combats", players=names, bands=[f"{place} {name} T01: 6" for place, name in enumerate(names, start=1)])
    assert "À égalité, le mieux placé à l’initiative l’emporte." in unescape(text(player("farid", WAR)))

    units = re.findall(r'name="left-(\d+)" min="0" max="(\d+)"', text(player("farid", WAR)))
    result = {"territory": "T01", "winners": ["chloe", "david"], **{f"left-{unit}": most for unit, most in units}}
    told = weighed("farid", type="ProposeResult", **result)
    assert "Le territoire se joue à la seconde phase." in told
    assert "ne change pas de mains" not in told

    send(host(), type="ProposeResult", **result)
    assert "Seconde phase : Chloé a gagné la première et tient la place" in spaced(text(player(ANA, WAR)))


@pytest.mark.clause("SC-DET-6")
def test_the_sheet_of_a_battle_of_two_says_who_attacks():
    stand("combats", control={"T01": "ben"}, bands=["1 ana T01: 4 2", "2 ben T01: 4 2"])
    assert "Ana attaque, Ben défend." in text(player(ANA, WAR))


@pytest.mark.clause("SC-CBT-8", "SC-LOS-1")
def test_what_comes_of_a_battle_is_told_before_it_is_reported():
    stand("combats", control={"T01": "ben"}, sites={"T01": "ben"}, bands=["1 ana T01: 4 2", "2 ben T01: 4 2"])
    result = {"type": "ProposeResult", "territory": "T01", "winners": "ana"}
    whole = {"left-10": 16, "left-11": 8, "left-20": 5, "left-21": 0}

    assert weighed(**result, **whole).strip() == (
        "Ben : gardes 16 → 8, gardes 8 → 0 Moulin du Gué : le terrain sacré de Ben disparaît. "
        "Moulin du Gué passe à Ana. Moulin du Gué : une bande de Ben fait retraite."
    )
    assert "ne change pas de mains" in weighed(**result | {"winners": ["ana", "ben"]}, **whole)
    assert "Complétez" in weighed(**result)
    assert weighed(**result, untouched="on").strip() == ""
    assert send(player(ANA, WAR), **result, **whole) == 302
    assert "Moulin du Gué passe à Ana." in weighed(BEN, type="ConfirmResult", territory="T01")
    assert state().board.control["T01"] == BEN


@pytest.mark.clause("SC-GEN-9")
def test_the_organiser_closes_a_step_for_those_who_are_ticked_and_for_nobody_else():
    names = ["ana", "ben", "chloe"]
    stand("bids", players=names)
    client, form = host(), {"type": "CloseStep", "listed": "on"}
    assert re.findall(r'name="players" value="(\w+)" checked', text(client)) == names

    assert send(client, **form) == 409
    shown = client.post(f"/g/{WAR}/campaign/order", {**form, "players": ["ana"]}).content.decode()
    assert "Absence d’Ana : sa mise est de 0." in spaced(shown)
    assert send(client, **form, players=["ana"], confirmed="1") == 302
    assert [awaited.seat for awaited in desk().awaits(WAR, None)] == ["ben", "chloe"]


@pytest.mark.clause("SC-ABS-7")
def test_a_pause_is_told_at_the_top_and_no_deadline_beside_it():
    war(deadlines={"setup": 3600})
    host().post(f"/g/{WAR}/dice", {"draw": "1"})
    submit(WAR, Tick(at=now()), command_id=CommandId("tick"), actor=ActorId("clock"), sender=LOCAL)
    assert "avant le" in text(player(ANA, WAR))
    host().post(f"/g/{WAR}/send", {"type": "SetPause", "pause": "on"})

    assert "En pause depuis le" in text(player(ANA, WAR))
    assert 'class="campaign-turn">Mise en place</p>' in text(player(ANA, WAR))


@pytest.mark.clause("SC-ABS-8")
def test_who_hands_over_to_whom_is_written_in_the_log():
    war()
    host().post(f"/g/{WAR}/campaign/replace", {"player": "ben", "name": "Chloé"})
    assert "Ben cède sa place pour de bon à Chloé." in text(host(), "log")


@pytest.mark.clause("SC-RET-3", "SC-RET-4")
def test_armies_off_the_map_are_listed_with_their_return():
    armies = ["5 ana from T01 due 3: 3", "6 ben from T01 due 3 leaderless: 2"]
    stand("bids", armies=armies, villages={"T02": "ana", "T06": "ben"})
    for address in ("", "campaign/sheet"):
        page = spaced(text(passer_by(), address))
        assert "Ana · 3 pt · Moulin du Gué → un village, au début du tour 3." in page
        assert "Ben · 2 pt · Moulin du Gué → un village, à la fin du tour 3." in page


@pytest.mark.clause("SC-CBT-7")
def test_a_combat_is_given_up_after_a_look_at_what_follows():
    stand("combats", control={"T01": "ben"}, bands=["1 ana T01: 4 2", "2 ben T01: 4 2", "3 ben T09: 6"])
    assert "Abandonner le combat : Moulin du Gué" in spaced(text(player(ANA, WAR)))
    concede = {"type": "Concede", "territory": "T01"}
    shown = player(ANA, WAR).post(f"/g/{WAR}/campaign/order", concede).content.decode()

    assert "une bande d’Ana fait retraite." in shown
    assert "Étape : lendemain" not in shown  # told as the log tells it: a step that awaits nobody is no news
    assert send(player(ANA, WAR), **concede, confirmed="1") == 302
    assert [band.owner for band in state().board.bands_at("T01")] == [BEN]


@pytest.mark.clause("SC-INV-2", "SC-INV-3")
def test_a_portal_opens_where_the_rules_allow_and_its_price_is_told():
    stand("invasion", outer=["ana"], stocks={"ana": 12}, villages={"T14": "ben"}, bands=["9 ben T06: 6"])
    page = text(player(ANA, WAR))
    groups = re.findall(r'<optgroup label="([^"]+)">(.*?)</optgroup>', page)
    first = re.findall(r'value="(T\d\d)"', groups[0][1])

    assert [name for name, _ in groups] == ["Prestigieux", "Développé", "Normal"]
    assert first == ["T11", "T17", "T22"]
    told = weighed(type="Invade", territory="T11", **{"invader-warriors-8": 5})
    assert told.strip() == "la bande : 5 pt prix : 10 PP sur 12"
    assert "SC-INV" in weighed(type="Invade", territory="T14", **{"invader-warriors-8": 5})


@pytest.mark.clause("SC-DEC-7")
def test_a_march_says_from_where_and_against_whom():
    stand("declare", order=["ben", "ana"], bands=["1 ana T01: 4 2", "9 ben T02: 6"])
    page = text(player(ANA, WAR))

    assert "<b>bande 1 · 6\xa0pt · Moulin du Gué</b>" in page
    assert re.search(r'<option value="T02">[^<]+ · contre Ben</option>', page)
    assert page.count("contre Ben") == 1


@pytest.mark.clause("SC-END-4")
def test_the_end_names_the_winner_and_says_what_decided():
    stand("turn-end", turn=10, order=["ben", "ana"], stocks={"ana": 9, "ben": 3}, bands=["9 ben T02: 6"])
    page = spaced(text(passer_by()))

    assert "Ben gagne la campagne" in page
    assert page.index("1. Ben") < page.index("2. Ana")
    assert "3 PP, bandes 6, 0 village" in page
    assert "À égalité, le mieux placé" in page


@pytest.mark.clause("SC-VIC-2", "SC-END-5")
def test_a_victory_by_fame_says_so():
    stand("turn-end", memory=["ana"] * 5, stocks={"ben": 30})
    page = spaced(text(passer_by()))

    assert "Par la gloire : 5 points sur la piste de la mémoire." in page
    assert page.index("1. Ana") < page.index("2. Ben")
    assert "À égalité" not in page


@pytest.mark.clause("SC-END-2")
def test_the_last_turn_tells_the_score_so_far():
    stand("bids", turn=10, stocks={"ana": 9, "ben": 3})
    assert "Le score, si la campagne s’arrêtait là :" in spaced(text(player(ANA, WAR)))


@pytest.mark.clause("SC-RET-8", "SC-HOM-1")
@pytest.mark.parametrize(
    ("villages", "told"),
    [
        ({"T02": "ana"}, "tous ses villages sont occupés : elle attend qu’un soit libre."),
        ({"T06": "ana"}, "un village, au début du tour 2."),
        ({}, "aucun village : elle se disperse."),
    ],
)
def test_an_army_without_a_way_home_says_so(villages: dict[str, str], told: str):
    stand("bids", armies=["5 ana from T01 due 2: 3"], villages=villages, bands=["9 ben T02: 6"])
    assert told in unescape(spaced(text(player(ANA, WAR))))


@pytest.mark.clause("SC-END-3")
def test_an_army_that_the_end_outruns_says_so():
    stand("build", turn=10, stocks={"ana": 9}, armies=["5 ana from T01 due 11: 3"], villages={"T02": "ana"})
    assert "→ la campagne finit avant son retour." in spaced(text(player(ANA, WAR)))


@pytest.mark.clause("SC-PLY-3")
def test_who_has_nothing_left_is_told_that_they_play_on():
    stand("bids", bands=["9 ben T02: 6"])

    assert "vous restez dans la campagne" in text(player(ANA, WAR))
    assert "vous restez dans la campagne" not in text(player(BEN, WAR))
    assert "vous restez dans la campagne" not in text(host())


@pytest.mark.clause("SC-HOM-5", "SC-PLY-3")
@pytest.mark.parametrize(("settings", "promised"), [({}, True), ({"resurgence": "never"}, False)])
def test_who_has_nothing_left_is_told_how_to_come_back(settings: dict[str, str], promised: bool):
    stand("bids", bands=["9 ben T02: 6"], settings=settings)

    assert ("Pour revenir, fondez un village" in text(player(ANA, WAR))) is promised


@pytest.mark.clause("SC-HOM-5", "SC-HOM-6")
def test_a_landless_player_chooses_where_to_found_a_village_and_is_back():
    stand("build", stocks={"ana": 2}, control={"T01": "ben"}, villages={"T06": "ben"}, bands=["9 ben T02: 6"])
    page = text(player(ANA, WAR))
    offered = re.search(r'<select name="villages".*?</select>', page, re.DOTALL)
    assert offered is not None
    places = re.findall(r'value="(T\d\d)"', offered.group())

    assert "T01" in places
    assert not {"T02", "T06"} & set(places)
    assert "prix : 2 PP sur 2" in weighed(type="Build", villages="T01", ready="on")
    assert send(player(ANA, WAR), type="Build", villages="T01", ready="on") == 302
    assert '<option value="T01" selected>' in re.sub(r"\s+>", ">", text(player(ANA, WAR)))
    assert send(player(BEN, WAR), type="Build", ready="on") == 302
    assert (state().board.control["T01"], state().board.villages["T01"].owner) == (ANA, ANA)
    assert state().board.stocks[ANA] == 0


@pytest.mark.clause("SC-BND-9", "SC-REC-2")
def test_a_unit_of_half_a_point_is_typed_and_bought():
    stand("prepare", stocks={"ana": 3}, villages={"T02": "ana"})
    order = {"type": "Prepare", "ready": "on", "ground": "T02", "other-buy-T02-kind": "Chars",
             "other-buy-T02-points": "2,5", "other-buy-T02-figures": "2"}  # fmt: skip

    assert 'step="0.5"' in text(player(ANA, WAR))
    assert "prix : 3 PP sur 3" in weighed(**order)
    assert send(player(ANA, WAR), **order) == 302
    assert 'value="2.5"' in text(player(ANA, WAR))
    assert send(player(BEN, WAR), type="Prepare", ready="on") == 302
    assert [unit.points for unit in state().board.villages["T02"].units] == [Fraction(5, 2)]


@pytest.mark.clause("SC-VIL-3")
def test_who_has_all_villages_is_told_so_and_sees_what_else_to_build():
    stand("build", stocks={"ana": 9}, villages={"T02": "ana", "T06": "ana"})
    page = text(player(ANA, WAR))

    assert "vous en avez 2 sur 2" in page
    assert re.search(r"<details open><summary>Terrains sacrés", page)


SIX = ("ana", "ben", "chloe", "david", "emma", "farid")


@pytest.mark.clause("SC-INI-10")
def test_the_favour_holder_may_put_six_tied_players_in_any_order():
    stand("ties", players=SIX, order=SIX, groups=(SIX,), favour_holder=ANA)
    page = text(player(ANA, WAR))
    assert re.findall(r'<option value="(\w+)" selected', page.split('name="ranks-1"', 1)[1])[:6] == list(SIX)
    assert 'name="ranks-1"' not in text(player(BEN, WAR))
    twice = player(ANA, WAR).post(f"/g/{WAR}/campaign/order", ordered(["ben"] * 6)).content.decode()
    assert "Donnez un rang à chacun des joueurs à égalité, une seule fois : Ana, Ben, Chloé, David" in spaced(twice)

    assert player(ANA, WAR).post(f"/g/{WAR}/campaign/order", ordered(SIX[::-1])).status_code == 302
    assert state().board.order == SIX[::-1]


def ordered(*ranks: list[str] | tuple[str, ...]) -> dict[str, object]:
    groups = {f"ranks-{place}": list(group) for place, group in enumerate(ranks, start=1)}
    return {"type": "OrderTies", "tied": [str(place) for place in range(1, len(ranks) + 1)], **groups}


@pytest.mark.clause("SC-INI-10")
def test_two_ties_are_ordered_each_within_its_ranks():
    four = SIX[:4]
    stand("ties", players=four, order=four, groups=(("david", "ana"), ("ben", "chloe")), favour_holder=ANA)
    assert re.findall(r"Rang (\d)", text(player(ANA, WAR))) == ["1", "2", "3", "4"]
    player(ANA, WAR).post(f"/g/{WAR}/campaign/order", ordered(("david", "ana"), ("chloe", "ben")))

    assert state().board.order == ("david", "ana", "chloe", "ben")


@pytest.mark.parametrize(
    ("seat", "type", "fields", "label"),
    [(ANA, "PlaceBid", {"amount": ""}, "Mise en PP"), (ANA, "PlaceBid", {"amount": "beaucoup"}, "Mise en PP")],
)
def test_a_number_that_is_none_is_named_as_its_page_names_it(seat: str, type: str, fields: dict[str, str], label: str):
    stand("bids")
    page = player(seat, WAR).post(f"/g/{WAR}/campaign/order", {"type": type, **fields}).content.decode()

    assert f"« {label} »" in spaced(page)


def test_what_a_group_does_without_is_not_offered():
    stand("bids", settings={"pause_vote": "never", "stand_ins": False})
    page = text(player(ANA, WAR))

    assert ('value="VotePause"' in page, 'value="NameStandIn"' in page) == (False, False)
    assert ('value="SetPause"' in text(host()), 'value="NameStandIn"' in text(host())) == (True, False)


def test_once_it_is_over_only_lords_are_told_of():
    war(turns=1, starting_pp=0)
    advance("nothing any more")
    page = text(player(ANA, WAR))

    assert state().board.turn == 1
    assert 'value="DescribeLord"' in page
    assert ('value="VotePause"' in page, 'value="NameStandIn"' in page) == (False, False)
    assert "À tout moment" not in text(host())


@pytest.mark.clause("SC-SEQ-9", "SC-UPK-5")
def test_who_has_paid_is_not_told_to_send_anybody_home():
    stand("upkeep", villages={"T02": "ana", "T06": "ana", "T09": "ben"}, bands=[*BANDS, "9 ben T09: 4"])

    assert "démobilisez juste assez" in text(player(ANA, WAR))
    assert "C’est payé ; PP qui vous restent : 2." in spaced(text(player(BEN, WAR)))


@pytest.mark.clause("SC-INI-10")
def test_while_ties_are_ordered_nobody_is_told_to_bid():
    stand("ties", groups=((ANA, BEN),), favour_holder=BEN)

    assert "Ben, favori des dieux, range ceux qui ont misé autant." in text(player(ANA, WAR))
    assert "À vous, favori des dieux, de ranger ceux qui ont misé autant." in text(player(BEN, WAR))
    assert "Misez de 0 à" not in text(player(BEN, WAR))


def test_one_point_is_said_in_the_singular():
    stand("bids", settings={"prestige_to_win": 1})

    assert "Il faut 1 point pour gagner" in text(player(ANA, WAR))
    assert "Il faut 1 point pour gagner" in text(host(), "campaign/sheet")


CROWDED = "".join(
    ["map Carrefour / Crossroads\nsize 1000 1000\n", "territory T01 cromlech 500 500 Milieu\n"]
    + [f"territory T{n:02} tower {100 + 40 * (n % 20)} {100 + 400 * (n // 20)} Tour {n}\n" for n in range(2, 17)]
    + [f"roads T{n:02}: {' '.join(f'T{far:02}' for far in range(n + 1, 17))}\n" for n in range(1, 16)]
    + ["starts 2: T02 T03\n"]
)
"""Sixteen territories, each joined to every other: a fast band has 225 ways."""


@pytest.mark.clause("SC-DEC-2")
def test_every_band_has_its_ways_however_many_roads_there_are():
    bands = [f"{id} ana T{id + 3:02}: 4" for id in range(1, 4)]
    stand("declare", settings={"map": CROWDED}, bands=[*bands, "9 ben T16: 4"], order=[BEN, ANA])
    page = text(player(ANA, WAR))

    assert re.findall(r'name="band" value="(\d)"', page) == ["1", "2", "3"]
    assert page.count('<option value="T') > 600
    assert 'value="PassMoves"' in page
    assert 'value="PassMoves"' not in text(player(BEN, WAR))

"""The match's page: a whole game on a phone, by boxes and figures."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

import heraut.web.rooms.match as room
from heraut.kernel.codec import Malformed, from_plain
from heraut.kernel.journal import Header
from heraut.kernel.names import Seat, StreamId
from heraut.scenario import engine
from heraut.scenario.definition import Size
from heraut.scenario.deployment import DeployUnits
from heraut.scenario.facts import Attack, Facts, Side
from heraut.scenario.library import sources
from heraut.scenario.placement import PlacePiece
from heraut.scenario.settings import MassacreScale, MatchOptions, Settings, TerrainType
from heraut.scenario.state import PlayingTurns
from heraut.scenario.turns import EndTurn
from heraut.scenario.view import MatchView, SheetView
from heraut.web.desk import desk, now
from heraut.web.game import new_id
from heraut.web.models import Stream
from heraut.web.rooms.match.pages import board
from heraut.web.rooms.match.sheet_forms import read_sheet
from web.build import are_written, host, laid_out, player

pytestmark = pytest.mark.django_db

TABLE = StreamId("table-7")
ANA, BEN = Seat("ana"), Seat("ben")
VIEWS = {"view": MatchView, "sheet": SheetView}
"""By what pages call them."""
ELSEWHERE = {"view.luck", "view.rolls", "view.scenario", "view.you"}
"""On the page of the dice, or what a page knows already: the scenario it draws and the seat of who reads it."""


def match(scenario: str, **more: Any) -> StreamId:
    settings = Settings(scenario=scenario, players={ANA: "Ana", BEN: "Ben"}, **more)
    header = desk().open(stream=TABLE, engine="match", title="Table 7", settings=settings, at=now())
    assert isinstance(header, Header), header
    Stream.objects.filter(pk=TABLE).update(public=True)
    return TABLE


def text(client: Client) -> str:
    answer = client.get(f"/g/{TABLE}/")
    assert answer.status_code == 200
    return plain(answer.content.decode())


def plain(said: str) -> str:
    """With spaces that may break: what a test is about."""
    return laid_out(said).replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")


def enter(client: Client, type: str, **fields: Any) -> None:
    """One form of the sheet, confirmed; dots and colons of field names are written as two and three underscores."""
    named = {key.replace("___", ":").replace("__", "."): value for key, value in fields.items()}
    posted = {"type": type, "command_id": new_id(), "confirmed": "1", **named}
    answer = client.post(f"/g/{TABLE}/match/entry", posted, follow=True)
    assert answer.status_code == 200, answer.content.decode()[:2000]


def state() -> Any:
    return desk().history(TABLE).state


def end_turn(client: Client, by: str, turn: int, **fields: Any) -> None:
    enter(client, "EndTurn", facts__by=by, facts__turn=turn, **fields)


@pytest.mark.parametrize("number", ["many", "9" * 5000, "²"])
def test_a_number_that_is_none_is_refused_and_nothing_is_written(number: str):
    match("conquest")
    ana = player(ANA, TABLE)
    enter(ana, "StateRoles", first="ana")
    enter(ana, "SkipSetup")
    posted = {"type": "EndTurn", "command_id": new_id(), "facts.by": "first", "facts.turn": 1, "near:marker_1": number}

    answer = ana.post(f"/g/{TABLE}/match/entry", posted)

    assert answer.status_code < 500
    assert state().play.turns == ()


def test_a_capture_is_played_by_ticking_boxes_and_signed():
    match("capture")
    ana, ben = player(ANA, TABLE), player(BEN, TABLE)
    enter(ana, "StateRoles", first="ana")
    enter(ana, "SkipSetup")
    for turn in range(1, 7):
        end_turn(ana, "first", turn, **({"claimed": ["marker_left", "marker_centre"]} if turn == 2 else {}))
        end_turn(ben, "second", turn)
        assert ("tient</span> 1, 2" in text(ben)) == (2 <= turn < 6)
    assert "24" in text(ana)
    enter(ana, "Sign", first=24, second=0)
    enter(ben, "Sign", first=24, second=0)

    assert state().settled
    assert "gagne" in text(ben)


def test_a_turn_sent_twice_counts_once():
    match("capture")
    ana = player(ANA, TABLE)
    enter(ana, "StateRoles", first="ana")
    enter(ana, "SkipSetup")
    form = {"type": "EndTurn", "command_id": "the-same", "facts.by": "first", "facts.turn": 1}
    for _ in range(2):
        ana.post(f"/g/{TABLE}/match/entry", form, follow=True)

    assert len(state().play.turns) == 1


@pytest.mark.parametrize("id", [id for id in sources() if id not in ("demolition", "revelation")])
def test_every_scenario_has_its_sheet_and_its_picture(id: str):
    match(id)
    ana = player(ANA, TABLE)
    enter(ana, "StateRoles", first="ana")
    enter(ana, "SkipSetup")
    page = text(ana)

    assert "<svg" in page
    assert 'name="facts.turn" value="1"' in page
    assert "style=" not in page.split("<svg")[1].split("</svg>")[0]


@pytest.mark.clause("SR-DUTY-3", "SR-DUTY-5")
def test_a_match_by_itself_has_the_rules_of_its_scenario():
    match("sacrifice", options=MatchOptions(no_assassination=True))
    ana = player(ANA, TABLE)
    page = plain(ana.get(f"/g/{TABLE}/match/rules").content.decode())

    assert f'href="/g/{TABLE}/match/rules"' in text(ana)
    assert "jet de dégâts magiques de PUI 20" in page
    assert "<h2>Contrôler et contester</h2>" in page
    assert ("Pas d’assassinat" in page, "Assassinat : dès" in page) == (True, False)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_sheet_speaks_both_languages(language: str):
    match("conquest")
    ana = player(ANA, TABLE)
    ana.post("/language", {"language": language})
    enter(ana, "StateRoles", first="ana")
    enter(ana, "SkipSetup")

    assert ("Unités comptées" in text(ana)) == (language == "fr")


def test_a_conceded_steamroller_game_is_counted_on_the_page():
    match("overrun")
    ana = player(ANA, TABLE)
    enter(ana, "StateRoles", first="ana")
    enter(ana, "SkipSetup")
    enter(ana, "ReportLoss", caster=["second"])
    assert 'name="lost:first"' in text(ana)
    enter(ana, "CountArmies", lost___second=12, surviving___first=30)

    assert "12" in text(host())
    assert state().play.armies.lost == {"second": 12}


def test_boxes_and_figures_become_the_fields_of_a_command():
    form = QueryDict(mutable=True)
    form.update({"facts.by": "first", "facts.turn": "2", "near:marker_1": "3", "near:marker_2": "0"})
    form.update({"control:Z": "first", "attack:second_1": "fell"})
    form.setlist("contests.first", ["Z2"])
    command = from_plain({"seat": "ana", **read_sheet(EndTurn, form)}, EndTurn, strict=False)

    assert command.facts == Facts(
        by=Side.FIRST,
        turn=2,
        near={"marker_1": 3},
        controls={Side.FIRST: ("Z",)},
        contests={Side.FIRST: ("Z2",)},
        attacks=(Attack("second_1", destroyed=True),),
    )


@pytest.mark.parametrize("typed", ["", "x", "2,5"])
def test_units_deployed_are_never_none_because_nothing_was_typed(typed: str):
    with pytest.raises(Malformed, match="count"):
        read_sheet(DeployUnits, QueryDict(f"count={typed}"))

    assert read_sheet(DeployUnits, QueryDict("count=2")) == {"units": [{"id": "unit-1"}, {"id": "unit-2"}]}


def test_the_table_shows_the_piece_to_place_and_the_verdict_of_every_limit():
    match("clash")
    ana = player(ANA, TABLE)
    enter(ana, "StateRoles", first="ana")
    enter(ana, "ChoosePiece", kind="hill", size="large")
    enter(ana, "ChoosePiece", kind="hill", size="large")
    page = ana.get(f"/g/{TABLE}/match/table").content.decode()
    good = ana.get(f"/g/{TABLE}/match/verdict", {"piece": "piece-1", "shape": "[[10,5],[14,5],[14,9],[10,9]]"})
    bad = ana.get(f"/g/{TABLE}/match/verdict", {"piece": "piece-1", "shape": "[[10,25],[14,25],[14,29],[10,29]]"})
    nothing = ana.get(f"/g/{TABLE}/match/verdict", {"piece": "piece-9", "shape": "nonsense"})

    assert "piece-1" in page
    assert "✗" not in good.content.decode()
    assert "ST-CLA-5" in bad.content.decode()
    assert "✗" in bad.content.decode()
    assert nothing.status_code == 200
    enter(ana, "PlacePiece", piece="piece-1", shape="[[10,5],[14,5],[14,9],[10,9]]")
    assert [piece.id for piece in state().ground.pieces] == ["piece-1"]


def test_without_scripts_nothing_is_put_down_and_no_turn_is_noted_of_an_empty_table():
    match("capture")
    ana = player(ANA, TABLE)
    enter(ana, "StateRoles", first="ana")
    enter(ana, "ChoosePiece", kind="hill", size="large")
    table = ana.get(f"/g/{TABLE}/match/table").content.decode()
    enter(ana, "SkipSetup")
    stand = ana.get(f"/g/{TABLE}/match/stand").content.decode()

    assert 'value="LosePiece"' not in ana.get(f"/g/{TABLE}/match/table").content.decode()
    for page, button in ((table, "data-place"), (stand, "data-end")):
        assert f"{button} disabled>" in page
        assert "<noscript>" in page


def test_a_piece_that_could_not_be_placed_is_named_on_the_table():
    match("clash")
    ana = player(ANA, TABLE)
    enter(ana, "StateRoles", first="ana")
    for kind in ("hill", "wood"):
        enter(ana, "ChoosePiece", kind=kind, size="large")
    enter(ana, "LosePiece", piece="piece-1")

    assert "Perdus, faute de place : Colline 1" in plain(ana.get(f"/g/{TABLE}/match/table").content.decode())


def test_a_moved_piece_and_a_marker_are_judged_while_they_are_held():
    match("clash")
    ana = player(ANA, TABLE)
    enter(ana, "StateRoles", first="ana")
    for _ in range(2):
        enter(ana, "ChoosePiece", kind="hill", size="large")
    enter(ana, "PlacePiece", piece="piece-1", shape="[[10,5],[14,5],[14,9],[10,9]]")
    enter(ana, "PlacePiece", piece="piece-2", shape="[[10,25],[14,25],[14,29],[10,29]]")
    far = ana.get(f"/g/{TABLE}/match/verdict", {"piece": "piece-1", "shape": "[[18,5],[22,5],[22,9],[18,9]]"})

    assert 'value="MovePiece"' in ana.get(f"/g/{TABLE}/match/table").content.decode()
    assert "ST-GEO-12" in far.content.decode()
    assert "✗" in far.content.decode()
    turned = "[[10.59,4.55],[14.45,5.59],[13.41,9.45],[9.55,8.41]]"
    assert "✗" not in ana.get(f"/g/{TABLE}/match/verdict", {"piece": "piece-1", "shape": turned}).content.decode()
    enter(ana, "MovePiece", piece="piece-1", shape=turned)
    assert state().ground.pieces[0].moved_by == "first"


@pytest.mark.clause("SR-TERR-2", "SR-TERR-4")
@pytest.mark.parametrize(
    ("shape", "does"),
    [("[[20,2],[24,2],[24,6],[20,6]]", "rough"), ("[[20,22],[24,22],[24,26],[20,26]]", "impassable")],
)
def test_the_organiser_s_terrain_is_judged_by_what_it_does_and_named_without_a_code(shape: str, does: str):
    match("overrun")
    enter(player(ANA, TABLE), "StateRoles", first="ana")
    orga, asked = host(), {"piece": "new", "shape": shape}
    table = plain(orga.get(f"/g/{TABLE}/match/table").content.decode())
    said = [orga.get(f"/g/{TABLE}/match/verdict", {**asked, "properties": one}).json()["ok"] for one in (does, "")]
    posted = {"type": "AddPiece", "command_id": new_id(), "kind": "forest", "size": "small", "shape": shape}
    refused = orga.post(f"/g/{TABLE}/match/entry", {**posted, "properties": does, "confirmed": "1"})

    assert said == [False, True]
    assert ('<option value="new">Décor</option>' in table, "Décor spécial" in table) == (True, False)
    assert "Décor se trouve dans une zone interdite. Déplacez ce décor." in plain(refused.content.decode())


def test_the_verdict_comes_with_the_legal_area_and_the_sticks():
    match("clash")
    ana = player(ANA, TABLE)
    enter(ana, "StateRoles", first="ana")
    for _ in range(2):
        enter(ana, "ChoosePiece", kind="hill", size="large")
    enter(ana, "PlacePiece", piece="piece-1", shape="[[10,5],[14,5],[14,9],[10,9]]")
    said = ana.get(f"/g/{TABLE}/match/verdict", {"piece": "piece-2", "shape": "[[17,5],[21,5],[21,9],[17,9]]"}).json()

    assert not said["ok"]
    assert said["area"].startswith("M")
    assert [(one["label"], one["ok"]) for one in said["sticks"]] == [("✗ M · 3,0″", False)]


@pytest.mark.parametrize(
    ("shape", "clause", "words"),
    [
        ("[[10,5],[14,9],[14,5],[10,9]]", "ST-GEO-11", "se croise"),
        ("[[-2,5],[4,5],[4,9],[-2,9]]", "ST-GEO-11", "dépasse de la table de 2″"),
    ],
)
def test_a_crossing_outline_and_a_piece_off_the_table_are_refused_with_what_to_do(shape: str, clause: str, words: str):
    match("clash")
    ana = player(ANA, TABLE)
    enter(ana, "StateRoles", first="ana")
    for _ in range(2):
        enter(ana, "ChoosePiece", kind="hill", size="large")
    said = ana.get(f"/g/{TABLE}/match/verdict", {"piece": "piece-1", "shape": shape}).json()
    posted = {"type": "PlacePiece", "command_id": new_id(), "piece": "piece-1", "shape": shape}
    sent = ana.post(f"/g/{TABLE}/match/entry", posted)

    assert not said["ok"]
    assert clause in said["told"]
    assert words in said["told"]
    assert sent.status_code == 409
    assert words in sent.content.decode()


def put_down(client: Client, piece: str) -> None:
    """The piece at the first place of a grid where every limit is kept."""
    corners = ((x, y) for y in range(1, 33, 2) for x in range(1, 45, 2))
    squares = (((x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)) for x, y in corners)
    legal = (one for one in squares if isinstance(engine.decide(state(), PlacePiece(ANA, piece, one)), tuple))
    enter(client, "PlacePiece", piece=piece, shape=json.dumps(next(legal)))


@pytest.mark.clause("ST-TER-7", "ST-CLA-2", "ST-CON-3", "ST-ADV-4", "ST-DES-1", "ST-DIA-3")
@pytest.mark.parametrize("scenario", ["clash", "conquest", "advance", "desecration", "diagonal"])
def test_more_pieces_of_a_type_than_the_event_has_are_refused_on_the_page(scenario: str):
    table = (TerrainType("Bois", (Size.SMALL,), 1), TerrainType("Colline", (Size.SMALL,), 9))
    match(scenario, options=MatchOptions(terrain_table=table))
    ana, again = player(ANA, TABLE), {"type": "ChoosePiece", "kind": "Bois", "size": "small"}
    enter(ana, "StateRoles", first="ana")
    enter(ana, "ChoosePiece", kind="Bois", size="small")
    if scenario in ("conquest", "advance"):  # there each piece is placed before the next is chosen
        put_down(ana, "piece-1")
    refused = ana.post(f"/g/{TABLE}/match/entry", {**again, "command_id": new_id()})

    assert (refused.status_code, "ST-TER-7" in refused.content.decode()) == (409, True)
    assert "Pas plus de 1 décor de ce type sur la table (Bois)" in plain(refused.content.decode())
    enter(ana, "ChoosePiece", kind="Colline", size="small")
    assert [piece.kind for piece in state().ground.chosen] == ["Bois", "Colline"]


@pytest.mark.clause("ST-TER-7", "ST-TER-8", "ST-ADV-4")
def test_the_builder_offers_what_may_still_be_chosen_and_says_why_the_rest_is_gone():
    table = (
        TerrainType("Bois", (Size.SMALL,), 1),
        TerrainType("Colline", (Size.SMALL, Size.LARGE), 3),
        TerrainType("Château", (Size.LARGE,), 2),
    )
    match("advance", options=MatchOptions(terrain_table=table))
    ana = player(ANA, TABLE)
    enter(ana, "StateRoles", first="ana")
    enter(ana, "ChoosePiece", kind="Bois", size="small")
    put_down(ana, "piece-1")
    page = plain(ana.get(f"/g/{TABLE}/match/table").content.decode())
    offered = re.findall(r'<option value="([^"]+)"[^>]*>\s*([^<]*?)\s*</option>', page)

    assert [(kind, " ".join(label.split())) for kind, label in offered] == [("Colline", "Colline (encore 3)")]
    assert re.findall(r'name="size" value="(\w+)"', page) == ["small"]
    assert "Bois : maximum atteint (1)." in page
    assert "Château : n’existe pas dans une taille permise maintenant." in page
    assert "Grand : pas à cette étape." in page


def test_the_builder_chooses_pieces_and_comes_back_to_the_table():
    match("clash")
    ana = player(ANA, TABLE)
    enter(ana, "StateRoles", first="ana")
    page = ana.get(f"/g/{TABLE}/match/table").content.decode()
    form = {"type": "ChoosePiece", "command_id": new_id(), "kind": "uneven", "size": "large", "back": "table"}
    answer = ana.post(f"/g/{TABLE}/match/entry", form)

    assert 'value="ChoosePiece"' in page
    assert answer["Location"] == f"/g/{TABLE}/match/table"


def test_special_terrain_is_placed_with_the_builder():
    match("clash")
    ana = player(ANA, TABLE)
    enter(ana, "StateRoles", first="ana")
    for _ in range(2):
        enter(ana, "ChoosePiece", kind="uneven", size="large")
    enter(ana, "PlacePiece", piece="piece-1", shape="[[10,5],[14,5],[14,9],[10,9]]")
    enter(ana, "PlacePiece", piece="piece-2", shape="[[10,25],[14,25],[14,29],[10,29]]")
    for _ in range(2):
        enter(ana, "EndStep")
    page = ana.get(f"/g/{TABLE}/match/table").content.decode()
    near = ana.get(f"/g/{TABLE}/match/verdict", {"piece": "new", "shape": "[[15,5],[17,5],[17,9],[15,9]]"}).json()
    enter(ana, "AddPiece", kind="uneven", size="small", shape="[[30,5],[34,5],[34,9],[30,9]]")

    assert 'value="AddPiece"' in page
    assert "ST-SPT-3" in near["told"]
    assert [piece.special for piece in state().ground.pieces] == [False, False, True]


def test_the_board_says_who_sits_where_and_how_many_units_are_deployed():
    match("clash")
    ana = player(ANA, TABLE)
    enter(ana, "StateRoles", first="ana")
    enter(ana, "TakeEdge", edge="far")
    deploying(ana)
    enter(ana, "Muster", side="first", units=5)
    enter(ana, "Muster", side="second", units=4)
    enter(ana, "DeployUnits", units=json.dumps([{"id": "A1", "name": "les gardes"}]))
    board = text(ana).split('aria-label="Score"')[1].split("</section>", maxsplit=1)[0]

    assert "Premier joueur · bord éloigné · unités déployées : 1 sur 5" in board
    assert "Second joueur · bord proche · unités déployées : 0 sur 4" in board


def started(scenario: str, **more: Any) -> Client:
    """Ana's phone at the first turn of a match whose table was set without us."""
    match(scenario, **more)
    ana = player(ANA, TABLE)
    enter(ana, "StateRoles", first="ana")
    enter(ana, "SkipSetup")
    return ana


def test_the_dice_of_an_advance_are_counted_before_the_first_turn():
    ana = started("advance")
    assert 'value="CountDice"' in text(ana)
    assert 'name="dice"' not in text(ana)
    enter(ana, "CountDice", first=6, second=5)

    assert 'value="CountDice"' not in text(ana)
    assert 'name="dice" min="0" max="20" value="5"' in text(ana)
    assert state().play.begun.dice == {"first": 6, "second": 5}


def test_dice_forgotten_at_the_start_of_an_advance_are_counted_later():
    ana = started("advance")
    end_turn(ana, "first", 1)
    end_turn(ana, "second", 1)
    assert 'value="CountDice"' in text(ana)
    enter(ana, "CountDice", first=6, second=5)
    end_turn(ana, "first", 2, dice=4)

    assert state().play.sheet.points == {"first": 2, "second": 0}


def test_dice_that_pay_nothing_are_not_counted():
    assert 'value="CountDice"' not in text(started("advance", options=MatchOptions(lost_dice_scoring="off")))


def test_a_clash_is_swept_before_it_is_counted():
    ana = started("clash")
    for turn in range(1, 6):
        end_turn(ana, "first", turn)
        end_turn(ana, "second", turn)
    if 'name="face"' in text(ana):
        host().post(f"/g/{TABLE}/dice", {"face": "1", "command_id": new_id()})
    assert 'value="SweepEdges"' in text(ana)
    enter(ana, "SweepEdges", eliminated="les levées\nles archers")
    page = text(ana)

    assert "les levées, les archers" in page
    assert 'name="massacre:first"' in page


def test_why_somebody_wins_stands_beside_the_winner_also_with_equal_points():
    ana = started("conquest")
    for turn in range(1, 7):
        end_turn(ana, "first", turn)
        end_turn(ana, "second", turn)
    if 'name="face"' in text(ana):
        host().post(f"/g/{TABLE}/dice", {"face": "1", "command_id": new_id()})
    enter(ana, "CountEnd", massacre___first=0, massacre___second=0)
    said = text(ana).partition("Ana gagne (aux points de victoire).")[2]

    assert "ST-PTS-3" in said.partition("<form")[0]


def test_a_conceded_clash_is_not_swept():
    ana = started("clash")
    enter(ana, "Concede")

    assert 'value="SweepEdges"' not in text(ana)


def boxes(page: str) -> list[str]:
    return re.findall(r'type="checkbox" name="destroyed" value="([^"]+)"', page)


def test_destroyed_objectives_have_their_own_boxes():
    ana = started("destruction")
    end_turn(ana, "first", 1)
    end_turn(ana, "second", 1)
    assert boxes(text(ana)) == ["OBJ1-1", "OBJ1-2"]
    enter(ana, "ReportLoss", destroyed=["OBJ1-2"])

    assert "Déjà noté : OBJ1, moitié du 2d joueur" in text(ana)
    assert boxes(text(ana)) == ["OBJ1-1"]
    end_turn(ana, "first", 2)
    assert boxes(text(ana)) == ["OBJ1-1", "OBJ2-2"]


def test_a_side_that_holds_both_zones_says_which_one_it_uses_up():
    ana = started("process_of_elimination")
    end_turn(ana, "first", 1)
    end_turn(ana, "second", 1)
    both = {"control___ZW": "first", "control___ZE": "first", "zone___first": "ZE"}
    end_turn(ana, "first", 2)
    assert 'name="zone:first"' in form_now(text(ana))
    end_turn(ana, "second", 2, **both)

    assert "a déjà marqué sur" in text(ana)
    assert [line.because.facts["element"] for line in state().play.sheet.lines] == ["ZE"]


def form_now(page: str) -> str:
    """The form of the turn under way: those to come, for when the network is away, ask everything."""
    return page.split('<form class="offer match-turn"')[1].split("</form>", maxsplit=1)[0]


@pytest.mark.clause("ST-DES-23")
def test_attacks_in_vain_are_on_the_sheet():
    ana = started("desecration")
    for turn in (1, 2):
        end_turn(ana, "first", turn, **({"attack___second_1": "held"} if turn == 2 else {}))
        end_turn(ana, "second", turn)

    assert "attaques infructueuses :</span> 1" in text(ana)


def test_casters_in_play_are_on_the_sheet_where_a_player_has_several():
    ana = started("overrun", casters={ANA: 2, BEN: 2})
    enter(ana, "ReportLoss", caster=["second"])
    end_turn(ana, "first", 1)

    assert re.findall(r"warcasters/warlocks en jeu :</span> (\d)", text(ana)) == ["2", "1"]


def test_a_turn_asks_only_what_can_change_the_score():
    ana = started("gaining_ground")
    idle = form_now(text(ana))
    assert "Pas encore de points à marquer" in idle
    assert "Qui contrôle" not in idle
    for by, turn in (("first", 1), ("second", 1), ("first", 2)):
        end_turn(ana, by, turn)

    scoring = form_now(text(ana))
    assert "Pas encore de points à marquer" not in scoring
    assert re.findall(r'name="control:(\w+)" value="(\w+)"', scoring) == [
        ("ZC", "first"), ("ZC", "second"), ("Z1", "second"), ("Z2", "first"),
    ]  # fmt: skip
    assert re.findall(r'name="contests\.(\w+)" value="(\w+)"', scoring) == [("first", "Z2"), ("second", "Z1")]


@pytest.mark.parametrize(
    ("scenario", "first", "second"),
    [("capture", 'name="claimed"', 2), ("desecration", 'name="attack:', 2), ("kill_box", 'name="casters_out"', 2)],
)
def test_what_begins_with_the_second_turn_is_not_asked_in_the_first(scenario: str, first: str, second: int):
    ana = started(scenario)
    assert first not in form_now(text(ana))
    end_turn(ana, "first", 1)
    end_turn(ana, "second", 1)

    assert first in form_now(text(ana))
    assert second == state().play.sheet.next_turn[1]


@pytest.mark.clause("SR-S02-1", "SR-S11-3", "SR-SC-1")
@pytest.mark.parametrize(("scenario", "scores"), [("overrun", True), ("kill_box", False), ("destruction", False)])
def test_points_are_announced_only_where_the_end_of_a_turn_scores(scenario: str, scores: bool):
    ana = started(scenario)
    for by, turn in (("first", 1), ("second", 1), ("first", 2)):
        end_turn(ana, by, turn)
    page = text(ana)

    assert ("des points sont à marquer" in page) == scores
    assert ("Les séquences notées" in page, "Les tours notés" in page) == (True, False)


@pytest.mark.clause("SR-OBJ-2")
def test_an_objective_is_not_offered_as_destroyed_in_the_first_turn_and_the_page_says_why():
    ana, told = started("destruction"), "Les objectifs ne peuvent être détruits qu’à partir de la séquence 2."
    first = text(ana)
    assert ("Noter la destruction" in first, told in first, "SR-OBJ-2" in first) == (False, True, True)
    end_turn(ana, "first", 1)
    assert "Noter la destruction" not in text(ana)
    end_turn(ana, "second", 1)
    third = text(ana)
    assert ("Noter la destruction" in third, told in third) == (True, False)

    end_turn(ana, "first", 2)
    pages = [plain(ana.get(f"/g/{TABLE}/match/turns/first/{number}").content.decode()) for number in (1, 2)]
    assert [("destroyed_together" in page, told in page) for page in pages] == [(False, True), (True, False)]


@pytest.mark.clause("ST-GAM-6")
@pytest.mark.parametrize(
    ("scenario", "told"),
    [
        ("clash", "Avant ce tour, Ben lance 3 dés Saga"),
        ("advance", "Ana commence ce tour avec 3 dés Saga"),
        ("desecration", "Interdit pendant ce tour : déclencher une capacité Saga avancée, charger."),
        ("diagonal", "Interdit pendant ce tour : charger, tirer."),
    ],
)
def test_what_sets_the_first_turn_apart_is_told_while_it_is_played(scenario: str, told: str):
    ana = started(scenario)
    assert told in text(ana).replace("&#x27;", "'")
    end_turn(ana, "first", 1)

    assert told not in text(ana).replace("&#x27;", "'")


@pytest.mark.clause("SR-S16-4")
def test_what_is_done_at_the_table_is_reminded_of():
    told = text(started("sacrifice")).split('<details class="match-reminders">')[1]

    assert "SR-S16-4" in told
    assert "mise au tapis" in told.split("</details>", maxsplit=1)[0]


@pytest.mark.clause("SR-WIN-6")
@pytest.mark.parametrize(
    ("scenario", "told"),
    [
        ("gaining_ground", ["dans : zone centrale, zone 2", "dans : zone centrale, zone 1"]),
        ("capture_the_flag", ["à 4″ : drapeau 2", "à 4″ : drapeau 1"]),
    ],
)
def test_the_count_names_the_area_of_the_third_condition_for_each_player(scenario: str, told: list[str]):
    ana = started(scenario)
    enter(ana, "CallTime")
    end_turn(ana, "first", 1)

    assert [f"Points d’armée {area}" in text(ana).replace("&#x27;", "'") for area in told] == [True, True]


def test_a_game_that_has_its_winner_asks_for_no_tie_break():
    ana = started("overrun")
    enter(ana, "Concede")

    assert 'name="lost:first"' in text(ana)
    assert 'name="in_area:first"' not in text(ana)


def left(id: str, side: str, kind: str, remains: int, **more: Any) -> dict[str, Any]:
    return {"name": id, "side": side, "kind": kind, "left": remains, **more}


def counted(client: Client, entries: list[dict[str, Any]]) -> Any:
    """What the page of the armies says while they are entered."""
    return client.post(f"/g/{TABLE}/match/counted", {"armies": json.dumps({"entries": entries})}).json()


@pytest.mark.clause("SR-DEST-2", "SR-WIN-9")
def test_armies_are_counted_entry_by_entry_each_with_its_reason():
    ana = started("overrun")
    enter(ana, "CallTime")
    end_turn(ana, "first", 1)
    entries = [
        left("Halbardiers", "first", "unit", 3, cost=7, figures=7),
        left("Fusiliers", "second", "unit", 5, cost=10, figures=10, inside=3),
        left("Ogrun", "second", "solo", 0, cost=4),
    ]
    said = counted(ana, entries)
    page = ana.get(f"/g/{TABLE}/match/armies").content.decode()

    assert "match/armies" in text(ana)
    assert 'name="armies.entries"' in page
    assert [one["lost"] for one in said["first"]["entries"]] == [4]
    assert "SR-DEST-2" in said["first"]["entries"][0]["told"]
    assert [one["lost"] for one in said["second"]["entries"]] == [0, 4]
    assert "SR-WIN-9" in said["second"]["entries"][0]["told"]
    assert state().play.armies is None

    enter(ana, "CountArmies", armies__entries=json.dumps(entries))
    told = text(ana)
    assert "Halbardiers : 4 points perdus, la moitié de sa valeur : 3 sur 7, moins de la moitié" in told
    assert "perdus <b>4</b> · survivants <b>3</b>" in told
    assert "perdus <b>4</b> · survivants <b>10</b> · dans la zone <b>10</b>" in told
    assert "Ben gagne (condition de départage 3)" in told
    assert "Halbardiers" in ana.get(f"/g/{TABLE}/match/armies").content.decode()


def test_a_settled_count_is_corrected_by_officials_only():
    ana, ben = started("overrun"), player(BEN, TABLE)
    enter(ana, "Concede")
    enter(ana, "CountArmies", lost___first=9)
    correct = f"/g/{TABLE}/match/armies"
    assert (correct in text(ana), correct in text(Client())) == (True, False)
    enter(ana, "Sign", first=0, second=0)
    enter(ben, "Sign", first=0, second=0)

    assert (correct in text(ana), correct in text(host())) == (False, True)
    assert 'name="armies.entries"' not in ana.get(correct).content.decode()
    enter(host(), "CountArmies", armies__entries=json.dumps([left("Ogrun", "first", "solo", 0, cost=4)]))
    assert (state().settled, "perdus <b>4</b>" in text(ana)) == (False, True)


def test_entries_that_make_no_sense_are_refused_while_they_are_entered():
    ana = started("overrun")
    nothing = counted(ana, [])
    enter(ana, "Concede")
    below = counted(ana, [left("Ogrun", "second", "solo", 1, cost=-4)])
    broken = ana.post(f"/g/{TABLE}/match/counted", {"armies": "nonsense"})

    assert not nothing["ok"]
    assert (below["ok"], "Ogrun" in below["told"]) == (False, True)
    assert broken.status_code == 400


def test_a_saga_match_has_no_armies_to_count():
    ana = started("clash")
    assert ana.get(f"/g/{TABLE}/match/armies").status_code == 404
    enter(ana, "Concede")
    assert not counted(ana, [])["ok"]


def test_dice_that_are_due_are_in_sight():
    ana = started("clash")
    for turn in range(1, 6):
        end_turn(ana, "first", turn)
        end_turn(ana, "second", turn)

    assert "<details open><summary>Autres actions" in text(ana)


def test_what_is_still_to_be_scored_stands_on_the_sheet():
    capture = text(started("capture"))
    assert capture.count('class="match-pip"') == 8


def test_the_points_that_win_stand_on_the_sheet():
    assert "La victoire est à" in text(started("overrun"))


def test_a_player_who_has_signed_is_told_so():
    ana = started("capture")
    for turn in range(1, 7):
        end_turn(ana, "first", turn)
        end_turn(ana, "second", turn)
    enter(ana, "Sign", first=0, second=0)

    assert "Vous avez signé" in text(ana)


def refused(client: Client, type: str, **fields: Any) -> str:
    """What the page says when the form is refused."""
    named = {key.replace("___", ":").replace("__", "."): value for key, value in fields.items()}
    answer = client.post(f"/g/{TABLE}/match/entry", {"type": type, "command_id": new_id(), **named})
    assert answer.status_code == 409
    return answer.content.decode()


def test_a_turn_out_of_order_and_one_after_the_end_are_refused_with_what_to_do():
    ana = started("capture")
    late = refused(ana, "EndTurn", facts__by="second", facts__turn=4)
    enter(ana, "Concede")
    over = refused(ana, "EndTurn", facts__by="first", facts__turn=1)

    assert "le prochain à noter est" in late
    assert "La partie est finie" in over


def test_a_wrong_end_is_corrected_on_the_page_even_after_both_have_signed():
    ana = started("capture")
    ben = player(BEN, TABLE)
    enter(ana, "Concede")
    for phone in (ana, ben):
        enter(phone, "Sign", first=0, second=0)
    assert 'value="CorrectEnd"' in text(host())
    assert 'value="CorrectEnd"' not in text(ana)
    enter(host(), "CorrectEnd", end="sudden_loss:second", reason="plus de dé")
    page = text(ben)

    assert state().stop.kind == "sudden_loss"
    assert not state().settled
    assert 'value="Sign"' in page
    assert "les signatures sont annulées. plus de dé" in page
    enter(ben, "CorrectEnd", end="", reason="il en restait un")
    assert 'value="EndTurn"' in text(ana)


def test_a_player_who_has_other_facts_says_so_and_one_gives_way():
    ana, ben = started("capture"), player(BEN, TABLE)
    for turn in (1, 2):
        end_turn(ana, "first", turn, **({"claimed": ["marker_left"]} if turn == 2 else {}))
        end_turn(ben, "second", turn)
    page = ben.get(f"/g/{TABLE}/match/turns/first/2").content.decode()
    assert 'name="claimed" value="marker_left" checked' in laid_out(page)
    end_turn(ben, "first", 2)
    told = text(ana)

    assert "Tour 2 (Ana) : les feuilles diffèrent" in told
    assert "objectifs capturés : objectif 1" in told
    assert "rien à noter" in told
    enter(ana, "AcceptReport", by="first", turn=2)
    assert "les feuilles diffèrent" not in text(ana)
    assert state().play.turns[2].claimed == ()


@pytest.mark.clause("ST-MAT-5")
def test_a_settled_sheet_asks_the_players_nothing_more_about_its_turns():
    ana, ben = started("capture"), player(BEN, TABLE)
    end_turn(ana, "first", 1)
    end_turn(ben, "second", 1)
    end_turn(ana, "first", 2, claimed=["marker_left"])
    end_turn(ben, "first", 2)
    enter(ben, "Concede")
    assert "les feuilles diffèrent" in text(ana)
    assert f"/g/{TABLE}/match/turns/first/2" in text(ana)
    host().post(f"/g/{TABLE}/send", {"type": "Settle", "command_id": new_id()})

    assert state().settled
    assert "les feuilles diffèrent" not in text(ana)
    assert f"/g/{TABLE}/match/turns/first/2" not in text(ana)
    assert f"/g/{TABLE}/match/turns/first/2" in text(host())


def test_a_player_corrects_their_own_turn_and_the_other_accepts():
    ana, ben = started("capture"), player(BEN, TABLE)
    for turn in (1, 2):
        end_turn(ana, "first", turn)
        end_turn(ben, "second", turn)
    end_turn(ana, "first", 2, claimed=["marker_left"])
    hers, his = text(ana), text(ben)

    assert "Tour 2 (Ana) : correction proposée" in hers
    assert "Garder ce qui était noté" in hers
    assert "Ana a raison" not in hers + his
    assert "Accepter cette correction" in his
    enter(ben, "AcceptReport", by="first", turn=2)
    assert "correction proposée" not in text(ana)
    assert state().play.turns[2].claimed == ("marker_left",)


def test_an_official_corrects_a_written_turn_on_its_page():
    ana = started("capture")
    for turn in (1, 2):
        end_turn(ana, "first", turn)
        end_turn(ana, "second", turn)
    assert 'value="CorrectTurn"' in host().get(f"/g/{TABLE}/match/turns/first/2").content.decode()
    enter(host(), "CorrectTurn", facts__by="first", facts__turn=2, claimed=["marker_left"])

    assert state().play.turns[2].claimed == ("marker_left",)
    assert host().get(f"/g/{TABLE}/match/turns/first/9").status_code == 404
    assert host().get(f"/g/{TABLE}/match/turns/nobody/1").status_code == 404


def sent_again(page: str) -> dict[str, list[str]]:
    """What the form of a written turn sends untouched, without any script: its own fields, its boxes, its figures."""
    form = page.split('<form class="offer match-turn"')[1].split("</form>", maxsplit=1)[0]
    fields: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        given = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if given["type"] in ("hidden", "number") or " checked" in tag:
            fields.setdefault(given["name"], []).append(given["value"])
    return {**fields, "command_id": [new_id()]}


@pytest.mark.clause("ST-MAT-5")
@pytest.mark.parametrize(
    ("scenario", "turn", "noted"),
    [
        ("desecration", {"attack___second_1": "fell", "attack___second_2": "held"}, {}),
        ("destruction", {}, {"destroyed": ["OBJ1-2"]}),
        ("overrun", {"control___Z": "first"}, {"caster": ["second"]}),
        ("conquest", {"near___marker_1": "3"}, {}),
        ("capture", {"claimed": ["marker_left", "marker_centre"]}, {}),
    ],
)
def test_a_written_turn_sent_again_untouched_takes_nothing_back(scenario, turn, noted):
    ana = started(scenario, casters={ANA: 2, BEN: 2} if scenario in ("destruction", "overrun") else {})
    for by in ("first", "second"):
        end_turn(ana, by, 1)
    if noted:
        enter(ana, "ReportLoss", **noted)
    end_turn(ana, "first", 2, **turn)
    end_turn(ana, "second", 2)
    before = state().play.turns
    page = host().get(f"/g/{TABLE}/match/turns/first/2").content.decode()
    host().post(f"/g/{TABLE}/match/entry", sent_again(page))

    assert state().play.turns == before
    assert before[2].given()


def test_a_loss_noted_by_mistake_is_taken_back_and_a_forgotten_one_added():
    ana = started("destruction")
    for by in ("first", "second"):
        end_turn(ana, by, 1)
    enter(ana, "ReportLoss", destroyed=["OBJ1-2"])
    end_turn(ana, "first", 2)
    page = plain(host().get(f"/g/{TABLE}/match/turns/first/2").content.decode())
    assert re.findall(r'name="destroyed_together" value="([^"]+)"( checked)?', page)[:2] == [
        ("OBJ1-2", " checked"),
        ("OBJ1-1", ""),
    ]
    enter(host(), "CorrectTurn", facts__by="first", facts__turn=2, destroyed_together=["OBJ1-1"])

    assert state().play.turns[2].destroyed == (("OBJ1-1",),)


def test_a_marker_that_fell_in_the_turn_under_way_is_not_asked_about_again():
    ana = started("desecration")
    for by in ("first", "second"):
        end_turn(ana, by, 1)
    assert 'name="attack:second_1"' in form_now(text(ana))
    enter(ana, "ChargeMarker", marker="second_1", hits=9)
    faces = ["1"] * len(desk().awaits(TABLE, None)[0].chance.sides)
    ana.post(f"/g/{TABLE}/dice", {"face": faces, "command_id": new_id()})

    assert state().play.under_way().attacks[0].destroyed
    assert 'name="attack:second_1"' not in form_now(text(ana))


def test_an_army_without_a_figure_left_is_noted_where_nobody_is_assassinated():
    ana = started("overrun", options=MatchOptions(no_assassination=True))
    assert 'name="wiped_out" value="second"' in text(ana)
    enter(ana, "ReportLoss", wiped_out=["second"])

    assert 'name="wiped_out"' not in text(ana)
    assert state().play.sheet.win.side == "first"


@pytest.mark.parametrize(
    ("language", "asked", "scored"),
    [
        ("fr", "Contrôle : drapeau gauche", "Ana : 1 point, contrôle à la fin de la séquence 2 (drapeau gauche)"),
        ("en", "Control: left flag", "Ana: 1 point, control at the end of turn 2 (left flag)"),
    ],
)
def test_flags_and_zones_are_called_by_their_place_and_not_by_letters(language: str, asked: str, scored: str):
    ana = started("incursion")
    for by in ("first", "second"):
        end_turn(ana, by, 1)
    ana.post(f"/g/{TABLE}/dice", {"face": ["3"], "command_id": new_id()})
    page = plain(ana.get(f"/g/{TABLE}/", headers={"accept-language": language}).content.decode())
    assert asked in re.sub(r"\s+", " ", page)
    end_turn(ana, "first", 2)
    end_turn(ana, "second", 2, control___FW="first")
    page = plain(ana.get(f"/g/{TABLE}/", headers={"accept-language": language}).content.decode())

    assert scored in page
    assert re.findall(r">[^<]*\bF[WCE]\b[^<]*<", page) == []


def test_names_of_players_and_pieces_stand_in_the_sentences():
    match("clash")
    ana = player(ANA, TABLE)
    enter(ana, "StateRoles", first="ana")
    for _ in range(2):
        enter(ana, "ChoosePiece", kind="wood", size="large", properties=["uneven"])
    enter(ana, "LosePiece", piece="piece-1")
    page = text(ana)

    assert "Ana choisit un décor (grand) : Bois 1." in page
    assert "Ben choisit un décor (grand) : Bois 2." in page
    assert "Ana : impossible de placer Bois 1, ce décor est perdu." in page
    assert state().ground.chosen[0].properties == ("uneven",)
    ana.post("/language", {"language": "en"})
    assert "Ana chooses a terrain piece (large): Wood 1." in text(ana)


@pytest.mark.parametrize(("units", "told"), [(1, "1 point, 1 unité comptée"), (2, "2 points, 2 unités comptées")])
def test_one_point_and_two_points_are_said_in_their_own_form(units: int, told: str):
    ana = started("conquest")
    end_turn(ana, "first", 1)
    end_turn(ana, "second", 1, near___marker_1=units)

    assert f"Ben : {told} (objectif 1) à la fin du tour 1" in text(ana)


def positions(client: Client, **facts: Any) -> Any:
    answer = client.post(f"/g/{TABLE}/match/standing", {"facts": json.dumps(facts)})
    return json.loads(plain(answer.content.decode()))


def test_positions_of_saga_units_become_the_facts_of_the_turn():
    ana = started("conquest")
    end_turn(ana, "first", 1)
    near = [{"id": "B1", "side": "second", "figures": [{"x": 12, "y": 20}]}]
    said = positions(ana, by="second", turn=1, units=near)
    reason = "Ben : 1 point, 1 unité comptée (objectif 1) à la fin du tour 1"
    assert said == {"ok": True, "told": ["unités comptées : objectif 1 (1)", reason]}
    assert len(state().play.turns) == 1
    assert "Compter par les positions" in text(ana)
    assert ana.get(f"/g/{TABLE}/match/stand").status_code == 200
    enter(ana, "EndTurn", facts__by="second", facts__turn=1, facts__units=json.dumps(near))

    assert state().play.turns[1].near == {"marker_1": 1}


def test_positions_of_steamroller_models_become_the_facts_of_the_turn():
    ana = started("overrun")
    for index in range(3):
        end_turn(ana, "second" if index % 2 else "first", 1 + index // 2)
    jack = [{"name": "A1", "side": "first", "kind": "warjack", "cost": 1, "models": [{"x": 24, "y": 24, "mm": 50}]}]
    said = positions(ana, by="second", turn=2, entries=jack)

    assert said["ok"]
    assert said["told"][0].startswith("contrôle : Ana zone")
    assert said["told"][1] == "Ana : 1 point, contrôle à la fin de la séquence 2 (zone)"


def test_positions_that_do_not_make_sense_are_told():
    ana = started("capture")

    assert positions(ana, by="second", turn=3)["ok"] is False
    assert ana.post(f"/g/{TABLE}/match/standing", {"facts": "nonsense"}).status_code == 400


@pytest.mark.parametrize(("scenario", "word"), [("clash", "Fin du tour"), ("destruction", "Fin de la séquence")])
def test_a_turn_is_called_as_its_game_calls_it(scenario: str, word: str):
    assert word in text(started(scenario))


def test_a_scenario_without_positions_says_so():
    assert (
        "Ici, rien ne se compte par les positions" in started("clash").get(f"/g/{TABLE}/match/stand").content.decode()
    )


def test_a_match_is_opened_from_a_list_of_scenarios_and_two_names():
    page = host().get("/new/match/").content.decode()
    form = {"title": "Table 3", "scenario": "capture", "player": ["Ana", "Ana"], "marker_mm": "30"}
    answer = host().post("/new/match/", form)
    stream = Stream.objects.latest("opened")
    settings = desk().history(StreamId(stream.pk)).state.game.settings

    assert page.count('name="scenario" value=') == page.count("picture-fr.svg") == 21
    assert "Par les positions" in page
    assert answer.status_code == 302
    assert settings.players == {"ana-1": "Ana", "ana-2": "Ana"}
    assert (settings.options.marker_mm, settings.options.special_terrain) == (30, False)


def test_everything_the_view_tells_is_on_some_page():
    told = {f"{owner}.{name}" for owner, kind in VIEWS.items() for name in kind.__struct_fields__} - ELSEWHERE

    assert {one for one in told if not are_written(one, room)} == set()


def test_before_the_opening_roll_nobody_is_first_and_each_die_is_somebody_s():
    match("clash", both_agree=True)
    ana = player(ANA, TABLE)

    before = text(ana)
    assert "Premier joueur" not in before
    assert before.index("Le jet d’ouverture") < before.index(">Ana</span>") < before.index(">Ben</span>")
    assert ana.post(f"/g/{TABLE}/dice", {"face": ["2", "5"], "command_id": new_id()}, follow=True).status_code == 200

    assert "Ben a gagné le jet d’ouverture et choisit qui joue en premier." in text(ana)
    assert "Vous avez gagné le jet d’ouverture" in text(player(BEN, TABLE))


def test_the_table_is_ready_when_both_phones_say_so():
    match("clash", both_agree=True)
    ana, ben = player(ANA, TABLE), player(BEN, TABLE)
    enter(ana, "StateRoles", first="ana")
    enter(ben, "SkipSetup")

    assert "Vous avez dit que la table est prête." in text(ben)
    assert "Ben dit que la table est prête." in text(ana)
    enter(ana, "SkipSetup")
    assert "Fin du tour" in text(ana)


@pytest.mark.clause("HOUSE-CLOCK-5")
def test_a_match_of_no_event_is_opened_with_a_length_and_its_clock_is_started_and_stopped():
    opened = host().post(
        "/new/match/", {"title": "Soir", "scenario": "clash", "player": ["Ana", "Ben"], "minutes": "90", "public": "on"}
    )
    stream = StreamId(opened["Location"].split("/")[2])
    settings = desk().history(stream).state.game.settings
    assert (settings.minutes, settings.both_agree) == (90, True)
    for kind, told in (("StartClock", "Arrêter l’horloge"), ("PauseClock", "Relancer l’horloge")):
        host().post(f"/g/{stream}/match/entry", {"type": kind, "command_id": new_id()}, follow=True)
        page = host().get(f"/g/{stream}/").content.decode()
        assert told in page
        assert re.search(r">1:(30:00|29:5\d)</time>", page)


@pytest.mark.parametrize(("language", "told"), [("fr", "à 2,25″ d"), ("en", "2.25″")])
def test_a_verdict_calls_a_piece_by_its_name_and_writes_lengths_in_its_language(language: str, told: str):
    client = host()
    client.post("/language", {"language": language})
    shapes = [[[x, 5], [x + 4, 5], [x + 4, 9], [x, 9]] for x in (10, 16.25)]
    pieces = [
        {"id": f"p-{n}", "size": "small", "kind": "wood", "shape": shape, "by": "first"}
        for n, shape in enumerate(shapes, start=1)
    ]
    verdict = client.get("/plan/clash/verdict", {"table": json.dumps({"pieces": pieces}), "piece": "p-2"}).json()[
        "told"
    ]

    assert told in verdict
    assert {"fr": "Bois 2", "en": "Wood 2"}[language] in verdict
    assert "p-2" not in verdict


@pytest.mark.parametrize(
    ("language", "told"),
    [("fr", "L’organisateur peut ajouter des décors."), ("en", "The organiser may add terrain.")],
)
def test_officials_are_called_what_they_are(language: str, told: str):
    match("overrun")
    enter(player(ANA, TABLE), "StateRoles", first="ana")
    page = plain(host().get(f"/g/{TABLE}/", headers={"accept-language": language}).content.decode())

    assert told in page


SCALE = MassacreScale({"hearthguard": Fraction(1), "warrior": Fraction(1, 2), "Géant": Fraction(3)})


def played_out(scenario: str, **more: Any) -> Client:
    """A game of six turns that is to be counted."""
    ana = started(scenario, **more)
    for turn in range(1, 7):
        for by in ("first", "second"):
            end_turn(ana, by, turn)
    return ana


@pytest.mark.clause("ST-GAM-14")
def test_massacre_is_counted_class_by_class_where_the_event_has_a_scale():
    ana = played_out("conquest", options=MatchOptions(massacre_scale=SCALE))
    page = plain(text(ana))
    assert re.findall(r'name="eliminated:first:([^"]+)"', page) == ["hearthguard", "warrior", "Géant"]
    both = {"eliminated:first:Géant": 1, "massacre:first": 3}
    answer = ana.post(f"/g/{TABLE}/match/entry", {"type": "CountEnd", "command_id": new_id(), **both})
    assert (answer.status_code, "pas les deux" in answer.content.decode()) == (400, True)
    ana.post(
        f"/g/{TABLE}/match/entry",
        {"type": "CountEnd", "command_id": new_id(), "eliminated:first:Géant": 1, "eliminated:first:warrior": 5},
    )

    assert [player.points for player in board(desk().view(TABLE, None))] == [5, 0]


@pytest.mark.clause("ST-GAM-14", "ST-MAT-5")
def test_a_wrong_count_is_entered_anew_before_it_is_settled():
    ana, ben = played_out("conquest"), player(BEN, TABLE)
    enter(ana, "CountEnd", massacre___first=21, massacre___second=3)
    enter(ana, "Sign", first=21, second=3)
    assert "Refaire le décompte" in text(ben)
    enter(ben, "CountEnd", massacre___first=12, massacre___second=3)

    assert state().signed == {}
    for client in (ana, ben):
        enter(client, "Sign", first=12, second=3)
    assert state().settled
    assert ("Refaire le décompte" in text(ana), "Refaire le décompte" in text(host())) == (False, True)


def test_a_game_without_a_count_has_none_to_enter_anew():
    assert "Refaire le décompte" not in text(played_out("capture"))


def offered(client: Client) -> str:
    """What stands under « Autres actions »."""
    return text(client).partition('<section class="offers">')[2].partition("</section>")[0]


@pytest.mark.clause("ST-DES-18")
@pytest.mark.parametrize("scenario", ["capture", "desecration"])
def test_a_player_is_asked_for_no_code_and_no_list_of_the_program(scenario: str):
    match(scenario)
    ana = player(ANA, TABLE)
    enter(ana, "StateRoles", first="ana")
    assert 'value="ChoosePiece"' not in offered(ana)
    enter(ana, "SkipSetup")
    for turn, by in ((1, "first"), (1, "second")):
        end_turn(ana, by, turn)

    assert "JSON" not in text(ana)
    assert not re.search(r">\s*(marker|second)_\w+\s*<", text(ana))


@pytest.mark.clause("ST-DES-18")
def test_a_marker_may_take_many_hits_on_the_sheet_and_its_dice_follow():
    match("desecration")
    ana = player(ANA, TABLE)
    enter(ana, "StateRoles", first="ana")
    enter(ana, "SkipSetup")
    assert 'value="ChargeMarker"' not in text(ana)
    for by in ("first", "second"):
        end_turn(ana, by, 1)
    assert '<option value="second_1">Objectif 1</option>' in text(ana)
    assert 'name="hits" min="0" max="60"' in text(ana)

    enter(ana, "ChargeMarker", marker="second_1", hits=4)

    assert state().play.charge == ("second_1", 4)


@pytest.mark.clause("ST-TER-5", "ST-TER-9")
def test_a_piece_that_finds_no_place_is_declared_lost_where_it_would_be_placed():
    match("clash")
    ana = player(ANA, TABLE)
    enter(ana, "StateRoles", first="ana")
    for _ in range(2):
        enter(ana, "ChoosePiece", kind="wood", size="large", back="table")
    assert "Un décor ne trouve pas de place ?" in table_page(ana)
    assert 'name="piece" value="piece-1"' in table_page(ana)

    enter(ana, "LosePiece", piece="piece-1", back="table")

    assert state().ground.lost == ("piece-1",)


@pytest.mark.clause("ST-GAM-12")
def test_bands_are_counted_and_deployed_on_the_page_of_the_table():
    match("clash")
    ana = player(ANA, TABLE)
    enter(ana, "StateRoles", first="ana")
    deploying(ana)
    page = table_page(ana)
    assert "Unités de la bande : Ana" in page
    assert "Unités de la bande : Ben" in page
    enter(ana, "Muster", side="first", units=2, back="table")
    enter(ana, "Muster", side="second", units=1, back="table")
    assert "1 unité est déployée" in table_page(ana)

    for _ in range(3):
        enter(ana, "DeployUnits", count=1, back="table")

    assert state().ground.deployed == {Side.FIRST: 2, Side.SECOND: 1}


@pytest.mark.clause("SR-DEPL-2")
def test_a_steamroller_army_is_deployed_with_one_tap():
    match("process_of_elimination")
    ana = player(ANA, TABLE)
    enter(ana, "StateRoles", first="ana")
    enter(host(), "EndStep")
    assert "L’armée est déployée" in table_page(ana)

    for _ in range(2):
        enter(ana, "DeployUnits", count=1, back="table")

    assert isinstance(state(), PlayingTurns)


def table_page(client: Client) -> str:
    return plain(client.get(f"/g/{TABLE}/match/table").content.decode())


def deploying(client: Client) -> None:
    """A clash up to its deployment: a large piece each, and nothing that is optional."""
    for _ in range(2):
        enter(client, "ChoosePiece", kind="uneven", size="large")
    enter(client, "PlacePiece", piece="piece-1", shape="[[10,5],[14,5],[14,9],[10,9]]")
    enter(client, "PlacePiece", piece="piece-2", shape="[[10,25],[14,25],[14,29],[10,29]]")
    for _ in range(4):
        enter(client, "EndStep")


def test_what_ends_a_game_is_shown_before_it_is_done():
    match("capture")
    ana = player(ANA, TABLE)
    enter(ana, "StateRoles", first="ana")
    enter(ana, "SkipSetup")

    asked = ana.post(f"/g/{TABLE}/send", {"type": "Concede", "command_id": new_id()}).content.decode()

    assert "Abandonner la partie ?" in plain(asked)
    assert "La partie est terminée : Ben gagne (abandon)." in plain(asked)
    assert isinstance(state(), PlayingTurns)


@pytest.mark.clause("SR-VTIME-15", "ST-LOSS-8")
@pytest.mark.parametrize(("scenario", "clock"), [("capture", False), ("grind", True)])
def test_an_official_declares_a_forfeit_by_name_and_only_as_the_game_has_it(scenario: str, clock: bool):
    match(scenario)
    enter(host(), "StateRoles", first="ana")
    enter(host(), "SkipSetup")
    assert ('value="clock:first"' in offered(host())) == clock
    assert "forfeit:first" not in offered(player(ANA, TABLE))

    enter(host(), "Forfeit", against="forfeit:second")

    assert state().stop.side is Side.FIRST


def test_a_match_without_a_title_is_called_by_its_players():
    posted = {"scenario": "clash", "player": ["Ana", "Ben"], "title": ""}
    host().post("/new/match/", posted)

    (row,) = Stream.objects.all()
    assert json.loads(row.header)["title"] == "Ana – Ben"


def test_a_refused_opening_shows_what_was_typed_and_stays_closed_to_others():
    posted = {"scenario": "clash", "player": ["Ana", "Ben"], "terrain_table": "Bois petit 3", "minutes": "90"}
    page = plain(host().post("/new/match/", {**posted, "edges_assigned": "on"}).content.decode())

    assert '<details class="more" open><summary>Autres réglages' in page
    assert 'value="90"' in page
    assert 'name="edges_assigned" checked' in page
    assert 'name="special_terrain" checked' not in page
    assert 'name="public" checked' not in page
    assert 'name="public" checked' in plain(host().get("/new/match/").content.decode())


@pytest.mark.clause("ST-ADV-11")
@pytest.mark.parametrize(("scoring", "again"), [("once", True), ("off", False), ("every_turn", False)])
def test_dice_that_pay_nothing_at_the_end_are_not_counted_anew(scoring: str, again: bool):
    ana = started("advance", options=MatchOptions(lost_dice_scoring=scoring))
    enter(ana, "CountDice", first=6, second=6)
    end_turn(ana, "first", 1)
    end_turn(ana, "second", 1)
    enter(ana, "CallTime")
    if scoring == "once":
        enter(ana, "CountEnd", dice___first=6, dice___second=6)

    assert ("Refaire le décompte" in text(ana)) == again

"""A scenario of an organiser's own: its text read with every fault at its line, moved, rehearsed, played."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal
from heraut.press.diagram import diagram
from heraut.rulesets.editions import in_force
from heraut.scenario import engine
from heraut.scenario.arrangement import arranged
from heraut.scenario.library import every
from heraut.scenario.own import MOST_CHARACTERS, own_settings, read_own
from heraut.scenario.own_text import copy_of, line_of, move_element, without_labels
from heraut.scenario.settings import Settings
from heraut.speech.faults import say_wrong
from heraut.speech.sentences import phrases, say_fault
from scenario.build import code
from scenario.test_new_scenario import example

AVAILABLE = [one.id for one in every() if one.available]
TEXT = example()


def faults(text: str) -> list[tuple[int, str]]:
    found, wrong = read_own(text)
    assert (found is None) == bool(wrong)
    return [(fault.line, text.splitlines()[fault.line - 1].strip()) for fault in wrong]


def line(text: str, begins: str, nth: int = 0) -> tuple[int, str]:
    """The n-th line that begins so, and its number."""
    return [(n, each.strip()) for n, each in enumerate(text.splitlines(), 1) if each.strip().startswith(begins)][nth]


@pytest.mark.parametrize("id", AVAILABLE)
def test_a_copy_of_any_of_ours_is_read_and_played(id: str):
    found, wrong = read_own(copy_of(id, "mine"))

    assert wrong == ()
    assert found is not None
    assert (found.id, found.names["fr"][-8:]) == ("mine", " (copie)")
    assert not isinstance(engine.start(own_settings(found), engine.rules), Refusal)


def test_every_fault_is_told_at_its_line():
    text = (
        TEXT.replace("rect = [0, 24, 48, 36]", "rect = [0, 24, 48]")
        .replace('kind = "held"', 'kind = "hold"')
        .replace('clause = "ST-CAP-1"\npoint = [36, 18]', 'clause = "ST-CAP-99"\npoint = [36, 18]')
        .replace('part = "all", zone = "zone_p2"', 'part = "some", zone = "zone_p2"')
    )

    assert faults(text) == [
        line(text, "{ do", 3), line(text, "kind = \"hold\""), line(text, "rect = [0, 24, 48]"),
        line(text, 'clause = "ST-CAP-99"'),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "begins"),
    [
        ('id = "ford"', 'id = "capture"', "id ="),
        ('id = "ford"', 'id = "Le gué"', "id ="),
        ("number = 7", "number = 7\ntable = [480, 36]", "table ="),
        ("point = [36, 18]", "point = [90, 18]", 'id = "ford_right"'),
        ("turns = 5", "turns = 500", "length ="),
        ('zone = "zone_p1"', 'zone = "nowhere"', '{ do = "deploy"'),
        ("summary =", "sumary =", "sumary ="),
        ('reach = "TC"', 'reach = "XL"', "holder ="),
        ("markers = 2, points = 6", 'markers = 2, points = "six"', '{ clause = "ST-CAP-14", markers = 2'),
        ('summary = { fr = "', 'summary = { fr = "' + 400 * "x", "summary ="),
    ],
)
def test_what_cannot_be_played_is_refused_at_its_line(old: str, new: str, begins: str):
    text = TEXT.replace(old, new)

    assert text != TEXT
    assert faults(text) == [line(text, begins)]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('zone = "zone_p1"', 'zone = "nowhere"', "Ces éléments sont nommés mais absents : nowhere."),
        ('id = "ford_right"', 'id = "ford_left"', "Ces éléments sont là deux fois : ford_left."),
        (
            '  { clause = "ST-CAP-14", markers = 2, points = 6 },\n',
            "",
            "Il faut une ligne de points pour chaque nombre d’objectifs, de 0 à 2 : il y en a 2.",
        ),
    ],
)
def test_what_is_missing_or_twice_is_named_in_words(old: str, new: str, told: str):
    (fault,) = read_own(TEXT.replace(old, new))[1]

    assert say_wrong(fault.told, "fr").replace("\N{NO-BREAK SPACE}", " ").startswith(told)


def told(text: str) -> list[tuple[int, str]]:
    """Every fault of a text with its line, as the page says it."""
    said = [
        (one.line, say_fault(one.refused, "fr") if one.refused else say_wrong(one.told, "fr"))
        for one in read_own(text)[1]
    ]
    return [
        (line, one.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")) for line, one in said
    ]


@pytest.mark.parametrize(
    ("id", "old", "new", "known"),
    [
        ("clash", 'rule = "partly"', 'rule = "near"', "apart, wholly, partly, clear, touching, one-far, both-halves"),
        ("clash", 'do = "place"', 'do = "set"', "choose, place, put, move, markers, extra, draw, deploy"),
        ("clash", "{ small =", "{ tiny =", "small, large"),
        ("capture", 'kind = "held"', 'kind = "hold"', "held, presence, control, capped, massacre, awards"),
        ("capture", 'massacre = "none"', 'massacre = "some"', "added, capped, none"),
        ("grind", 'element = "Z1", by = "objective"', 'element = "Z1", by = "magic"', "control, destroyed, objective"),
        ("grind", 'source = "steamroller_2011"', 'source = "saga"', "saga_tournament, steamroller_2011"),
    ],
)
def test_a_word_that_is_none_of_a_list_is_told_with_the_list_at_its_line(id: str, old: str, new: str, known: str):
    text = copy_of(id, "mine").replace(old, new, 1)
    at = next(n for n, one in enumerate(text.splitlines(), 1) if new in one)
    (wrong, *_) = told(text)

    assert (wrong[0], wrong[1].partition(" ; il y a : ")[2]) == (at, f"{known}.")


@pytest.mark.clause("ST-GEO-9", "ST-GEO-11")
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("point = [36, 18]", "point = [48.5, 18]", "ford_right est hors de la table. Corrigez la disposition."),
        ("rect = [0, 24, 48, 36]", "poly = [[0, 24], [48, 24], [24, 26], [48, 36]]",
         "zone_p2 n’est pas convexe. Dessinez une zone sans creux."),
    ],
)  # fmt: skip
def test_what_the_rules_refuse_of_a_layout_is_told_in_words_at_the_element(old: str, new: str, said: str):
    text = TEXT.replace(old, new)
    assert text != TEXT

    assert told(text) == [(line(text, f'id = "{said.split(maxsplit=1)[0]}"')[0], said)]


def test_the_points_of_another_game_are_told_with_those_there_are():
    text = copy_of("overrun", "mine").replace('source = "steamroller_2011"', 'source = "saga_tournament"')
    text = re.sub(r"^setup = \[\n(  .*\n)*\]\n", "", text, flags=re.MULTILINE)

    assert told(text) == [
        (line(text, 'kind = "awards"')[0], "Les points d’un scénario saga_tournament sont d’un de ces genres (kind) : "
         "held, presence, control, capped, massacre."),
    ]  # fmt: skip


def test_a_limit_on_the_halves_of_a_table_without_halves_is_told_at_the_limit():
    text = copy_of("clash", "mine").replace('kind = "half"', 'kind = "area"')

    (wrong,) = told(text)
    assert (wrong[0], wrong[1].partition(" : ")[0]) == (
        line(text, "[[scenario.limits]]")[0],
        "Il s’agit ici de la moitié de table d’un joueur",
    )


@pytest.mark.parametrize(
    ("id", "old", "new", "numbers"),
    [
        ("capture", "markers = 2, points", "markers = 7, points", "0, 1, 2, 3"),
        ("desecration", "left = 2, cap", "left = 1, cap", "0, 1, 2, 3"),
    ],
)
def test_a_table_of_points_has_one_line_for_each_number(id: str, old: str, new: str, numbers: str):
    text = copy_of(id, "mine")
    wrong = text.replace(old, new)

    assert wrong != text
    said = f"Il faut une ligne de points pour chaque nombre d’objectifs, une seule : {numbers}."
    assert told(wrong) == [(line(wrong, "table = [")[0], said)]


def test_control_that_is_worth_nothing_needs_points():
    text = copy_of("advance", "mine").replace("values = { own = 2, centre = 3, enemy = 6 }", "")
    said = "Il faut une ligne de points pour chaque nombre d’objectifs, une seule : 0, 1, 2, 3, 4, 5."

    assert told(text) == [(line(text, "[scenario.scoring]")[0], said)]


def test_a_side_may_deploy_in_more_than_two_zones():
    text = copy_of("advance", "mine").replace('by = "second", part = "any"', 'by = "first", part = "any"')
    found, _ = read_own(text)

    assert found is not None
    assert diagram(found, "fr").count(phrases("fr")["words"]["deployed-2"]) == 2


def test_a_game_without_a_length_is_played_until_time_is_called():
    found, wrong = read_own(re.sub(r"^length = .*$", "", TEXT, flags=re.MULTILINE))

    assert wrong == ()
    assert found is not None


@pytest.mark.parametrize(
    "text", ["", "a = [", "[scenario]\n" + "x = 1\n" * MOST_CHARACTERS, "[[scenario]]\n[[scenario]]"]
)
def test_what_is_no_scenario_is_refused(text: str):
    found, (fault, *_) = read_own(text)

    assert found is None
    assert fault.line >= 1


def test_an_element_is_moved_in_its_text_and_all_else_stays():
    moved = move_element(TEXT, "ford_left", "point", (10, 17.5))
    found, _ = read_own(move_element(moved, "zone_p1", "rect", (0, 0, 48, 10)))

    assert found is not None
    assert (found.element("ford_left").point, found.element("zone_p1").rect) == ((10, 17.5), (0, 0, 48, 10))
    assert moved.splitlines() == TEXT.replace("point = [12, 18]", "point = [10, 17.5]").splitlines()
    assert move_element(TEXT, "nobody", "point", (1, 1)) == TEXT


def test_a_corner_of_a_zone_over_several_lines_is_moved():
    text = re.sub(r"rect = \[0, 24, 48, 36\]", "poly = [\n  [0, 24],\n  [48, 24],\n  [48, 36],\n]", TEXT)
    found, wrong = read_own(move_element(text, "zone_p2", "poly", (0, 24, 48, 24, 40, 36)))

    assert wrong == ()
    assert found is not None
    assert found.element("zone_p2").poly == ((0, 24), (48, 24), (40, 36))
    assert line_of(text, "elements", 3, "poly") == line(text, "poly")[0]


@pytest.mark.clause("ST-ORG-6")
def test_a_scenario_nobody_knows_needs_its_own_definition():
    found, _ = read_own(TEXT)
    players = {Seat("ana"): "Ana", Seat("ben"): "Ben"}

    assert code(arranged(Settings(scenario="ford", players=players))) == ("ST-ORG-6", "match-unknown-scenario")
    assert code(arranged(Settings(scenario="weir", players=players, definition=found)))[1] == "match-unknown-scenario"
    assert arranged(Settings(scenario="ford", players=players, definition=found)) == found
    ours = arranged(Settings(scenario="clash", players=players, definition=found))
    assert not isinstance(ours, Refusal)
    assert ours.id == "clash"


def test_distances_that_end_at_what_was_moved_are_left_out():
    found, _ = read_own(TEXT)
    assert found is not None

    left = read_own(without_labels(TEXT, found.element("ford_left")))[0]

    assert left is not None
    assert [label.a for label in left.labels] == [(36, 18)]


def test_what_is_wrong_with_the_whole_file_is_told_at_its_first_line():
    long = "[scenario]\n" + "x = 1\n" * MOST_CHARACTERS

    assert [fault.line for fault in read_own(long)[1]] == [1]
    assert [fault.line for fault in read_own("[[scenario]]\n[[scenario]]")[1]] == [1]


def test_a_clause_by_another_name_must_be_known_too():
    text = copy_of("destruction", "mine").replace('both_clause = "SR-S11-5"', 'both_clause = "SR-S11-55"')

    assert [fault.told for fault in read_own(text)[1]] == ["unknown clause SR-S11-55"]


@pytest.mark.parametrize(("scenario", "line"), [("capture", 'kind = "held"'), ("overrun", 'kind = "awards"')])
def test_a_field_nobody_knows_is_wrong_in_the_scoring_of_a_file_too(scenario: str, line: str):
    text = copy_of(scenario, "mine")
    assert line in text
    found, faults = read_own(text.replace(line, f"{line}\npoints_evry_turn = 3", 1))

    assert found is None
    assert ["points_evry_turn" in fault.told for fault in faults] == [True]


def with_marker_called(id: str) -> str:
    return TEXT.replace('id = "ford_left"', f'id = "{id}"')


@pytest.mark.clause("HOUSE-NAME-2")
@pytest.mark.parametrize("id", ["", "le gué", "a/b", "<b>", "é", "x" * 65, "a\\n"])
def test_the_id_of_an_element_is_narrow_and_told_at_its_line(id: str):
    text = with_marker_called(id)
    (fault,) = read_own(text)[1]

    assert faults(text) == [line(text, f'id = "{id}"')]
    assert say_wrong(fault.told, "en") == (
        "The id of an element has only letters without accents, digits, - and _, 1 to 64 of them."
    )
    assert say_wrong(fault.told, "fr").startswith("L’identifiant d’un élément n’a que des lettres sans accent")


@pytest.mark.clause("HOUSE-NAME-2")
def test_the_narrow_ids_of_elements_are_all_those_of_an_id():
    assert [read_own(with_marker_called(id))[1] for id in ("F", "OBJ-1_b", "7", "x" * 64)] == [()] * 4


@pytest.mark.clause("HOUSE-NAME-2")
def test_what_an_event_of_edition_2_brought_is_read_as_it_was():
    with in_force(2):
        assert read_own(with_marker_called("le gué"))[1] == ()
    assert len(read_own(with_marker_called("le gué"))[1]) == 1


@pytest.mark.clause("HOUSE-NAME-2")
def test_a_definition_a_program_gives_has_narrow_ids_too():
    with in_force(2):
        wide, _ = read_own(with_marker_called("le gué"))
    assert wide is not None
    settings = own_settings(wide)
    far = replace(own_settings(read_own(TEXT)[0]), definition=replace(read_own(TEXT)[0], id="a/b"), scenario="a/b")

    assert code(engine.start(settings, engine.rules)) == ("HOUSE-NAME-2", "element-not-an-id")
    assert code(engine.start(far, engine.rules)) == ("HOUSE-NAME-2", "element-not-an-id")
    with in_force(2):
        assert not isinstance(engine.start(settings, engine.rules), Refusal)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("[[scenario]", "Il manque « ]] » à la fin du titre."),
        ("[scenario", "Il manque « ] » à la fin du titre."),
        ("[scenario]\n[scenario]", "Ce titre est déjà plus haut. Réunissez les deux."),
        ("names = { fr = 1", "Une accolade ouverte n’est pas fermée sur sa ligne : ajoutez « } »."),
        ("table = [1 2]", "Un crochet ouvert n’est pas fermé : ajoutez « ] »."),
        ('id = "a', "Le caractère '\\n' ne peut pas être ici. Retirez-le."),
        ("id", "Il manque « = » entre le nom et sa valeur."),
        ("id =", "Il faut une valeur : un nombre, un texte entre guillemets, une liste."),
        ("id = 1 2", "Il y a quelque chose de trop après la valeur. Mettez-le à la ligne, ou retirez-le."),
        ("id = 1\nid = 2", "Ce nom a déjà une valeur plus haut. Gardez-en une."),
        ('id = "\\a"', "Dans un texte, « \\ » s’écrit deux fois."),
        ("= 1", "Cette ligne n’est ni « nom = valeur » ni un titre entre crochets. Corrigez-la."),
        ("names = {a = 1, a = 2}", "Le nom 'a' est deux fois dans l’accolade. Gardez-en un."),
    ],
)
def test_a_slip_of_the_pen_is_told_in_the_reader_s_language(written: str, told: str):
    (fault,) = read_own(written + "\n")[1]
    said = say_wrong(fault.told, "fr").replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")

    assert said == told
    assert say_wrong(fault.told, "en") not in (fault.told, "")

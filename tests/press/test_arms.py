from __future__ import annotations

import re
import unicodedata
from xml.etree import ElementTree

import pytest

from heraut.kernel.codec import from_plain, to_plain
from heraut.press.arms import PAINT, svg
from heraut.press.grant import coat_of_arms, coats_of_arms, glance
from heraut.press.heraldry import (
    Arms,
    Charges,
    Division,
    Ordinary,
    OrdinaryKind,
    PartedField,
    PlainField,
    ShieldField,
    Tincture,
    charges,
    heraldry,
)
from press.samples import NAMES

MANY = [f"{name} {number}" for name in NAMES[:50] for number in range(100)]


def under(field: ShieldField) -> set[Tincture]:
    return {field.tincture} if isinstance(field, PlainField) else {field.first, field.second}


def breaches_of_tincture(arms: Arms) -> list[tuple[Tincture, set[Tincture]]]:
    """Each thing that lies on its like: metal upon metal, colour upon colour. A field of both is neutral."""
    layers: list[tuple[Tincture, set[Tincture]]] = []
    if arms.ordinary:
        layers.append((arms.ordinary.tincture, under(arms.field)))
        if arms.ordinary.bears and arms.ordinary.bears.tincture:
            layers.append((arms.ordinary.bears.tincture, {arms.ordinary.tincture}))
    if arms.charges and arms.charges.tincture:
        layers.append((arms.charges.tincture, under(arms.field)))
    return [(over, below) for over, below in layers if all(over.is_metal == one.is_metal for one in below)]


def test_the_rule_of_tincture_holds_for_thousands_of_names():
    assert [name for name in MANY if breaches_of_tincture(coat_of_arms(name))] == []


def test_the_check_of_the_rule_sees_colour_upon_colour():
    arms = Arms(PlainField(Tincture.AZURE), Ordinary(OrdinaryKind.FESS, Tincture.GULES))

    assert breaches_of_tincture(arms) == [(Tincture.GULES, {Tincture.AZURE})]


def test_only_a_field_of_metal_and_colour_counterchanges_its_charge():
    for arms in map(coat_of_arms, MANY):
        if arms.charges and arms.charges.tincture is None:
            assert isinstance(arms.field, PartedField)
            assert arms.field.first.is_metal != arms.field.second.is_metal


def test_a_varied_field_under_a_chief_never_repeats_the_chief():
    for arms in map(coat_of_arms, MANY):
        if arms.ordinary:
            assert arms.ordinary.tincture not in under(arms.field)


def test_a_name_keeps_its_arms_for_ever():
    assert coat_of_arms("Chloé") == Arms(
        PartedField(Division.PER_FESS, Tincture.AZURE, Tincture.SABLE), charges=Charges("eagle", 1, Tincture.OR)
    )


@pytest.mark.parametrize("spelling", ["Chloé", "chloé", "  CHLOÉ ", unicodedata.normalize("NFD", "Chloé"), "Ｃhloé"])
def test_spelling_capitals_and_spaces_do_not_change_the_arms(spelling: str):
    assert coat_of_arms(spelling) == coat_of_arms("Chloé")


def test_two_names_have_different_arms():
    assert coat_of_arms("Ana") != coat_of_arms("Ben")


def test_even_an_empty_name_has_arms():
    assert coat_of_arms("") == coat_of_arms("  ")


def test_arms_survive_json():
    for name in NAMES[:50]:
        assert from_plain(to_plain(coat_of_arms(name)), Arms) == coat_of_arms(name)


def test_few_of_500_names_look_alike_before_anyone_draws_again():
    alike = len(NAMES) - len({glance(coat_of_arms(name)) for name in NAMES})

    assert len(NAMES) == 500
    assert alike <= 75


def test_no_two_of_500_names_of_an_event_look_alike():
    granted = coats_of_arms(NAMES)

    assert list(granted) == NAMES
    assert len({glance(arms) for arms in granted.values()}) == 500


def test_a_late_entry_changes_nobody_else():
    assert dict(list(coats_of_arms([*NAMES, "Zoé la Tardive"]).items())[:-1]) == coats_of_arms(NAMES)


def test_who_looks_like_nobody_before_them_keeps_the_arms_of_their_name():
    seen = set()
    for name, arms in coats_of_arms(NAMES).items():
        if glance(coat_of_arms(name)) not in seen:
            assert arms == coat_of_arms(name)
        seen.add(glance(arms))


def test_two_spellings_of_one_name_share_their_arms():
    granted = coats_of_arms(["Ana", "ANA ", "Ben"])

    assert granted["Ana"] == granted["ANA "]
    assert len(granted) == 3


def test_every_composition_has_its_places():
    """Whatever the names draw, the drawing has a place for each charge."""
    for arms in map(coat_of_arms, MANY):
        if arms.ordinary and arms.ordinary.bears:
            bears, rows = arms.ordinary.bears.count, heraldry().ordinaries[arms.ordinary.kind].upon
            assert bears in map(len, rows)
        if arms.charges:
            table, kind = heraldry(), arms.ordinary and arms.ordinary.kind
            assert arms.charges.count in map(len, (table.ordinaries[kind].around,) if kind else table.alone)


@pytest.mark.parametrize(("hatched", "typical"), [(False, 1200), (True, 2100)])
def test_the_picture_is_well_formed_small_and_fetches_nothing(hatched: bool, typical: int):
    sizes = []
    for name in NAMES:
        drawn = svg(coat_of_arms(name), hatched=hatched)
        root = ElementTree.fromstring(drawn)
        assert root.get("viewBox") == "0 0 120 140"
        assert re.search(r"<script|<style|<foreignObject|\son\w+=|https?://(?!www\.w3\.org/2000/svg)", drawn) is None
        assert set(re.findall(r"url\((#?)", drawn)) == {"#"}
        assert all(part.get("href", "#").startswith("#") for part in root.iter())
        sizes.append(len(drawn.encode()))
    sizes.sort()
    assert sizes[len(sizes) // 2] < typical
    assert sizes[-1] < 4000


def test_every_reference_of_a_picture_points_into_it():
    for name in NAMES:
        drawn = svg(coat_of_arms(name), hatched=True)
        defined = re.findall(r'\bid="([^"]+)"', drawn)
        assert len(defined) == len(set(defined))
        assert set(re.findall(r'(?:url\(|href=")#([^")]+)', drawn)) <= set(defined)


def test_different_arms_on_one_page_have_different_ids():
    ids = [re.findall(r'\bid="([^"]+)"', svg(arms))[0] for arms in coats_of_arms(NAMES).values()]

    assert len(set(ids)) == 500


def test_the_picture_uses_only_the_seven_colours():
    used = {colour for name in NAMES for colour in re.findall(r'fill="(#\w+)"', svg(coat_of_arms(name)))}

    assert used == set(PAINT.values())


def test_hatched_arms_are_black_on_white():
    used = {
        colour
        for name in NAMES
        for colour in re.findall(r"#[0-9a-f]{3,6}\b(?!\))", svg(coat_of_arms(name), hatched=True))
    }

    assert used - {"#000", "#fff"} == set()


def test_the_title_is_the_blazon_another_text_or_nothing():
    arms = Arms(PlainField(Tincture.AZURE), charges=Charges("mullet", 1, Tincture.OR))

    assert "<title>D’azur à l’étoile d’or</title>" in svg(arms)
    assert "<title>Ana &lt;3</title>" in svg(arms, title="Ana <3")
    assert "<title>" not in svg(arms, title="")
    assert 'aria-hidden="true"' in svg(arms, title="")


def test_the_size_is_the_height():
    drawn = ElementTree.fromstring(svg(coat_of_arms("Ana"), size=140))

    assert (drawn.get("width"), drawn.get("height")) == ("120", "140")


def test_every_charge_is_a_closed_outline():
    assert {id for id, charge in charges().items() if not re.fullmatch(r"M[-\d. a-zA-Z]+[zZ]", charge.path)} == set()

from __future__ import annotations

import pytest

from golden_text import check_golden
from heraut.press.arms import blazon
from heraut.press.grant import coat_of_arms
from heraut.press.heraldry import (
    Arms,
    Charges,
    Division,
    EdgeLine,
    Ordinary,
    OrdinaryKind,
    PartedField,
    PlainField,
    Tincture,
    Variation,
    VariedField,
)
from press.samples import FIRST, NAMES

OR, ARGENT, GULES, AZURE = Tincture.OR, Tincture.ARGENT, Tincture.GULES, Tincture.AZURE
VERT, SABLE, PURPURE = Tincture.VERT, Tincture.SABLE, Tincture.PURPURE

SAID = [
    (
        Arms(PlainField(AZURE), Ordinary(OrdinaryKind.FESS, OR), Charges("mullet", 3, OR)),
        "D’azur à la fasce d’or, accompagnée de trois étoiles du même",
        "Azure, a fess between three mullets Or",
    ),
    (
        Arms(
            PlainField(ARGENT), Ordinary(OrdinaryKind.CHEVRON, GULES, EdgeLine.ENGRAILED), Charges("roundel", 3, SABLE)
        ),
        "D’argent au chevron engrêlé de gueules, accompagné de trois tourteaux de sable",
        "Argent, a chevron engrailed gules between three roundels sable",
    ),
    (
        Arms(PlainField(VERT), Ordinary(OrdinaryKind.CROSS, OR), Charges("roundel", 4, ARGENT)),
        "De sinople à la croix d’or, cantonnée de quatre besants d’argent",
        "Vert, a cross Or between four roundels argent",
    ),
    (
        Arms(PlainField(SABLE), Ordinary(OrdinaryKind.PALE, ARGENT, EdgeLine.WAVY), Charges("key", 2, ARGENT)),
        "De sable au pal ondé d’argent, accosté de deux clefs du même",
        "Sable, a pale wavy between two keys argent",
    ),
    (
        Arms(PlainField(OR), Ordinary(OrdinaryKind.BEND, PURPURE, bears=Charges("fleur-de-lis", 3, ARGENT))),
        "D’or à la bande de pourpre, chargée de trois fleurs de lis d’argent",
        "Or, on a bend purpure three fleurs-de-lis argent",
    ),
    (
        Arms(PlainField(GULES), Ordinary(OrdinaryKind.CHIEF, OR), Charges("eagle", 1, OR)),
        "De gueules à l’aigle d’or, au chef du même",
        "Gules, an eagle and a chief Or",
    ),
    (
        Arms(PlainField(GULES), Ordinary(OrdinaryKind.BORDURE, ARGENT), Charges("heart", 1, OR)),
        "De gueules au cœur d’or, à la bordure d’argent",
        "Gules, a heart Or, a bordure argent",
    ),
    (
        Arms(PartedField(Division.PER_PALE, OR, AZURE), charges=Charges("tower", 1, None)),
        "Parti d’or et d’azur, à la tour de l’un en l’autre",
        "Per pale Or and azure, a tower counterchanged",
    ),
    (
        Arms(PartedField(Division.PER_SALTIRE, SABLE, GULES), charges=Charges("die", 3, ARGENT)),
        "Écartelé en sautoir de sable et de gueules, à trois dés d’argent",
        "Per saltire sable and gules, three dice argent",
    ),
    (
        Arms(
            VariedField(Variation.CHEQUY, ARGENT, VERT),
            Ordinary(OrdinaryKind.CHIEF, SABLE, bears=Charges("axe", 1, OR)),
        ),
        "Échiqueté d’argent et de sinople, au chef de sable, chargé d’une hache d’or",
        "Chequy argent and vert, on a chief sable an axe Or",
    ),
    (
        Arms(PlainField(OR), charges=Charges("lozenge", 1, GULES)),
        "D’or au losange de gueules",
        "Or, a lozenge gules",
    ),
]


@pytest.mark.parametrize(("arms", "french", "english"), SAID, ids=[french for _, french, _ in SAID])
def test_a_herald_says(arms: Arms, french: str, english: str):
    assert (blazon(arms, "fr"), blazon(arms, "en")) == (french, english)


def test_two_arms_are_never_blazoned_alike():
    granted = {coat_of_arms(name) for name in NAMES}

    assert len({blazon(arms, "fr") for arms in granted}) == len(granted)
    assert len({blazon(arms, "en") for arms in granted}) == len(granted)


def test_no_french_blazon_lacks_an_elision():
    for name in NAMES:
        said = blazon(coat_of_arms(name), "fr")
        assert not any(wrong in f" {said} " for wrong in (" de or", " de a", " la é", " la a", " le ", " de un", "  "))


def test_the_golden_roll_of_arms():
    """A new charge or weight changes everybody's arms: it shows here, and is a decision."""
    roll = (f"{name}\n  {blazon(coat_of_arms(name), 'fr')}\n  {blazon(coat_of_arms(name), 'en')}\n" for name in FIRST)

    check_golden("press-arms.txt", "".join(roll))

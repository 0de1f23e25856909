"""Terrain as people call it, with what each kind usually does; what it does at this table is ticked beside it."""

from __future__ import annotations

from heraut.scenario.definition import Property, Source
from heraut.scenario.settings import Options

USUAL: dict[Source, dict[str, tuple[Property, ...]]] = {
    "saga_tournament": {
        "wood": (Property.UNEVEN,),
        "hill": (Property.UNEVEN,),
        "field": (Property.UNEVEN,),
        "marsh": (Property.UNEVEN, Property.DANGEROUS),
        "rocks": (Property.UNEVEN, Property.DANGEROUS),
        "ruin": (Property.UNEVEN, Property.SOLID_COVER),
        "building": (Property.BLOCKING, Property.SOLID_COVER),
        "hedge": (),
    },
    "steamroller_2011": {
        "forest": (Property.ROUGH,),
        "hill": (),
        "rubble": (Property.ROUGH,),
        "water": (Property.ROUGH,),
        "wall": (),
        "building": (Property.OBSTRUCTION,),
        "rocks": (Property.IMPASSABLE,),
    },
}
"""Not a rule: the rulebook's terrain table is the event's to enter [ST-TER-8]."""

PROPERTIES: dict[Source, tuple[Property, ...]] = {
    "saga_tournament": (Property.UNEVEN, Property.DANGEROUS, Property.BLOCKING, Property.SOLID_COVER),
    "steamroller_2011": (Property.ROUGH, Property.OBSTRUCTION, Property.IMPASSABLE),
}


def kinds(source: Source, options: Options) -> tuple[tuple[str, str], ...]:
    """The kinds to choose from, each with its usual properties; the event's own table says what its kinds do."""
    if options.terrain_table:
        return tuple((line.name, "") for line in options.terrain_table)
    return tuple((kind, " ".join(usual)) for kind, usual in USUAL[source].items())


def properties(source: Source, options: Options) -> tuple[Property, ...]:
    """What may be ticked: nothing where the event's table says it."""
    return () if options.terrain_table else PROPERTIES[source]

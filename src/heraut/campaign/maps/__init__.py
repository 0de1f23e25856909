"""The map: its text form, the default one, new ones made fair."""

from heraut.campaign.maps.map import Map, Territory
from heraut.campaign.maps.text import MapCode, default_map, default_text, parse, write

__all__ = ["Map", "MapCode", "Territory", "default_map", "default_text", "parse", "write"]

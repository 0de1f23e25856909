"""Templates are indented for whoever reads them; pages are sent without, for phones on a weak network."""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

INDENTATION = re.compile(r"\n\s+")


class Loader(filesystem.Loader):
    """A line of a template begins with what it says."""

    def get_contents(self, origin: Origin) -> str:
        return INDENTATION.sub("\n", super().get_contents(origin))

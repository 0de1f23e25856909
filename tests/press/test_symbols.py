from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from heraut.press.symbols import PATHS, Symbol, symbol


def test_every_symbol_is_drawn():
    assert set(PATHS) == set(Symbol)


@pytest.mark.parametrize("name", Symbol)
def test_a_symbol_takes_the_colour_of_the_text_and_fetches_nothing(name: Symbol):
    root = ElementTree.fromstring(symbol(name))

    assert root.get("fill") == "currentColor"
    assert root.get("viewBox") == "0 0 24 24"
    assert root.get("aria-hidden") == "true"
    assert re.search("url|href|style", symbol(name)) is None
    assert len(symbol(name)) < 1000


def test_a_symbol_with_a_title_speaks():
    assert '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="16" height="16"' in symbol(
        "quill", size=16
    )
    assert "<title>Écrire &amp; signer</title>" in symbol("quill", title="Écrire & signer")


def test_a_symbol_we_do_not_have_is_an_error():
    with pytest.raises(ValueError, match="unicorn"):
        symbol("unicorn")

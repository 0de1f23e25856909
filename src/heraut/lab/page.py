"""What the lab's HTML pages are made of: one page in both languages, its words, its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape

from heraut.speech import LANGUAGES, Language

PAGE = """<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Héraut</title><style>
body{{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}}
table{{border-collapse:collapse;width:100%}}th,td{{padding:.3rem .6rem;border-bottom:1px solid #ddd;text-align:right}}
th:first-child{{text-align:left}}.said{{font-size:1.15rem;border-left:.3rem solid #1f5f8b;padding-left:1rem}}
svg{{width:100%;height:auto;margin:1rem 0}}.wide{{overflow-x:auto}}td{{white-space:nowrap}}
th[scope=row]{{min-width:7rem}}
#fr:not(:checked)~main section[lang=fr],#en:not(:checked)~main section[lang=en]{{display:none}}
@media print{{input,label{{display:none}}}}
@media (max-width:40rem){{svg{{min-width:30rem}}svg text{{font-size:15px}}th,td{{padding:.3rem .35rem}}}}
</style></head><body>
<input type="radio" name="language" id="fr" checked><label for="fr">Français</label>
<input type="radio" name="language" id="en"><label for="en" lang="en">English</label>
<main>{sections}</main></body></html>
"""


def page(section: Callable[[Language], str]) -> bytes:
    """One page that needs nothing else, in both languages."""
    return PAGE.format(sections="".join(map(section, LANGUAGES))).encode()


def paragraphs(sentences: Iterable[str]) -> str:
    """What was found, in words."""
    return "".join(f'<p class="said">{escape(sentence)}</p>' for sentence in sentences)


def table(rows: Sequence[Sequence[str]]) -> str:
    """A table whose first row and first column are names."""
    head, *body = rows
    names = "".join(f"<th scope=col>{escape(name)}</th>" for name in head)
    return f'<div class="wide"><table><tr>{names}</tr>{"".join(map(_row, body))}</table></div>'


def _row(cells: Sequence[str]) -> str:
    first, *rest = cells
    return f"<tr><th scope=row>{escape(first)}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in rest)}</tr>"

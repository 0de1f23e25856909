"""Characters as text files: taken away, brought in, every fault of the text at its line."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from heraut.skirmish.samples import sample_texts
from heraut.skirmish.sheet_text import MOST_TEXT, read_character, refusal, text_faults, write_character
from heraut.speech import Language, say_fault
from heraut.web.access import Action
from heraut.web.game import account, language
from heraut.web.guard import needs
from heraut.web.rooms.skirmish.characters import kept
from heraut.web.rooms.skirmish.characters.pages import owner


@dataclass(frozen=True, slots=True)
class Told:
    """A fault of a text, in words: its line, what it is about, what is wrong."""

    line: int
    about: str
    sentence: str

    def __str__(self) -> str:
        return " · ".join(filter(None, (f"l. {self.line}" if self.line else "", self.about, self.sentence)))


def told(text: str, spoken: Language) -> tuple[Told, ...]:
    """Everything that is wrong with a sheet's text, in the page's language."""
    return tuple(Told(one.line, one.fault.path, say_fault(refusal(one.fault), spoken)) for one in text_faults(text))


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.CREATE)
def take_in(request: HttpRequest) -> HttpResponse:
    """A sheet from a file or pasted in."""
    text = _sent(request) if request.method == "POST" else ""
    wrong = told(text, language()) if request.method == "POST" else ()
    if request.method != "POST" or wrong:
        context = {"text": text[:MOST_TEXT], "wrong": wrong}
        return render(request, "skirmish/characters/text.html", context, status=400 if wrong else 200)
    return redirect("characters:show", id=kept.keep(owner(request), read_character(text)))


def _sent(request: HttpRequest) -> str:
    file = request.FILES.get("file")
    if file is None:
        return request.POST.get("text", "").replace("\r\n", "\n")
    read: bytes = file.read(4 * MOST_TEXT)
    return read.decode("utf-8", errors="replace").replace("\r\n", "\n")


@require_safe
@needs(Action.CREATE)
def download(request: HttpRequest, id: str) -> HttpResponse:
    """The text file of one's own character."""
    found = kept.one_of(account(request), id)
    return _file(write_character(found.sheet), slugify(found.sheet.name) or "character")


@require_safe
@needs(Action.CREATE)
def download_ready(_request: HttpRequest, ready: str) -> HttpResponse:
    """The text file of a ready-made character, with its remarks."""
    if ready not in sample_texts():
        raise Http404(ready)
    return _file(sample_texts()[ready], ready)


def _file(text: str, name: str) -> HttpResponse:
    answer = HttpResponse(text, content_type="application/toml; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.toml"'
    return answer

"""What a notice says: one sentence and the game's address, in the language of whoever asked for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import translation
from django.utils.translation import gettext as _

from heraut.web.models import Subscription
from heraut.web.notices.occasions import Kind
from heraut.web.notices.subscriptions import token

FEW = 6
"""How many names a channel is told; more are counted."""


@dataclass(frozen=True, slots=True)
class Message:
    """A notice on its way: nothing in it that was not known to whoever watches the game."""

    kind: Kind
    sentence: str
    title: str
    address: str
    """The page of the game, without the link of a seat: whoever reads a notice in passing cannot sit down."""
    off: str
    """The subscription's own address."""
    off_label: str
    name: str
    """The same for the same notice, sent again."""


def message(one: Subscription, kind: Kind, title: str, names: Sequence[str] = ()) -> Message:
    """The notice for a subscription."""
    with translation.override(one.language):
        sentence = _turn_of(names, title) if names else sentence_of(kind, title)
        label = _("Ne plus m'avertir")
    address = f"{one.site}/g/{one.stream_id}/"
    name = f"{one.stream_id}.{one.pk}.{one.told}.{kind}"
    return Message(kind, sentence, title, address, f"{one.site}/n/{token(one)}", label, name)


def sentence_of(kind: Kind, title: str) -> str:
    """What is said of the game."""
    said = {
        Kind.TURN: _("%(title)s : c'est à vous."),
        Kind.REMINDER: _("%(title)s : le délai approche, et c'est à vous."),
        Kind.LETTER: _("%(title)s : une lettre vous attend."),
        Kind.ROUND: _("%(title)s : une ronde est publiée."),
        Kind.CALLED: _("%(title)s : on appelle un arbitre."),
        Kind.DISPUTED: _("%(title)s : un résultat est contesté."),
        Kind.CONFIRM: _("%(title)s : voulez-vous recevoir des avis ici ?"),
    }
    return said[kind] % {"title": title}


def _turn_of(names: Sequence[str], title: str) -> str:
    if len(names) > FEW:
        return _("%(title)s : on attend %(count)s joueurs.") % {"title": title, "count": len(names)}
    return _("%(title)s : c'est à %(names)s.") % {"title": title, "names": ", ".join(names)}

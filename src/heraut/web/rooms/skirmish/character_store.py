"""The characters of an account: keep one, find one, all of them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.http import Http404
from django.utils import timezone

from heraut.kernel.codec import Malformed, decode, encode
from heraut.skirmish.sheet import CharacterSheet
from heraut.skirmish.sheet_text import samples
from heraut.web.models import Character

MOST_KEPT = 500


@dataclass(frozen=True, slots=True)
class KeptCharacter:
    """A character and the id it is kept under."""

    id: str
    sheet: CharacterSheet


def keep(owner: User, sheet: CharacterSheet, id: str = "") -> str:
    """Keep a sheet, a new one or in the place of its former self; the id it has from now on."""
    written = encode(sheet).decode()
    if id:
        Character.objects.filter(pk=id, owner=owner).update(sheet=written, changed=timezone.now())
        return id
    return str(Character.objects.create(id=secrets.token_hex(8), owner=owner, sheet=written).pk)


def all_of(owner: User | None) -> tuple[KeptCharacter, ...]:
    """The characters of an account, the newest first."""
    rows = Character.objects.filter(owner=owner)[:MOST_KEPT] if owner is not None else ()
    found = (_read(row) for row in rows)
    return tuple(one for one in found if one is not None)


def one_of(owner: User | None, id: str) -> KeptCharacter:
    """That character of the account; 404 for anybody else's."""
    row = Character.objects.filter(pk=id, owner=owner).first() if owner is not None else None
    kept = None if row is None else _read(row)
    if kept is None:
        raise Http404(id)
    return kept


def known(id: str) -> CharacterSheet | None:
    """The sheet kept under an id nobody guesses."""
    row = Character.objects.filter(pk=id).first()
    kept = None if row is None else _read(row)
    return None if kept is None else kept.sheet


def forget(owner: User, id: str) -> None:
    """A character is no longer kept; fights it is in have its sheet already."""
    Character.objects.filter(pk=id, owner=owner).delete()


def _read(row: Character) -> KeptCharacter | None:
    """None for a sheet this version cannot read: the others must still be listed."""
    try:
        sheet: CharacterSheet = decode(row.sheet, CharacterSheet)
    except Malformed:
        return None
    return KeptCharacter(row.pk, sheet)


def ready_sheet(name: str) -> CharacterSheet:
    """The sheet of a ready-made character."""
    if name not in samples():
        raise Http404(name)
    return samples()[name]

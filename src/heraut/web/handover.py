"""
An event or a weekend as one file, to go on with it on another machine.

The file is a ZIP archive: each stream as `streams/NAME.jsonl`, and `hand-over.json`, which says how they belong
together. On the organiser's wish it also holds the tokens of all links and badges, so that those handed out stay valid:
whoever has such a file can sit in every seat. Once it is written nothing more is stored here.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Collection, Iterable
from datetime import datetime
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

import msgspec
from django.contrib.auth.models import User
from django.db import transaction

from heraut import catalogue
from heraut.journal.entry import settings_of
from heraut.journal.transfer import Parcel, export_stream, read_parcel
from heraut.kernel.codec import Malformed, decode, encode
from heraut.kernel.journal import Damaged, JournalError
from heraut.kernel.names import Instant, StreamId
from heraut.web import links, outbox
from heraut.web.broadcast import announce
from heraut.web.desk import carry_envelope_key, desk, envelope_key, journal, now
from heraut.web.models import ELSEWHERE, Guest, Link, MapPicture, Slot, Stream, Weekend
from heraut.web.permissions import Role
from heraut.web.pictures import is_jpeg
from heraut.web.rooms import room

FORM = 1
SUFFIX = ".heraut"
MOST_BYTES = 96_000_000
"""How much an archive may unpack to: many times the largest event."""
MOST_PARTS = 2_000
MOST_ADDRESS = 200
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}\Z")
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")
_KEY = re.compile(r"[0-9a-f]{64}\Z")
_HOST = re.compile(r"([\w-]+(\.[\w-]+)*|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?\Z")
"""A name or an address of a machine, and perhaps a port; nobody's name or password before it."""
_MANIFEST = "hand-over.json"


class StreamPart(msgspec.Struct, frozen=True):
    """A stream of the file, and whether anybody may watch it."""

    name: StreamId
    public: bool
    envelope_key: str = ""
    """What opens its letters, where the links go along: whoever can sit in every seat can read them anyway."""


class LinkPart(msgspec.Struct, frozen=True):
    """A link that stays valid, with its token."""

    stream: StreamId
    role: Role
    seat: str
    label: str
    token: str


class SlotPart(msgspec.Struct, frozen=True):
    """When a tournament of the weekend begins."""

    stream: StreamId
    begins: datetime


class GuestPart(msgspec.Struct, frozen=True):
    """Somebody of the weekend; without a token they get a new badge."""

    seat: str
    name: str
    club: str = ""
    token: str = ""
    role: Role = Role.PLAYER


class WeekendPart(msgspec.Struct, frozen=True):
    """What brings the streams under one roof."""

    id: str
    title: str
    public: bool
    tables: str
    slots: tuple[SlotPart, ...]
    guests: tuple[GuestPart, ...]


class Manifest(msgspec.Struct, frozen=True):
    """What is in the file."""

    form: int
    title: str
    made: Instant
    streams: tuple[StreamPart, ...]
    links: tuple[LinkPart, ...] = ()
    weekend: WeekendPart | None = None
    left_out: tuple[StreamId, ...] = ()
    """What belongs to it and was damaged where the file was made: it stays there, and harms nothing else."""


class Arrived(msgspec.Struct, frozen=True):
    """What was taken over."""

    streams: tuple[StreamId, ...]
    links: int
    weekend: str | None = None
    left_out: tuple[StreamId, ...] = ()


def damaged(streams: Iterable[str]) -> dict[str, JournalError]:
    """Which of them cannot be read, and why."""
    found: dict[str, JournalError] = {}
    for stream in streams:
        try:
            desk().history(StreamId(stream))
        except KeyError:  # a game of an engine this version does not have: its journal may well be sound
            continue
        except JournalError as error:
            found[stream] = error
    return found


def pack(title: str, streams: Iterable[str], weekend: Weekend | None = None, *, with_links: bool) -> bytes:
    """
    The file; with the tokens of every link and badge only if that is wished.

    A game that is damaged is left out, and said to be; `Damaged` if there is nothing else.
    """
    known = list(Stream.objects.filter(pk__in=list(streams)).order_by("opened", "id"))
    bad = damaged(row.pk for row in known)
    rows = [row for row in known if row.pk not in bad]
    if bad and not rows:
        raise next(iter(bad.values()))
    for row in rows:
        outbox.pay_for(StreamId(row.pk), now())  # the file holds journals, not what they owe one another
    manifest = Manifest(
        FORM,
        title,
        now(),
        tuple(_stream(row, with_links=with_links) for row in rows),
        tuple(_link(link) for link in Link.objects.filter(stream__in=rows)) if with_links else (),
        None if weekend is None else _weekend(weekend, with_links=with_links),
        tuple(map(StreamId, bad)),
    )
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_MANIFEST, encode(manifest))
        for row in rows:
            archive.writestr(_path(row.pk), b"".join(export_stream(journal(), StreamId(row.pk))))
        for picture in MapPicture.objects.filter(stream__in=rows):
            archive.writestr(_picture_path(picture.stream_id), bytes(picture.jpeg))
    return made.getvalue()


def _path(stream: str) -> str:
    return f"streams/{stream}.jsonl"


def _picture_path(stream: str) -> str:
    """The picture under the map of a campaign."""
    return f"pictures/{stream}.jpg"


def _stream(row: Stream, *, with_links: bool) -> StreamPart:
    name = StreamId(row.pk)
    return StreamPart(name, row.public, envelope_key(name).hex() if with_links else "")


def _link(link: Link) -> LinkPart:
    return LinkPart(StreamId(link.stream_id), Role(link.role), link.seat, link.label, links.token(link))


def _weekend(weekend: Weekend, *, with_links: bool) -> WeekendPart:
    return WeekendPart(
        weekend.pk, weekend.title, weekend.public, weekend.tables,
        tuple(SlotPart(StreamId(slot.stream_id), slot.begins) for slot in Slot.objects.filter(weekend=weekend)),
        tuple(GuestPart(guest.seat, guest.name, guest.club, links.token(guest) if with_links else "",
                        Role(guest.role))
              for guest in Guest.objects.filter(weekend=weekend)),
    )  # fmt: skip


def unpack(file: IO[bytes], owner: User | None, *, judged: bool = True) -> Arrived:
    """Take everything over, or nothing; `Damaged` says what is wrong with the file."""
    manifest, streams, pictures = _read(file)
    parcels = {part.name: _parcel(part.name, streams[part.name], judged=judged) for part in manifest.streams}
    with transaction.atomic():
        for part in manifest.streams:
            known = Stream.objects.filter(pk=part.name).first()
            _check_owner(known, owner, part.name)
            parcels[part.name].take_over(journal())
            keeper = owner if known is None or known.owner_id is None else known.owner
            Stream.objects.filter(pk=part.name).update(owner=keeper, public=part.public, moved_to="")
            if part.envelope_key:
                carry_envelope_key(part.name, _envelope_key(part.envelope_key))
        names = {part.name for part in manifest.streams}
        for name, parcel in parcels.items():
            Stream.objects.filter(pk=name).update(battle_of=_campaign_of(parcel, names))
        for drawn, jpeg in pictures.items():
            MapPicture.objects.update_or_create(stream_id=drawn, defaults={"jpeg": jpeg})
        for link in manifest.links:
            if link.stream in names:
                _take_link(link)
        if manifest.weekend is not None:
            _take_weekend(manifest.weekend, owner, names)
    for part in manifest.streams:
        desk().forget(part.name)  # read with the key it came with
        announce(part.name)
    weekend = None if manifest.weekend is None else manifest.weekend.id
    return Arrived(tuple(part.name for part in manifest.streams), len(manifest.links), weekend, manifest.left_out)


def _parcel(name: StreamId, lines: bytes, *, judged: bool) -> Parcel:
    """A stream of the file, proved: a long proof must lock nobody out of the database."""
    parcel = read_parcel(lines.splitlines(keepends=True), catalogue.engine, judged=judged)
    if parcel.header.stream != name:
        raise Damaged(f"{_path(name)} holds the stream {parcel.header.stream}: export the event again")
    return parcel


def _campaign_of(parcel: Parcel, names: set[StreamId]) -> str:
    """The campaign of the same file whose battle the stream decides: who hands over both answers for both."""
    battle = getattr(settings_of(parcel.header, parcel.history.engine), "battle", None)
    return battle.campaign if battle is not None and battle.campaign in names else ""


def _check_owner(known: Stream | Weekend | None, owner: User | None, name: str) -> None:
    """On a server with several organisers, nobody takes over what is another's."""
    if known is None or known.owner_id is None or (owner is not None and owner.is_superuser):
        return
    if owner is None or known.owner_id != owner.pk:
        raise Damaged(f"{name} is another organiser's on this server: ask them to take it over")


def _read(file: IO[bytes]) -> tuple[Manifest, dict[str, bytes], dict[str, bytes]]:
    """The parts of the file, none larger than any event could be: what it says of itself, streams, pictures."""
    try:
        with zipfile.ZipFile(file) as archive:
            parts = archive.infolist()
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_BYTES:
                raise Damaged("the file is too large to be an event: export it again")
            manifest: Manifest = decode(archive.read(_MANIFEST), Manifest)
            listed = set(archive.namelist())
            names = [part.name for part in _known(manifest)]
            drawn = {name: archive.read(_picture_path(name)) for name in names if _picture_path(name) in listed}
            return (
                manifest,
                {name: archive.read(_path(name)) for name in names},
                {name: jpeg for name, jpeg in drawn.items() if is_jpeg(jpeg)},
            )
    except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, OSError, NotImplementedError, RuntimeError) as error:
        raise Damaged(f"the file cannot be read ({error}): it may be cut, export it again") from error
    except Malformed as error:
        raise Damaged(f"{_MANIFEST} cannot be read ({error}): export the event again") from error


def game_of(file: Path) -> StreamId:
    """The game a file was written for: what belongs to it was opened later."""
    with file.open("rb") as opened:
        manifest, _streams, _pictures = _read(opened)
    return manifest.streams[0].name


def _known(manifest: Manifest) -> tuple[StreamPart, ...]:
    if manifest.form > FORM:
        raise Damaged(f"the file is of form {manifest.form}, newer than this Héraut: update it, then import again")
    if not manifest.streams:
        raise Damaged("the file holds no stream: export the event again")
    names = [*(part.name for part in manifest.streams), *([manifest.weekend.id] if manifest.weekend else ())]
    if not all(_NAME.match(name) for name in names):
        raise Damaged("a name in the file is not one of ours: export the event again")
    return manifest.streams


def _take_link(part: LinkPart) -> None:
    """The link opens here what it opened there; the one this machine had for the same place is void."""
    place = {"stream_id": part.stream, "role": part.role, "seat": part.seat[:64], "label": part.label[:100]}
    link = Link.objects.filter(**place).first() or Link(**place)
    links.carry(link, _token(part.token))
    link.save()


def _envelope_key(written: str) -> bytes:
    if not _KEY.match(written):
        raise Damaged("the key of the letters in the file is not one of ours: export the event again")
    return bytes.fromhex(written)


def _token(token: str) -> str:
    if not _TOKEN.match(token):
        raise Damaged("a link of the file is not one of ours: export the event again")
    return token


def _take_weekend(part: WeekendPart, owner: User | None, names: set[StreamId]) -> None:
    known_one = Weekend.objects.filter(pk=part.id).first()
    _check_owner(known_one, owner, part.title)
    keeper = owner if known_one is None or known_one.owner_id is None else known_one.owner
    told = {"title": part.title[:120], "public": part.public, "tables": part.tables, "owner": keeper, "moved_to": ""}
    weekend, _made = Weekend.objects.update_or_create(pk=part.id, defaults=told)
    for slot in part.slots:
        if slot.stream in names:
            Slot.objects.update_or_create(stream_id=slot.stream, defaults={"weekend": weekend, "begins": slot.begins})
    for person in part.guests:
        place = {"weekend": weekend, "seat": person.seat[:64]}
        guest = Guest.objects.filter(**place).first() or Guest(**place)
        guest.name, guest.club, guest.role = person.name[:100], person.club[:100], person.role
        if person.token:
            links.carry(guest, _token(person.token))
            guest.save()
        else:
            links.draw(guest)


def together(stream: StreamId) -> tuple[StreamId, ...]:
    """The game and what goes where it goes."""
    return (stream, *map(StreamId, room(desk().engine(stream).id).companions(stream)))


def close(streams: Collection[str]) -> None:
    """
    Nothing more is written here once the file is: it would be lost on the other machine without a word.

    What is damaged does not travel, and stays open.
    """
    for stream in set(streams) - set(damaged(streams)):
        Stream.objects.filter(pk=stream, moved_to="").update(moved_to=ELSEWHERE)
        announce(StreamId(stream))


def machine_address(typed: str) -> str | None:
    """The address of a machine, without its path; None if it is none."""
    try:
        parts = urlsplit(typed if "://" in typed else f"http://{typed}")
    except ValueError:  # brackets around what is no address
        return None
    if len(typed) > MOST_ADDRESS or parts.scheme not in ("http", "https") or not _HOST.match(parts.netloc):
        return None
    return f"{parts.scheme}://{parts.netloc}"


def send_away(streams: Iterable[str], address: str) -> None:
    """Every page and every link of these streams leads there; pages that are open go by themselves."""
    for stream in streams:
        Stream.objects.filter(pk=stream).update(moved_to=address)
        announce(StreamId(stream))

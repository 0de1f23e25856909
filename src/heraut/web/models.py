"""
What the database holds: the journal's streams and entries, the links that open seats, the tables organisers prepared,
the weekends that bring several tournaments under one roof, the characters game masters keep, the one-time sign-in keys.

Models are thin. The journal's verbs are in `store`, those of links in `links`.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

ELSEWHERE = "elsewhere"
"""Where something has gone when its file was written and nobody has told us yet who took it over."""


class Movable(models.Model):
    """What may be handed over to another machine: while it is away, nothing is written here."""

    moved_to: models.CharField[str, str] = models.CharField(max_length=200, blank=True)
    """The address of the machine that has taken it over, or `ELSEWHERE`; empty while it is played here."""

    class Meta:
        abstract = True

    @property
    def new_address(self) -> str:
        """Where to send people, as far as it is known."""
        return "" if self.moved_to == ELSEWHERE else self.moved_to


class Stream(Movable):
    """The first line of a stream, and who answers for it on this server."""

    id: models.CharField[str, str] = models.CharField(primary_key=True, max_length=64)
    header: models.TextField[str, str] = models.TextField()
    engine: models.CharField[str, str] = models.CharField(max_length=32, db_index=True)
    """The engine the first line names."""
    next_tick: models.BigIntegerField[int | None, int | None] = models.BigIntegerField(null=True, db_index=True)
    """The instant at which time next changes something; null while it sleeps. Written with every entry."""
    programs_due: models.BigIntegerField[int | None, int | None] = models.BigIntegerField(null=True, default=0)
    """The instant at which the programs that play there are next looked after; null until an entry wakes them."""
    damaged: models.TextField[str, str] = models.TextField(blank=True, default="")
    """Why it cannot be read or folded, as found; empty while it can."""
    owner: models.ForeignKey[Any, Any] = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="streams"
    )
    owner_id: int | None
    public: models.BooleanField[bool, bool] = models.BooleanField(default=True)
    """Whether anybody may watch; otherwise only those who hold a link."""
    archived: models.BooleanField[bool, bool] = models.BooleanField(default=False)
    """Whether it is kept out of the list of games; all else goes on."""
    opened: models.DateTimeField[Any, Any] = models.DateTimeField(auto_now_add=True)
    envelope_key: models.CharField[str, str] = models.CharField(max_length=128, blank=True, default="")
    """The key of its letters where it came with one from another machine, covered by this server's (`envelopes`)."""
    battle_of: models.CharField[str, str] = models.CharField(max_length=64, blank=True, default="", db_index=True)
    """The campaign that opened it as the sheet of a battle, and hears its result; empty for any other game."""

    class Meta:
        ordering = ("opened", "id")
        indexes = (models.Index(fields=("engine", "programs_due"), name="programs_due_by_engine"),)


class Entry(models.Model):
    """One command with its effects, exactly as the journal was given them."""

    stream: models.ForeignKey[Any, Any] = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="entries")
    sequence: models.PositiveIntegerField[int, int] = models.PositiveIntegerField()
    sender: models.CharField[str, str] = models.CharField(max_length=128, default="", blank=True)
    """Whose id it is; empty for what was stored before senders were."""
    command_id: models.CharField[str, str] = models.CharField(max_length=128)
    actor: models.CharField[str, str] = models.CharField(max_length=150)
    at: models.BigIntegerField[int, int] = models.BigIntegerField()
    command: models.TextField[str, str] = models.TextField()
    events: models.TextField[str, str] = models.TextField()
    form: models.PositiveSmallIntegerField[int, int] = models.PositiveSmallIntegerField(default=1)
    chain: models.CharField[str, str] = models.CharField(max_length=64)
    """The hash of this entry and all before it."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("stream", "sequence"), name="one_entry_per_sequence"),
            models.UniqueConstraint(fields=("stream", "sender", "command_id"), name="one_entry_per_id_of_a_sender"),
        )


class Delivery(models.Model):
    """What an entry owes another stream; struck out once it is paid."""

    stream: models.ForeignKey[Any, Any] = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="deliveries")
    stream_id: str
    sequence: models.PositiveIntegerField[int, int] = models.PositiveIntegerField()
    due: models.BigIntegerField[int, int] = models.BigIntegerField(default=0, db_index=True)
    """The instant of the next attempt."""
    attempts: models.PositiveIntegerField[int, int] = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("stream", "sequence"), name="one_delivery_per_entry"),)


class Webhook(models.Model):
    """An address that is told every entry everybody may see, and how far it has been."""

    stream: models.ForeignKey[Any, Any] = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="webhooks")
    stream_id: str
    address: models.CharField[str, str] = models.CharField(max_length=300)
    told: models.PositiveIntegerField[int, int] = models.PositiveIntegerField(default=0)
    """The last entry it took."""
    due: models.BigIntegerField[int, int] = models.BigIntegerField(default=0, db_index=True)
    """The instant of the next attempt."""
    attempts: models.PositiveIntegerField[int, int] = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("stream", "address"), name="one_webhook_per_address"),)


class Link(models.Model):
    """
    A capability: whoever holds the link sits in the seat.

    Only the hash of its token is stored; the token itself is made again from the server's secret key and the
    salt when a link is shown, so a stolen database opens no seat. A new salt makes the old link void.
    """

    stream: models.ForeignKey[Any, Any] = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="links")
    stream_id: str
    role: models.CharField[str, str] = models.CharField(max_length=16)
    seat: models.CharField[str, str] = models.CharField(max_length=64, blank=True)
    label: models.CharField[str, str] = models.CharField(max_length=100)
    salt: models.CharField[str, str] = models.CharField(max_length=32)
    token_hash: models.CharField[str, str] = models.CharField(max_length=64, unique=True)
    carried: models.CharField[str, str] = models.CharField(max_length=64, blank=True)
    """The token of a link that came with its game from another machine, covered by this server's key."""
    letters_read: models.PositiveIntegerField[int, int] = models.PositiveIntegerField(default=0)
    """How many letters of the seat's box its holder has seen."""

    class Meta:
        ordering = ("id",)
        constraints = (models.UniqueConstraint(fields=("stream", "role", "seat", "label"), name="one_link_per_place"),)


class Subscription(models.Model):
    """Somebody, or a game's channel, that asked to be told when the game waits for them; and how far they have been."""

    stream: models.ForeignKey[Any, Any] = models.ForeignKey(
        Stream, on_delete=models.CASCADE, related_name="subscriptions"
    )
    stream_id: str
    holder: models.CharField[str, str] = models.CharField(max_length=64, blank=True)
    """The link or account it belongs to, as senders are named; empty for a channel."""
    opening: models.CharField[str, str] = models.CharField(max_length=64, blank=True)
    """What the database keeps of that link: once it is renewed, the subscription is void."""
    seat: models.CharField[str, str] = models.CharField(max_length=64, blank=True)
    way: models.CharField[str, str] = models.CharField(max_length=16)
    """How: `mail`, `push`, `calendar`, or the kind of a channel."""
    address: models.CharField[str, str] = models.CharField(max_length=1000, blank=True)
    keys: models.CharField[str, str] = models.CharField(max_length=200, blank=True)
    """What a push is encrypted with."""
    language: models.CharField[str, str] = models.CharField(max_length=8)
    site: models.CharField[str, str] = models.CharField(max_length=200)
    """Where this server was reached by whoever asked: notices point there."""
    salt: models.CharField[str, str] = models.CharField(max_length=32)
    confirmed: models.BooleanField[bool, bool] = models.BooleanField(default=True)
    """Whether whoever reads at the address has said so; until then they are asked, once."""
    greeted: models.BooleanField[bool, bool] = models.BooleanField(default=False)
    made: models.BigIntegerField[int, int] = models.BigIntegerField(default=0)
    told: models.PositiveIntegerField[int, int] = models.PositiveIntegerField(default=0)
    """The last entry they need not be told of any more."""
    asked: models.TextField[str, str] = models.TextField(blank=True)
    """What was asked of them then."""
    due: models.BigIntegerField[int, int] = models.BigIntegerField(default=0, db_index=True)
    """The instant of the next attempt, or until which a process has it for itself."""
    attempts: models.PositiveIntegerField[int, int] = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("stream", "holder", "opening", "way", "address"), name="one_subscription_per_way"
            ),
        )


class Plan(models.Model):
    """A table an organiser prepared: a scenario with its terrain, perhaps for an event, or one of its tables."""

    id: models.CharField[str, str] = models.CharField(primary_key=True, max_length=16)
    """Not to be guessed: a plan is shown to whoever has its address."""
    owner: models.ForeignKey[Any, Any] = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="plans"
    )
    owner_id: int
    scenario: models.CharField[str, str] = models.CharField(max_length=64)
    title: models.CharField[str, str] = models.CharField(max_length=60, blank=True)
    table: models.TextField[str, str] = models.TextField()
    """Pieces and markers as the table builder writes them."""
    event: models.ForeignKey[Any, Any] = models.ForeignKey(
        Stream, null=True, blank=True, on_delete=models.SET_NULL, related_name="plans"
    )
    event_id: str | None
    number: models.PositiveIntegerField[int, int] = models.PositiveIntegerField(default=0)
    """The table of the event; 0 for every table that plays the scenario."""
    changed: models.DateTimeField[Any, Any] = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("-changed",)


class OwnMap(models.Model):
    """A campaign's map its owner draws: kept as its text, finished or not."""

    id: models.CharField[str, str] = models.CharField(primary_key=True, max_length=16)
    """Not to be guessed, like a plan's."""
    owner: models.ForeignKey[Any, Any] = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="maps"
    )
    owner_id: int
    title: models.CharField[str, str] = models.CharField(max_length=60, blank=True)
    text: models.TextField[str, str] = models.TextField()
    """As `campaign.map` writes and reads it."""
    picture: models.BinaryField[bytes, bytes] = models.BinaryField(blank=True, default=b"")
    """What its owner drew it over, as a JPEG; empty where there is nothing underneath."""
    changed: models.DateTimeField[Any, Any] = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("-changed", "id")


class MapPicture(models.Model):
    """The picture under the map of a campaign: its group's own, kept beside the journal."""

    stream: models.OneToOneField[Any, Any] = models.OneToOneField(
        Stream, on_delete=models.CASCADE, primary_key=True, related_name="map_picture"
    )
    stream_id: str
    jpeg: models.BinaryField[bytes, bytes] = models.BinaryField()


class OwnScenario(models.Model):
    """A scenario of an organiser's own, as the text of its file; games take a copy of what it says when they open."""

    id: models.CharField[str, str] = models.CharField(primary_key=True, max_length=16)
    owner: models.ForeignKey[Any, Any] = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="scenarios"
    )
    owner_id: int
    title: models.CharField[str, str] = models.CharField(max_length=60)
    text: models.TextField[str, str] = models.TextField()
    changed: models.DateTimeField[Any, Any] = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("-changed", "id")


class Weekend(Movable):
    """Several tournaments under one roof: they share people, badges, tables and screens."""

    id: models.CharField[str, str] = models.CharField(primary_key=True, max_length=64)
    title: models.CharField[str, str] = models.CharField(max_length=120)
    owner: models.ForeignKey[Any, Any] = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="weekends"
    )
    owner_id: int | None
    public: models.BooleanField[bool, bool] = models.BooleanField(default=True)
    tables: models.TextField[str, str] = models.TextField(blank=True)
    """The numbers of the tables they share, separated by spaces; none: each tournament has its own."""
    opened: models.DateTimeField[Any, Any] = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-opened", "id")


class Slot(models.Model):
    """When a tournament of a weekend is played."""

    weekend: models.ForeignKey[Any, Any] = models.ForeignKey(Weekend, on_delete=models.CASCADE, related_name="slots")
    stream: models.OneToOneField[Any, Any] = models.OneToOneField(Stream, on_delete=models.CASCADE, related_name="slot")
    stream_id: str
    begins: models.DateTimeField[Any, Any] = models.DateTimeField()

    class Meta:
        ordering = ("begins", "id")


class Guest(models.Model):
    """
    Somebody at a weekend: one name, one badge. Their seat has the same name in every tournament they play.

    A referee's badge opens a referee's place at every tournament of the weekend.

    The badge's token is kept as a link's is: only its hash, or covered by this server's key.
    """

    weekend: models.ForeignKey[Any, Any] = models.ForeignKey(Weekend, on_delete=models.CASCADE, related_name="guests")
    weekend_id: str
    seat: models.CharField[str, str] = models.CharField(max_length=64)
    name: models.CharField[str, str] = models.CharField(max_length=100)
    club: models.CharField[str, str] = models.CharField(max_length=100, blank=True)
    role: models.CharField[str, str] = models.CharField(max_length=16, default="player")
    salt: models.CharField[str, str] = models.CharField(max_length=32)
    token_hash: models.CharField[str, str] = models.CharField(max_length=64, unique=True)
    carried: models.CharField[str, str] = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ("id",)
        constraints = (models.UniqueConstraint(fields=("weekend", "seat"), name="one_guest_per_seat"),)


class Character(models.Model):
    """A character of the skirmish that its game master keeps, to bring into several fights."""

    id: models.CharField[str, str] = models.CharField(primary_key=True, max_length=32)
    """Not to be guessed: a fight's form names characters by it."""
    owner: models.ForeignKey[Any, Any] = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="characters"
    )
    sheet: models.TextField[str, str] = models.TextField()
    """The sheet as JSON."""
    changed: models.DateTimeField[Any, Any] = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("-changed", "id")


class Key(models.Model):
    """A one-time key that signs its holder in to an account."""

    account: models.ForeignKey[Any, Any] = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    token_hash: models.CharField[str, str] = models.CharField(max_length=64, unique=True)
    expires: models.BigIntegerField[int, int] = models.BigIntegerField()


class LastFile(models.Model):
    """The file a deleted game left in the data folder: importing it brings everything back."""

    owner: models.ForeignKey[Any, Any] = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="last_files"
    )
    owner_id: int | None
    title: models.CharField[str, str] = models.CharField(max_length=120)
    name: models.CharField[str, str] = models.CharField(max_length=200)
    """How the file is called in its folder."""
    made: models.DateTimeField[Any, Any] = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-made", "-id")


class Once(models.Model):
    """What is done once on a server, whatever becomes of it, such as loading the samples."""

    name: models.CharField[str, str] = models.CharField(primary_key=True, max_length=32)

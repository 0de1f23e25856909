"""Senders, the hash chain, and what wakes a stream; what is there already is chained, and asked when it next wakes."""

from typing import Any

import msgspec
from django.db import migrations, models

from heraut.journal.entry import link, seed
from heraut.kernel.codec import Malformed, decode
from heraut.kernel.journal import Draft, Header

BATCH = 500


def fill(apps: Any, _schema_editor: Any) -> None:
    streams, entries = apps.get_model("web", "Stream"), apps.get_model("web", "Entry")
    for stream in streams.objects.all():
        try:
            header = decode(stream.header, Header)
        except Malformed:  # it was unreadable before; `heraut doctor` names it
            continue
        # Due at once: the next beat of the clock asks its engine when it really wakes.
        streams.objects.filter(pk=stream.pk).update(engine=header.engine, next_tick=0)
        chain, changed = seed(header), []
        for row in entries.objects.filter(stream=stream).order_by("sequence").iterator(chunk_size=BATCH):
            draft = Draft(
                command_id=row.command_id, actor=row.actor, at=row.at, command=msgspec.Raw(row.command.encode()),
                events=msgspec.Raw(row.events.encode()),
            )
            row.chain = chain = link(chain, draft, row.sequence)
            changed.append(row)
            if len(changed) == BATCH:
                entries.objects.bulk_update(changed, ["chain"])
                changed = []
        entries.objects.bulk_update(changed, ["chain"])


class Migration(migrations.Migration):

    dependencies = [
        ("web", "0005_guest_role"),
    ]

    operations = [
        migrations.AddField("stream", "engine", models.CharField(db_index=True, default="", max_length=32)),
        migrations.AddField("stream", "next_tick", models.BigIntegerField(db_index=True, null=True)),
        migrations.AddField("stream", "damaged", models.TextField(blank=True, default="")),
        migrations.AddField("entry", "sender", models.CharField(blank=True, default="", max_length=128)),
        migrations.AddField("entry", "form", models.PositiveSmallIntegerField(default=1)),
        migrations.AddField("entry", "chain", models.CharField(default="", max_length=64)),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]

"""An id belongs to its sender. Apart from what fills the rows: PostgreSQL alters no table it has just written to."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("web", "0006_journal_form_2"),
    ]

    operations = [
        migrations.RemoveConstraint("entry", "one_entry_per_command"),
        migrations.AddConstraint(
            "entry",
            models.UniqueConstraint(fields=("stream", "sender", "command_id"), name="one_entry_per_id_of_a_sender"),
        ),
        migrations.AlterField("stream", "engine", models.CharField(db_index=True, max_length=32)),
        migrations.AlterField("entry", "chain", models.CharField(max_length=64)),
    ]

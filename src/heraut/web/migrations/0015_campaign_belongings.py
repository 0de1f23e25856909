import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("web", "0014_own_scenarios")]

    operations = [
        migrations.AddField("stream", "battle_of", models.CharField(blank=True, db_index=True, default="", max_length=64)),
        migrations.AddField("ownmap", "picture", models.BinaryField(blank=True, default=b"")),
        migrations.CreateModel(
            name="MapPicture",
            fields=[
                (
                    "stream",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="map_picture",
                        serialize=False,
                        to="web.stream",
                    ),
                ),
                ("jpeg", models.BinaryField()),
            ],
        ),
    ]

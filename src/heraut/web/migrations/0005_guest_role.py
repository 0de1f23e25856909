from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("web", "0004_characters"),
    ]

    operations = [
        migrations.AddField(
            model_name="guest",
            name="role",
            field=models.CharField(default="player", max_length=16),
        ),
    ]

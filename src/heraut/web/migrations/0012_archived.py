from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('web', '0011_maps'),
    ]

    operations = [
        migrations.AddField(
            model_name='stream',
            name='archived',
            field=models.BooleanField(default=False),
        ),
    ]

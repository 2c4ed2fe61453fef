from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0015_defaults_of_the_database'),
    ]

    operations = [
        migrations.AddField(
            model_name='preferences',
            name='lens',
            field=models.BooleanField(db_default=True, default=True, verbose_name='a lens that shows what breaks my card'),
        ),
    ]

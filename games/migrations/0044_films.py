
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0043_archive'),
    ]

    operations = [
        migrations.CreateModel(
            name='Film',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=32)),
                ('language', models.CharField(max_length=10)),
                ('asked_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('begun_at', models.DateTimeField(blank=True, null=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('failed_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('data', models.BinaryField(null=True)),
                ('size', models.PositiveIntegerField(default=0)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='films', to='games.game')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('game', 'digest'), name='one_film_of_a_kind')],
            },
        ),
    ]

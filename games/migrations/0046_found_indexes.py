"""After the rows were filled: else each of them would be written into every index once more."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0045_found_filled'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('is_private', False), ('status', 'over')), fields=['ended_at', 'id'], name='game_found'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('is_private', False), ('status', 'over')), fields=['ruleset', 'ended_at', 'id'], name='game_by_kind'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('is_private', False), ('status', 'over')), fields=['ending', 'ended_at', 'id'], name='game_by_ending'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('is_private', False), ('status', 'over')), fields=['is_rated', 'ended_at', 'id'], name='game_by_rated'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('is_private', False), ('status', 'over')), fields=['has_bots', 'ended_at', 'id'], name='game_by_bots'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('is_private', False), ('status', 'over'), models.Q(('ending__in', ['aborted', 'not-started']), _negated=True)), fields=['winner', 'ended_at', 'id'], name='game_by_winner'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('is_private', False), ('status', 'over')), fields=['mean_rating'], name='game_by_rating'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('is_private', False), ('status', 'over')), fields=['ply'], name='game_by_length'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('is_private', False), ('status', 'running')), fields=['started_at', 'id'], name='game_running'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(condition=models.Q(('ended_at__isnull', False)), fields=['user', 'is_private', 'ended_at', 'game'], name='player_games'),
        ),
    ]

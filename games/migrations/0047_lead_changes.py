from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ('games', '0046_found_indexes'),
    ]

    operations = [
        migrations.RenameField('featured', 'turning_points', 'lead_changes'),
    ]

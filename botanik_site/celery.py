"""The Celery application: tasks are found in each app's `tasks.py`."""

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

TRANSPORT_ALIASES["orderly-memory"] = "botanik_site.memory_broker:Transport"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "botanik_site.settings")

app = Celery("botanik")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

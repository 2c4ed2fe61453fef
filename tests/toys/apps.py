"""For a site that has the toys from its start; see settings.py."""

from django.apps import AppConfig


class ToysConfig(AppConfig):
    name = "tests.toys"

    def ready(self):
        from tests.toys import register

        register()

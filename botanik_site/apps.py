"""What is begun in every process of the site, once Django is there."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "botanik_site"

    def ready(self) -> None:
        # Settings say where counts are kept, and must be there before anything is counted.
        from botanik_site import error_reports  # noqa: PLC0415
        from botanik_site.metrics import happened  # noqa: PLC0415

        happened.watch_tasks()
        error_reports.start()

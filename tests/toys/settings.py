"""The site's own settings, with the toys among its games: for processes that a test starts."""

from botanik_site.settings import *  # noqa: F403
from botanik_site.settings import INSTALLED_APPS as OWN_APPS

INSTALLED_APPS = [*OWN_APPS, "tests.toys"]

"""The site's own settings, with data of their own and cheap passwords."""

import os
from pathlib import Path

os.environ.setdefault("DATA_DIR", str(Path(__file__).parent.parent / "var" / "tests"))

from botanik_site.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Names without hashes: pages can be rendered without collecting static files first.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True

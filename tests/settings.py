"""The site's own settings, with data of their own and cheap passwords."""

import atexit
import json
import os
import shutil
import tempfile
from pathlib import Path

from tests.variables import VARIABLES

for name in VARIABLES:
    os.environ.pop(name, None)
os.environ["DATA_DIR"] = str(Path(__file__).parent.parent / "var" / "tests")
# Set by tests/real_services.py, and by nobody else: tests empty the Redis they are given.
services = json.loads(os.environ.get("BOTANIK_TEST_SERVICES", "{}"))
if services:
    # Each process of a parallel run has a database of its own in the one Redis.
    number = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    services["REDIS_URL"] = f"{services['REDIS_URL'].removesuffix('/0')}/{number}"
os.environ.update(services)

from botanik_site.settings import *  # noqa: E402, F403

# Each process of a parallel run counts for itself.
METRICS_DIR = Path(tempfile.mkdtemp(prefix="botanik-metrics-"))
atexit.register(shutil.rmtree, METRICS_DIR, ignore_errors=True)
os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(METRICS_DIR)
INSTALLED_APPS = [*INSTALLED_APPS, "tests.emptying"]  # noqa: F405
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Names without hashes: pages can be rendered without collecting static files first.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True

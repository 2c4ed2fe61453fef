"""HTTP alone, for a WSGI server in front of the same code. Sockets need asgi.py."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "botanik_site.settings")
application = get_wsgi_application()

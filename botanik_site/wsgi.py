"""HTTP alone, for a WSGI server in front of the same code. Sockets need asgi.py."""

import os

from django.core.wsgi import get_wsgi_application

from botanik_site.handlers import at_root_of_wsgi
from botanik_site.reach import reach

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "botanik_site.settings")
reach.hurry()
application = at_root_of_wsgi(get_wsgi_application())

"""Pages alone, for the WSGI server in botanik_site/pages.py. Sockets need asgi.py."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "botanik_site.settings")
pages = get_wsgi_application()  # loads the apps, which the imports below need

from botanik_site.handlers import at_root_of_wsgi, refusing_the_unreadable  # noqa: E402
from botanik_site.reach import reach  # noqa: E402
from botanik_site.turnstile import ThreadTurnstile  # noqa: E402

reach.hurry()
application = ThreadTurnstile(at_root_of_wsgi(refusing_the_unreadable(pages)))

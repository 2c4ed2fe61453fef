"""`/metrics`, and the middleware that counts requests."""

import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_LATEST

from accounts.http import is_local
from botanik_site.logs import route_of
from botanik_site.metrics import kept
from botanik_site.metrics.happened import REQUEST_SECONDS, REQUESTS
from botanik_site.metrics.standing import Standing

PATH = "/metrics"


class MetricsMiddleware:
    """Stands outside, for whoever asks sends any Host; what it counts are all other requests."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path == PATH and may_look(request):
            return HttpResponse(kept.text(Standing()), content_type=CONTENT_TYPE_LATEST)
        begin = time.monotonic()
        response = self.get_response(request)
        route = route_of(request)
        REQUESTS.labels(route, str(response.status_code)).inc()
        REQUEST_SECONDS.labels(route).observe(time.monotonic() - begin)
        return response


def may_look(request: HttpRequest) -> bool:
    """Who has the token; where there is none, who asks from this machine itself.

    To everybody else it is an address at which nothing is.
    """
    if settings.METRICS_TOKEN:
        said = request.headers.get("Authorization", "")
        return constant_time_compare(said, f"Bearer {settings.METRICS_TOKEN}")
    return is_local(request)

"""Somebody who presses the button of the live check, faster than a person could."""

import http.client
import re
from urllib.parse import urlsplit
from uuid import UUID

from tests.sites import Site


class Visitor:
    """One connection with its cookie. The site must trust one proxy, which this one poses as."""

    def __init__(self, site: Site, *, address: str) -> None:
        self._host = urlsplit(site.url).netloc
        self._headers = {"X-Forwarded-For": address}
        self._headers["Cookie"] = self._csrf_cookie()
        self._headers["X-CSRFToken"] = self._headers["Cookie"].partition("=")[2]

    def ask(self, check_id: UUID) -> int:
        """Ask once; the status of the answer."""
        status, _, _ = self._request("POST", f"/live/{check_id}/ask/")
        return status

    def answered(self, check_id: UUID) -> int:
        """How many answers the page shows."""
        _, _, body = self._request("GET", f"/live/{check_id}/")
        found = re.search(r"Answered (\d+) of", body)
        return int(found[1]) if found else 0

    def _csrf_cookie(self) -> str:
        _, headers, _ = self._request("GET", "/")
        return re.search(r"csrftoken=\w+", headers["Set-Cookie"])[0]

    def _request(self, method: str, path: str) -> tuple[int, http.client.HTTPMessage, str]:
        connection = http.client.HTTPConnection(self._host, timeout=60)
        try:
            connection.request(method, path, headers=self._headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read().decode()
        finally:
            connection.close()

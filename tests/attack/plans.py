"""The next request of an attack: a number and a seed decide what it is, whatever came before."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from random import Random
from urllib.parse import quote

from tests.attack import hostile
from tests.attack.targets import STAFF, TOKEN, Cast, Form, Route
from tests.attack.wire import Header, Request
from tests.factories import PASSWORD

SECRET = "c" * 32  # any will do, as long as cookie and form agree
FORM = b"application/x-www-form-urlencoded"
Pairs = list[tuple[str, str]]


@dataclass(frozen=True)
class Plan:
    """Everything that is known of the site, and what to make of it."""

    seed: int
    host: str
    routes: tuple[Route, ...]
    forms: tuple[Form, ...]
    filters: dict[str, list[str]]

    def request(self, number: int, cast: Cast) -> Request:
        """Even numbers go anywhere at random, odd ones through a field of a form or a list."""
        dice = Random(f"{self.seed}-{number}")
        if number % 2:
            return _Field(self, cast, dice).request(number // 2)
        return _Anywhere(self, cast, dice).request(number // 2)

    @cached_property
    def fields(self) -> list[tuple[str, str]]:
        """Every field of every form and list, by route and name, in an order of the seed's own."""
        found = {(form.route, name) for form in self.forms for name, _value in form.fields}
        found |= {(route.route, name) for route in self.routes for name in route.reads}
        return Random(self.seed).sample(sorted(found), len(found))

    @cached_property
    def forms_by_field(self) -> dict[tuple[str, str], list[Form]]:
        found = defaultdict(list)
        for form in self.forms:
            for name, _value in form.fields:
                found[form.route, name].append(form)
        return found

    @cached_property
    def route_by_name(self) -> dict[str, Route]:
        return {route.route: route for route in reversed(self.routes)}

    @cached_property
    def names(self) -> list[str]:
        """Names that are read somewhere."""
        return sorted({name for _route, name in self.fields})


@dataclass
class _Maker:
    """Makes one request."""

    plan: Plan
    cast: Cast
    dice: Random

    def chance(self, share: float) -> bool:
        return self.dice.random() < share

    def somebody(self, route: str) -> str:
        """Whoever may get anywhere there, most of the time."""
        if route.startswith("/admin/") and self.chance(0.7):
            return self.dice.choice(STAFF)
        return self.dice.choice(list(self.cast.sessions))

    def honest_headers(self, person: str) -> list[Header]:
        address = ".".join(["10", *(str(self.dice.randrange(256)) for _ in range(3))])
        headers = [
            (b"Host", self.plan.host.encode()),
            (b"Connection", b"close"),
            (b"X-Forwarded-For", address.encode()),
            (b"Cookie", self.cookies(person)),
        ]
        if self.chance(0.3):
            headers.append((b"HX-Request", b"true"))
        if self.chance(0.3):
            headers.append((b"Origin", f"http://{self.plan.host}".encode()))
        return headers

    def cookies(self, person: str) -> bytes:
        session = self.dice.choice(self.cast.sessions[person])
        jar = f"csrftoken={SECRET}; sessionid={session}"
        return jar.encode() if session else f"csrftoken={SECRET}".encode()

    def honest(self, person: str, name: str, value: str) -> str:
        """What this person would type into a field that the page left empty."""
        if value:
            return self.cast.fill(value)
        drawn = self.dice.getrandbits(40)
        mine = self.cast.blanks["name"].get(person, "nobody")
        typed = {"login": mine, "email": f"x{drawn:x}@botanik.example", "username": f"zz{drawn:x}"}
        return PASSWORD if "password" in name else typed.get(name, value)

    def framed(self, kind: bytes, body: bytes) -> list[Header]:
        return [(b"Content-Type", kind), (b"Content-Length", str(len(body)).encode())]


class _Field(_Maker):
    """A form or a list as somebody was shown it, with a field or two that they tampered with."""

    is_first_turn = False

    def request(self, number: int) -> Request:
        if number % 10 == 9:
            return self._filter()
        turn, place = divmod(number - number // 10, len(self.plan.fields))
        self.is_first_turn = turn == 0
        target = self.plan.fields[place]
        forms = self.plan.forms_by_field.get(target)
        if forms:
            return self._tampered(self.dice.choice(forms), target[1])
        route = self.plan.route_by_name[target[0]]
        method = self.dice.choice(("GET", "POST"))
        path = route.address(self.cast, self.dice)
        person = self.somebody(route.route)
        return self._tampered(Form(person, route.route, path, method, ()), target[1])

    def _filter(self) -> Request:
        """A list of the admin, by a column and a lookup that no page offers."""
        path = self.dice.choice(sorted(self.plan.filters))
        names = self.dice.choices(self.plan.filters[path], k=self.dice.randrange(1, 3))
        form = Form(self.dice.choice(STAFF), path, path, "GET", tuple((n, "1") for n in names))
        return self._tampered(form, names[0])

    def _tampered(self, form: Form, name: str) -> Request:
        tampered = {name}
        others = [other for other, _value in form.fields]
        if others and self.chance(0.2):
            tampered.add(self.dice.choice(others))
        pairs = self._pairs(form, tampered)
        path = quote(self.cast.fill(form.path), safe="/%:@-")
        fields = frozenset((form.route, one) for one in tampered)
        person = form.person if self.chance(0.7) else self.somebody(form.route)
        base = ("through a field", person, form.route)
        headers = self.honest_headers(person)
        if form.method == "GET":
            target = f"{path}?{_encoded(pairs)}"[:12_000].encode()
            return Request(*base, b"GET", target, tuple(headers), fields=fields)
        kind, body = self._body(pairs)
        headers += self.framed(kind, body)
        return Request(*base, b"POST", path.encode(), tuple(headers), body, fields=fields)

    def _pairs(self, form: Form, tampered: set[str]) -> Pairs:
        """The fields, percent-encoded; a tampered one may come twice, or the others not at all."""
        pairs = [
            (name, quote(self.honest(form.person, name, value), safe=""))
            for name, value in form.fields
            if name not in tampered
        ]
        if self.chance(0.05):
            pairs = []
        for name in sorted(tampered):
            # A NUL gets further than anything else, so every field is sent one first.
            drawn = hostile.nul(self.dice) if self.is_first_turn else None
            pairs.append((name, drawn or hostile.fitting(self.dice, name)))
            if self.chance(0.05):
                pairs.append((name, hostile.value(self.dice)))
        return pairs

    def _body(self, pairs: Pairs) -> tuple[bytes, bytes]:
        pairs = [*pairs, (TOKEN, SECRET)]
        if self.chance(0.2):
            return hostile.whole_multipart(pairs)
        return FORM, _encoded(pairs).encode()


class _Anywhere(_Maker):
    """Any route, with anything around it. The first ones go over the whole table once."""

    def request(self, number: int) -> Request:
        routes = self.plan.routes
        route = routes[number] if number < len(routes) else self.dice.choice(routes)
        person = self.somebody(route.route)
        if number >= len(routes) and self.chance(0.03):
            return self._socket(person)
        target = self._target(route, plain=number < len(routes))
        method = self._method()
        headers = self._headers(person)
        body = b""
        if method not in (b"GET", b"HEAD") or self.chance(0.05):
            kind, body = self._body(route)
            headers += [(b"X-CSRFToken", SECRET.encode()), *self.framed(kind, body)]
        request = Request("anywhere", person, route.route, method, target, tuple(headers), body)
        return self._bent(request) if number >= len(routes) else request

    def _target(self, route: Route, *, plain: bool) -> bytes:
        if not plain and self.chance(0.04):
            return b"/" + hostile.raw_segment(self.dice)
        path = self.cast.fill(route.address(self.cast, self.dice))
        if not plain and self.chance(0.3):
            path = route.path % {blank: hostile.segment(self.dice) for blank in route.blanks}
        address = quote(path, safe="/%:@-")
        if self.chance(0.5):
            address += "?" + hostile.query(self.dice, self.plan.names)
        return address.encode()[:15_000]

    def _method(self) -> bytes:
        draw = self.dice.random()
        return b"GET" if draw < 0.45 else b"POST" if draw < 0.8 else hostile.method(self.dice)

    def _headers(self, person: str) -> list[Header]:
        headers = dict(self.honest_headers(person))
        if self.chance(0.25):
            jar = [headers[b"Cookie"]] if self.chance(0.5) else []
            jar += [hostile.cookie(self.dice) for _ in range(self.dice.randrange(1, 3))]
            headers[b"Cookie"] = b"; ".join(jar)
        if self.chance(0.08):
            headers[b"Cookie"] = headers[b"Cookie"].replace(b"csrftoken", b"nothing")
        if self.chance(0.35):
            headers |= dict(hostile.header(self.dice) for _ in range(self.dice.randrange(1, 4)))
        return list(headers.items())

    def _body(self, route: Route) -> tuple[bytes, bytes]:
        pairs = self._known_fields(route) + [
            (self.dice.choice(self.plan.names), hostile.value(self.dice))
            for _ in range(self.dice.randrange(3))
        ]
        pairs.append((TOKEN, SECRET))
        draw = self.dice.random()
        if draw < 0.5:
            return FORM, _encoded(pairs).encode()
        if draw < 0.7:
            return hostile.multipart(self.dice, pairs)
        if draw < 0.85:
            return hostile.content_type(self.dice), _encoded(pairs).encode()
        return FORM, hostile.bytes_without_meaning(self.dice)

    def _known_fields(self, route: Route) -> Pairs:
        """Those of a form of this route, if there is one: now and then they are all right."""
        forms = [form for form in self.plan.forms if form.route == route.route]
        if not forms:
            return []
        form = self.dice.choice(forms)
        return [
            (name, quote(self.honest(form.person, name, value), safe=""))
            for name, value in form.fields
        ]

    def _bent(self, request: Request) -> Request:
        """Perhaps torn, or framed in a way that cannot be meant."""
        draw = self.dice.random()
        if draw < 0.05:
            return hostile.torn(self.dice, request)
        if draw < 0.10:
            return hostile.misframed(self.dice, request)
        return request

    def _socket(self, person: str) -> Request:
        """The beginning of a WebSocket."""
        headers = [
            *self._headers(person),
            (b"Upgrade", b"websocket"),
            (b"Connection", b"Upgrade"),
            (b"Sec-WebSocket-Version", self.dice.choice((b"13", b"13", b"13", b"0", b"x"))),
            (b"Sec-WebSocket-Key", self.dice.choice((b"dGhlIHNhbXBsZSBub25jZQ==",) * 3 + (b"x",))),
        ]
        topics = (
            hostile.short(self.dice),
            "lobby",
            "game." + "0" * 32,
            "user.1",
            "check." + "a" * 32,
        )
        query = "&".join(
            f"topic={self.dice.choice(topics)}" for _ in range(self.dice.randrange(10))
        )
        path = self.dice.choice(("/ws/live/", "/ws/live/", "/ws/live/", "/ws/", "/", "/play/"))
        target = f"{path}?{query}".encode()[:15_000]
        return Request("anywhere", person, "(socket)", b"GET", target, tuple(headers))


def _encoded(pairs: Pairs) -> str:
    return "&".join(f"{quote(name)}={value}" for name, value in pairs)

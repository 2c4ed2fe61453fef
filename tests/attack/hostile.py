"""What no honest browser sends: values, bodies, headers, cookies and methods, drawn by a dice."""

import json
from dataclasses import replace
from random import Random
from urllib.parse import quote, unquote_to_bytes

from tests.attack.wire import Request

# PostgreSQL takes no NUL in a text, wherever it stands.
NOTHING = ("%00", "a%00b", "alice%00", "1%00", "%00" * 50)
# As they stand in an address or a form, percent-encoded already: some cannot be written as text.
ENCODINGS = (
    "%", "%%", "%zz", "%u0000", "%ff%fe", "%c0%af", "%e0%80%af", "%ed%a0%80",
    "%f8%88%80%80%80", "%0d%0aSet-Cookie:%20a=b", "%e2%80%ae%e2%80%8b%ef%bb%bf", "%f0%9f%8c%b1",
    "+", "%2e%2e%2f%2e%2e%2f", "%26%3d%23", "%25%30%30", "%7f", "%0b%1f", "%ef%bf%bf",
)  # fmt: skip
NUMBERS = (
    "0", "-1", "-0", "1.5", "1e309", "-1e309", "1e3", "NaN", "Infinity", "0x10", "1_000", " 7 ",
    "٣", "²", "32768", "2147483647", "2147483648", "-2147483649", "9223372036854775807",
    "9223372036854775808", "-9223372036854775809", "1" * 40, "9" * 310, "7" * 5000, "+5", "00012",
    "1,2,3", "1.", ".5", "true", "None",
)  # fmt: skip
DAYS = (
    "0000-00-00", "0001-01-01", "9999-12-31", "10000-01-01", "2026-02-30", "2026-13-45",
    "-0001-01-01", "2026-1-1", "99999999-01-01", "31/12/9999", "1969-12-31", "2026-06-31",
)  # fmt: skip
HOURS = ("00:00", "24:00", "25:61", "23:59:60", "12:00:00.9999999", "-1:00", "7", "23:59:59.999999")
OFFSETS = (
    "", "Z", "+00:00", "+23:59", "-23:59", "+24:00", "+99:99", "-00:01", "+14:00", "-12", "+2359",
)  # fmt: skip
# One step further, and there is no such moment.
EDGES = (
    "0001-01-01", "9999-12-31", "0001-01-01T00:00:00+23:59", "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-23:59", "9999-12-31T23:59:59.999999-12:00", "0001-01-01T00:00",
)  # fmt: skip
NAMES = (
    "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "{12345678-1234-5678-1234-567812345678}", "urn:uuid:12345678-1234-5678-1234-567812345678",
    "12345678123456781234567812345678", "12345678-1234-5678-1234-56781234567", "g" * 32,
)  # fmt: skip
SNIPPETS = (
    "' OR 1=1 --", "'; DROP TABLE games_game; --", "\\", "\\u0000", "\\x00", "%s", "%(a)s", "{}",
    "{0.__class__}", "{{ 7|add:settings }}", "{% load static %}", "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>", "javascript:alert(1)", "${7*7}", "../../../../etc/passwd",
    "a\r\nX-Injected: yes", "\t", "\n" * 50, "()", "*", "[", "(?i)(", "(a+)+$", "__proto__",
    "a@b", "a@" + "b" * 300 + ".example", "\"a b\"@c.example", "a@[127.0.0.1]", "ａｄｍｉｎ", "ﬁ",
    "e" + "\u0301" * 500, "\u202eecila", "\u200b", "\ufeff", "\U000e0041", "ß", "İ", "ſ",
)  # fmt: skip
ADDRESSES = (
    "http://[::1", "http://[", "//[", "//evil.example", "///evil.example", "http:///evil.example",
    "https:evil.example", "/\\evil.example", "http://evil.example:port/", "javascript:alert(1)",
    "http://[::1]:99999/", "http://\u2100.example/", "//\uff0f", "ftp://x", "/" * 5000, "?" * 100,
    "http://user:pass@localhost/", "/play/\r\nSet-Cookie: a=b", "/@alice/../admin/", "/%00", " ",
)  # fmt: skip
JSON = (
    "{}", "[]", "null", "1", '""', "{", "[1,", "NaN", '{"a":' * 3000 + "1" + "}" * 3000,
    "[" * 100_000, "[" * 100_000 + "]" * 100_000, '{"id":' + "1" * 10_000 + "}", '"\\ud800"',
    '"\\u0000"', json.dumps({"id": "\ud800", "rawId": "\u0000", "type": 7, "response": []}),
    json.dumps({"id": "AA", "rawId": "AA", "type": "public-key", "response": {
        "clientDataJSON": "AA", "attestationObject": "////", "authenticatorData": "",
        "signature": "", "userHandle": "AAAA"}, "clientExtensionResults": "x"}),
    json.dumps({"id": 1, "rawId": 1, "type": 1, "response": 1}),
    json.dumps({"id": "é", "rawId": "é", "type": "public-key",
                "response": {"clientDataJSON": "é", "attestationObject": "é"}}),
    json.dumps({"id": "A", "rawId": "A", "type": "public-key",
                "response": {"clientDataJSON": "eyJ0eXBlIjoxfQ", "attestationObject": "oA",
                             "authenticatorData": "AAAA", "signature": "AA", "userHandle": "é"}}),
)  # fmt: skip
MOVES = (
    "RI@0,1^0", ">RI.RI.RI", "M=1", "RI-1 RI-1", "RI@999999999999,1^9", "RI@-1,-1^0", "@", "^", "=",
    "RI " * 3000, "RI@0,1^\u0663", "RI@\u00b2,1^0",
)  # fmt: skip
LONG = ("a" * 10_000, "é" * 10_000, "\U0001f331" * 3000, "a" * 300_000)
WORDS = ("", "on", "a", "alice", "0", "1", "2", "null", "undefined", "admin", "open", "personal")


def moment(dice: Random) -> str:
    """A day, perhaps with an hour and an offset, all out of the way."""
    if dice.random() < 0.4:
        return dice.choice(EDGES)
    day = dice.choice(DAYS)
    if dice.random() < 0.4:
        return day
    return f"{day}{dice.choice('T ')}{dice.choice(HOURS)}{dice.choice(OFFSETS)}"


def keyset(dice: Random) -> str:
    """What stands in the address of a further page."""
    return f"{moment(dice)}~{dice.choice((*NAMES, '', '1'))}"


def nul(dice: Random) -> str:
    return dice.choice(NOTHING)


def value(dice: Random) -> str:
    """One value, percent-encoded: it can stand in an address and in a form."""
    kind = dice.random()
    if kind < 0.12:
        return nul(dice)
    if kind < 0.30:
        return dice.choice(ENCODINGS)
    if kind < 0.50:
        return quote(dice.choice((moment, keyset))(dice), safe="")
    pool = dice.choice((NUMBERS, NAMES, SNIPPETS, ADDRESSES, JSON, MOVES, LONG, WORDS, WORDS))
    return quote(dice.choice(pool), safe="")


def fitting(dice: Random, name: str) -> str:
    """A value that hurts a field of this name more than any other."""
    hurts = {
        "next": ADDRESSES, "credential": JSON, "moves": MOVES, "draft": MOVES, "pick": MOVES,
        "_selected_action": NUMBERS, "ply": NUMBERS, "at": NUMBERS, "since": NUMBERS,
    }  # fmt: skip
    if name in hurts and dice.random() < 0.6:
        return quote(dice.choice(hurts[name]), safe="")
    if name == "before" and dice.random() < 0.6:
        return quote(keyset(dice), safe="")
    if ("day" in name or "_at" in name) and dice.random() < 0.6:
        return quote(moment(dice), safe="")
    return value(dice)


def short(dice: Random) -> str:
    """A value that fits on a line, percent-encoded."""
    while len(drawn := value(dice)) > 4000:
        pass
    return drawn


# --- The request around them ----------------------------------------------------------------------
METHODS = (
    b"HEAD", b"PUT", b"DELETE", b"PATCH", b"OPTIONS", b"TRACE", b"CONNECT", b"PROPFIND", b"get",
    b"BREW", b"G" * 3000, b"G\xc3\xa9T", b"G\x00T", b"PO ST", b"",
)  # fmt: skip
VERSIONS = (
    b"HTTP/1.0",
    b"HTTP/0.9",
    b"HTTP/9.9",
    b"HTTP/1.1.1",
    b"http/1.1",
    b"HTTP/2.0",
    b"",
    b"X\xff/1.1",
)
RAW = (
    b"\x00", b"a\x00b", b"\xff\xfe", b"\xc3\xa9", b"\xed\xa0\x80", b"", b"-1", b"0", b"1" * 5000,
    b"a" * 10_000, b",", b";;;", b"=", b"http://[::1", b"[::1", b"evil.example", b"localhost:port",
    b"localhost:99999999", b"*", b"%00", b"bytes=0-", b"bytes=-1,9999999999999999999-1", b"()",
    b"Thu, 01 Jan 0000 00:00:00 GMT", b"Fri, 31 Dec 99999 23:59:60 GMT", b"q=;q=;q=", b"\t",
    b"en;q=1e309,fr;q=-1", b"en-" + b"x" * 500, b"fr\x00", b"127.0.0.1, evil", b"::ffff:1.2.3.4",
    b"fe80::1%eth0", b"999.999.999.999", b"1.2.3.4:5", b"unknown", b"\"[2001:db8::1]:80\"",
    b"https", b"100-continue", b"websocket", b"h2c", b"gzip", b"true", b"null", b"/admin/",
    b"\xe2\x80\xae", b"text/html; charset=\xff", b"<script>", b"a\x0bb", b"a\x7fb", b"' OR 1=1",
)  # fmt: skip
HEADERS = (
    b"Host", b"X-Forwarded-For", b"X-Forwarded-Proto", b"X-Forwarded-Host", b"X-Forwarded-Port",
    b"X-Forwarded-Prefix", b"Forwarded", b"X-Real-IP", b"Daphne-Root-Path", b"X-Script-Name",
    b"Script-Name", b"HX-Request", b"HX-Current-URL", b"HX-Current-URL-URI-AutoEncoded",
    b"HX-Target", b"HX-Trigger", b"HX-Prompt", b"HX-Boosted", b"HX-History-Restore-Request",
    b"Triggering-Event", b"X-Attention", b"Accept", b"Accept-Language", b"Accept-Encoding",
    b"Range", b"If-Modified-Since", b"If-None-Match", b"If-Unmodified-Since", b"Referer", b"Origin",
    b"Expect", b"Upgrade", b"Content-Type", b"Content-Encoding", b"Content-Language", b"Cookie",
    b"User-Agent", b"X-Requested-With", b"X-HTTP-Method-Override", b"X-CSRFToken", b"Authorization",
    b"X-Request-ID", b"Via", b"TE", b"Trailer", b"Date", b"Max-Forwards", b"Sec-WebSocket-Key",
    b"X-" + b"a" * 3000, b"X Y", b"X\xff", b"X_Forwarded_For", b"",
)  # fmt: skip
COOKIES = (
    "sessionid", "sessionid", "sessionid", "sessionid", "csrftoken", "csrftoken", "django_language",
    "theme", "messages", "a", "$Version", "",
)  # fmt: skip
COOKIE_VALUES = (
    b'"\\000"', b'"aaaaaaaa\\000bbbbbbbb"', b'"aaaaaaaa\\000"', b'"\\000aaaaaaaa"', b"\x00",
    b"a\x00b", b"%00", b"\\000", b"\xff", b"\xed\xa0\x80", b"\xc3\xa9", b"", b'"', b'"\\',
    b'"\\777"', b"a" * 7000, b"=;=;", b"../../etc", b"fr\\000", b"xx", b"dark\\000",
    b"' OR 1=1", b"0" * 32, b"\xe2\x80\xae", b"a,b", b"None", b"[]", b"{", b'"\\012x"', b'"\\015"',
)  # fmt: skip
CHARSETS = (
    b"utf-16", b"utf-7", b"utf-32", b"idna", b"punycode", b"rot13", b"hex", b"base64", b"zip",
    b"unknown", b"\xff", b"", b"\x00", b"utf-8\\", b"x" * 1000, b"undefined", b"unicode_escape",
    b"raw_unicode_escape", b"utf_8_sig", b"latin-1", b"mbcs", b"cp037", b"../x", b"bz2", b"quopri",
)  # fmt: skip
TYPES = (
    b"application/json", b"text/plain", b"application/xml", b"application/octet-stream", b"a", b"",
    b"/", b"multipart/form-data", b"multipart/form-data; boundary=",
    b"multipart/form-data; boundary=\xff",
    b"multipart/form-data; boundary=" + b"b" * 300, b"multipart/form-data; boundary=\"a b\"",
    b"multipart/mixed; boundary=x", b"application/x-www-form-urlencoded; charset",
    b"text/html; charset=utf-8; charset=utf-16", b"multipart/form-data; boundary*=utf-8''x",
)  # fmt: skip
FRAMING = (
    (b"Transfer-Encoding", b"gzip"), (b"Transfer-Encoding", b"chunked, gzip"),
    (b"Transfer-Encoding", b"\x0bchunked"), (b"Transfer-Encoding", b"identity"),
    (b"Content-Length", b"-1"), (b"Content-Length", b"1e3"), (b"Content-Length", b"+7"),
    (b"Content-Length", b"0x10"), (b"Content-Length", b"5, 5"), (b"Content-Length", b""),
    (b"Content-Length", b"9" * 400), (b"Content-Length", b"\xd9\xa3"),
)  # fmt: skip


def method(dice: Random) -> bytes:
    return dice.choice(METHODS)


def header(dice: Random) -> tuple[bytes, bytes]:
    return dice.choice(HEADERS), dice.choice(RAW)


def cookie(dice: Random) -> bytes:
    name = dice.choice(COOKIES).encode()
    drawn = dice.choice((*COOKIE_VALUES, short(dice).encode()))
    return name + b"=" + drawn if dice.random() < 0.95 else drawn


def content_type(dice: Random) -> bytes:
    if dice.random() < 0.4:
        return dice.choice(TYPES)
    kind = dice.choice((b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=x"))
    return kind + b"; charset=" + dice.choice(CHARSETS)


def multipart(dice: Random, fields: list[tuple[str, str]]) -> tuple[bytes, bytes]:
    """A type and a body of several parts, broken in one of many ways or not at all."""
    edge, kind = b"xXx", b"multipart/form-data; boundary=xXx"
    parts = [
        b'Content-Disposition: form-data; name="%s"\r\n\r\n%s'
        % (name.encode(), unquote_to_bytes(text))
        for name, text in fields
    ]
    odd = dice.choice(ODD_PARTS)
    if odd:
        parts.insert(dice.randrange(len(parts) + 1), odd)
    body = b"".join(b"--" + edge + b"\r\n" + part + b"\r\n" for part in parts)
    return dice.choice((
        (kind, body + b"--" + edge + b"--\r\n"),
        (kind, body),
        (kind, body[: len(body) // 2]),
        (kind, body.replace(b"\r\n", b"\n")),
        (kind, b""),
        (kind, b"--" + edge),
        (kind, body.replace(edge, b"yYy")),
        (kind + b"; charset=" + dice.choice(CHARSETS), body + b"--" + edge + b"--\r\n"),
        (b"multipart/form-data", body),
        (b"multipart/form-data; boundary=" + b"x" * 201, body),
    ))  # fmt: skip


ODD_PARTS = (
    b"",
    b'Content-Disposition: form-data; name="f"; filename="a"\r\nContent-Type: text/plain\r\n\r\nx',
    b'Content-Disposition: form-data; name="f"; filename="\x00"\r\n\r\nx',
    b'Content-Disposition: form-data; name="f"; filename="../../x"\r\n\r\n' + b"x" * 70_000,
    b"Content-Disposition: form-data; name*=utf-8''%00%ff; filename*=bogus''x\r\n\r\nx",
    b"Content-Disposition: form-data; name*=x\r\n\r\nx",
    b'Content-Disposition: form-data; name="a\xff"\r\n\r\n\xff',
    b'Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!',
    b'Content-Disposition: form-data; name="a"; filename="b"\r\n%s: base64\r\n\r\nA'
    % b"Content-Transfer-Encoding",
    b'Content-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=hex\r\n\r\nzz',
    b'Content-Disposition: form-data; name="a"\r\nContent-Length: x\r\n\r\nzz',
    b'Content-Disposition: form-data; name="a"; filename="b"\r\nContent-Length: -5\r\n\r\nzz',
    b'Content-Disposition: form-data; name="a"; filename="b"\r\nContent-Type: a; charset=zip',
    b"Content-Disposition: form-data\r\n\r\nx",
    b"X: " + b"y" * 5000 + b"\r\n\r\nx",
    b"no header at all",
    b'Content-Disposition: form-data; name="a"\x00\r\n\r\nx',
)


def query(dice: Random, names: list[str]) -> str:
    """A query string of names that are read somewhere, with values that are wanted nowhere."""
    pairs = [f"{dice.choice(names)}={short(dice)}" for _ in range(dice.randrange(1, 4))]
    odd = ("", "&", "=", "a=b&&&", "&".join("a=1" for _ in range(300)), "%00=1", "%ff=%ff", "[]=1")
    return "&".join([*pairs, dice.choice(odd)]) if dice.random() < 0.3 else "&".join(pairs)


def segment(dice: Random) -> str:
    """Nonsense for a blank in a path."""
    pool = (*ENCODINGS, *(quote(x, safe="") for x in (*NUMBERS, *NAMES, *SNIPPETS)))
    return dice.choice(pool) or "0"


def raw_segment(dice: Random) -> bytes:
    """A path that is not even one.

    None is longer than 16 KiB, for on a line of that length Twisted hangs up without an answer.
    """
    return dice.choice((
        b"\xff", b"\xc3\xa9", b"a b", b"%", b"//", b"/../..", b"http://[::1", b"*", b"?",
        b"#", b"\\", b"%2e%2e", b"a" * 10_000, b"\x7f", b"%F0%9F", b"%00",
    ))  # fmt: skip


def bytes_without_meaning(dice: Random) -> bytes:
    """A body that is no form."""
    return dice.choice((
        b"", b"\x00" * 50, b"\xff" * 500, b"=", b"&&&&", b"a=%00&b=%ff", b"{", b"[" * 100_000,
        b"a=" + b"1" * 300_000, b"&".join(b"a=1" for _ in range(500)), b"<?xml version='1.0'?><a/>",
        b"csrfmiddlewaretoken=%00", b"a" * 262_145,
    ))  # fmt: skip


def whole_multipart(fields: list[tuple[str, str]]) -> tuple[bytes, bytes]:
    """A type and a body as a browser would send them."""
    body = b"".join(
        b'--xXx\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
        % (name.encode(), unquote_to_bytes(text))
        for name, text in fields
    )
    return b"multipart/form-data; boundary=xXx", body + b"--xXx--\r\n"


def _without_framing(request: Request) -> tuple[tuple[bytes, bytes], ...]:
    framing = (b"content-length", b"transfer-encoding")
    return tuple(pair for pair in request.headers if pair[0].lower() not in framing)


def torn(dice: Random, request: Request) -> Request:
    """The client gives up before all that it announced is sent."""
    headers, body = _without_framing(request), request.body or b"a=b"
    longer = (b"Content-Length", str(len(body) + dice.choice((1, 1000, 10**9))).encode())
    chunked = (b"Transfer-Encoding", b"chunked")
    early = dice.choice((b"5\r\nab", b"ffffffff\r\na", b"3\r\nabc\r\n", b"zz\r\n", b"", b"-1\r\na"))
    changed = dice.choice((
        {"headers": (*headers, longer), "body": body},
        {"headers": (*headers, chunked), "body": early},
        {"headers": (*headers, chunked, longer), "body": body},
        {"headers": headers, "version": dice.choice((b"HTTP/1.1\r\nX", b"HTTP/1.1\r\n folded: x"))},
    ))  # fmt: skip
    return replace(request, is_torn=True, **changed)


def misframed(dice: Random, request: Request) -> Request:
    """Says about its body or its protocol what cannot be meant, or says it in a rare way."""
    headers, body = _without_framing(request), request.body or b"a=b"
    chunks = b"%x;x=y\r\n%s\r\n0\r\nTrailer: a\r\n\r\n" % (len(body), body)
    shorter = (b"Content-Length", str(len(body) // 2).encode())
    odd = dice.choice(FRAMING)
    return dice.choice((
        replace(request, headers=(*headers, (b"Transfer-Encoding", b"chunked")), body=chunks),
        replace(request, headers=(*headers, shorter), body=body, is_torn=True),
        replace(request, headers=(*headers, odd), body=body, is_torn=True),
        replace(request, version=dice.choice(VERSIONS), is_torn=True),
        replace(request, headers=request.headers + ((b"X-Many", b"x"),) * 600, is_torn=True),
    ))  # fmt: skip

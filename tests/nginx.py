"""The nginx of deploy/, as it is but for names, ports and places: checked, and started in tests.

    python -m tests.nginx

checks it with `nginx -t`, for `make deploy-check`.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.inside import ROOT
from tests.real_services import Missing, free_port, wait_until

SITE = ROOT / "deploy" / "nginx"
MAIN = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log warn;
events {{ worker_connections 2048; }}
http {{
    types {{
        text/html html; text/css css; application/javascript js; image/svg+xml svg;
        image/png png; font/woff2 woff2; text/plain txt;
    }}
    default_type application/octet-stream;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    scgi_temp_path {folder}/scgi;
    uwsgi_temp_path {folder}/uwsgi;
    {more}
    include {folder}/botanik.conf;
}}
"""


def program() -> str:
    """Debian keeps it where not everybody looks."""
    found = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
    if not found:
        raise Missing("nginx")
    return found


@dataclass(frozen=True)
class Nginx:
    """The site's nginx in a folder, with everything that it names."""

    folder: Path
    port: int
    plain_port: int

    @property
    def command(self) -> list[str]:
        folder = f"{self.folder}/"
        return [program(), "-p", folder, "-e", f"{folder}error.log", "-c", f"{folder}nginx.conf"]

    @property
    def upstreams(self) -> Path:
        return self.folder / "upstreams.conf"

    def lay(self, *, host: str, static: Path, listen: str = "127.0.0.1", more: str = "") -> None:
        """Write its files; `more` is for what stands in front of it in a test."""
        text = (SITE / "botanik.conf").read_text()
        for written, here in {
            "    listen [::]:80 default_server;\n": "",
            "    listen [::]:443 ssl http2 default_server;\n": "",
            "    listen [::]:443 ssl http2;\n": "",
            "listen 80 ": f"listen {listen}:{self.plain_port} ",
            "listen 443 ": f"listen {listen}:{self.port} ",
            "server_name botanik.example": f"server_name {host}",
            "https://botanik.example": f"https://{host}:{self.port}",
            "/etc/letsencrypt/live/botanik.example": str(self.folder),
            "/etc/botanik": str(self.folder),
            "/var/lib/botanik/static": str(static),
            "/var/log/nginx": str(self.folder),
        }.items():
            assert written in text, written
            text = text.replace(written, here)
        (self.folder / "botanik.conf").write_text(text)
        for name in ("upstreams.conf", "proxy-headers.conf", "static-headers.conf"):
            shutil.copy(SITE / name, self.folder)
        (self.folder / "nginx.conf").write_text(MAIN.format(folder=self.folder, more=more))
        write_certificate(self.folder, host)

    def send_to(self, *, pages: str, sockets: str) -> None:
        """Let it find the processes at these places."""
        text = (SITE / "upstreams.conf").read_text()
        for written, here in (("127.0.0.1:8000", pages), ("127.0.0.1:8001", sockets)):
            assert written in text
            text = text.replace(written, here)
        self.upstreams.write_text(text)

    def serve_files_of(self, folder: Path) -> None:
        """Take what a site has collected; its own folder is open to its owner alone."""
        shutil.copytree(folder / "static", self.folder / "static")

    def complaints(self) -> str:
        """What `nginx -t` has to say against it."""
        ended = subprocess.run(
            [*self.command, "-t"], check=False, stderr=subprocess.PIPE, text=True
        )
        return ended.stderr if ended.returncode or "[warn]" in ended.stderr else ""

    @contextmanager
    def running(self, *before: str) -> Iterator[None]:
        """Start it, perhaps by another command, such as in a namespace."""
        process = subprocess.Popen([*before, *self.command], stderr=subprocess.DEVNULL)
        try:
            wait_until((self.folder / "nginx.pid").exists, what="nginx", seconds=20)
            yield
        finally:
            process.terminate()
            process.wait(20)


def write_certificate(folder: Path, host: str) -> None:
    """One that nobody trusts, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    (folder / "fullchain.pem").write_bytes(certificate.public_bytes(pem))
    written = key.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "privkey.pem").write_bytes(written)


@contextmanager
def laid_nginx(*, host: str = "localhost", more: str = "") -> Iterator[Nginx]:
    """In a folder that the processes of nginx, which are nobody's, may read."""
    with tempfile.TemporaryDirectory(prefix="botanik-nginx-") as folder:
        Path(folder).chmod(0o755)
        nginx = Nginx(Path(folder), free_port(), free_port())
        listen = "127.0.0.1" if host == "localhost" else host
        nginx.lay(host=host, static=Path(folder) / "static", listen=listen, more=more)
        yield nginx


def main() -> int:
    try:
        with laid_nginx() as nginx:
            complaints = nginx.complaints()
    except Missing as missing:
        print(f"*** SKIPPED: {missing} is not installed, so deploy/nginx is not checked ***")
        return 1 if os.environ.get("CI") == "true" else 0
    print(complaints or "deploy/nginx is in order")
    return bool(complaints)


if __name__ == "__main__":
    sys.exit(main())

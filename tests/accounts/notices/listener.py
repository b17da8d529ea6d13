"""A program that listens on this machine, as a push service or a person's own would elsewhere."""

from __future__ import annotations

import datetime as dt
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


@dataclass(frozen=True)
class Heard:
    """A request as it arrived."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Listener:
    """Answers with `status`, and remembers what it heard."""

    port: int = 0
    status: int = 204
    statuses: dict[str, int] = field(default_factory=dict)  # by path, where it differs
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    heard: list[Heard] = field(default_factory=list)

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.place}"


@contextmanager
def listening(certificate: Path | None = None) -> Iterator[Listener]:
    """Listens until the end of the block; over TLS with a certificate."""
    listener = Listener()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            listener.heard.append(Heard(self.path, dict(self.headers), body))
            self.send_response(listener.statuses.get(self.path, listener.status))
            for name, value in listener.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(listener.body)))
            self.end_headers()
            self.wfile.write(listener.body)

        def log_message(self, *_words: object) -> None:
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        def handle_error(self, *_where: object) -> None:
            """Whoever does not like our certificate goes."""

    server = Server(("127.0.0.1", 0), Handler)
    listener.port = server.server_address[1]
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield listener
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def certificate(folder: Path, name: str) -> Path:
    """A certificate that this name has signed for itself, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = dt.datetime.now(dt.UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(called)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = folder / f"{name}.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        + signed.public_bytes(serialization.Encoding.PEM)
    )
    return path

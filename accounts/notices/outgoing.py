"""Requests to addresses that people have given us: to the open internet, never inside our own network.

An address is looked up once, all that it stands for is judged, and the connection goes to what was judged: a
name that means something else a moment later (DNS rebinding) leads nowhere. The certificate is still checked
against the name. Redirects are not followed.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.encoding import iri_to_uri
from django.utils.translation import gettext as _

from accounts.notices.errors import Refused, Unreachable

MOST_READ = 64 * 1024
"""So many bytes of an answer are taken, and dropped."""
PORTS = {"http": 80, "https": 443}
LOWEST_OTHER_PORT = 1025

OPEN_6 = ipaddress.ip_network("2000::/3")
"""Outside of it no IPv6 address of the open internet has been given out."""
# Beside what `ipaddress` calls not global. The IPv6 ones may hold an IPv4 one of our network.
CLOSED = [ipaddress.ip_network(each) for each in ("192.88.99.0/24", "2001::/32", "2002::/16", "3fff::/20")]


@dataclass(frozen=True)
class Address:
    """Where a request goes: what the URL says, and the numbers that its name stands for."""

    scheme: str
    host: str
    port: int
    target: str  # path and query
    numbers: tuple[str, ...]


def post(url: str, *, body: bytes, headers: Mapping[str, str], timeout_s: float = 10) -> int:
    """Send a POST request; gives the status of the answer, whatever it is.

    Raises Refused where the address is none that we go to, and Unreachable where no answer came in time. The
    name is looked up in the time that the system's resolver allows itself; all the rest takes at most
    `timeout_s` seconds.
    """
    address = check(url)
    try:
        with _connection(address, timeout_s) as connection:
            connection.request("POST", address.target, body=body, headers=dict(headers))
            answer = connection.getresponse()
            answer.read(MOST_READ)
            return answer.status
    except ssl.SSLCertVerificationError as error:
        words = _("The certificate of %(host)s is not good: %(why)s")
        raise Unreachable(words % {"host": address.host, "why": error.verify_message}) from None
    except TimeoutError:
        words = _("No answer within %(seconds)d seconds.")
        raise Unreachable(words % {"seconds": timeout_s}) from None
    except (OSError, HTTPException) as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        raise Unreachable(_("The connection failed: %(why)s") % {"why": why}) from None


def check(url: str) -> Address:
    """Where this address leads. Raises Refused, or Unreachable while its name cannot be looked up."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").encode("idna").decode()
        port = parts.port or PORTS.get(parts.scheme, 0)
    except ValueError:
        raise Refused(_("This is no address.")) from None
    trusted = f"{host}:{port}" in settings.OUTGOING_TRUSTED
    _refuse_spelling(parts, host, port, trusted=trusted)
    numbers = _numbers(host, port)
    if not trusted and not all(is_public(ipaddress.ip_address(number)) for number in numbers):
        # The words for a name that is not known: nobody learns which names our own network has.
        raise Refused(_unknown(host))
    target = iri_to_uri((parts.path or "/") + (f"?{parts.query}" if parts.query else ""))
    return Address(scheme=parts.scheme, host=host, port=port, target=target, numbers=numbers)


def is_public(number: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether this is an address of the open internet, and of one machine there."""
    if not number.is_global or number.is_multicast or number.is_reserved:
        return False
    if number.version == OPEN_6.version and number not in OPEN_6:
        return False
    return not any(number in network for network in CLOSED if network.version == number.version)


def _refuse_spelling(parts: SplitResult, host: str, port: int, *, trusted: bool) -> None:
    """What can be told without asking for the name. `trusted`: named in OUTGOING_TRUSTED."""
    if parts.scheme not in (PORTS if trusted else {"https"}):
        raise Refused(_("The address has to begin with https://"))
    if not host:
        raise Refused(_("This is no address."))
    if parts.username is not None or parts.password is not None:
        raise Refused(_("The address may hold no name and no password."))
    if not trusted and port != PORTS["https"] and port < LOWEST_OTHER_PORT:
        raise Refused(_("The port has to be 443, or above 1024."))


def _numbers(host: str, port: int) -> tuple[str, ...]:
    """All that a name stands for, in the order in which they should be tried."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    except (OSError, UnicodeError):
        raise Unreachable(_unknown(host)) from None
    return tuple(dict.fromkeys(str(where[0]) for *_kind, where in found))


def _unknown(host: str) -> str:
    return _("%(host)s is not known on the open internet.") % {"host": host}


@contextmanager
def _connection(address: Address, timeout_s: float) -> Iterator[HTTPConnection]:
    """A connection to what was judged, cut off when the time is up."""
    end = time.monotonic() + timeout_s
    with _first_to_answer(address, end) as bare:
        if address.scheme == "http":
            connection = HTTPConnection(address.host, address.port)
            connection.sock = bare
        else:
            context = ssl.create_default_context()
            connection = HTTPSConnection(address.host, address.port, context=context)
            connection.sock = context.wrap_socket(
                bare, server_hostname=address.host, do_handshake_on_connect=False
            )
        with closing(connection), _cut_off(connection.sock, end):
            if isinstance(connection.sock, ssl.SSLSocket):
                connection.sock.do_handshake()
            yield connection


def _first_to_answer(address: Address, end: float) -> socket.socket:
    """An open line to the first of the numbers that takes one. `end`: on the monotonic clock, in seconds."""
    problem: OSError = TimeoutError()
    for number in address.numbers:
        left_s = end - time.monotonic()
        if left_s <= 0:
            break
        try:
            return socket.create_connection((number, address.port), timeout=left_s)
        except OSError as error:
            problem = error
    raise problem


@contextmanager
def _cut_off(line: socket.socket, end: float) -> Iterator[None]:
    """When the time is up the line is shut, and TimeoutError raised.

    A socket's own timeout is that of one read: whoever sends a byte now and then would hold us for ever.
    """
    late = threading.Event()

    def shut() -> None:
        late.set()
        with suppress(OSError):
            # Not its own method, which would take the encryption away from under the reader.
            socket.socket.shutdown(line, socket.SHUT_RDWR)

    alarm = threading.Timer(max(0.0, end - time.monotonic()), shut)
    alarm.daemon = True
    alarm.start()
    try:
        yield
    except (OSError, HTTPException):
        if not late.is_set():
            raise
    finally:
        alarm.cancel()
    if late.is_set():
        raise TimeoutError

"""Requests to addresses that people have given us."""

from __future__ import annotations

import ipaddress
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from accounts.notices import outgoing
from accounts.notices.errors import Refused, Unreachable
from tests.accounts.notices.listener import Listener, certificate, listening

PUBLIC = "93.184.215.14"
Names = Callable[..., list[str]]


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Names:
    """Says what names stand for: `names(hook=["1.2.3.4"])` for hook.test. Gives the list of what is asked."""
    asked: list[str] = []
    real = socket.getaddrinfo

    def stand_for(**numbers: list[str]) -> list[str]:
        def look_up(host: str, port: int, *more: Any, **named: Any) -> list[Any]:
            asked.append(host)
            found = numbers.get(host.removesuffix(".test"), [host])
            return [each for number in found for each in real(number, port, *more, **named)]

        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        return asked

    return stand_for


@pytest.fixture
def listener(settings: Any) -> Iterator[Listener]:
    """A program of this machine that is trusted."""
    with listening() as listener:
        settings.OUTGOING_TRUSTED = frozenset({listener.place})
        yield listener


def post(url: str, **more: Any) -> int:
    return outgoing.post(url, body=b"{}", headers={"Content-Type": "application/json"}, **more)


def test_what_is_sent_arrives(listener: Listener) -> None:
    assert post(f"{listener.url}/hook?of=alice") == 204
    [heard] = listener.heard
    assert (heard.path, heard.body) == ("/hook?of=alice", b"{}")
    assert heard.headers["Content-Type"] == "application/json"
    assert heard.headers["Host"] == listener.place


@pytest.mark.parametrize("status", [200, 302, 404, 503])
def test_the_answer_is_given_and_no_redirect_followed(status: int, listener: Listener) -> None:
    listener.status = status
    listener.headers["Location"] = f"{listener.url}/elsewhere"
    assert post(f"{listener.url}/hook") == status
    assert [heard.path for heard in listener.heard] == ["/hook"]


def test_a_long_answer_is_not_taken_whole(listener: Listener) -> None:
    listener.body = b"x" * 50_000_000
    assert post(listener.url) == 204


@pytest.mark.parametrize(
    "url",
    [
        "http://hook.test/",
        "ftp://hook.test/",
        "//hook.test/",
        "hook.test",
        "",
        "https://",
        "https:///path",
        "https://alice@hook.test/",
        "https://alice:word@hook.test/",
        "https://hook.test:80/",
        "https://hook.test:22/",
        "https://hook.test:1024/",
        "https://hook.test:99999/",
        "https://hook.test:x/",
        "https://[::1/",
        f"https://{'x' * 70}.test/",
    ],
)
def test_an_address_that_cannot_be_is_refused_before_any_look_up(url: str, names: Names) -> None:
    asked = names(hook=[PUBLIC])
    with pytest.raises(Refused):
        outgoing.check(url)
    assert asked == []


@pytest.mark.parametrize("url", ["https://hook.test", "https://hook.test:8443/x", "https://HOOK.test:1025/"])
def test_an_address_of_the_open_internet_is_taken(url: str, names: Names) -> None:
    names(hook=[PUBLIC])
    assert outgoing.check(url).numbers == (PUBLIC,)


@pytest.mark.parametrize(
    "number",
    [
        "0.0.0.0",  # noqa: S104
        "10.0.0.1",
        "100.64.0.1",
        "127.0.0.1",
        "127.8.9.10",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:127.0.0.1",
        "::ffff:93.184.215.14",
        "64:ff9b::a00:1",
        "64:ff9b::5db8:d70e",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:db8::1",
        "2002:a00:1::1",
        "fc00::1",
        "fd12:3456::1",
        "fe80::1",
        "fec0::1",
        "ff02::1",
    ],
)
def test_no_number_of_our_own_network_or_of_nobody_is_public(number: str) -> None:
    assert not outgoing.is_public(ipaddress.ip_address(number))


@pytest.mark.parametrize("number", ["1.1.1.1", "93.184.215.14", "172.32.0.1", "2606:4700::1111"])
def test_others_are(number: str) -> None:
    assert outgoing.is_public(ipaddress.ip_address(number))


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "2130706433", "0x7f.1", "017700000001", "localhost", "[::1]", "[::ffff:10.0.0.1]"]
)
def test_no_spelling_leads_to_this_machine(host: str) -> None:
    with pytest.raises(Refused):
        outgoing.check(f"https://{host}:8443/")


def test_one_private_number_among_public_ones_is_enough(names: Names) -> None:
    names(hook=[PUBLIC, "10.0.0.7"])
    with pytest.raises(Refused):
        outgoing.check("https://hook.test/")


def test_a_name_of_our_own_network_reads_like_one_that_is_unknown(names: Names) -> None:
    names(intranet=["10.0.0.7"])
    with pytest.raises(Refused) as private:
        outgoing.check("https://intranet.test/")
    with pytest.raises(Unreachable) as unknown:
        outgoing.check("https://nobody.invalid/")
    assert private.value.why.replace("intranet.test", "nobody.invalid") == unknown.value.why


def test_a_name_that_means_something_else_a_moment_later_leads_nowhere(
    names: Names, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection goes to the number that was judged: the name is asked for once."""
    asked = names(hook=[PUBLIC])
    gone_to: list[Any] = []

    def go(where: Any, **_more: Any) -> None:
        gone_to.append(where)
        raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setattr(socket, "create_connection", go)
    with pytest.raises(Unreachable, match="Connection refused"):
        post("https://hook.test/")
    assert asked == ["hook.test"]
    assert gone_to == [(PUBLIC, 443)]


def test_a_trusted_place_is_this_port_alone(listener: Listener) -> None:
    with pytest.raises(Refused):
        outgoing.check(f"http://127.0.0.1:{listener.port + 1}/")


def test_the_next_number_is_tried(listener: Listener, names: Names, settings: Any) -> None:
    settings.OUTGOING_TRUSTED = frozenset({f"hook.test:{listener.port}"})
    names(hook=["127.0.0.2", "127.0.0.1"])
    assert post(f"http://hook.test:{listener.port}/") == 204


def test_the_certificate_has_to_be_that_of_the_name(
    tmp_path: Path, names: Names, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = certificate(tmp_path, "hook.test")
    monkeypatch.setenv("SSL_CERT_FILE", str(own))
    names(hook=["127.0.0.1"], other=["127.0.0.1"])
    with listening(own) as listener:
        settings.OUTGOING_TRUSTED = frozenset({f"{name}.test:{listener.port}" for name in ("hook", "other")})
        assert post(f"https://hook.test:{listener.port}/a") == 204
        assert listener.heard[0].headers["Host"] == f"hook.test:{listener.port}"
        with pytest.raises(Unreachable, match="certificate"):
            post(f"https://other.test:{listener.port}/b")
        monkeypatch.delenv("SSL_CERT_FILE")
        with pytest.raises(Unreachable, match="certificate"):
            post(f"https://hook.test:{listener.port}/c")
    assert [heard.path for heard in listener.heard] == ["/a"]


def drip(line: socket.socket, until: threading.Event) -> None:
    """Always one more byte of a header, and never the last one."""
    with line:
        line.sendall(b"HTTP/1.1 200 OK\r\nX: ")
        while not until.wait(0.02):
            try:
                line.sendall(b"x")
            except OSError:
                return


def test_whoever_answers_a_byte_at_a_time_is_cut_off(settings: Any) -> None:
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:
        place = f"127.0.0.1:{server.getsockname()[1]}"
        settings.OUTGOING_TRUSTED = frozenset({place})
        dripping = threading.Thread(target=lambda: drip(server.accept()[0], over), daemon=True)
        dripping.start()
        with pytest.raises(Unreachable, match="No answer"):
            post(f"http://{place}/", timeout_s=0.3)
        over.set()
        dripping.join()


def test_who_does_not_listen_is_unreachable(settings: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        place = f"127.0.0.1:{server.getsockname()[1]}"
    settings.OUTGOING_TRUSTED = frozenset({place})
    with pytest.raises(Unreachable, match="refused"):
        post(f"http://{place}/")

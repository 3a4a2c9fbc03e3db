"""The host names and origins that a server accepts."""

from __future__ import annotations

import pytest

from picket_duty.web.visitors import Address, address_of, is_called, is_own_page, names_of

PUBLIC = Address("https://games.example", "/picket/")


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://games.example/picket/", PUBLIC),
        ("HTTPS://Games.Example:443/picket", PUBLIC),
        ("http://10.0.0.7:8000", Address("http://10.0.0.7:8000", "/")),
        ("http://[::1]:8000/a/b", Address("http://[::1]:8000", "/a/b/")),
    ],
)
def test_a_public_address(text, address):
    assert address_of(text) == address


@pytest.mark.parametrize(
    "text",
    ["games.example", "ftp://games.example/", "https://", "https://me@games.example/", "https://games.example/?a=1",
     "https://games.example/#a", "https://games.example:port/", "https://games.example/\x1b[2J", "https://[::1",
     "https://x/{name}/", "https://a b/", "https://x/a b/"],
)  # fmt: skip
def test_an_invalid_public_address_is_refused(text):
    with pytest.raises(ValueError, match=r"\S"):
        address_of(text)


@pytest.mark.parametrize(
    "host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.1.5", "games.example", "GAMES.example:80"]
)
def test_the_server_accepts_its_own_names(host):
    assert is_called(host, names_of("0.0.0.0", PUBLIC))


@pytest.mark.parametrize("host", ["", "evil.example", "localhost.evil.example", "games.example.evil.example", "[::1"])
def test_another_sites_name_for_this_machine_is_refused(host):
    assert not is_called(host, names_of("0.0.0.0", PUBLIC))


def test_without_a_public_address_its_name_is_refused():
    assert not is_called("games.example", names_of("localhost", None))


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://localhost:8000", "localhost:8000"),
        ("https://games.example", "games.example"),
        # A proxy that does not forward the host name.
        ("https://games.example", "localhost:8000"),
    ],
)
def test_the_server_accepts_its_own_pages(origin, host):
    assert is_own_page(origin, host, PUBLIC)


@pytest.mark.parametrize(
    "origin",
    [None, "", "null", "http://localhost:9000", "https://evil.example", "http://games.example", "localhost:8000"],
)
def test_pages_of_other_sites_are_refused(origin):
    assert not is_own_page(origin, "localhost:8000", PUBLIC)

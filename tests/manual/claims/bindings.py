"""Claims of the page `bindings`: all of it is made from the bindings."""

from __future__ import annotations

from picket_duty import manual
from tests.manual.binding_page import FILE, HEAD, binding_page

CLAIMS = {
    " ".join(manual.page("bindings").removeprefix(HEAD).split()): lambda: FILE.read_text() == binding_page(),
}

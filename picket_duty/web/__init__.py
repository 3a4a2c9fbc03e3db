"""The server that shows the screens in a browser."""

from pathlib import Path

from picket_duty.extensions import Extension, Topic

EXTENSION = Extension(
    commands={"serve": "picket_duty.web.serve:serve"},
    topics=(Topic("browser", Path(__file__).with_name("browser.md"), after="saves"),),
)

"""The server that shows the screens in a browser on this machine."""

from pathlib import Path

from picket_duty.extensions import PLAY, Extension, Topic

EXTENSION = Extension(
    commands={PLAY: {"serve": "picket_duty.web.serve:serve"}},
    topics=(Topic("browser", Path(__file__).with_name("browser.md"), after="saves"),),
)

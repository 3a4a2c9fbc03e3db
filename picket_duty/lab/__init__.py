"""The lab: batches of games, calibration, measured weights, plots, clusters, learners."""

from picket_duty.extensions import Extension

_HERE = "picket_duty.lab"

EXTENSION = Extension(
    commands={
        "calibrate": f"{_HERE}.lab_commands:calibrate",
        "simulate": f"{_HERE}.lab_commands:simulate",
    },
    options={"what-if": f"{_HERE}.lab_options:scheduler_option"},
)

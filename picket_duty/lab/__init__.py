"""The lab: batches of games, calibration, measured weights, plots, clusters."""

from picket_duty.extensions import ANALYSIS, Extension

_HERE = "picket_duty.lab"

EXTENSION = Extension(
    commands={
        ANALYSIS: {
            "simulate": f"{_HERE}.lab_commands:simulate",
            "calibrate": f"{_HERE}.lab_commands:calibrate",
        },
    },
)

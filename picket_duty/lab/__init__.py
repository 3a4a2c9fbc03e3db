"""The lab: batches of games, plots, clusters."""

from picket_duty.extensions import ANALYSIS, Extension

_HERE = "picket_duty.lab"

EXTENSION = Extension(
    commands={
        ANALYSIS: {
            "simulate": f"{_HERE}.lab_commands:simulate",
        },
    },
)

"""An invented island for tests: four rows of four Areas, and counters with invented values."""

from __future__ import annotations

from picket_duty.companions import fill as forms
from picket_duty.companions.companion import companion
from picket_duty.companions.fill import form_entries, form_of

SIDE = 4
URBAN = (6, 11)
TEM = {area: 1 + area % 4 for area in range(1, 17)}
BOXES = {"green beach box": [1], "blue beach box": [2], "brown beach box": [5, 14]}
MARKERS = {"air": 5, "artillery": 4, "naval": 6, "japanese artillery": 3}
SPACES = 10


def beside(area):
    """Areas north, west, east and south of one, where there are any."""
    row, column = divmod(area - 1, SIDE)
    near = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [
        1 + SIDE * hex_number + other
        for hex_number, other in near
        if 0 <= hex_number < SIDE and 0 <= other < SIDE
    ]


def counter(unit):
    """Values and factors of a unit: infantry 4 and 2 with 4 movement; the others are weaker,
    pillboxes stay.
    """
    if unit.startswith("Pillbox"):
        return {"combat_value": 5, "mf": 0, "reduced_value": 3, "reduced_mf": 0}
    if unit.startswith(("MG", "IE", "Labor", "SEI")):
        return {"combat_value": 2, "mf": 4, "reduced_value": 1, "reduced_mf": 3}
    return {"combat_value": 4, "mf": 4, "reduced_value": 2, "reduced_mf": 4}


def sheets():
    units = form_entries(companion("ie-shima"), form_of(companion("ie-shima"), "units"))
    return {
        "areas": {
            str(area): {
                "terrain": "urban" if area in URBAN else "clear",
                "tem": TEM[area],
                "adjacent": beside(area),
            }
            for area in TEM
        },
        "boxes": {box: {"adjacent": areas} for box, areas in BOXES.items()},
        "units": {unit: counter(unit) for unit in units},
        "markers": {marker: {"attack_factor": factor} for marker, factor in MARKERS.items()},
        "impulses": {"impulses": {"spaces": SPACES}},
    }


def text(**changed):
    """The island as a TOML text, with other entries for some tables."""
    game = companion("ie-shima")
    whole = {table: sheet for table, sheet in (sheets() | changed).items() if sheet}
    return forms.text_of_sheets([(form_of(game, table), sheet) for table, sheet in whole.items()])


def fill(folder, **changed):
    forms.write_sheets(folder, forms.sheets_from(companion("ie-shima"), text(**changed)))


def laid_in(folder, **changed):
    fill(folder, **changed)
    game = companion("ie-shima")
    forms.apply_typed_texts(game, forms.texts_of(game, folder))
    return game


def mark(state, marks):
    """Change a board: ``at UNIT`` is a place, ``area NUMBER`` a side; ``reduced UNIT``, ``rubble
    NUMBER``.
    """
    for name, value in marks.items():
        kind, _, what = name.partition(" ")
        if kind == "at":
            state.places[what] = value
        elif kind == "area":
            state.control[what] = value
        else:
            {"reduced": state.reduced, "rubble": state.rubble}[kind].add(what)

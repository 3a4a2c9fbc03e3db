"""The modifiers printed on the charts: {chart id: {key: value}}."""

MODIFIERS = {
    "6-1": {"wet": -1},
    "6-2": {"wet": -1},
    "7-2": {"fdt": 1, "no_fdt": -1},
    "7-3": {"fdt": 1, "no_fdt": -1},
    "8-1 column": {
        "fdt": 1,
        "no_fdt": -1,
        "no_coverage": -2,
        "radars_working": 1,
        "radars_damaged": 0,
        "radars_destroyed": -1,
        "land_radar_low": 1,  # 1 or 2 working
        "land_radar_high": 2,  # 3 or 4 working
        "radio": -1,
        "sfs": 1,  # for each marker
        "no_sfs": -2,
        "bridge": -1,
        "cic": -1,
        "plot_room": -1,  # advanced game only
    },
    "8-1 dice": {
        "rain": 1,
        "station_1": -2,
        "station_2_4": -1,
        "station_5_10": 0,
        "station_11_16": -1,
    },
    "9-2/5in": {"ace": 1, "hit": -1},
    "9-2/40mm": {"ace": 1, "hit": -1, "magazine": -1},
    "9-2/20mm": {"ace": 1},
    "10": {"maneuver": -1},
    "20": {
        "water_lines": -1,
        "morale_positive": 1,
        "morale_negative": -1,
        "continued": 1,
        "emergency": 2,
    },
    "21": {"water_lines": -1},
    "23": {"secondary": -1},
}

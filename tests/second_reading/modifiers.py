"""The modifiers printed on the charts: {chart id: {key: value}}."""

from tests.text_table import table_of

MODIFIERS = {}
for chart, key, value in table_of("""
    6-1        | wet               | -1
    6-2        | wet               | -1
    7-2        | fdt               | 1
    7-2        | no_fdt            | -1
    7-3        | fdt               | 1
    7-3        | no_fdt            | -1
    8-1 column | fdt               | 1
    8-1 column | no_fdt            | -1
    8-1 column | no_coverage       | -2
    8-1 column | radars_working    | 1
    8-1 column | radars_damaged    | 0
    8-1 column | radars_destroyed  | -1
    # 1 or 2 working
    8-1 column | land_radar_low    | 1
    # 3 or 4 working
    8-1 column | land_radar_high   | 2
    8-1 column | radio             | -1
    # for each marker
    8-1 column | sfs               | 1
    8-1 column | no_sfs            | -2
    8-1 column | bridge            | -1
    8-1 column | cic               | -1
    # advanced game only
    8-1 column | plot_room         | -1
    8-1 dice   | rain              | 1
    8-1 dice   | station_1         | -2
    8-1 dice   | station_2_4       | -1
    8-1 dice   | station_5_10      | 0
    8-1 dice   | station_11_16     | -1
    9-2/5in    | ace               | 1
    9-2/5in    | hit               | -1
    9-2/40mm   | ace               | 1
    9-2/40mm   | hit               | -1
    9-2/40mm   | magazine          | -1
    9-2/20mm   | ace               | 1
    '10'       | maneuver          | -1
    '20'       | water_lines       | -1
    '20'       | morale_positive   | 1
    '20'       | morale_negative   | -1
    '20'       | continued         | 1
    '20'       | emergency         | 2
    '21'       | water_lines       | -1
    '23'       | secondary         | -1
    """):
    MODIFIERS.setdefault(chart, {})[key] = value

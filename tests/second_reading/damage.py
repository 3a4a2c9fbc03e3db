"""Charts 11, 11-1, 12-1..12-3, 13, 14, 14-1, 15, 16: transcribed from the printed charts."""

# Table 11: ten rows (1d10 0-9) of six cells (1d6 1-6).
# "name", "name|notes", "name|S notes" where S = (SEC); notes in printed order.
RR = "Random Result roll on Table 15"
SD = "Superficial Damage"
DF = "Deck Fire"
# fmt: off
FORWARD = [
    ["40mm Gun Tub A Hit|B", "Ice Machine Hit|SA", "5in Mgz FWD 1 Hit|AE",
     "Crew Quarters #2 Hit|SA", 'Deck Fire & Mk 37 5" Gun controller Hit|H', "Storeroom #3 Hit|SA"],
    ["Provisions Hit|SA", "Trunk Hit|S", "Small Arms Mgz Hit|SA",  # slip: printed Trune
     RR, "Alcohol Hit|S", "40mm Mgz Hit|EA"],
    ["Sound Room #2 Hit|SA", "Sea Cabin Hit|S", "Fighter Direction Team Killed",
     "Trunk Hit|S", "Storeroom #2 Hit|SA", "Shower Head Hit|S"],
    ["5in Gun # 2 Hit|B", "Cold Storage Hit|SA", "Supply Stores Hit|SA",
     "40mm Gun Tub B Hit|B", "Plot Room Hit|S", "Projector Hit|SA"],
    ["Dressing Station Hit|SA", "Mess Room Hit|S", "CPO Mess Hit|S",
     "Crew Quarters Hit|SA", "Chain Locker Hit|S", "Provisions #2 Hit|SA"],
    ["CPO Quarters Hit|S", "CIC Hit", "Storeroom #1 Hit|SA",
     "Bridge Hit|C", "Crew Quarters #3 Hit|S", "Water lines Hit|G"],
    ["Repair Stores Hit|SA", "Wardroom Stores Hit|SA", "5in Gun # 1 Hit|B",
     "Sound Room Hit|SA", "5in Mgz Fwd #2 Hit|EA", "Storeroom #4 Hit|SA"],
    ["Bread Locker Hit|S", "Fwd Fuel Tanks Hit|EA", "Gun Crew Shelter Hit|S",
     "Cold Storage Hit|SA", DF, "Windlass Room Hit|S"],
    ["Fruit/Veg. Hit|SA", "Tracking Room Hit|S", "Provisional Supplies|S",  # slip: secondary
     "Radio Hit|D", "Boatswain's Stores Hit|SA", "SC & SG Radar Destroyed"],
    ["SC Radar Hit|F", "Crew Quarters Hit|SA", "Repair Stores Hit|S",
     "Inflammable Stores Hit|SA", "SG Radar Hit|F", "Equipment Room Hit|S"],
]
MIDSHIP = [
    [RR, "FWD Stack Destroyed|C", SD,
     "40mm Gun Tub D Hit|D", "Water lines Hit|E", "SC & SG Radar Hit|F"],
    ["SC & SG Radar Hit|F", "FWD Engine Room Hit|B", "FWD Stack Destroyed|C",
     "20mm Gun B Hit", RR, "Battery Charging Hit|S"],
    ["Galley Hit|S", "20mm Gun A Hit", "Water lines Hit|E",
     "AFT Fire Room Hit|A", "SG Radar Hit|F", DF],
    ["SC Radar Destroyed", "FWD Stack Hit|C", "Passage Hit|S",
     DF, DF, "20mm Gun C Hit"],
    ["FWD Fire Room Hit|A", RR, "20mm Gun D Hit",
     "Laundry Hit|S", "40mm Gun Tub D Hit|D", DF],
    ["SC Radar Hit|F", "Torpedo Ordnance Hit|S", "SC & SG Radar Hit|F",
     "AFT Engine Room Hit|B", "AFT Stack Destroyed|C", "AFT Stack Hit|C"],
    ["FWD Fire Room Hit|A", "40mm Gun Tub C Hit|D", "SG Radar Destroyed",
     DF, "Medical Storeroom Hit|S", SD],
    ["40mm Gun Tub C Hit|D", "Water lines Hit|E", DF,
     "SG Radar Hit|F", "40mm Gun Tub C Hit|D", SD],
    ["SC & SG Radar Hit|F", SD, RR,
     DF, "AFT Stack Hit|C", SD],
    ["Water lines Hit|E", "AFT Stack Hit|C", "SC & SG Radar Hit|F",
     "FWD Stack Destroyed|C", RR, "40mm Gun Tub D Hit|D"],
]
AFT = [
    [RR, SD, "Water lines Hit|I",  # printed "See Note I."
     "Rudder destroyed|H", "5 in. Gun #3 Hit|B", RR],
    ["Dressing Station|S", "Port Prop shaft bent|E", "5 in. Gun #3 Hit|B",
     RR, "Storeroom 3 Hit|SA", "Water lines Hit|I"],
    ["Gun Crew Shelter Hit|S", "5 in. Mgz. Aft #3 Hit|AD", "Crew Quarters #1 Hit|S",
     "Aft Fuel Tanks Hit|AD", DF, "Crew Head Hit|S"],
    ["20mm Gun E Hit", "Ord. Storeroom Hit|SA", "40mm Tub E Hit|C",
     "Storeroom #2 Hit|SA", "20mm Gun G Hit", "5 in. Mgz. Aft #4 Hit|AD"],
    ["40mm Gun Hit Tub E|C", DF, "40mm. Mgz. Aft Hit|AD",
     "Steering Room Hit|F", "Locker, Fan Hit|S", "5 in. Gun #5 Hit|B"],
    ["Trunk Hit|SA", "20mm Gun F Hit", "Storeroom 1 Hit|SA",
     "5 in. Mgz. Aft #5 Hit|DA", "All Aft 20mm Guns Destroyed", "Stbd propeller shaft bent|E"],
    ["Equipment Room Hit|S", "Sail Locker Hit|S", "20mm Mgz. Aft Hit|AD",
     "Crew Quarters #2 Hit|S", "5 in. Gun #4 Hit|B", "Crew Quarters #3 Hit|SA"],
    [DF, SD, "Rudder damaged|G",
     DF, "Port propeller shaft bent|E", SD],
    # with a dash on the chart
    ["Water lines Hit|I", "Random Result – roll on Table 15", "40mm Gun Hit Tub E|C",
     RR, DF, SD],
    ["5 in. Gun #5 Hit|B", SD, "Stbd propeller shaft bent|E",
     "Water lines Hit|I", "5 in. Gun #4 Hit|B", "40mm Gun Hit Tub E|C"],
]
# fmt: on
SECTIONS = {"11/forward": FORWARD, "11/midship": MIDSHIP, "11/aft": AFT}

# 11-1: rows 1-6, columns 1-6
NEAR_MISS = [
    "hull:1 superficial none superficial none maneuver:1",
    "none sfs random maneuver:2 none random",
    "hull:1 deck_fire radars none hull:1 fuel:2",
    "none maneuver:1 none sfs fuel:2 superficial",  # slip: column 1 is blank
    "hull:1 none none superficial maneuver:2 deck_fire",
    "none maneuver:5 none random none radars",
]

# 12-1..12-3, rolls 2..12: sunk, miss, near (miss), damage, damage:hull points
SPECIAL = {
    "12-1": "sunk damage:3 damage miss miss miss miss miss damage damage sunk",
    "12-2": "sunk near near miss miss miss miss miss near near sunk",
    "12-3": "sunk damage near miss miss miss miss miss miss damage sunk",
}

# 13, rolls 2..12
KILLED = [
    "captain", "damage_control_officer", "cpo", "repair_two_chief", None, None, "repair_three_chief",
    "repair_one_chief", "gunnery_officer", "engineering_officer", "xo",
]  # fmt: skip

# rolls       2  3  4  5  6  7  8  9 10 11 12
HULL_SINKS = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]  # 14
HULL_LOSS = {  # 14-1
    "1-2": [0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 3],
    "3+": [0, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3],
}
SHIP_SUNK = [1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]  # 16

# 15, rolls 2..12
RANDOM_DAMAGE = [
    "water_lines", "fighters", "sfs", "officer", "superficial", "land_radar", "reassigned", "superficial",
    "superficial", "superficial", "sunk",
]  # fmt: skip

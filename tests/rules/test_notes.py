"""Notes with a die: the rules do what the displayed note says for each face.

Each note is read as ``tables show`` prints it. Each face is then played with scripted dice, and the
words for what happened in the state or the events are compared with the words of the note. The
sentence before the list of faces is read too, if it names faces.
"""

import re
from itertools import product

from picket_duty.charts.draw import note_words
from picket_duty.events import Damage, Strike
from picket_duty.rules import (
    casualties,
    control,
    damage,
    raid,
    scenario,
    sequence,
    stations,
    wave,
    weather,
)
from picket_duty.state import SECTIONS, WORKING
from tests.games import TABLES
from tests.rules.script import CALM, blow, drive, in_wave, plane, run, start
from tests.text_table import table_of

NOTES = [
    (chart.id, note.name) for chart in TABLES.all_charts() for note in chart.raw.notes if note.dice
]
FACES = (1, 2, 3, 4, 5, 6)
BOTH = ("first", "second")

#: Phrases of the sentences that name faces, with the words of what happens on those faces and on no
#: others.
PHRASES = dict(
    table_of("""
    ('1-1', 'split') | {'1-3, the first': 'the first', '4-6, the second': 'the second'}
    ('2-2', 'split') | {'1-3, station 5': 'the first', '4-6, station 9': 'the second'}
    ('6-1', 'rain') | {'1-4, no Japanese attack': 'no attack', '5-6, an attack is possible': 'an attack is possible'}
    ('8-1', 'night') | {'attack only on 5-6': 'an attack is possible'}
    ('D-2', 'altitude') | {'1-2, low': 'low', '3-4, medium': 'medium', '5-6, high': 'high'}
    ('8-2', 'B') | {'1-3, the weather closes in': 'weather', '4-6, one land radar station': 'radar'}
    ('11/forward', 'C destroyed') | {'on a 6, the bridge is destroyed': 'destroyed'}
    ('11/forward', 'C captain') | {'on 5-6, the captain is killed': 'killed'}
    ('11/forward', 'D') | {'destroyed on a 6': 'destroyed'}
    ('11/forward', 'E') | {'on a 1, an explosion sinks the ship': 'explosion'}
    ('11/midship', 'A') | {'on a 1, the boiler explodes': 'boiler explosion'}
    ('11/aft', 'D') | {'on a 1, an explosion sinks the ship': 'explosion'}
    ('11/aft', 'F') | {'on a 1, it is destroyed': 'destroyed'}
    ('rules', 'stopped') | {'on 5 or 6, the ship is stopped': 'stopped'}
    ('rules', 'spread') | {'one more hit marker on 1 to 3': 'one more marker'}
    """)
)
#: Faces in a sentence: "on a 6", "1-3", "5 or 6", "1 to 3"; numbers of rules, tables and guns are
#: not faces.
NAMED = re.compile(r"(?<![\w.-])([1-6])(?:(?:-| or | to )([1-6]))?(?![\w.-]*[\w])(?! mm)")
NO_FACES = re.compile(
    r"\b(?:Tables?|Rules?|rule|Result|Mk|March 24 and|station|Scenario) \d+[\w.-]*|\b5-inch|\b40 mm"
)


def shown(chart, note):
    """The words of each face in the displayed note."""
    words = note_words(TABLES[chart], TABLES[chart].note(note))
    listed = re.search(r"\(1d6: (.*)\)$", words)
    if listed is None:
        # The face itself is the result, so the list is not displayed.
        assert "number of" in words
        return {face: str(face) for face in FACES}
    faces = {}
    for part in listed[1].split("; "):
        span, _, result = part.partition(": ")
        first, _, last = span.partition("-")
        faces |= dict.fromkeys(range(int(first), int(last or first) + 1), result)
    return faces


def die(note):
    """The key in a script of dice for a note of the house rules."""
    return f"{TABLES['rules'].die(note).id}:{note}"


def station(level, date, pair, total=0):
    def play_face(face):
        play = start(level=level, date=date, station=None)
        dice = {"1-1": total, f"{'1-1' if total else '2-2'}:split": face}
        run(play, stations.assign_station(play), {**CALM, **dice})
        return f"the {BOTH[pair.index(play.ship.station)]}"

    return play_face


def rain(face):
    play = start()
    sky = run(play, weather.roll_weather(play), {"6-1": 3, "6-1:rain": face}).result
    return {"open": "an attack is possible", "closed": "no attack"}[sky]


def night(face):
    """Whether planes come at night: half of six, or half of the 13 of a Kikusui raid."""
    comes = {False: 0, True: 0}
    for kikusui, half in ((False, 3), (True, 6)):
        play = start(phase=2)
        assert play.state.night
        dice = {"8-1:night": face, "8-1": 12, "8-1A": 3, "22": 10, "22-1": 7, "22-1:altitude": 1}
        planes = run(play, raid.determine_raid(play, kikusui), dice).result
        assert len(planes) in (0, half)
        comes[kikusui] = len(planes)
    assert bool(comes[False]) == bool(comes[True])
    return "an attack is possible" if comes[False] else "no attack"


def extra_planes(letter):
    chart = TABLES[f"8-1{letter}"]
    total, row = next(
        (total, row) for total in range(2, 13) if (row := chart.look_up(total))["note_a"]
    )

    def play_face(face):
        play, raiders = raided(letter)
        dice = {
            "8-1": raiders,
            f"8-1{letter}": total,
            f"8-1{letter}:A": face,
            "D-2": 5,
            "D-2:altitude": 3,
        }
        planes = run(play, raid.ordinary_planes(play), dice).result[0]
        extra = planes[len(row["planes"]) :]
        assert all((added.bearing, added.altitude) == (45, "M") for added in extra)
        return str(len(extra))

    return play_face


def raided(letter):
    """A play, and dice that find an attack table on 8-1 there."""
    for sfs in (0, 1, 2):
        play = start(sfs=sfs)
        for dice in product(FACES, repeat=2):
            if raid.raid_roll(play).resolve(dice)["result"] == letter:
                return play, dice
    raise AssertionError(f"no dice find table {letter}")


def altitude(chart):

    def play_face(face):
        play = start()
        placed = run(
            play, raid.placed_plane(play, chart, 0), {chart: 7, f"{chart}:altitude": face}
        ).result
        return {"L": "low", "M": "medium", "H": "high"}[placed.altitude]

    return play_face


def random_raid(face):
    for radars in (0, 2):
        play = start(now={"land_radars": radars})
        assert run(play, raid.random_result(play), {"8-2": 7, "8-2:B": face}).result == []
        assert play.state.land_radars == (radars if play.state.turn_aborted else max(0, radars - 1))
    return "weather" if play.state.turn_aborted else "radar"


def section_hit(face):
    play = start()
    (target,) = in_wave(play, plane(weapon="bomb"))
    dice = {"10": 9, "10:section": face, die("men"): 1} | {
        f"11/{section}": (7, 5) for section in SECTIONS
    }
    dice |= {"11/midship": (3, 4), "11/aft": (2, 5)}
    done = run(play, wave.dive(play, target), dice)
    (strike,) = done.told(Strike)
    return strike.section


def cells(chart, note):
    """The cells whose effect rolls the die of a note: their dice, and the effect."""
    return [
        ((cell.row, cell.col), effect)
        for cell in TABLES[chart].raw.cells
        for effect in cell.effects
        if note in getattr(effect, "notes", ())
    ]


def struck(chart, note, face, dice):
    """A plane hits a cell of table 11, and the die of a note shows a face; the play, sunk or not,
    and the run.
    """
    play = start()
    section = chart.removeprefix("11/")
    bearing = min(TABLES[chart].only)
    (target,) = in_wave(play, plane(bearing))
    calm = {f"{chart}:{other}": 3 for other in TABLES[chart].die_charts}
    script = {
        **calm,
        chart: dice,
        f"{chart}:{note}": face,
        die("men"): 1,
        "13": 6,
        "14": 9,
        "21-1": 12,
    }
    done = run(play, damage.plane_hits(play, target, section), script)
    assert done.all(f"{chart}:{note}"), f"the hit at {dice} rolls no {note}"
    return done


def every_cell(chart, note, read):
    """What happens on a face, which must be the same in every cell that rolls the note."""

    def play_face(face):
        of_note = cells(chart, note)
        assert of_note
        results = {read(struck(chart, note, face, dice), effect) for dice, effect in of_note}
        assert len(results) == 1, results
        return results.pop()

    return play_face


def director(done, effect):
    state = done.play.ship.mounts[effect.mount].director
    return "ok" if state == WORKING else state


def gun(done, effect):
    mount = done.play.ship.mounts[effect.mount]
    assert mount.hits == 1
    return "destroyed" if mount.destroyed else "damaged"


def equipment(done, effect):
    """State of the equipment hit, each item by its own die."""
    (state,) = {done.play.ship.equipment[item] for item in effect.items}
    rolls = [roll for roll in done.rolls if roll.chart.note_id == effect.notes[0]]
    assert [roll.item for roll in rolls] == list(effect.items)
    return "undamaged" if state == WORKING and effect.items == ("mk37",) else state


def room(done, effect):
    """The compartment, or the ship.

    A boiler explosion stops her, as does steering destroyed; captain and CPO are killed on a bridge
    destroyed.
    """
    if done.sunk:
        return "explosion"
    name = effect.compartment
    ship = done.play.ship
    compartment = ship.compartments[name]
    if ship.maneuver == 0 and name.startswith("fire-room"):
        return "boiler explosion"
    assert (ship.maneuver == 0) == (name == "steering" and compartment.destroyed)
    if compartment.destroyed:
        assert {fallen.post for fallen in ship.fallen} == (
            {"captain", "cpo"} if name == "bridge" else set()
        )
        return "destroyed"
    assert (compartment.markers, compartment.fire) == (TABLES.numbers.markers_fresh, True)
    return "damaged"


def bridge(done, effect):
    state = room(done, effect)
    assert state == "destroyed" or not done.play.ship.fallen
    return "standing" if state == "damaged" else state


def captain(done, effect):
    """Whether the captain of a bridge that stands is killed."""
    assert room(done, effect) == "damaged"
    fallen = {fallen_officer.post for fallen_officer in done.play.ship.fallen}
    assert fallen <= {"captain"}
    return "killed" if fallen else "unhurt"


def lines(face):
    play = start(aboard={"lines_out": True})
    game, _done = drive(
        play, {"15:still_out": face}, until=lambda game: game.request.table == "6-1"
    )
    return "still out" if game.state.ship.lines_out else "working again"


def days_away(face):
    """The days until a damaged ship returns from a reassignment: that many days pass."""
    play = start(campaign="long-b", date="1945-04-10", step="turn_end")
    play.state.reassigned = True
    play.ship.hull = play.ship.hull - 1
    left = play.state.date
    run(play, sequence.end_turn(play), {**CALM, "15:days": face})
    (away,) = play.state.squadron
    return f"{(away.back - left).days - 1} days"


def markers(face):
    """The hit markers that a successful repair removes."""
    removed = []
    for full in (3, 4):
        play = start(aboard={"5in-mgz-1 markers": full})
        ((name, job),) = control.jobs.open_jobs(play).items()
        removed.append(run(play, control.succeed(play, name, job), {"20:markers": face}).result)
        assert play.ship.compartments[name].markers == full - removed[-1]
    assert removed == [3, 4] or removed[0] == removed[1]
    return "all" if removed == [3, 4] else f"{removed[0]} marker{'s' * (removed[0] != 1)}"


def stopped(face):
    play = start(scenario=8)
    run(play, scenario.roll_stopped(play), {die("stopped"): face})
    return "stopped" if play.state.air.stopped else "under way"


def men_lost(face):
    play = start()
    full = play.ship.men["forward"]
    run(play, casualties.lose_men(play, "forward", blow()), {die("men"): face})
    lost = full - play.ship.men["forward"]
    assert lost == max(0, face - 3)
    return "1 man" if lost == 1 else f"{lost} men"


def spread(face):
    play = start(aboard={"fuel-fwd markers": 1, "fuel-fwd fire": True})
    run(play, control.spread_fires(play), {die("spread"): face})
    return {1: "no more", 2: "one more marker"}[play.ship.compartments["fuel-fwd"].markers]


def side(face):
    play = start(planes=[plane(weapon="bomb")])
    near = next(
        cell
        for cell in TABLES["11-1"].raw.cells
        if [effect.do for effect in cell.effects] == ["deck_fire"]
    )
    target = play.state.air.planes[0]
    done = run(
        play, damage.near_miss(play, target), {"11-1": (near.row, near.col), die("side"): face}
    )
    (lit,) = done.told(Damage)
    assert play.ship.deck_fires == {lit.section: TABLES.numbers.deck_fire_start}
    return str(lit.section)


PLAYED = {
    ("1-1", "split"): [
        station("basic", None, tuple(row.fields["stations"]), total)
        for total in range(2, 13)
        if len((row := TABLES["1-1"].look_up(total)).fields["stations"]) > 1
    ],
    ("2-2", "split"): [station("advanced", f"1945-03-{day}", (5, 9)) for day in (24, 28)],
    ("6-1", "rain"): [rain],
    ("8-1", "night"): [night],
    **{(f"8-1{letter}", "A"): [extra_planes(letter)] for letter in "ABCD"},
    ("D-2", "altitude"): [altitude("D-2")],
    ("22-1", "altitude"): [altitude("22-1")],
    ("8-2", "B"): [random_raid],
    ("10", "section"): [section_hit],
    **{
        (chart, note): [every_cell(chart, note, read)]
        for chart, notes in {
            "11/forward": {
                "B director": director,
                "B gun": gun,
                "B 5in": gun,
                "C destroyed": bridge,
                "C captain": captain,
                "D": room,
                "E": room,
                "F": equipment,
                "G": equipment,
                "H": equipment,
            },
            "11/midship": {
                "A": room,
                "D director": director,
                "D gun": gun,
                "E": equipment,
                "F": equipment,
            },
            "11/aft": {
                "B 5in": gun,
                "C director": director,
                "C gun": gun,
                "D": room,
                "F": room,
                "I": equipment,
            },
        }.items()
        for note, read in notes.items()
    },
    ("15", "still_out"): [lines],
    ("15", "days"): [days_away],
    ("20", "markers"): [markers],
    ("rules", "stopped"): [stopped],
    ("rules", "men"): [men_lost],
    ("rules", "spread"): [spread],
    ("rules", "side"): [side],
}


def test_no_note_with_a_die_is_left_out():
    assert sorted(PLAYED) == sorted(NOTES)
    assert len(NOTES) == 40
    assert {TABLES[chart].note(note).dice for chart, note in NOTES} == {"1d6"}


def test_a_note_says_what_the_rules_do():
    for chart, note in NOTES:
        for face in FACES:
            for play_face in PLAYED[chart, note]:
                assert play_face(face) == shown(chart, note)[face]


def test_faces_in_the_sentence_of_a_note_are_those_of_its_rows():
    for chart, note in NOTES:
        text = TABLES[chart].note(note).text
        faces = shown(chart, note)
        for phrase, result in PHRASES.get((chart, note), {}).items():
            assert phrase in text
            first, last = NAMED.search(NO_FACES.sub("", phrase)).groups()
            named = set(range(int(first), int(last or first) + 1))
            assert named == {face for face in FACES if faces[face] == result}, phrase
            text = text.replace(phrase, "")
        assert not NAMED.findall(NO_FACES.sub("", text)), text


def test_a_scenario_with_kikusui_rules_uses_the_advanced_tables_at_the_basic_level():
    """The charts are marked as advanced; their note says who else uses them."""
    for chart in ["22", "22-1", "7-3"]:
        assert TABLES[chart].raw.level == "advanced"
        note = TABLES[chart].note("level")
        assert (
            note.text
            == "A scenario with Kikusui rules uses this table at either level, basic or advanced."
        )

"""Facts computed from events made by hand: hits, fates of planes, captains, lost ships."""

import re

import pytest

from picket_duty.book import Tables
from picket_duty.book.ids import DECK_FIRE
from picket_duty.book.vocabulary import (
    ANCHORAGE,
    NEAR_MISS,
    RANDOM,
    RELIEF,
    SPECIAL_ATTACK,
    TYPHOON,
    Track,
)
from picket_duty.events import (
    Control,
    Crew,
    Damage,
    Leave,
    Loss,
    NewShip,
    Note,
    PhaseBegun,
    Raid,
    Strike,
    WaveBegun,
    Weather,
)
from picket_duty.facts import Fate, Observer, facts_of
from picket_duty.figures.marks import Figure
from picket_duty.game import Game
from picket_duty.pages.action_report_pages import action_blocks
from picket_duty.pages.blocks import DayChart, Paragraph, flat
from picket_duty.pages.campaign_records import daily_plots
from picket_duty.pages.log_pages import log_blocks
from picket_duty.pages.report import write_report
from picket_duty.requests import Roll
from picket_duty.rules.blow import HitContext
from picket_duty.rules.topside_damage import set_equipment
from picket_duty.text.action_report import plane_fate_words
from picket_duty.text.diary_entries import RaidHours, raid_sentences
from tests.games import TABLES, new_game, of_kind
from tests.saves.games import other_tables

DAY = "1945-04-06"
LABEL = f"{DAY}/morning"


def morning(date=DAY, name="morning"):
    return PhaseBegun(phase=f"{date}/{name}", date=date, name=name, light="day", station=1)


def wave(*planes):
    """A raid of one wave, given each plane's type and weapon."""
    listed = [
        {"plane": n, "type": kind, "weapon": weapon, **dict.fromkeys(("bearing", "altitude"))}
        | ({} if weapon else {"bearing": 90, "altitude": "L"})
        for n, (kind, weapon) in enumerate(planes)
    ]
    return [
        morning(),
        Weather(phase=LABEL, weather="clear"),
        Raid(phase=LABEL, planes=len(planes), kikusui=False, table="8-1A"),
        WaveBegun(phase=LABEL, wave=1, number=1, planes=listed),
    ]


def roll(purpose, table, dice, plane=None):
    event = Roll(
        TABLES[table],
        purpose,
        "" if plane is None else f"plane {plane}",
        plane=plane,
        phase=LABEL,
        wave=1,
    )
    event.resolve(dice)
    return event


def facts_from(*events):
    game = new_game(scenario=2, level="advanced", seed=1)
    game.play.events[:] = events
    return facts_of(game).whole


def log(facts):
    return " ".join(block.text for block in of_kind(log_blocks(facts, TABLES), Paragraph))


def strike(plane, outcome, section=""):
    return Strike(phase=LABEL, wave=1, plane=plane, outcome=outcome, section=section)


def test_a_bomb_close_aboard_is_a_near_miss():
    facts = facts_from(
        *wave(("Zeke", "bomb")),
        roll(SPECIAL_ATTACK, "12-2", (1, 2), 0),
        strike(0, "special"),
        strike(0, "miss"),
    )
    (only_wave,) = facts.days[0].phases[0].waves
    assert plane_fate_words(only_wave.planes[0]) == "weapon exploded close aboard, dive missed"
    assert "Bomb from Zeke exploded close aboard." in log(facts)
    assert "struck" not in log(facts)
    blocks = action_blocks(facts, TABLES)
    assert not any(isinstance(block, Figure) for block in blocks)
    assert any(
        "Bomb from Zeke exploded close aboard." in line
        for block in blocks
        for line in getattr(block, "lines", ())
    )
    # A diary also separates the bomb from its plane, which has one fate.
    said = raid_sentences(facts.days[0].phases[0], TABLES, RaidHours(DAY, "0842"))
    assert "Bomb from Zeke exploded close aboard." in said
    assert "It missed." in said
    assert not any("crashed" in sentence for sentence in said)


def test_things_destroyed_together_share_their_verb_and_a_new_fire_its_spread():
    def burnt(effect):
        return Damage(phase=LABEL, wave=1, item=DECK_FIRE, effect=effect, section="aft", points=2)

    hits = [
        Damage(phase=LABEL, wave=1, item=item, section="aft", effect="destroyed")
        for item in ("sc", "sg", "20mm-E")
    ]
    fires = [burnt("lit"), burnt("grows"), burnt("grows")]
    said = log(facts_from(*wave(("Val", None)), strike(0, "hit", "aft"), *hits, *fires))
    assert "SC and SG radars and 20 mm mount E destroyed;" in said
    assert "fire broke out on deck aft and spread twice." in said


def test_planes_that_never_dived():
    planes = wave(("Val", None), ("Jill", None), ("Betty", "ohka"))
    missed = roll(SPECIAL_ATTACK, "12-1", (3, 4), 2)
    fighters = roll(RANDOM, "15", (1, 2), 0)
    note = Note(phase=LABEL, wave=1, text="US fighters appear: the remaining planes turn away")
    sunk = [strike(0, "hit", "aft"), Leave(phase=LABEL, reason="sunk", until="")]
    for events, first in [
        ([strike(0, "near_miss"), fighters, note], "crashed close aboard"),
        (sunk, "crashed into ship"),
    ]:
        (ended,) = facts_from(*planes, missed, *events).days[0].phases[0].waves
        assert [plane_fate_words(plane) for plane in ended.planes] == [
            first,
            "withdrew",
            "weapon missed, withdrew",
        ]
    (going_on,) = facts_from(*planes).days[0].phases[0].waves
    assert plane_fate_words(going_on.planes[0]) == "still flying"


def test_damage_to_something_destroyed_is_superficial():
    """The rules report it as superficial, so that no reader of the events has to know what was
    damaged before.
    """
    game = new_game(scenario=2, level="advanced", seed=1)
    for result in ("destroyed", "damaged", "damaged"):
        set_equipment(game.play, "sc", result, HitContext())
    hits = of_kind(game.events, Damage)
    assert [event.effect for event in hits] == ["destroyed", "superficial", "superficial"]
    for event in hits:
        event.phase = LABEL
        event.wave = 1
    text = log(facts_from(*wave(("Val", None)), strike(0, "near_miss"), *hits))
    assert text.count("SC radar") == 1
    assert "SC radar destroyed." in text
    again = [Damage(phase=LABEL, wave=1, section="", item="sc", effect="damaged") for _ in range(2)]
    assert "SC radar damaged twice" in log(facts_from(*wave(("Val", None)), *again))


def test_each_page_is_signed_by_the_captain_of_its_ship():
    def captain(name, fallen=""):
        return Crew(
            phase=LABEL, post="captain", killed=bool(fallen), value=0, name=name, fallen=fallen
        )

    def duty(name, returning=False):
        return NewShip(phase=LABEL, name=name, hull="DD-1", station=None, returning=returning)

    gone = Leave(phase=LABEL, reason="repairs", until="1945-04-08")
    facts = facts_from(
        captain("Able"),
        morning(),
        captain("Baker", fallen="Able"),
        gone,
        duty("USS Other"),
        captain("Charlie"),
        morning("1945-04-07"),
        gone,
        duty("USS Braine", returning=True),
        morning("1945-04-08"),
    )
    assert [day.captain for day in facts.days] == ["Baker", "Charlie", "Baker"]
    assert "The captain, Able, was killed in action, and Baker assumed his duties." in log(facts)


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (
            Damage(phase=LABEL, section="aft", item="deck fire", effect="out of control"),
            "sank on her station",
        ),
        (Loss(phase=LABEL, track="flood", points=1, left=10), "sank on her station"),
        (
            Loss(phase=LABEL, track="flood", points=1, left=4),
            "foundered on the way to the anchorage",
        ),
        (
            Loss(phase=LABEL, track="maneuver", points=5, left=0),
            "foundered on the way to the anchorage",
        ),
        (Weather(phase=LABEL, weather="typhoon"), "foundered in the typhoon"),
    ],
)
def test_the_place_of_a_loss_is_known(before, words):
    storm = isinstance(before, Weather)
    leave = Leave(phase="1945-04-09/morning" if storm else LABEL, reason="sunk", until="")
    text = log(
        facts_from(morning(), before, *([] if storm else [roll(ANCHORAGE, "16", (1, 2))]), leave)
    )
    assert words in text
    assert storm or not {"Examined", "Secured"} & set(text.split())


def test_full_tracks_come_from_the_tables(tmp_path):
    raise_tracks(tmp_path)
    game = Game.new(patrol="1945-03-24", level="advanced", days=6, seed=9, tables=Tables(tmp_path))
    while game.request is not None:
        choice = game.request
        if isinstance(choice, Roll):
            game.roll()
        else:
            game.answer(choice.legal()[0] if choice.kind == "one" else {})
    text = write_report(game, "text", ("log",))
    stores = re.findall(
        r"end of day: fuel (\d+) percent, ammunition (\d+) percent", " ".join(text.split())
    )
    assert stores
    for (fuel, ammunition), day in zip(stores, game.state.records.daily, strict=False):
        assert (int(fuel), int(ammunition)) == (
            round(100 * day.fuel / 13),
            round(100 * day.ammunition / 12),
        )
    tops = {
        block.title: block.most
        for block in flat(daily_plots(game.state, game.tables))
        if isinstance(block, DayChart)
    }
    assert [tops[title] for title in ("Fuel", "Ammunition", "Hull", "Men in repair parties")] == [
        13,
        12,
        8,
        37,
    ]


def raise_tracks(folder):
    for track, before, after in (("ammunition", 10, 12), ("fuel", 10, 13), ("hull", 6, 8)):
        source = folder / "house" / "numbers.toml"
        old, new = (f"\n{track} = {number}\n" for number in (before, after))
        if source.exists():
            source.write_text(source.read_text().replace(old, new))
        else:
            other_tables(folder, "house/numbers.toml", old, new)


def test_days_of_a_typhoon():
    rolled = roll(TYPHOON, "6-3", (6,))
    (day,) = facts_from(morning(), Weather(phase=LABEL, weather="typhoon"), rolled).days
    assert day.phases[0].typhoon_days == rolled.result["days"] == 4


def test_a_repair_belongs_to_its_wave_or_to_the_phase():
    fields = {
        "phase": LABEL,
        "section": "aft",
        "job": "sc",
        "men": 1,
        "success": True,
        "markers": 0,
    }
    jobs = [Control(wave=1, **fields), Control(**fields)]
    (day,) = facts_from(*wave(("Val", None)), *jobs).days
    (phase,) = day.phases
    assert phase.waves[0].control == jobs[:1]
    assert phase.control == jobs[1:]
    assert phase.repairs == jobs


def test_a_near_miss_has_the_result_of_its_chart():
    rolled = roll(NEAR_MISS, "11-1", (1, 1), 0)
    (impact,) = facts_from(*wave(("Val", None)), strike(0, "near_miss"), rolled).waves[0].impacts
    assert impact.place == rolled.result.text != ""
    assert impact.number == 0
    assert impact.near


@pytest.mark.parametrize("die", [1, 6])
def test_the_day_of_relief(die):
    relief = Roll(TABLES["scenario/7 relief"], RELIEF, column="Turn 2 Evening")
    relief.phase = LABEL
    relieved = relief.resolve((die,))["relieved"]
    days = facts_from(morning("1945-04-05"), morning(), relief).days
    assert [day.relieved for day in days] == [False, relieved]


def test_a_ship_without_maneuver_points_is_dead_in_the_water():
    for track, left, dead in [
        (Track.MANEUVER, 0, True),
        (Track.MANEUVER, 2, False),
        (Track.HULL, 0, False),
    ]:
        (day,) = facts_from(morning(), Loss(phase=LABEL, track=track, points=3, left=left)).days
        assert day.phases[0].stopped_dead is dead


def test_a_wave_knows_where_it_begins_and_ends():
    events = [
        *wave(("Val", None), ("Zeke", None)),
        strike(0, "miss"),
        strike(1, "hit", "aft"),
        morning("1945-04-07"),
    ]
    observer = Observer()
    observer.take_all(events)
    (found,) = observer.waves
    assert [plane.fate for plane in found.planes] == [Fate.MISSED, Fate.CRASHED]
    assert (found.number, found.begun, found.end) == (1, 3, 6)
    assert observer.fight_ended_at(6) is found
    assert [observer.fight_over(first) for first in (2, 3, 5, 6)] == [None, found, found, None]
    (impact,) = found.impacts
    assert (impact.section, impact.begun, impact.end) == ("aft", 5, 6)
    assert [observer.impact_over(first) for first in (5, 6)] == [impact, None]


def test_an_impact_whose_end_begins_the_next_wave_is_over():
    """Waves of one type need no roll, so that the next may begin with the answer that ends an
    impact.
    """
    second = wave(("Zeke", None))[-1]
    second.number = second.wave = 2
    observer = Observer()
    observer.take_all([*wave(("Val", None)), strike(0, "near_miss"), second])
    (impact,) = observer.waves[0].impacts
    assert observer.impact_over(4) is impact
    assert observer.impact_over(5) is None

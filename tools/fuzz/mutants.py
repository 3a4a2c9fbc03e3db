"""Mutated tables: sets with randomly changed shipped files.

Some changes keep the type of a value, so that the set may be valid; others are plain damage.
"""

from __future__ import annotations

import copy
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tomlkit

from picket_duty.book.effects import EFFECTS
from picket_duty.book.tables import Tables, shipped_folder
from picket_duty.state import POSTS, SECTIONS

#: A place: the table or list that holds a value, and its key or index.
Place = tuple[Any, Any]

NUMBERS = (
    -(10**18),
    -99,
    -3,
    -2,
    -1,
    0,
    1,
    2,
    3,
    4,
    6,
    7,
    9,
    10,
    12,
    50,
    99,
    100,
    999,
    10**9,
    10**18,
)
#: Ends of the ranges that types of fields have.
BOUNDS = (-9, 0, 0, 1, 1, 2, 9, 10, 16, 52, 99)
WORDS = (
    "",
    " ",
    "x",
    "A",
    "L",
    "H",
    "LMH",
    "all",
    "random",
    "RR",
    "NA",
    "1",
    "7",
    "2..5",
    "<=2",
    ">=3",
    "6..1",
    "1,3,5",
    "03-24..06-25",
    "04-06",
    "1945-04-06",
    "8-1A",
    "9-2/20mm",
    "firing/dunlap",
    "15",
    "fletcher",
    "forward",
    "ohka",
    "captain",
    "cic",
    "mk37",
    "5in-1",
    "AFS carrier 1",
    "SFS 1",
    "pump cic",
    "x" * 400,
    "\x1b[2J",
    "a\nb",
    "²",
    "Ω",
)
OTHERS = (
    True,
    False,
    2.5,
    float("nan"),
    float("inf"),
    0,
    "x",
    [],
    {},
    [[]],
    [1, "x"],
    {"x": {"x": 1}},
)


#: Share of the sets in which a name is changed in every file, so that all references stay valid.
SHARE_OF_NAMES = 0.15


def mutant(folder: Path, chance: random.Random) -> list[str]:
    """Write one to three changed files into a folder; returns what was done."""
    names = sorted(
        path.relative_to(shipped_folder()).as_posix() for path in shipped_folder().rglob("*.toml")
    )
    groups = sorted({name.rpartition("/")[0] or name for name in names})
    done = []
    if chance.random() < SHARE_OF_NAMES:
        done.append(_names(folder, names, chance))
    for _ in range(chance.choice((1, 1, 2, 3))):
        group = chance.choice(groups)
        name = chance.choice([name for name in names if (name.rpartition("/")[0] or name) == group])
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        source = path if path.exists() else shipped_folder() / name
        text = source.read_text(encoding="utf-8")
        if chance.random() < 0.1:
            path.write_text(_damaged(text, chance), encoding="utf-8")
            done.append(f"{name}: lines")
            continue
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            continue
        if not data:
            continue
        done += [
            f"{name}: {_change(data, chance)}" for _ in range(chance.choice((1, 1, 2, 4))) if data
        ]
        path.write_text(tomlkit.dumps(data), encoding="utf-8")
    return done


def _names(folder: Path, names: list[str], chance: random.Random) -> str:
    """Rename an item in every file, or add a copy of it under another name."""
    sources = (
        "house/G-1.toml",
        "calibers.toml",
        "options.toml",
        "aircraft.toml",
        "ships/dunlap.toml",
    )
    source = chance.choice(
        (*sources, "ships/fletcher.toml", "scenarios/6.toml", "campaigns/mini.toml")
    )
    data = tomllib.loads((shipped_folder() / source).read_text(encoding="utf-8"))
    lists = [entries for entries in data.values() if isinstance(entries, list) and entries]
    lists = [entries for entries in lists if isinstance(entries[0], dict)]
    entry = chance.choice(chance.choice(lists)) if lists else data
    key = "name" if "id" not in entry and "name" in entry else "id" if "id" in entry else "slug"
    before = entry[key]
    after = f"{before}-x"
    if chance.random() < 0.5:
        return _renamed_everywhere(folder, names, before, after)
    copied = copy.deepcopy(entry) | {key: after}
    if lists:
        next(entries for entries in lists if entry in entries).append(copied)
    else:
        data = copied
        data["number"] = 40
        source = source.replace(".toml", "-x.toml")
    _write(folder / source, tomlkit.dumps(data))
    return f"{source}: copy of {before}"


def _renamed_everywhere(folder: Path, names: list[str], before: str, after: str) -> str:
    for name in names:
        text = (shipped_folder() / name).read_text(encoding="utf-8")
        if f'"{before}"' in text:
            _write(folder / name, text.replace(f'"{before}"', f'"{after}"'))
    return f"{before} renamed"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _damaged(text: str, chance: random.Random) -> str:
    """A text with a line removed, doubled or swapped, or with its end cut off."""
    lines = text.splitlines(keepends=True)
    line = chance.randrange(len(lines))
    other = chance.randrange(len(lines))
    match chance.randrange(4):
        case 0:
            del lines[line]
        case 1:
            lines.insert(other, lines[line])
        case 2:
            lines[line], lines[other] = lines[other], lines[line]
        case _:
            return text[: chance.randrange(len(text))]
    return "".join(lines)


def _change(data: dict[str, Any], chance: random.Random) -> str:
    """Make one random change in a file, in place."""
    changes = (
        _nudge,
        _nudge,
        _nudge,
        _exchange,
        _exchange,
        _exchange,
        _new_effect,
        _new_effect,
        _fill,
        _fill,
        _bound,
        _bound,
        _merge,
        _merge,
        _lists,
        _drop,
        _copy_row,
        _replace,
    )
    change = chance.choice(changes)
    return f"{change.__name__.strip('_')} {change(data, chance)}"


def _nudge(data: dict[str, Any], chance: random.Random) -> str:
    """Change a number slightly, or invert a flag."""
    places = [place for place in _places(data) if isinstance(_at(place), int)]
    if not places:
        return "nothing"
    holder, key = chance.choice(places)
    now = holder[key]
    holder[key] = (
        (not now) if isinstance(now, bool) else now + chance.choice((-3, -2, -1, 1, 1, 2, 3))
    )
    return f"{key} {now} -> {holder[key]}"


def _bound(data: dict[str, Any], chance: random.Random) -> str:
    """Set a number to one that a type may still allow."""
    places = [place for place in _places(data) if type(_at(place)) is int]
    if not places:
        return "nothing"
    holder, key = chance.choice(places)
    before = holder[key]
    holder[key] = chance.choice(BOUNDS)
    return f"{key} {before} -> {holder[key]}"


def _merge(data: dict[str, Any], chance: random.Random) -> str:
    """Remove a row and let the row beside it cover its totals; or keep one row for every total."""
    lists = [_at(place) for place in _places(data) if isinstance(_at(place), list)]
    lists = [rows for rows in lists if len(rows) > 1 and _rolled(rows)]
    if not lists:
        return "nothing"
    rows = chance.choice(lists)
    if chance.random() < 0.3:
        kept = chance.choice(rows)
        rows[:] = [kept | {"roll": f"{_first(rows[0])}..{_last(rows[-1])}"}]
        return f"only {kept!r}"[:120]
    number = chance.randrange(len(rows) - 1)
    label = f"{_first(rows[number])}..{_last(rows[number + 1])}"
    gone = rows.pop(number + chance.choice((0, 1)))
    rows[number]["roll"] = label
    return f"without {gone!r}"[:120]


def _rolled(rows: list[Any]) -> bool:
    """Whether these are rows for single totals or closed ranges."""
    return all(
        isinstance(row, dict) and str(row.get("roll", "<")).replace("..", "").isdigit()
        for row in rows
    )


def _first(row: dict[str, Any]) -> str:
    return str(row["roll"]).partition("..")[0]


def _last(row: dict[str, Any]) -> str:
    return str(row["roll"]).rpartition("..")[2]


def _exchange(data: dict[str, Any], chance: random.Random) -> str:
    """Swap two values of the same type."""
    places = list(_places(data))
    holder, key = chance.choice(places)
    alike = [
        place
        for place in places
        if type(_at(place)) is type(holder[key]) and not _within(place, holder[key])
    ]
    if not alike:
        return "nothing"
    named = [place for place in alike if place[1] == key]
    other, other_key = chance.choice(named if named and chance.random() < 0.7 else alike)
    value = copy.deepcopy(holder[key])
    other_value = copy.deepcopy(other[other_key])
    holder[key] = other_value
    other[other_key] = value
    return f"{key} {value!r} <-> {other_key} {other_value!r}"[:160]


def _new_effect(data: dict[str, Any], chance: random.Random) -> str:
    """Add an effect to a row, a cell, a note or a compartment."""
    rows = [_at(place) for place in _places(data) if _takes_effects(_at(place))]
    if not rows:
        return "nothing"
    row = chance.choice(rows)
    effects = [_effect(chance, data) for _ in range(chance.choice((1, 1, 2)))]
    if isinstance(row.get("effects"), list) and chance.random() < 0.5:
        effects = row["effects"] + effects
    row[
        chance.choice(("out", "destroyed_by_hit"))
        if "markers" in row and "kind" in row
        else "effects"
    ] = effects
    return f"{effects}"


def _takes_effects(value: Any) -> bool:
    return isinstance(value, dict) and bool(
        {"roll", "row", "letter", "explodes", "markers"} & set(value)
    )


def _effect(chance: random.Random, data: dict[str, Any]) -> dict[str, Any]:
    tables = Tables()
    name = chance.choice((*EFFECTS, "random", "near_miss"))
    notes = [
        note.get("id") or note.get("letter")
        for note in data.get("notes", [])
        if isinstance(note, dict) and (note.get("dice") or note.get("effects"))
    ] or ["A"]
    mounts = [mount.id for ship in tables.ships.values() for mount in ship.mounts]
    words: dict[str, Any] = {
        "points": chance.choice((1, 2, 3, 10)),
        "section": chance.choice(("", *SECTIONS)),
        "posts": [chance.choice(POSTS)],
        "compartment": chance.choice(list(tables.compartments)),
        "mount": chance.choice(mounts),
        "mounts": [chance.choice(mounts)],
        "items": [chance.choice(list(tables.equipment))],
        "notes": [chance.choice(notes) for _ in range(2 if name == "hit_tub" else 1)],
    }
    fields = EFFECTS[name].__struct_fields__
    return {"do": name} | {field: words[field] for field in fields if field in words}


def _fill(data: dict[str, Any], chance: random.Random) -> str:
    """Give all fields of one name the same value."""
    keys = sorted({key for _, key in _places(data) if isinstance(key, str)})
    key = chance.choice(keys)
    places = [place for place in _places(data) if place[1] == key]
    value = copy.deepcopy(_at(chance.choice(places)))
    for holder, _ in places:
        if not _within((holder, key), value):
            holder[key] = copy.deepcopy(value)
    return f"{key} all {value!r}"[:160]


def _lists(data: dict[str, Any], chance: random.Random) -> str:
    """Shuffle, double, empty or shorten a list."""
    lists = [_at(place) for place in _places(data) if isinstance(_at(place), list) and _at(place)]
    if not lists:
        return "nothing"
    entries = chance.choice(lists)
    match chance.randrange(4):
        case 0:
            chance.shuffle(entries)
        case 1:
            entries.append(copy.deepcopy(chance.choice(entries)))
        case 2:
            entries.clear()
        case _:
            del entries[chance.randrange(len(entries))]
    return f"{entries!r}"[:120]


def _drop(data: dict[str, Any], chance: random.Random) -> str:
    """Remove a field or an entry."""
    holder, key = chance.choice(list(_places(data)))
    value = holder[key]
    del holder[key]
    return f"{key} {value!r}"[:120]


def _copy_row(data: dict[str, Any], chance: random.Random) -> str:
    """Overwrite an entry with a copy of another one."""
    lists = [
        _at(place)
        for place in _places(data)
        if isinstance(_at(place), list) and len(_at(place)) > 1
    ]
    lists = [rows for rows in lists if all(isinstance(entry, dict) for entry in rows)]
    if not lists:
        return "nothing"
    rows = chance.choice(lists)
    source = chance.choice(rows)
    target = chance.randrange(len(rows))
    stays = {
        key: value
        for key, value in rows[target].items()
        if key in ("roll", "at", "row", "col", "id")
    }
    rows[target] = copy.deepcopy(source) | stays
    return f"{rows[target]!r}"[:120]


def _replace(data: dict[str, Any], chance: random.Random) -> str:
    """Replace a value with one from a list of odd values."""
    holder, key = chance.choice(list(_places(data)))
    before = holder[key]
    if chance.random() < 0.3:
        holder[key] = copy.deepcopy(chance.choice(OTHERS))
    elif isinstance(before, int) and not isinstance(before, bool):
        holder[key] = chance.choice(NUMBERS)
    else:
        holder[key] = chance.choice(WORDS)
    return f"{key} {before!r} -> {holder[key]!r}"[:160]


def _places(data: Any) -> Iterator[Place]:
    """Every place in a file below the top level."""
    entries = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    for key, value in list(entries):
        yield data, key
        yield from _places(value)


def _at(place: Place) -> Any:
    return place[0][place[1]]


def _within(place: Place, value: Any) -> bool:
    """Whether a place is inside a value, or the value inside the value at that place."""
    now = _at(place)
    if not isinstance(value, dict | list) and not isinstance(now, dict | list):
        return False
    inside = [id(holder) for holder, _ in _places(value)]
    return (
        id(place[0]) in inside
        or id(value) in [id(holder) for holder, _ in _places(now)]
        or now is value
    )

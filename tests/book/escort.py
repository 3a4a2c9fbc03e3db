"""A modified set of tables: scenario 7 with an escort that has three 3-inch mounts. Data only, no code."""

from __future__ import annotations

from pathlib import Path

from picket_duty.book.tables import shipped_folder

BEARINGS = ("315", "0", "45", "90", "135", "180", "225", "270")

CALIBER = """
[[calibers]]
id = "3in"
name = "3-inch"
chart = "9-2/3in"
bonus = "3in"
power = true
by_hand = true
repairable = true
magazine_each = true
worth = 0.015
magazine_worth = 0.015
"""

#: A mount, its section and the bearings at which it fires, at all altitudes.
MOUNTS = {
    "3in-1": ("forward", ("270", "315", "0", "45", "90")),
    "3in-2": ("forward", ("270", "315", "0", "45", "90")),
    "3in-3": ("aft", ("90", "135", "180", "225", "270")),
}
LIGHT = {"20mm-A": ("midship", ("225", "270", "315")), "20mm-B": ("midship", ("45", "90", "135"))}


def escort_tables(folder: Path) -> Path:
    """Write the set, which is layered over the shipped one."""
    text = _shipped("calibers.toml")
    _write(folder, "calibers.toml", text + CALIBER)
    cells = ", ".join(f"{{bonus = {bonus}, can_fire = true}}" for bonus in (0, 1, 0))
    row = f'  {{ at = "3in", cells = [{cells}] }},\n'
    _write(folder, "charts/9-1.toml", _shipped("charts/9-1.toml", "rows = [\n", f"rows = [\n{row}"))
    _write(
        folder,
        "charts/9-2-3in.toml",
        _shipped("charts/9-2-40mm.toml", 'id = "9-2/40mm"', 'id = "9-2/3in"', "40mm Guns", "3 inch Guns"),
    )
    rooms = "".join(
        f'  {{ id = "3in-mgz-{mount[-1]}", name = "3-inch magazine {mount[-1]}", section = "{section}", '
        f'kind = "magazine", markers = 4, floodable = true, explodes = "magazines", feeds = "3in" }},\n'
        for mount, (section, _) in MOUNTS.items()
    )
    _write(folder, "house/G-1.toml", _shipped("house/G-1.toml", "compartments = [\n", f"compartments = [\n{rooms}"))
    effect = '{do = "hit_5in", mount = "5in-2", notes = ["B 5in"]}'
    struck = f"{effect}, {effect.replace('5in-2', '3in-2')}"
    _write(folder, "charts/11-forward.toml", _shipped("charts/11-forward.toml", effect, struck))
    _write(folder, "charts/firing-escort.toml", _firing())
    _write(folder, "ships/escort.toml", _ship())
    _write(folder, "scenarios/7.toml", _shipped("scenarios/7.toml", 'ship_class = "la-prade"', 'ship_class = "escort"'))
    return folder


def _firing() -> str:
    rows = ""
    for mount, (_, bearings) in {**MOUNTS, **LIGHT}.items():
        levels = "LMH" if mount in MOUNTS else "LM"
        cells = [levels if bearing in bearings else "" for bearing in BEARINGS]
        rows += f'  {{ at = "{mount}", cells = {cells} }},\n'
    return (
        'id = "firing/escort"\ntitle = "Firing Reference Chart: an escort"\nlevel = "basic"\nkind = "list"\n'
        'key = "mount"\nsource = "house"\nfields = ["levels"]\ncolumn_keys = ["bearing"]\n'
        f"columns = {list(BEARINGS)}\nrows = [\n{rows}]\n"
    )


def _ship() -> str:
    text = 'id = "escort"\nname = "USS Evarts"\nclass_name = "Evarts"\nfiring = "firing/escort"\n'
    for mount, (section, _) in {**MOUNTS, **LIGHT}.items():
        kind = mount.split("-")[0]
        magazine = f"3in-mgz-{mount[-1]}" if kind == "3in" else "20mm-mgz-aft"
        text += (
            f'[[mounts]]\nid = "{mount}"\nname = "mount {mount}"\nkind = "{kind}"\nsection = "{section}"\n'
            f'firing = "{mount}"\nmagazine = "{magazine}"\n'
        )
    return text


def _shipped(name: str, *pairs: str) -> str:
    text = (shipped_folder() / name).read_text(encoding="utf-8")
    for old, new in zip(pairs[::2], pairs[1::2], strict=True):
        assert old in text, old
        text = text.replace(old, new)
    return text


def _write(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")

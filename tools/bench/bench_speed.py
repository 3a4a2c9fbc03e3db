"""Speed of the installed program in instructions, each measure beside its floor in the same run.

    python -m tools.bench.bench_speed [look-ups] [screens] [keys] [autoplay] [playouts] [verify]

Needs Linux, valgrind and the extra ``test``. The program is built as a wheel and compiled, so that
it has bytecode and parsed tables: without bytecode a look-up takes half as long again. Instructions
repeat to about one percent on any machine, loaded or not; keys and requests are also given in
processor time. Floors: ``import click``, a Textual application that shows a word, a key that such
an application shows, a request of a scenario.
"""

from __future__ import annotations

import asyncio
import os
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
VALGRIND = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
#: The first word of a command line for a function of this module in a process of its own.
INSIDE = "--inside"
#: The size of the screen that is measured.
COLUMNS = 120
ROWS = 40
#: Seconds until a screen must be painted under valgrind.
PATIENCE = 300
#: The battle that is drawn: nine planes come.
BATTLE = {"scenario": 2, "seed": 6, "planes": 9}
#: The positions of playouts: the first fire plan of these scenarios and seeds.
POSITIONS = ((1, 1), (2, 1), (2, 6), (3, 1), (3, 2), (4, 3), (5, 1), (6, 2), (7, 3), (8, 1))
HELLO = """
from textual.app import App
from textual.widgets import Static
class Hello(App):
    def compose(self):
        yield Static("READY")
Hello().run()
"""
ROLL = "tables roll 10 --column damaged --dice 3,4"
#: Each look-up with its goal: at most so many times ``import click``.
LOOK_UPS = {ROLL: 1.7, "tables list": 2.4, "tables show 10": 2.5}
#: What look-ups import besides click, with the reason; a test compares it with ``sys.modules``.
#: Modules of others stand for all that they import.
IMPORTS = {
    "msgspec": "charts are msgspec structs, and the parsed copy is msgpack",
    "pathlib": "tables are found and layered as paths",
    "gc": "collections are rare while a command starts",
    "zlib": "the checksum of a file in the parsed copy",
    "unicodedata": "symbols that a terminal cannot show are replaced",
    "locale": "click translates its messages",
    "picket_duty": "names the public functions",
    "picket_duty.commands": "the name of the command",
    "picket_duty.commands.main": "the command",
    "picket_duty.commands.options": "options that commands share",
    "picket_duty.commands.output": "prints what the terminal can show",
    "picket_duty.commands.table_commands": "the look-ups",
    "picket_duty.extensions": "packages add options to the look-ups",
    "picket_duty.companions": "adds --game",
    "picket_duty.companions.game_commands": "the option --game",
    "picket_duty.lab": "may add options",
    "picket_duty.web": "may add options",
    "picket_duty.bounded": "reads only regular files, up to a limit",
    "picket_duty.charts": "names the parts of charts",
    "picket_duty.charts.book": "the settings of a book",
    "picket_duty.charts.chart": "a chart has a row for every total",
    "picket_duty.charts.errors": "the error of a chart",
    "picket_duty.charts.faults": "refuses a chart that misses or repeats a row",
    "picket_duty.charts.kinds": "the kinds of charts, labels of rows",
    "picket_duty.charts.parsed": "the parsed copy",
    "picket_duty.charts.reading": "reads a chart",
    "picket_duty.charts.spans": "reads the ranges of rows",
    "picket_duty.charts.toml_files": "reads TOML files of limited size",
    "picket_duty.charts.words": "the printed form of a result",
    "picket_duty.book": "names the tables",
    "picket_duty.book.data": "types of the files that are no charts",
    "picket_duty.book.effects": "effects of rows",
    "picket_duty.book.limits": "limits of the tables, the calendar",
    "picket_duty.book.tables": "finds the chart",
    "picket_duty.book.wording": "printed forms of this game's fields",
    "picket_duty.state": "sections and posts, which effects name",
}
#: What one look-up imports besides.
MORE_IMPORTS = {
    ROLL: {"picket_duty.requests": "a roll"},
    "tables list": {},
    "tables show 10": {
        "platformdirs": "the folder of the settings file",
        "rich.console": "draws the chart",
        "rich.table": "draws the chart",
        "picket_duty.charts.draw": "draws the chart",
        "picket_duty.paths": "the settings file, which may ask for ASCII",
        "picket_duty.plain": "whether ASCII is wanted",
    },
}


class Measured:
    """The installed program, and the Python that runs it."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.home.mkdir()
        self.site = folder / "site"
        install(self.site)
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PYTHON", "PICKET_DUTY"))
        }
        self.environment = {
            **kept,
            "PYTHONPATH": str(self.site),
            "PYTHONHASHSEED": "0",
            "PICKET_DUTY_HOME": str(self.home),
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "COLUMNS": str(COLUMNS),
            "LINES": str(ROWS),
        }

    def instructions(self, *words: str) -> int:
        """Instructions of a Python command until it ends. The second run counts, because the first
        may compile.
        """
        self.run(*words)
        log = self.home / "log"
        self.run(*words, prefix=(*VALGRIND, f"--log-file={log}"))
        return counted(log)

    def run(self, *words: str, prefix: tuple[str, ...] = ()) -> str:
        """What a Python command prints. Raises CalledProcessError."""
        return subprocess.run(
            [*prefix, sys.executable, *words],
            env=self.environment,
            cwd=self.home,
            check=True,
            text=True,
            stdout=subprocess.PIPE,
        ).stdout

    def inside(self, case: str, count: int) -> tuple[int, float]:
        """Instructions, and seconds of processor time, that a function of this module takes for
        ``count`` turns.
        """
        script = (str(Path(__file__)), INSIDE, case)
        few, many = (self.instructions(*script, str(turns)) for turns in (1, 1 + count))
        return many - few, float(self.run(*script, str(1 + count))) - float(self.run(*script, "1"))

    def painted(self, text: str, *words: str) -> tuple[int, float]:
        """Instructions, and seconds of processor time, until a Python command has drawn a text."""
        log = self.home / "log"
        self._draw(text, (sys.executable, *words))
        seconds = min(self._draw(text, (sys.executable, *words)) for _ in range(5))
        self._draw(text, (*VALGRIND, f"--log-file={log}", sys.executable, *words))
        return counted(log), seconds

    def _draw(self, text: str, words: tuple[str, ...]) -> float:
        """Run a program in a pseudo-terminal until it has drawn a text; returns its processor time
        in seconds.
        """
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.home)
            os.execvpe(words[0], words, self.environment)
        seen = b""
        end = time.monotonic() + PATIENCE
        while text.encode() not in seen:
            if not select.select([terminal], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError(f"{text!r} was never drawn: {seen[-1000:]!r}")
            seen += os.read(terminal, 65536)
        # Not handled by the program, and unlike SIGKILL it lets valgrind write its log.
        os.kill(process, signal.SIGUSR1)
        used = os.wait4(process, 0)[2]
        os.close(terminal)
        return used.ru_utime + used.ru_stime


def install(site: Path) -> None:
    """Build the wheel of this checkout and unpack and compile it in a folder."""
    from hatchling.build import build_wheel

    os.chdir(ROOT)
    with zipfile.ZipFile(site.parent / build_wheel(str(site.parent))) as wheel:
        wheel.extractall(site)
    subprocess.run([sys.executable, "-m", "compileall", "-q", str(site)], check=True)


def counted(log: Path) -> int:
    """The instructions in a log of cachegrind."""
    return int(re.findall(r"I +refs: +([\d,]+)", log.read_text())[-1].replace(",", ""))


def report(name: str, count: float, floor: float, goal: str) -> None:
    """Print a measure: millions of instructions, the ratio to its floor, the goal."""
    print(f"{name:<48} {count / 1e6:8.1f} M  {count / floor:5.2f} x  goal {goal}", flush=True)


# -- measures --------------------------------------------------------------------------------------


def look_ups(program: Measured) -> None:
    """Commands that show or roll on a chart."""
    floor = program.instructions("-c", "import click")
    report("import click", floor, floor, "1")
    for words, goal in LOOK_UPS.items():
        report(words, program.instructions("-m", "picket_duty", *words.split()), floor, str(goal))


def screens(program: Measured) -> None:
    """The first frame of the menu, and of a battle with nine planes at its fire plan."""
    save = program.run(str(Path(__file__)), INSIDE, "save").strip()
    (floor, floor_time) = program.painted("READY", "-c", HELLO)
    report(f"Textual, {1000 * floor_time:.0f} ms", floor, floor, "1")
    for name, text, goal, words in (
        ("menu", "Settings", "1.35", ("-m", "picket_duty")),
        ("battle", "Fire plan", "2.1", ("-m", "picket_duty", "resume", save)),
    ):
        count, seconds = program.painted(text, *words)
        report(
            f"{name}, {1000 * seconds:.0f} ms, {seconds / floor_time:.2f} x in processor time",
            count,
            floor,
            goal,
        )


def keys(program: Measured) -> None:
    """Keys in the fire plan of the same battle, without the analysis in the background."""
    floor, floor_time = program.inside("bare", 20)
    report(f"a key in Textual, {1000 * floor_time / 20:.1f} ms", floor / 20, floor / 20, "1")
    for name, goal in ("key", "5 ms"), ("suggest", "8 ms for an aim and the exec's"):
        count, seconds = program.inside(name, 20)
        report(
            f"{name} in the fire plan, {1000 * seconds / 20:.1f} ms", count / 20, floor / 20, goal
        )


def autoplay(program: Measured) -> None:
    """Processor time while the same battle plays by itself, from its fire plan to the next
    decision.
    """
    rolls, seconds, share = program.run(str(Path(__file__)), INSIDE, "autoplay").split()
    print(
        f"{rolls} rolls played by themselves in {seconds} s: {share} % of the processor  goal 5 %"
    )


def playouts(program: Measured) -> None:
    """A quick playout from each of ten positions."""
    floor, floor_time = program.inside("branch", 40)
    report(f"a branch, {1000 * floor_time / 40:.2f} ms", floor / 40, floor / 40, "1")
    count, seconds = program.inside("playout", 40)
    report(f"a quick playout, {1000 * seconds / 40:.2f} ms", count / 40, floor / 40, "2 ms")


def verify(program: Measured) -> None:
    """Replaying a save, per request: a scenario, a mini campaign, and 30 and 94 days of long
    campaign B.
    """
    floor = 0.0
    for name in VERIFIED:
        requests, seconds = map(float, program.run(str(Path(__file__)), INSIDE, name).split())
        floor = floor or seconds / requests
        ratio = seconds / requests / floor
        print(
            f"verify {name}: {requests:.0f} requests, {1000 * seconds / requests:.3f} ms "
            f"each, {ratio:.2f} x"
        )


# -- inside the program, in a process of its own
# ---------------------------------------------------------


def fire_plan(scenario: int, seed: int, planes: int = 1) -> Any:
    """A game at its first fire plan against so many planes or more."""
    from picket_duty.book import load_tables
    from picket_duty.captains.doctrine import decide
    from picket_duty.game import Game
    from picket_duty.requests import ASSIGN, Roll

    game = Game.new(scenario=scenario, seed=seed, tables=load_tables())
    while (
        type(game.request) is Roll
        or game.request.kind != ASSIGN
        or len(game.state.air.planes) < planes
    ):
        game.roll() if type(game.request) is Roll else game.answer(decide(game.play, game.request))
    return game


def battle_save() -> str:
    """Save the battle that is drawn; returns the path."""
    from picket_duty.saves import start_save

    return str(start_save(fire_plan(**BATTLE)))


def press(*pressed: str) -> Callable[[int], float]:
    """A measure of keys that are pressed in turn in the fire plan."""

    def measure(turns: int) -> float:
        from picket_duty.tui.app import PicketApp
        from picket_duty.tui.screens.battle import BattleScreen
        from picket_duty.tui.settings import MANUAL

        PicketApp.THINKS = False
        game = fire_plan(**BATTLE)
        return asyncio.run(
            press_in(PicketApp(game.tables), lambda: BattleScreen(game, MANUAL), pressed, turns)
        )

    return measure


def press_bare(turns: int) -> float:
    """Keys in an application that counts them."""
    from textual.app import App
    from textual.widgets import Static

    class Counter(App[None]):
        def compose(self) -> Any:
            self.presses = 0
            yield Static("0")

        def on_key(self) -> None:
            self.presses += 1
            self.query_one(Static).update(f"{self.presses}")

    return asyncio.run(press_in(Counter(), None, ("a",), turns))


async def press_in(app: Any, screen: Any, pressed: tuple[str, ...], turns: int) -> float:
    """Press keys in an application; returns the seconds of processor time they take."""
    async with app.run_test(size=(COLUMNS, ROWS)) as pilot:
        if screen is not None:
            await app.push_screen(screen())
        await pilot.pause(1.0)
        # The first advice of the exec takes longer.
        for key in pressed:
            await pilot.press(key)
        begun = time.process_time()
        for turn in range(turns):
            await pilot.press(pressed[turn % len(pressed)])
        seconds = time.process_time() - begun
        # Textual captures print. Tidying up would be measured too.
        os.write(1, str(seconds).encode())
        os._exit(0)


def played_by_itself() -> str:
    """Play the battle at the normal pace; returns rolls, seconds, and the share of processor time
    in percent.
    """
    from picket_duty.captains.doctrine import decide
    from picket_duty.requests import Roll
    from picket_duty.tui.app import PicketApp
    from picket_duty.tui.screens.battle import BattleScreen
    from picket_duty.tui.settings import NORMAL

    async def play() -> tuple[int, float, float]:
        async with PicketApp(game.tables).run_test(size=(COLUMNS, ROWS)) as pilot:
            await pilot.app.push_screen(BattleScreen(game, NORMAL))
            await pilot.pause(1.0)
            game_begun, used, begun = len(game.answers), time.process_time(), time.monotonic()
            while type(game.request) is Roll:
                await asyncio.sleep(0.1)
            return (
                len(game.answers) - game_begun,
                time.monotonic() - begun,
                time.process_time() - used,
            )

    PicketApp.THINKS = False
    game = fire_plan(**BATTLE)
    game.answer(decide(game.play, game.request))
    rolls, seconds, used = asyncio.run(play())
    return f"{rolls} {seconds:.1f} {100 * used / seconds:.1f}"


def branches(turns: int, play: bool = False) -> float:
    """Branches, or playouts with the first order, from ten positions in turn."""
    from picket_duty.analysis.playouts import orders_of, run_playout

    games = [fire_plan(scenario, seed) for scenario, seed in POSITIONS]
    orders = [next(iter(orders_of(game).values())) for game in games]
    begun = time.process_time()
    for turn in range(turns):
        place = turn % len(games)
        run_playout(games[place], orders[place], turn) if play else games[place].branch(turn)
    return time.process_time() - begun


def verified(days: int, **chosen: Any) -> str:
    """Replay and verify a save after so many days; returns the requests and the seconds."""
    from picket_duty.book import load_tables
    from picket_duty.captains.doctrine import decide
    from picket_duty.game import Game
    from picket_duty.requests import Roll
    from picket_duty.saves import read_record, start_save, verify

    game = Game.new(tables=load_tables(), seed=7, **chosen)
    path = start_save(game)
    while game.request is not None and len(game.state.records.calendar) < days:
        game.roll() if type(game.request) is Roll else game.answer(decide(game.play, game.request))
    game.save_file.close()
    record = read_record(path)
    begun = time.process_time()
    verify(record, game.tables, path.stem)
    return f"{len(record.answers)} {time.process_time() - begun}"


#: Saves that are verified: their days at most, and the set-up.
VERIFIED = {
    "scenario": partial(verified, 94, scenario=2),
    "mini": partial(verified, 94, campaign="mini"),
    "30 days": partial(verified, 30, campaign="long-b", level="advanced"),
    "94 days": partial(verified, 94, campaign="long-b", level="advanced"),
}
ONCE: dict[str, Callable[[], str]] = {"save": battle_save, "autoplay": played_by_itself, **VERIFIED}
#: Measures by the number of turns.
TURNS: dict[str, Callable[[int], float]] = {
    "bare": press_bare,
    "key": press("2", "3", "4", "5"),
    "suggest": press("1", "s"),
    "branch": branches,
    "playout": partial(branches, play=True),
}
MEASURES = {
    "look-ups": look_ups,
    "screens": screens,
    "keys": keys,
    "autoplay": autoplay,
    "playouts": playouts,
    "verify": verify,
}


def main() -> None:
    """Run the measures named on the command line, or all."""
    named = sys.argv[1:] or list(MEASURES)
    if named[0] == INSIDE:
        name, *turns = named[1:]
        print(TURNS[name](int(turns[0])) if turns else ONCE[name]())
        return
    if unknown := set(named) - set(MEASURES):
        sys.exit(f"No measure {', '.join(sorted(unknown))}. Measures: {', '.join(MEASURES)}")
    with tempfile.TemporaryDirectory() as folder:
        program = Measured(Path(folder))
        for name in named:
            MEASURES[name](program)


if __name__ == "__main__":
    main()

"""The staff at work: processes that play out branches while the player thinks.

They are begun once, are told one decision after another, and send the ends of their branches as they go; whoever asked
looks at the figures when he likes and is never kept waiting. A process that is ended from outside is begun again;
where none can be begun, figures stay as they are and ``finish`` plays the rest itself. A process ends when its pipe
does, so that none outlives the program, however that ends.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import signal
import threading
import time
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from queue import SimpleQueue

import msgspec

from picket_duty.analysis.playouts import MOST, End, behind_best, chance_of, orders_of, play_branch
from picket_duty.analysis.recommendation import advice_of
from picket_duty.analysis.statistics import Interval
from picket_duty.analysis.workers import cores, tables_of, uninterrupted
from picket_duty.game import Game, ReplayState
from picket_duty.requests import Answer
from picket_duty.text.chances import Advice, Chance

#: Processes that work for one player: more would heat his machine for little.
MOST_PROCESSES = 4
#: How often a staff begins a lost process again before it does without.
MOST_LOSSES = 8
#: Seconds that a question is worked on: a long campaign is not played out a thousand times.
PATIENCE = 20.0
#: Seconds between two reports of a process.
REPORTS = 0.03
#: The processes give way to the screen by this much.
NICE = 10
#: What a process reports first, in the place of a question: that it listens.
READY = 0
#: Objects made before the collector looks for circles: there are none to speak of.
COLLECT_AT = 50_000


class Task(msgspec.Struct, frozen=True):
    """What a process is told: every ``step``-th branch from ``first`` on, of each order, below ``most``.

    Of each order the branches below ``counted`` are known.
    """

    question: int
    position: ReplayState
    folder: str
    orders: dict[str, Answer]
    counted: dict[str, int]
    first: int
    step: int
    most: int
    patience: float


class Question:
    """A decision that the staff works on. ``figures`` grow until ``done``, or until another question is asked."""

    def __init__(
        self, staff: Staff, number: int, game: Game, orders: dict[str, Answer], most: int, patience: float
    ) -> None:
        self._staff = staff
        self.number = number
        self.position = game.replay_state
        self.tables = game.tables
        self.orders = orders
        self.most = most
        self.patience = patience
        self.ends = {name: staff.ends_of(self.position, order) for name, order in orders.items()}

    def figures(self) -> dict[str, Chance]:
        """The chance of every order of which a branch was played, as far as it is known. Never waits."""
        self._staff.hear()
        return {name: chance_of(ends.values()) for name, ends in self.ends.items() if ends}

    def behind(self) -> dict[str, Interval]:
        """What each order gives away against the best one: the 95 % interval, in chances of winning."""
        return behind_best({name: ends for name, ends in self.ends.items() if ends})

    def advice(self, game: Game) -> Advice | None:
        """What the staff advises by now of the decision, ``game`` being the one that waits for it."""
        return advice_of(game, self.orders, self.ends)

    @property
    def done(self) -> bool:
        """Whether every branch has been counted."""
        return all(len(ends) >= self.most for ends in self.ends.values())

    def counted(self, name: str) -> int:
        """How many of the first branches of an order have been counted."""
        ends = self.ends[name]
        return next(number for number in range(len(ends) + 1) if number not in ends)

    @property
    def working(self) -> bool:
        """Whether more may come by itself."""
        return not self.done and self._staff.works_on(self)

    def count(self, name: str, number: int, end: End) -> None:
        """Count a branch in; one that was counted is counted once."""
        self.ends[name][number] = end

    def stop(self) -> None:
        """Let the staff rest; the figures stay as they are."""
        self._staff.rest(self)

    def wait(self) -> bool:
        """Wait for more to be counted; False where nothing more comes by itself."""
        return not self.done and self._staff.listen(self)

    def finish(self) -> dict[str, Chance]:
        """Wait until every branch has been counted; what no process plays is played here."""
        while self.wait():
            pass
        if not self.done:
            game = Game.of_replay_state(self.position, self.tables)
            for number in range(self.most):
                for name, order in self.orders.items():
                    if number not in self.ends[name]:
                        self.count(name, number, play_branch(game, order, number))
        return self.figures()


class Staff:
    """The processes of one player. One question at a time: a new one takes the place of the one before."""

    def __init__(self, processes: int = 0, method: str = "spawn") -> None:
        """So many processes, 0 for as many as there are processors. None is begun yet."""
        self._wanted = min(MOST_PROCESSES, processes or cores())
        self._context = multiprocessing.get_context(method)
        self._clerks: list[Clerk | None] = [None] * self._wanted
        self._losses = 0
        self._asked = 0
        self._open: Question | None = None
        self._position: ReplayState | None = None
        self._known: dict[bytes, dict[int, End]] = {}

    def begin(self) -> None:
        """Begin the processes, so that the first question need not wait for them."""
        for place in range(self._wanted):
            self._clerk(place)

    def start(self, game: Game, yours: Answer | None = None, most: int = MOST, patience: float = PATIENCE) -> Question:
        """Work on the decision that a game waits for, ``yours`` being the player's plan or men as they stand.

        Returns at once. The orders are those of ``branches.orders_of``; a game that is over has none and is done.
        Raises Illegal for a plan that is not legal and for a game without history.
        """
        self.hear()
        self._asked += 1
        self._open = question = Question(self, self._asked, game, orders_of(game, yours), most, patience)
        for place in range(self._wanted):
            self._tell(place)
        return question

    def ends_of(self, position: ReplayState, order: Answer) -> dict[int, End]:
        """The ends of an order's branches, those known from an earlier question about the same position among them."""
        if position != self._position:
            self._position, self._known = position, {}
        return self._known.setdefault(msgspec.json.encode(order, order="deterministic"), {})

    def rest(self, question: Question) -> None:
        """Stop work on a question, if it is the one worked on."""
        if self._open is not question:
            return
        self.hear()
        self._open = None
        for place in range(self._wanted):
            self._tell(place)

    def close(self) -> None:
        """End the processes; the staff may be asked again."""
        self._open = None
        for place, clerk in enumerate(self._clerks):
            if clerk is not None:
                clerk.end()
                self._clerks[place] = None

    def hear(self) -> None:
        """Count what has been reported. Never waits."""
        for place in range(self._wanted):
            self._hear(place)

    def works_on(self, question: Question) -> bool:
        """Whether any process still plays branches of a question."""
        return self._open is question and any(clerk is not None and clerk.busy for clerk in self._clerks)

    def listen(self, question: Question) -> bool:
        """Wait for a report and count it; False where nobody works on a question."""
        if not self.works_on(question):
            return False
        wait([clerk.reports for clerk in self._clerks if clerk is not None])
        self.hear()
        return True

    # -- one process -----------------------------------------------------------------

    def _hear(self, place: int) -> None:
        clerk = self._clerks[place]
        if clerk is None:
            return
        try:
            while clerk.reports.poll():
                number, found, busy = clerk.reports.recv()
                if number == READY:
                    clerk.ready = True
                    self._tell(place)
                    return
                if self._open is not None and number == self._open.number:
                    clerk.busy = busy
                    for name, branch, end in found:
                        self._open.count(name, branch, End(*end))
        except (EOFError, OSError):
            self._lose(place)
            if self._open is not None:
                self._tell(place)

    def _lose(self, place: int) -> None:
        clerk, self._clerks[place] = self._clerks[place], None
        if clerk is not None:
            clerk.end()
        self._losses += 1

    def _tell(self, place: int) -> None:
        """Tell a process its part of the question; one that is gone is begun again, until too many were lost.

        One that is still beginning is told once it listens: its pipe could be full before.
        """
        clerk = self._clerk(place) if self._open is not None else self._clerks[place]
        if clerk is None:
            return
        task = self._task(place)
        clerk.busy = task is not None
        if not clerk.ready:
            return
        try:
            clerk.tasks.send(task)
        except OSError:
            self._lose(place)
            self._tell(place)

    def _task(self, place: int) -> Task | None:
        question = self._open
        if question is None or not question.orders:
            return None
        folder = str(question.tables.layer or "")
        return Task(
            question.number,
            question.position,
            folder,
            question.orders,
            {name: question.counted(name) for name in question.orders},
            place,
            self._wanted,
            question.most,
            question.patience,
        )

    def _clerk(self, place: int) -> Clerk | None:
        clerk = self._clerks[place]
        if clerk is None and self._losses < MOST_LOSSES:
            try:
                clerk = self._clerks[place] = Clerk(self._context)
            except (OSError, RuntimeError, ValueError):
                self._losses = MOST_LOSSES
        return clerk


class Clerk:
    """One process of the staff with its two pipes. Raises OSError where it cannot be begun."""

    def __init__(self, context: BaseContext) -> None:
        #: Whether it listens, and whether it plays branches of the question asked last, or is going to.
        self.ready = self.busy = False
        theirs, self.tasks = context.Pipe(duplex=False)
        self.reports, ours = context.Pipe(duplex=False)
        #: Ends that a process made by forking holds without wanting them: with them open no pipe would ever end.
        inherited = (self.tasks, self.reports) if context.get_start_method() == "fork" else ()
        self.process: BaseProcess = context.Process(  # type: ignore[attr-defined]
            target=work, args=(theirs, ours, inherited), daemon=True
        )
        try:
            with uninterrupted():
                self.process.start()
        finally:
            theirs.close()
            ours.close()

    def end(self) -> None:
        """End the process and close its pipes."""
        self.tasks.close()
        self.reports.close()
        self.process.terminate()
        self.process.join()


# -- in the process -----------------------------------------------------------------------


def work(tasks: Connection, reports: Connection, inherited: tuple[Connection, ...]) -> None:
    """What a process does until its pipe ends: play the branches it was told last, and report them."""
    for end in inherited:
        end.close()
    _keep_quiet()
    told: SimpleQueue[Task | None] = SimpleQueue()
    threading.Thread(target=_listen, args=(tasks, told), daemon=True).start()
    task: Task | None = None
    with contextlib.suppress(OSError):
        reports.send((READY, [], False))
        while True:
            if task is None or not told.empty():
                task = told.get()
            if task is not None and told.empty():
                _play(task, told, reports)
                task = None


def _keep_quiet() -> None:
    """Print nothing on the player's terminal, give way to his screen, leave Ctrl+C to the program itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    if hasattr(os, "nice"):
        os.nice(NICE)
    gc.set_threshold(COLLECT_AT)


def _listen(tasks: Connection, told: SimpleQueue[Task | None]) -> None:
    """Take in every task at once, so that whoever tells one never waits; the process ends with the pipe."""
    try:
        while True:
            told.put(tasks.recv())
    except (EOFError, OSError):
        os._exit(0)


def _play(task: Task, told: SimpleQueue[Task | None], reports: Connection) -> None:
    """Play the branches of a task until they are done, time is up, or something else is wanted."""
    game = Game.of_replay_state(task.position, tables_of(task.folder))
    gc.freeze()
    found: list[tuple[str, int, tuple[bool, bool, int]]] = []
    begun = told_at = time.monotonic()
    for number in range(task.first, task.most, task.step):
        for name, order in task.orders.items():
            if not told.empty():
                return
            if number < task.counted[name]:
                continue
            end = play_branch(game, order, number)
            found.append((name, number, (end.won, end.drawn, end.lost)))
        now = time.monotonic()
        if now - told_at >= REPORTS or told_at == begun:
            reports.send((task.question, found, True))
            found, told_at = [], now
        if now - begun >= task.patience:
            break
    reports.send((task.question, found, False))

"""Awards of ships, officers and gun crews, computed from the facts of a game by
``tables/awards.toml``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from picket_duty.book import Tables
from picket_duty.book.data import (
    A_DAY,
    FELL,
    FIRES_OUT,
    TO_CREW,
    TO_MEN,
    TO_OFFICER,
    TO_SHIP,
    AwardData,
)
from picket_duty.book.ids import DECK_FIRE, split_id
from picket_duty.events import Damage
from picket_duty.facts import Day, GameFacts, Side, facts_of, shooter_side
from picket_duty.game import Game
from picket_duty.state import CHIEFS, DESTROYED
from picket_duty.text.dates import naval_date
from picket_duty.text.english import count, number_words
from picket_duty.text.names import item_name, short_name
from picket_duty.text.phrases import card_words
from picket_duty.text.ship_service import Award, recipient_words

#: What was done: an amount for each measure of ``AwardData.needs``.
Done = Counter[str]


class Deeds(msgspec.Struct):
    """The deeds aboard a ship on a day: amounts by measure, planes by mount, fires put out by
    section.
    """

    done: Done
    shot_down: Counter[str]
    fires: Counter[str]


def awards_of(facts: GameFacts, tables: Tables) -> list[Award]:
    """Every award of the finished days of a game, in the order in which they were granted."""
    board = _Board(tables)
    over = [
        day for day in facts.days if day.phases and not any(phase.running for phase in day.phases)
    ]
    return [award for day in over for award in board.judge(day)]


def awards_so_far(game: Game) -> list[Award]:
    """The awards of a game, the highest first. There are none if the save of a resumed game cannot
    be read.
    """
    facts = facts_of(game).whole
    if facts.trouble:
        return []
    order = {award.id: rank for rank, award in enumerate(game.tables.awards)}
    return sorted(awards_of(facts, game.tables), key=lambda award: order[award.id])


def awards_on(game: Game, date: str) -> list[Award]:
    """The awards granted at the end of a day, the highest first."""
    return [award for award in awards_so_far(game) if award.date == date]


def deeds_of(day: Day) -> Deeds:
    """The deeds of a day. A plane counts once, for the slot that first set it afire or destroyed
    it.
    """
    impacts = [impact for phase in day.phases for impact in phase.impacts]
    repairs = [job for phase in day.phases for job in phase.repairs]
    slots = [slot for phase in day.phases for slot in phase.shot_down_by]
    shot = Counter(slot for slot in slots if shooter_side(slot) is Side.GUNS)
    fires = Counter(
        job.section for job in repairs if job.success and split_id(job.job).kind == DECK_FIRE
    )
    planes = sum(phase.raid.planes for phase in day.phases if phase.raid)
    done = {
        "fighting_days": 1,
        "attacked": int(bool(planes)),
        "planes": planes,
        "shot_down": sum(shot.values()),
        "strikes": sum(not impact.near for impact in impacts),
        "near_misses": sum(impact.near and not impact.by_weapon for impact in impacts),
        "men_lost": day.men_lost,
        "jobs": sum(job.success for job in repairs),
        FIRES_OUT: fires.total(),
    }
    return Deeds(Counter(done), shot_down=shot, fires=fires)


#: A recipient (ship, officer, mount or men): the ship, the kind of recipient, and the name or
#: mount.
Who = tuple[str, str, str]


class Claim(NamedTuple):
    """A possible recipient of an award: the post of an officer, and the deeds of the day."""

    who: Who
    post: str
    today: Done


class _Board:
    """The board of awards: the deeds of each ship, officer and mount so far, and the awards
    granted.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.service: dict[Who, Done] = {}
        self.granted: Counter[tuple[Who, str]] = Counter()

    def judge(self, day: Day) -> Iterator[Award]:
        """The awards of a finished day, the highest first."""
        deeds = deeds_of(day)
        self._add(day, deeds)
        cited = False
        for data in self.tables.awards:
            of_the_day = data.to == TO_SHIP and data.span == A_DAY
            if of_the_day and cited:
                # The planes of one day earn the ship only the highest citation.
                continue
            for claim in self._claims(data, day, deeds):
                done = claim.today
                if data.span != A_DAY:
                    # No service is kept for men.
                    done = self.service.get(claim.who, done)
                if self._is_earned(data, claim.who, done):
                    cited |= of_the_day
                    yield self._grant(data, day, claim, done)
        self._forget_crews(day)

    def _add(self, day: Day, deeds: Deeds) -> None:
        """Add the deeds of a day to those of the ship, of her officers and of her mounts."""
        officers = [(day.ship, TO_OFFICER, name) for name in set(day.crew.values())]
        for who in [(day.ship, TO_SHIP, ""), *officers]:
            self.service.setdefault(who, Counter()).update(deeds.done)
        for mount, planes in deeds.shot_down.items():
            self.service.setdefault((day.ship, TO_CREW, mount), Counter())["shot_down"] += planes

    def _is_earned(self, data: AwardData, who: Who, done: Done) -> bool:
        """Whether the deeds earn an award that was not granted for them before."""
        # How many times over the deeds meet every need.
        reached = min(done[measure] // least for measure, least in data.needs.items())
        before = self.granted[who, data.id]
        if before and not data.again:
            return False
        # The deeds of a day count by themselves; those of a service include those for which the
        # award was granted before.
        return reached > (0 if data.span == A_DAY else before)

    def _forget_crews(self, day: Day) -> None:
        """Forget the crews of mounts that were destroyed: the next crew begins without deeds."""
        for event in (event for phase in day.phases for event in phase.consequences):
            if not isinstance(event, Damage) or event.effect != DESTROYED:
                continue
            if event.item in self.tables.mounted:
                who = day.ship, TO_CREW, event.item
                self.service.pop(who, None)
                for data in self.tables.awards:
                    self.granted.pop((who, data.id), None)

    def _claims(self, data: AwardData, day: Day, deeds: Deeds) -> Iterator[Claim]:
        """The possible recipients. The deeds of the day do not count for an officer who took over a
        post on it and was killed.
        """
        if data.to == TO_CREW:
            for mount, planes in deeds.shot_down.items():
                yield Claim((day.ship, TO_CREW, mount), post="", today=Counter(shot_down=planes))
        elif data.to != TO_OFFICER:
            yield Claim((day.ship, data.to, ""), post="", today=deeds.done)
        elif FELL in data.needs:
            # Such an award is one of a day (``check_files``), so ``service`` has no FELL.
            for killed in day.killed:
                if killed.post in data.posts:
                    served = day.crew.get(killed.post) == killed.name
                    done = deeds.done if served else Counter[str]()
                    who = (day.ship, TO_OFFICER, killed.name)
                    yield Claim(who, killed.post, done + Counter({FELL: 1}))
        else:
            for post in _posts(data, deeds):
                if name := day.crew.get(post, ""):
                    yield Claim((day.ship, TO_OFFICER, name), post, deeds.done)

    def _grant(self, data: AwardData, day: Day, claim: Claim, done: Done) -> Award:
        """The award, with its reason and citation filled in; it counts as granted from now on."""
        self.granted[claim.who, data.id] += 1
        ship, to, name = claim.who
        posthumous = to == TO_OFFICER and any(killed.name == name for killed in day.killed)
        named = self._recipient(claim, done)
        holder = short_name(name, claim.post) if to == TO_OFFICER else named
        counted = {measure: number_words(done[measure]) for measure in data.needs}
        citation = data.citation.format_map(
            {**counted, "holder": holder, "ship": ship, "day": naval_date(day.date)}
        )
        # A Purple Heart says so already; a promotion does not.
        if citation and posthumous and FELL not in data.needs and not data.rank:
            citation = card_words("gave_his_life", citation=citation)
        return Award(
            date=day.date,
            ship=ship,
            id=data.id,
            name=data.rank or data.name,
            to=named,
            why=data.why.format_map(counted),
            # Each award goes to different men.
            number=1 if to == TO_MEN else self.granted[claim.who, data.id],
            crew=to == TO_CREW,
            men=done["men_lost"] if to == TO_MEN else 0,
            promotion=bool(data.rank),
            posthumous=posthumous,
            citation=citation,
        )

    def _recipient(self, claim: Claim, done: Done) -> str:
        """The recipient as the award names it."""
        ship, to, name = claim.who
        if to == TO_OFFICER:
            return recipient_words(name, claim.post)
        if to == TO_CREW:
            return f"the crew of {item_name(self.tables, name)}"
        if to == TO_MEN:
            return f"{count(done['men_lost'], 'man', 'men')} of the repair parties"
        return ship


def _posts(data: AwardData, deeds: Deeds) -> Sequence[str]:
    """The posts of an award; if ``foremost``, only the chief with the most fires out."""
    if not data.foremost:
        return data.posts
    fires = {CHIEFS[section]: number for section, number in deeds.fires.items()}
    return [max(data.posts, key=lambda post: fires.get(post, 0))]

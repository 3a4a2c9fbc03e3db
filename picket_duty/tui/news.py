"""What has happened since the player's last order, shown above the next decision."""

from __future__ import annotations

from picket_duty.book.vocabulary import ASK_RELIEF, RESCIND
from picket_duty.captains.standing_orders import STATION_LOST
from picket_duty.events import Control, DecisionMade, Event
from picket_duty.facts import facts_of
from picket_duty.game import Game
from picket_duty.requests import Choice
from picket_duty.rules.play import YES
from picket_duty.state import date_in_label
from picket_duty.text import headlines
from picket_duty.text.control_report import repairs_brief
from picket_duty.text.dates import short_date
from picket_duty.text.headlines import Headline
from picket_duty.tui.autoplay import Autoplay
from picket_duty.tui.scenes import ASK
from picket_duty.tui.settings import FAST

#: After the player has ended an emergency.
EMERGENCY_OVER = "The emergency has ended. Your guns can fire again."
#: Beside each decision in a scenario that is lost: the player may still save the ship.
FINISH = "Play on to save the ship, or press x to let your officers finish."


def news_since_order(autoplay: Autoplay, last_order: int) -> tuple[str, str]:
    """The news in words, and their style: what happened since the player's last order, and that the
    station is lost. ``last_order`` is the index of the event of the order.
    """
    words, style = _since(autoplay, last_order)
    if autoplay.can_finish():
        return f"{words} {STATION_LOST} {FINISH}".lstrip(), "bad"
    return words, style


def _since(autoplay: Autoplay, last_order: int) -> tuple[str, str]:
    """What happened since an order, and its style.

    At every speed, these are the quiet phases before a decision about relief. At the speed fast,
    nothing else shows how each wave ended, the last bad news and damage control; what the card of
    the wave shows is left out. At the other speeds there is nothing more.
    """
    game = autoplay.game
    if quiet := quiet_words(game):
        return quiet, "key"
    if autoplay.speed != FAST or autoplay.scene.kind != ASK:
        return "", "dim"
    events = game.events[last_order:]
    news = _of_the_fight(autoplay)
    # The report of an earlier phase, or the page of its day, showed its damage control.
    if not events or game.request is None or events[0].phase == game.request.phase:
        news += _of_damage_control(autoplay, events)
    # At the speed fast, a raid of a scenario has no banner.
    if game.state.scenario:
        news += _latest(autoplay, headlines.RAID)
    words = [_sentence(headline) for headline in news]
    if events and _ends_emergency(events[0]):
        words.insert(0, f"{EMERGENCY_OVER} ")
    is_bad = any(headline.style == "bad" for headline in news)
    return "".join(words).rstrip(), "bad" if is_bad else "key"


def _sentence(headline: Headline) -> str:
    """A headline with its period and what separates it from the next; a wave has its own line."""
    end = "\n" if headline.kind == headlines.WAVE_OVER else " "
    return f"{headline.words}.{end}"


def quiet_words(game: Game) -> str:
    """The quiet phases of today after the last fight, if relief is asked about: nothing else shows
    them.
    """
    request = game.request
    if not isinstance(request, Choice) or request.decision is not ASK_RELIEF:
        return ""
    today = facts_of(game).day_of(date_in_label(request.phase))
    if today is None or not today.phases:
        return ""
    if all(phase.quiet_at is not None for phase in today.phases):
        return f"{short_date(today.date)}: no attack in any phase."
    fought = [phase for phase in today.phases if phase.waves] or today.phases[:1]
    quiet = headlines.quiet_phases(game, fought[-1].begun)
    return " ".join(f"{headline.words}." for _, headline in quiet)


def _of_the_fight(autoplay: Autoplay) -> list[Headline]:
    """How each wave ended that no card shows, and the last bad news but for what the card of the
    wave shows.
    """
    scene = autoplay.scene
    waves = [news for news in autoplay.recent if news.kind == headlines.WAVE_OVER]
    is_on_card = {headlines.STRIKES}
    if scene.wave is not None:
        is_on_card.add(headlines.EXPLOSION)
    bad = [news for news in autoplay.recent if news.style == "bad" and news.kind not in is_on_card]
    return [*scene.earlier_waves, *waves, *bad[-1:]]


def _of_damage_control(autoplay: Autoplay, events: list[Event]) -> list[Headline]:
    """The damage control of the phase, or what the ``events`` since the order say of it."""
    if control := _latest(autoplay, headlines.CONTROL_OVER):
        return control
    news = _latest(autoplay, headlines.DECLARES)
    rounds = [event for event in events if isinstance(event, Control)]
    if brief := repairs_brief(rounds, autoplay.game.tables):
        news.append(Headline(headlines.CONTROL_OVER, brief, "title"))
    return news


def _ends_emergency(event: Event) -> bool:
    """Whether an event is the player's decision to end an emergency."""
    if not isinstance(event, DecisionMade):
        return False
    return event.about == RESCIND.id and event.answer == YES


def _latest(autoplay: Autoplay, kind: str) -> list[Headline]:
    """The last headline of a kind since the order, if there is one."""
    return [headline for headline in autoplay.recent if headline.kind == kind][-1:]

"""Fire plan, men and options with their consequences, drawn without a screen."""

from collections.abc import Sequence

import msgspec
import pytest

from picket_duty.book.vocabulary import DECLARE, SPECIAL_ATTACK, Reason
from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.drafts.choice import NONE
from picket_duty.drafts.fire_plan import PlanSetting
from picket_duty.events import DecisionMade
from picket_duty.facts import facts_of
from picket_duty.game import Game
from picket_duty.odds.consequences import consequences
from picket_duty.odds.prospects import prospects
from picket_duty.odds.repair import done
from picket_duty.pages.comparisons import compared, outcomes_of
from picket_duty.pages.consequences import IN_SHORT
from picket_duty.requests import Answer, Choice, Illegal, Roll
from picket_duty.saves import start_save
from picket_duty.saves.notes import EXEC_ASKED, asked_of
from picket_duty.setup import COMMANDED, UNAIDED
from picket_duty.text.cards import card_lines
from picket_duty.text.chances import RecommendationText
from picket_duty.text.english import percent
from picket_duty.text.mount_captains import captain_name
from picket_duty.text.roll_results import result_of
from picket_duty.tui.app import PicketApp
from picket_duty.tui.autoplay import Autoplay
from picket_duty.tui.battle_view import BattleView, suggest
from picket_duty.tui.glyphs import UNICODE
from picket_duty.tui.lines import wrap
from picket_duty.tui.scenes import ASK, AT_ONCE, OVER
from picket_duty.tui.settings import FAST
from picket_duty.tui.widgets.autoplay_panel import AutoplayPanel
from picket_duty.tui.widgets.choice_panel import AGAIN, ChoicePanel
from picket_duty.tui.widgets.dice_orders import DiceOrders, answers_since_own_dice
from picket_duty.tui.widgets.men import MORE_MEN, RepairPanel
from picket_duty.tui.widgets.mounts import Mounts
from picket_duty.tui.widgets.orders import MORE_BELOW
from picket_duty.tui.widgets.radar import RadarPlot
from picket_duty.tui.widgets.roll_orders import RollOrders
from tests.tui.conftest import ROOMS, off_screen, orders_of, running, texts
from tests.tui.games import (
    TABLES,
    at_choice,
    at_roll,
    big_plan,
    first_game,
    forward,
    go_on,
    hurt_ship,
    new_game,
)

#: Rows of a decision at 80x24, below the drawing of the ship.
DECISION_ROWS = 11


def test_a_job_shows_its_chance_with_each_man_and_what_failure_brings() -> None:
    game = hurt_ship()
    panel = orders_of(RepairPanel, game)
    choice = game.request
    name = next(iter(choice.jobs))
    panel.draft.men = {name: 2}
    rates = consequences(game.play, choice)[name].rates
    for width, height in ROOMS:
        rows = texts(panel.draw(width, height))
        assert all(len(row) <= width for row in rows)
        line = next(row for row in rows if "fwd Deck fire forward" in row)
        ladder = ["-", percent(rates[0]), f"[{percent(rates[1])}]", percent(rates[2])]
        assert line.split()[-4:] == ladder
        assert "else level 3, hull -1" in line
        idle = next(row for row in rows if "Idle men: " in row)
        assert idle.split()[-5:] == ["men:", "0", "1", "2", "3"]
        assert any("if it fails: " in row for row in rows)
    actions = [span.action for row in panel.draw(100, 30) for span in row if span.action]
    assert actions == [f"screen.job({number})" for number in range(len(choice.jobs))]


def test_nobody_is_assigned_beforehand_and_jobs_that_no_fight_depends_on_are_last() -> None:
    game = hurt_ship()
    panel = orders_of(RepairPanel, game)
    panel.redraw = panel.scroll_to = panel.scroll_home = lambda **how: None  # type: ignore[method-assign]
    panel.begin()
    assert panel.draft.men == {}
    rows = texts(panel.draw(80, 30))
    head = next(row for row, text in enumerate(rows) if text == "Not needed in battle:")
    below = {name for name, row in panel._rows.items() if row > head}
    assert below == set(panel.draft.rest)
    assert below
    panel.action_suggest()
    assert panel.draft.men == suggest(game)
    assert "Exec: " in panel.notice


def test_a_maneuver_that_spoils_the_aim_shows_its_outcomes_below_each_answer() -> None:
    game = first_game(at_choice("one", 0), scenario=4, options=("spoiled-aim",))
    panel = orders_of(ChoicePanel, game)
    both = outcomes_of(game.play, prospects(game.play, game.request))
    rows = [" ".join(row.split()) for row in texts(panel.draw(78, 11))]
    first = rows.index(" ".join((game.request.prompt, *both.headings)))
    assert rows[first + 1 : first + 5] == [
        "1 Maneuver",
        " ".join(both.succeeds),
        " ".join(both.fails),
        " ".join(("2 Hold course", *both.held)),
    ]
    assert " ".join(rows).count(both.note) == 1


def test_an_unaided_captain_reads_what_a_hard_turn_does() -> None:
    for options, words in (
        ((), "less likely to hit you in"),
        (("spoiled-aim",), "mounts aim much worse"),
    ):
        game = first_game(at_choice("one", 0), scenario=4, options=options, aid="unaided")
        panel = orders_of(ChoicePanel, game)
        assert words in " ".join(" ".join(texts(panel.draw(78, 14))).split())


def test_enter_sends_nobody_only_if_the_exec_would() -> None:
    game = first_game(at_choice("men", 2), scenario=2)
    panel = orders_of(RepairPanel, game)
    sent: list[object] = []
    panel.give = sent.append  # type: ignore[method-assign]
    panel.redraw = lambda: None  # type: ignore[method-assign]
    assert panel.draft.execs
    panel.action_send()
    for _ in range(2):
        panel.action_commit()
        assert panel.notice.startswith("No men assigned.")
    assert not sent
    panel.action_send()
    assert sent == [{}]


def test_every_option_shows_its_consequences_and_s_advises_and_then_selects() -> None:
    game = first_game(at_choice("one", 0), scenario=4)
    panel = orders_of(ChoicePanel, game)
    panel.redraw = lambda: None  # type: ignore[method-assign]
    choice = game.request
    rows = [" ".join(row.split()) for row in texts(panel.draw(74, 11))]
    both = compared(prospects(game.play, choice))
    assert any(row.endswith("1 Maneuver 2 Hold course") for row in rows)
    assert f"{both.about} {both.yes} {both.no}" in rows
    assert {" ".join(row) for row in both.rows} <= set(rows)
    panel.refresh_bindings = panel.scroll_home = lambda **how: None  # type: ignore[method-assign]
    panel._keep_in_view = lambda: None  # type: ignore[method-assign]
    for advised, other in (("no", 1), ("yes", 2)):
        words = f"Exec: too close to call, {advised}."
        panel.begin()
        panel.advice = RecommendationText(advised, words=words)
        panel.action_pick(other)
        selected = panel.draft.selected
        panel.action_suggest()
        assert panel.notice == f"{words} {AGAIN}", "it says what the odds page says"
        assert panel.draft.selected == selected, "the player's selection stays"
        panel.action_suggest()
        assert (panel.draft.value, panel.notice) == (advised, words)
    panel.begin()
    panel.action_suggest()
    assert "By rule of thumb" in panel.notice
    assert panel.draft.selected == NONE
    other = RecommendationText("no", words="Exec: hold course.")
    panel.counted(other)
    assert (panel.draft.selected, panel.notice) == (NONE, f"Exec: hold course. {AGAIN}")
    panel.action_suggest()
    panel.counted(msgspec.structs.replace(other, words="Exec: hold course, 54%."))
    assert panel.notice == "Exec: hold course, 54%.", "it is brought up to date"
    panel.action_pick(1)
    panel.counted(other)
    assert (panel.draft.value, panel.notice) == ("yes", ""), (
        "but not if something is selected meanwhile"
    )


def test_own_dice_typed_ahead_wait_for_their_own_roll_and_are_undone_back_to_the_last_order_only(
    monkeypatch,
) -> None:
    game = first_game(at_roll("gunnery"), scenario=3, dice="own")
    panel = orders_of(DiceOrders, game)
    answers: list[Answer] = []
    monkeypatch.setattr(panel, "redraw", lambda: None)
    monkeypatch.setattr(panel, "scroll_home", lambda **how: None)
    monkeypatch.setattr(panel, "post_message", lambda message: answers.append(message.answer))
    panel.begin()
    for digit in (3, 4, 5, 6, 1, 9):
        panel.action_die(digit)
    assert answers == [[3, 4]]
    game.answer(answers[-1])
    panel.begin()
    assert answers == [[3, 4], [5, 6]]
    game.answer(answers[-1])
    panel.begin()
    assert len(answers) == 2
    assert panel.draft.dice == [1, None]
    assert "This die cannot show 9" in panel.notice
    panel.action_die(2)
    panel.action_die(6)
    panel.on_blur()
    game.answer(answers[-1])
    panel.begin()
    assert panel.draft.dice == [None, None]
    game = first_game(at_roll("gunnery"), scenario=3, dice="mine")
    before = game.state_hash
    game.answer([1, 2])
    game.undo(answers_since_own_dice(game))
    assert game.state_hash == before
    while isinstance(game.answers[-1], tuple):
        game.undo()
    with pytest.raises(Illegal, match="since your last order"):
        answers_since_own_dice(game)


@pytest.mark.parametrize("seeds", [(1,), pytest.param(range(2, 16), marks=pytest.mark.slow)])
def test_the_whole_card_of_a_wave_is_beside_the_decision(seeds: Sequence[int]) -> None:
    cards = 0
    for seed in seeds:
        autoplay = Autoplay(
            new_game(scenario=3, seed=seed), FAST, StandingOrders(), durations=AT_ONCE
        )
        while autoplay.scene.kind != OVER:
            step = autoplay.scene
            if step.kind == ASK and step.wave is not None:
                cards += 1
                panel = orders_of(ChoicePanel, autoplay.game)
                panel.view.card = step.wave
                rows = [
                    row
                    for spans in card_lines(step.wave, TABLES)
                    for row in texts(wrap(spans, 79, 4))
                ]
                for height in (7, 9, 11, 13, 40):
                    drawn = texts(panel.draw(79, height))
                    assert not [row for row in rows if row not in drawn]
                    assert (MORE_BELOW in drawn[0]) == (len(drawn) > height)
            go_on(autoplay)
    assert cards


def test_plot_and_mounts_show_hits_one_by_one_and_separate_two_mounts() -> None:
    game = big_plan()
    game.state.air.planes[0].hits = 1
    plot = off_screen(RadarPlot(BattleView(game)))
    plot.view.panel_lists_planes = False
    rows = texts(plot.draw(80, 30))
    assert any("●○○ 1 hit  " in row for row in rows)
    assert any("1 hit (2 damaged, 3 afire)" in row for row in rows)
    game = big_plan()
    view = BattleView(game)
    view.start_plan()
    view.draft.now = PlanSetting(suggest(game))
    view.plane = 2
    panel = off_screen(Mounts(view))
    rows = texts(panel.draw(78, 14))[2:10]
    assert any(f"{UNICODE.to}3" in row for row in rows)
    assert all(row[38] == " " for row in rows)
    game = big_plan()
    panel = off_screen(Mounts(BattleView(game)))
    ship = game.state.ship
    setup = game.state.setup
    mounts = list(ship.mounts)
    ship.mounts[mounts[1]].destroyed = True
    names = [captain_name(setup.seed, ship.name, mount, 0, game.tables) for mount in mounts]
    wide, narrow = ("\n".join(texts(panel.draw(width, 30))) for width in (100, 45))
    assert [name in wide for name in names] == [place != 1 for place in range(len(names))]
    assert "captain" in wide
    assert "captain" not in narrow


def test_a_job_says_when_more_men_would_not_help() -> None:
    game = hurt_ship()
    panel = orders_of(RepairPanel, game)
    assert isinstance(game.request, Choice)
    figures = consequences(game.play, game.request)
    for place, name in enumerate(game.request.jobs):
        rates = figures[name].rates  # type: ignore[union-attr]
        for men in range(1, len(rates) + 1):
            panel.index = place
            panel.draft.men = {name: men}
            enough = men < game.request.most and rates[men - 1] == max(rates)
            shown = " ".join(" ".join(texts(panel.draw(80, 30))).split())
            assert (MORE_MEN in shown) == enough
            finished = done(game.play, name, game.request.jobs[name], men)
            assert (f" {percent(finished)}" in shown) or percent(finished) == percent(
                rates[men - 1]
            )
            assert ("all markers off" in shown) == (percent(finished) != percent(rates[men - 1]))


async def test_idle_men_are_missed_only_if_they_change_the_column() -> None:
    """At level 2 with an average chief, 2 and 3 men are in one column of chart 20, and a single man
    is below it.
    """

    def reached(game: Game) -> bool:
        request = game.request
        if not isinstance(request, Choice) or list(request.jobs) != ["deck fire aft"]:
            return False
        return (
            game.state.ship.deck_fires["aft"] == 2
            and not game.state.ship.crew["repair_three_chief"].value
        )

    game = first_game(reached, scenario=2, aid=UNAIDED)
    said = {}
    async with running(PicketApp(TABLES, game), (120, 40)) as (pilot, app):
        for men in (1, 2):
            await pilot.press(str(men), "f")
            said[men] = app.screen.query_one(RepairPanel).notice
    assert said == {
        1: "1 more man would help. Add him with +, or press f to send the men as shown.",
        2: "",
    }
    sent = next(event for event in reversed(game.events) if isinstance(event, DecisionMade))
    assert sent.answer == {"deck fire aft": 2}


def at_emergency(game: Game) -> bool:
    return isinstance(game.request, Choice) and game.request.decision == DECLARE


def declaration(fire: int, aid: str) -> Game:
    """A declaration with a deck fire of some level, after the last wave of a scenario's phase."""
    game = first_game(
        lambda game: at_emergency(game) and not game.state.air.waves, scenario=5, aid=aid
    )
    game.state.ship.deck_fires = {"aft": fire}
    return game


@pytest.mark.parametrize("aid", [UNAIDED, COMMANDED])
def test_a_declaration_warns_of_a_deck_fire_at_its_last_level(aid: str) -> None:
    """Out of control, it costs the station even if it is put out later; it may have happened
    before.
    """
    last = TABLES.numbers.deck_fire_limit
    loses = "If your ship must leave, the scenario is lost."
    game = declaration(last, aid)
    shown = " ".join(texts(orders_of(ChoicePanel, game).draw(74, 15)))
    assert loses in shown
    assert "A deck fire of level 2 or more costs 1 hull point per round." in shown
    game.state.forced = [Reason.DECK_FIRE]
    shown = " ".join(texts(orders_of(ChoicePanel, game).draw(74, 15)))
    assert loses not in shown
    assert (
        "Your ship must leave her station; now she herself is at stake. A deck fire of level 2 or more"
        in shown
    )
    assert loses not in " ".join(
        texts(orders_of(ChoicePanel, declaration(last - 1, aid)).draw(74, 15))
    )
    game.state.forced = []
    game.state.ship.maneuver = 0
    assert loses not in " ".join(texts(orders_of(ChoicePanel, game).draw(74, 15)))


@pytest.mark.parametrize("news", ["", "Damage control: nothing repaired. " * 4])
def test_a_declaration_shows_its_question_and_both_options_at_80x24(news: str) -> None:
    """What led to the question may have to be scrolled to, the question and what each option holds
    may not.
    """
    game = first_game(lambda game: at_emergency(game) and bool(game.state.air.waves), scenario=5)
    game.state.ship.deck_fires = {"aft": TABLES.numbers.deck_fire_limit}
    game.state.ship.hull = 1
    panel = orders_of(ChoicePanel, game)
    panel.news = news
    panel.view.card = facts_of(game).wave
    assert isinstance(game.request, Choice)
    both = compared(prospects(game.play, game.request))
    for panel.notice in ("", "Exec: simulating ... By rule of thumb: No emergency."):
        rows = texts(panel.draw(80, DECISION_ROWS))
        shown = " ".join(" ".join(rows[:DECISION_ROWS]).split())
        assert len(rows) > DECISION_ROWS, "the card is below"
        assert all(len(row) <= 80 for row in rows)
        held = (" ".join(row) for row in (*both.rows, (both.yes, both.no)))
        for words in (
            game.request.prompt,
            *(option.text for option in game.request.options),
            *held,
        ):
            assert words in shown


def test_a_declaration_is_silent_about_guns_when_no_wave_can_come() -> None:
    game = declaration(2, UNAIDED)
    assert IN_SHORT[DECLARE] in " ".join(texts(orders_of(ChoicePanel, game).draw(200, 15)))
    game.state.forced = [Reason.DECK_FIRE]
    for aid in (UNAIDED, COMMANDED):
        game.recorded_aid = aid
        assert "guns" not in " ".join(texts(orders_of(ChoicePanel, game).draw(200, 15))[:5])


def test_a_lost_ship_is_offered_no_standing_orders_and_a_long_roll_is_wrapped() -> None:
    view = BattleView(forward(new_game(scenario=3, seed=1), at_choice("assign")))
    panel = AutoplayPanel(view, Autoplay(view.game))
    roll = Roll(TABLES["12-3"], SPECIAL_ATTACK, plane=3)
    roll.resolve((5, 6))
    view.game.events.append(roll)
    panel.__dict__["glyphs"] = UNICODE
    for width in (60, 100):
        rows = texts(panel.draw(width, 12))
        index = next(index for index, row in enumerate(rows) if "5+6" in row)
        assert all(len(row) <= width for row in rows)
        assert rows[index if width == 100 else index + 1].endswith("deck fire")
    view = BattleView(forward(new_game(scenario=3, seed=1), at_choice("assign")))
    panel = off_screen(AutoplayPanel(view, Autoplay(view.game)))
    assert "a: standing orders" in " ".join(texts(panel.draw(100, 12)))
    view.lost = True
    assert "standing orders" not in " ".join(texts(panel.draw(100, 12)))
    game = first_game(
        lambda game: bool((roll := game.last_roll) and len(roll.modifiers) > 2), scenario=2
    )
    panel = off_screen(RollOrders(BattleView(game)))
    roll = game.last_roll
    assert len(panel.last_roll(80, 100)) > 1
    (row,) = panel.last_roll(80, 1)
    words = "".join(span.text for span in row)
    assert f"= {roll.total}" in words
    assert words.endswith(result_of(roll))


def test_unaided_the_exec_answers_in_words_without_a_figure() -> None:
    game = first_game(at_choice("one", 0), scenario=4, aid=UNAIDED)
    panel = orders_of(ChoicePanel, game)
    asked: list[object] = []
    panel.redraw = panel.refresh_bindings = lambda: None  # type: ignore[method-assign]
    panel._keep_in_view = lambda: None  # type: ignore[method-assign]
    panel.post_message = asked.append  # type: ignore[method-assign,assignment]
    panel.action_suggest()
    assert panel.draft.selected == NONE
    assert panel.notice.startswith("Exec: By rule of thumb: maneuver. ")
    shown = "".join(texts(panel.draw(80, 15)[1:5]))
    assert "%" not in shown
    assert not asked, "no games are simulated"


@pytest.mark.parametrize(
    ("kind", "panel_class"), [("one", ChoicePanel), ("men", RepairPanel)], ids=["option", "men"]
)
def test_asking_the_exec_unaided_is_noted_in_the_save(kind, panel_class, tmp_path) -> None:
    game = first_game(at_choice(kind, 0), scenario=2, level="advanced", aid=UNAIDED)
    start_save(game, path=tmp_path / "unaided.picket")
    panel = orders_of(panel_class, game)
    for name in ("redraw", "refresh_bindings", "_keep_in_view", "_changed"):
        setattr(panel, name, lambda: None)
    panel.action_suggest()
    assert asked_of(game.notes) == [EXEC_ASKED]
    game.save_file.close()

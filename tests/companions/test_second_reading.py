"""The charts of the companion games compared with a second transcription: every cell and every
refusal.
"""

import pytest

from picket_duty.companions.check import companion_faults
from picket_duty.companions.companion import companion, companion_names
from picket_duty.companions.queries import answer_query
from tests.companions import second_reading_ie_shima as ie_shima
from tests.companions import second_reading_international_team as international_team
from tests.companions import second_reading_island_war as island_war

READ = {
    "ie-shima": list(ie_shima.cells()),
    "international-team": list(international_team.cells()),
    "island-war-1975": list(island_war.of_1975()),
    "island-war-2008": list(island_war.of_2008()),
}
#: Questions that are refused, by table.
REFUSED = {
    "ie-shima": [ie_shima.REFUSED],
    "international-team": [international_team.REFUSED],
    "island-war-1975": [island_war.REFUSED, island_war.REFUSED_1975],
    "island-war-2008": [island_war.REFUSED, island_war.REFUSED_2008],
}
GAMES = {name: companion(name) for name in READ}


def test_every_companion_has_a_second_transcription():
    assert companion_names() == list(READ)
    for name, game in GAMES.items():
        assert {question["table"] for question, _ in READ[name]} == set(game.chart_ids())


#: Fields of scenarios that are null where the text says nothing: alone, they are refused.
NOT_IN_THE_TEXT = {("island-war-2008", "primary"), ("island-war-2008", "secondary")}


def answer(question, result):
    query = {key: value for key, value in question.items() if key != "table"}
    return {"table": question["table"], "query": query, "result": result}


@pytest.mark.parametrize("name", READ)
def test_every_cell(name):
    assert [
        asked
        for asked, result in READ[name]
        if answer_query(GAMES[name], asked) != answer(asked, result)
    ] == []


@pytest.mark.parametrize("name", READ)
def test_every_field_alone(name):
    wrong = []
    for question, result in READ[name][::7]:
        for field, value in result.items():
            alone = question | {"field": field}
            reply = answer_query(GAMES[name], alone)
            is_absent = value is None and (name, field) in NOT_IN_THE_TEXT
            if not ("error" in reply if is_absent else reply == answer(alone, {field: value})):
                wrong.append(alone)
        if "error" not in answer_query(GAMES[name], question | {"field": "shade"}):
            wrong.append(question)
    assert wrong == []


@pytest.mark.parametrize("name", READ)
def test_queries_for_missing_data_are_refused(name):
    refused = [
        {"table": table} | question
        for each in REFUSED[name]
        for table in each
        for question in each[table]
    ]
    replies = {str(question): answer_query(GAMES[name], question) for question in refused}
    assert [
        asked for asked, reply in replies.items() if not reply.get("error") or "result" in reply
    ] == []


@pytest.mark.parametrize(("game", "field"), sorted(NOT_IN_THE_TEXT))
def test_a_line_that_the_text_does_not_name_is_refused_alone(game, field):
    """17.31: each scenario states its zones, but in the 2008 edition only scenario 2 does
    (18.23).
    """
    for scenario in range(1, 6):
        asked = {"table": "scenarios", "scenario": scenario}
        reply = answer_query(GAMES[game], asked | {"field": field})
        if scenario == 2:
            assert reply["result"] == {field: {"primary": "B", "secondary": "C"}[field]}
        else:
            assert "only scenario 2 names lines" in reply["error"]
            assert "result" not in reply
        # With all fields asked for, an absent line is null.
        assert field in answer_query(GAMES[game], asked)["result"]


@pytest.mark.parametrize("name", READ)
def test_every_missing_field_is_refused_with_its_reason(name):
    game = GAMES[name]
    assert [lack for lack in game.lacks if lack.reason not in _refused(game, lack)["error"]] == []


def _refused(game, lack):
    if lack.is_whole:
        return answer_query(game, {"table": lack.table})
    if lack.field:
        asked = next(question for question, _ in READ[game.name] if question["table"] == lack.table)
        return answer_query(game, asked | {"field": lack.field})
    asked = {key: values[0] for key, values in lack.asked.items()}
    others = (
        {"roll": 1}
        if lack.table == "fights"
        else {"place": "", "unit": ""}
        if lack.table == "forces"
        else {}
    )
    return answer_query(game, {"table": lack.table} | asked | others)


@pytest.mark.parametrize("name", READ)
def test_the_shipped_files_have_no_faults(name):
    assert list(companion_faults(GAMES[name])) == []


def asked(name, **question):
    reply = answer_query(GAMES[name], question)
    assert "error" not in reply, reply
    values = list(reply["result"].values())
    return values[0] if len(values) == 1 else reply["result"]


def test_attack_and_defence_values_added_up():
    game = "ie-shima"
    # A lead unit of 5, three more at full strength and three reduced: 5 + 3 + 1, half a unit lost.
    lines = {"lead_unit": 5, "each_additional_full": 3, "each_additional_reduced": 3}
    assert asked(game, table="attack", **lines) == 9
    assert (
        asked(game, table="attack", **lines, battalion_integrity=1, air_support_american_clear=True)
        == 11
    )
    assert asked(game, table="attack", **lines, artillery_call=True, tank_call=True) == 12
    assert asked(game, table="attack", lead_unit=3, satchel_call=True, tank_call=False) == 7
    assert (
        asked(game, table="defence", lead_unit=4, each_additional=2, area_tem=3, rubble=True) == 10
    )
    assert asked(game, table="defence", lead_unit=4, area_tem=1) == 5

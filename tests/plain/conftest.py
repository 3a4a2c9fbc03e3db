"""Shared by the tests of plain mode."""

from __future__ import annotations

import pytest

from picket_duty.captains.standing_orders import ROUTINE, StandingOrders

#: The routine orders of the program.
SHIPPED_ROUTINE = ROUTINE


@pytest.fixture(autouse=True)
def _every_decision_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("picket_duty.captains.standing_orders.ROUTINE", StandingOrders())


@pytest.fixture
def shipped_routine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("picket_duty.captains.standing_orders.ROUTINE", SHIPPED_ROUTINE)

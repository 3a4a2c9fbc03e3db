"""Every file of tables and companion games."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path
    for folder in ("tables", "companions", "picket_duty")
    for path in (ROOT / folder).rglob("*.toml")
)

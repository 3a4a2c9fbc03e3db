"""This game: its tables, its vocabulary, and the validation of a modified set of tables."""

from picket_duty.book.tables import Tables, load_tables

__all__ = ["Tables", "load_tables"]

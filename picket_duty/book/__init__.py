"""This book: its tables, its vocabulary, and what is checked of a modified set."""

from picket_duty.book.tables import Tables, load_tables

__all__ = ["Tables", "load_tables"]

"""Every record of the package with its fields, for a golden listing.

Saves, codes, JSON output, tables and the messages between processes are made of them: a field renamed, a default that
is now written, or a record that can suddenly be changed breaks what others have kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import msgspec

import picket_duty


def schema_lines() -> Iterator[str]:
    """The records by module: how they are encoded, then each field with its default; named tuples in one line."""
    for module in sorted(module.name for module in walk_packages(picket_duty.__path__, "picket_duty.")):
        if module.endswith("__main__"):
            continue
        for record in _records(module):
            if issubclass(record, msgspec.Struct):
                yield f"{module}.{record.__qualname__}: {_config(record)}"
                for field in msgspec.structs.fields(record):
                    yield f"  {field.encode_name}: {_default(field)}"
            elif hasattr(record, "_field_defaults"):
                defaults = re.sub(r" at 0x[0-9a-f]+", "", repr(record._field_defaults))
                yield f"{module}.{record.__qualname__}: {', '.join(record._fields)}; {defaults}"


def _records(module: str) -> list[type]:
    """The classes that a module defines; none if it needs a package that is not installed."""
    try:
        names = vars(import_module(module)).values()
    except ImportError:
        return []
    return [value for value in names if isinstance(value, type) and value.__module__ == module]


def _config(record: type[msgspec.Struct]) -> str:
    config = record.__struct_config__
    names = ("frozen", "omit_defaults", "forbid_unknown_fields", "array_like", "eq", "order", "kw_only")
    settings = [name for name in names if getattr(config, name, False)]
    return ", ".join([*settings, *([f"tag {config.tag}"] if config.tag is not None else [])]) or "plain"


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return "required"
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory
    return value.__name__ if isinstance(value, type) else repr(value) if not callable(value) else "made"

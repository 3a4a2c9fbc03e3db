"""The records that leave the program, for a golden listing, each with its fields.

Saves, codes, JSON output, tables and the messages between processes are made of them: a field renamed, a default that
is now written, or a record that can suddenly be changed breaks what others have kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import msgspec

import picket_duty

#: Packages whose records are neither kept nor sent: only the program itself sees them.
INTERNAL = ("extensions", "facts", "figures", "manual", "pages", "plain", "text", "tui")


def schema_lines() -> Iterator[str]:
    """The records by module: how they are encoded, then the fields, those with a default after ``=``."""
    for module in sorted(module.name for module in walk_packages(picket_duty.__path__, "picket_duty.")):
        if not module.endswith("__main__") and module.split(".")[1] not in INTERNAL:
            for record in _records(module):
                fields = ", ".join(map(_field, msgspec.structs.fields(record)))
                yield f"{module}.{record.__qualname__} ({_config(record)}): {fields}"


def _records(module: str) -> list[type[msgspec.Struct]]:
    """The records that a module defines; none if it needs a package that is not installed."""
    try:
        names = vars(import_module(module)).values()
    except ImportError:
        return []
    kinds = [value for value in names if isinstance(value, type) and value.__module__ == module]
    return [kind for kind in kinds if issubclass(kind, msgspec.Struct)]


def _config(record: type[msgspec.Struct]) -> str:
    config = record.__struct_config__
    names = ("frozen", "omit_defaults", "forbid_unknown_fields", "array_like", "eq", "order", "kw_only")
    settings = [name for name in names if getattr(config, name, False)]
    return ", ".join([*settings, *([f"tag {config.tag}"] if config.tag is not None else [])]) or "plain"


def _field(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return field.encode_name
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory
    words = value.__name__ if isinstance(value, type) else repr(value) if not callable(value) else "made"
    return f"{field.encode_name} = {words}"

"""Faults of data read from a file, against its type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec
from msgspec import inspect

from picket_duty.charts.faults import located, shown

#: Keys that identify an entry of a list in a fault, in order of preference.
NAMES = ("id", "name", "number")
Structs = tuple[type[msgspec.Struct], ...]
#: Types with parts, whose faults are described part by part.
_COLLECTIONS = (
    inspect.ListType,
    inspect.VarTupleType,
    inspect.TupleType,
    inspect.DictType,
    inspect.StructType,
)


class FieldType(NamedTuple):
    """A field of a struct: its Python type (``kind``), against which values are checked, and its
    msgspec description (``info``), from which a fault takes the words for what would be valid.
    """

    kind: Any
    info: inspect.Type
    required: bool


def faults_of(value: Any, kind: type[msgspec.Struct]) -> Iterator[str]:
    """All faults of a table that should be of type ``kind``."""
    if not isinstance(value, Mapping):
        yield f"{shown(value)} is not a table"
        return
    fields = _fields(kind)
    for key in value:
        if key not in fields and key != kind.__struct_config__.tag_field:
            known = "no fields are allowed here"
            if fields:
                known = f"known fields: {', '.join(fields)}"
            yield f"unknown field {key!r}; {known}"
    for name, field in fields.items():
        if name in value:
            yield from _faults_of_value(name, value[name], field)
        elif field.required:
            yield f"field {name!r} is missing"


@lru_cache(maxsize=256)
def _fields(kind: type[msgspec.Struct]) -> dict[str, FieldType]:
    """The fields of a struct by name."""
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    fields = {}
    for field in described.fields:
        # A list or table type without its description, because its parts are described separately.
        inner = field.type.type if isinstance(field.type, inspect.Metadata) else field.type
        info = inner if isinstance(inner, _COLLECTIONS) else field.type
        fields[field.name] = FieldType(types[field.name], info, field.required)
    return fields


def _faults_of_value(name: str, value: Any, field: FieldType) -> Iterator[str]:
    """Faults of the value of a field: of each entry of a list of tables, of each value of a table,
    of each field of a struct, else of the value as a whole.
    """
    info = field.info
    if isinstance(value, list) and (kinds := _tables_in(info)):
        yield from _faults_of_length(name, value, info)
        for number, entry in enumerate(value, 1):
            yield from located(
                f"{name} {number}{_name_in_parentheses(entry)}", _faults_of_table(entry, kinds)
            )
    elif isinstance(info, inspect.DictType) and isinstance(value, Mapping):
        yield from _faults_of_length(name, value, info)
        _, kind = get_args(_plain(field.kind))
        for key, entry in value.items():
            yield from _faults_of_entry(f"{name}.{key}", entry, info.value_type, kind)
    elif isinstance(info, inspect.StructType):
        yield from _faults_of_entry(name, value, info, field.kind)
    elif not _fits(value, field.kind):
        words = _words_of(field.kind)
        wanted = any_of(words) if words else says(info)
        # If nothing is wrong with the parts of a list, its type is.
        faults = _faults_of_list(name, value, field) if isinstance(value, list) else []
        yield from faults or [f"{name} {shown(value)} is not {wanted}"]


def _faults_of_list(name: str, values: list[Any], field: FieldType) -> list[str]:
    """Faults of a list, and of its entries if they are lists or have a description."""
    info = field.info
    faults = [*_faults_of_length(name, values, info)]
    if not isinstance(info, inspect.VarTupleType):
        return faults
    if isinstance(info.item_type, inspect.TupleType | inspect.Metadata):
        kind = get_args(_plain(field.kind))[0]
        for number, entry in enumerate(values, 1):
            faults += _faults_of_entry(f"{name} {number}:", entry, info.item_type, kind)
    return faults


def _tables_in(info: inspect.Type) -> Structs:
    """The types of the tables in a list; none if it is not a list of tables."""
    if not isinstance(info, inspect.ListType | inspect.VarTupleType):
        return ()
    item = info.item_type
    kinds = item.types if isinstance(item, inspect.UnionType) else (item,)
    return tuple(kind.cls for kind in kinds if isinstance(kind, inspect.StructType))


def _faults_of_table(entry: Any, kinds: Structs) -> Iterator[str]:
    """Faults of an entry of a list of tables. If the list allows several types, the entry's tag
    names its type.
    """
    if len(kinds) == 1 or not isinstance(entry, Mapping):
        yield from faults_of(entry, kinds[0])
        return
    tag = str(kinds[0].__struct_config__.tag_field)
    tags = {kind.__struct_config__.tag: kind for kind in kinds}
    entry_tag = entry.get(tag)
    if isinstance(entry_tag, str) and entry_tag in tags:
        yield from located(entry_tag, faults_of(entry, tags[entry_tag]))
    else:
        yield f"{tag} {shown(entry_tag)} is not one of {', '.join(map(str, tags))}"


def _name_in_parentheses(entry: Any) -> str:
    """The id, name or number of an entry, in parentheses."""
    keys = entry if isinstance(entry, Mapping) else {}
    names = [keys[key] for key in NAMES if isinstance(keys.get(key), str | int)]
    return f" ({names[0]})" if names else ""


def _faults_of_entry(name: str, value: Any, info: inspect.Type, kind: Any) -> Iterator[str]:
    """Faults of one value, which may be a table."""
    if isinstance(info, inspect.StructType):
        yield from located(name, faults_of(value, info.cls))
    elif not _fits(value, kind):
        yield f"{name} {shown(value)} is not {says(info)}"


def _faults_of_length(name: str, value: Any, info: inspect.Type) -> Iterator[str]:
    if not isinstance(info, inspect.ListType | inspect.VarTupleType | inspect.DictType):
        return
    if info.min_length and not value:
        yield f"no {name}"
    if info.max_length is not None and len(value) > info.max_length:
        yield f"{len(value)} {name}; at most {info.max_length} are allowed"


def _fits(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def _plain(kind: Any) -> Any:
    """A type without its limits and description."""
    if get_origin(kind) is Annotated:
        return get_args(kind)[0]
    return kind


def _words_of(kind: Any) -> list[str]:
    """The words that a type allows if it is a choice of words, else none. An empty word, which
    stands for a value that is left out, is not named.
    """
    parts = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    if any(get_origin(part) is not Literal for part in parts):
        return []
    return [word for part in parts for word in get_args(part) if word]


def any_of(words: list[str]) -> str:
    """A choice of words in a fault: ``one of a, b, c`` or ``a or b``."""
    if len(words) != 2:
        return f"one of {', '.join(words)}"
    return " or ".join(words)


def says(info: inspect.Type) -> str:
    """The expected value in words: the description of the type if it has one."""
    if isinstance(info, inspect.Metadata):
        return str((info.extra_json_schema or {}).get("description") or says(info.type))
    if isinstance(info, inspect.IntType | inspect.FloatType):
        return _number(info)
    if isinstance(info, inspect.UnionType):
        parts = [part for part in info.types if not isinstance(part, inspect.NoneType)]
        return " or ".join(map(says, parts))
    if isinstance(info, inspect.ListType | inspect.VarTupleType):
        least = f"{info.min_length} or more, " if info.min_length else ""
        return f"a list of {least}each {says(info.item_type)}"
    if isinstance(info, inspect.TupleType):
        return f"a list of {len(info.item_types)}, each {says(info.item_types[0])}"
    plain: dict[type[inspect.Type], str] = {
        inspect.StrType: "text",
        inspect.BoolType: "true or false",
        inspect.DateType: "a valid date (use YYYY-MM-DD)",
    }
    return plain.get(type(info), "a table")


def _number(info: inspect.IntType | inspect.FloatType) -> str:
    if info.ge is None:
        if isinstance(info, inspect.IntType):
            return "a whole number"
        return "a number"
    if info.le is None:
        return f"a number of {info.ge:g} or more"
    return f"a number from {info.ge:g} to {info.le:g}"


def sound_fields(table: Mapping[str, Any], kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The valid fields of a table; a required text that is missing or invalid becomes an empty
    text.
    """
    values: dict[str, Any] = {}
    for name, field in _fields(kind).items():
        try:
            if name in table:
                values[name] = msgspec.convert(table[name], field.kind)
                continue
        except msgspec.ValidationError:
            pass
        if field.required and _is_text(field.info):
            values[name] = ""
    return values


def _is_text(info: inspect.Type) -> bool:
    """Whether a type allows a text."""
    if isinstance(info, inspect.UnionType):
        return any(map(_is_text, info.types))
    if isinstance(info, inspect.Metadata):
        return _is_text(info.type)
    return isinstance(info, inspect.StrType | inspect.LiteralType)

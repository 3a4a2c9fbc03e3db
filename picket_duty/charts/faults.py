"""Every fault of what a file says against the type it should have, in words: key, value, and what would be right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec
from msgspec import inspect

from picket_duty.charts.spans import shown

#: Keys by which an entry of a list is called in a complaint.
NAMES = ("id", "name", "number")
Structs = tuple[type[msgspec.Struct], ...]
_COLLECTIONS = (inspect.ListType, inspect.VarTupleType, inspect.TupleType, inspect.DictType, inspect.StructType)


class Wanted(NamedTuple):
    """A field of a type: as Python knows it and as msgspec describes it."""

    kind: Any
    info: inspect.Type
    required: bool


def faults_of(found: Any, kind: type[msgspec.Struct]) -> Iterator[str]:
    """All faults of a table that should be of this type; none where it is."""
    if not isinstance(found, Mapping):
        yield f"{shown(found)} is not a table"
        return
    wanted = _fields(kind)
    for key in found:
        if key not in wanted and key != kind.__struct_config__.tag_field:
            yield f"unknown field {key!r}; fields: {', '.join(wanted) or 'none'}"
    for name, field in wanted.items():
        if name in found:
            yield from _of_value(name, found[name], field)
        elif field.required:
            yield f"{name} is missing"


def sound_fields(found: Mapping[str, Any], kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The fields of a table that are as they should be; a text that is missing or wrong is an empty one."""
    good: dict[str, Any] = {}
    for name, wanted in _fields(kind).items():
        try:
            if name in found:
                good[name] = msgspec.convert(found[name], wanted.kind)
                continue
        except msgspec.ValidationError:
            pass
        if wanted.required and _is_text(wanted.info):
            good[name] = ""
    return good


def says(info: inspect.Type) -> str:
    """What a value should be, in words; the description of a type that has one."""
    if isinstance(info, inspect.Metadata):
        return str((info.extra_json_schema or {}).get("description") or says(info.type))
    if isinstance(info, inspect.IntType | inspect.FloatType):
        return _number(info)
    if isinstance(info, inspect.UnionType):
        return " or ".join(says(one) for one in info.types if not isinstance(one, inspect.NoneType))
    if isinstance(info, inspect.ListType | inspect.VarTupleType):
        return f"a list of {f'{info.min_length} or more, ' if info.min_length else ''}each {says(info.item_type)}"
    if isinstance(info, inspect.TupleType):
        return f"a list of {len(info.item_types)}, each {says(info.item_types[0])}"
    plain: dict[type[inspect.Type], str] = {
        inspect.StrType: "a text",
        inspect.BoolType: "true or false",
        inspect.DateType: "a date YYYY-MM-DD",
    }
    return plain.get(type(info), "a table")


def any_of(words: list[str]) -> str:
    """A choice in a complaint: ``one of a, b, c`` or ``a or b``."""
    return f"one of {', '.join(words)}" if len(words) != 2 else " or ".join(words)


@lru_cache(maxsize=256)
def _fields(kind: type[msgspec.Struct]) -> dict[str, Wanted]:
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    return {field.name: Wanted(types[field.name], _bare(field.type), field.required) for field in described.fields}


def _bare(info: inspect.Type) -> inspect.Type:
    """A type without its description, where it is a list or a table, whose parts have descriptions of their own."""
    inner = info.type if isinstance(info, inspect.Metadata) else info
    return inner if isinstance(inner, _COLLECTIONS) else info


def _of_value(name: str, found: Any, wanted: Wanted) -> Iterator[str]:
    info = wanted.info
    if isinstance(found, list) and (kinds := _tables_in(info)):
        yield from _of_length(name, found, info)
        for number, one in enumerate(found, 1):
            for fault in _of_item(one, kinds):
                yield f"{name} {number}{_called(one)}: {fault}"
    elif isinstance(info, inspect.StructType):
        yield from (f"{name}: {fault}" for fault in faults_of(found, info.cls))
    elif isinstance(info, inspect.DictType) and isinstance(found, Mapping):
        yield from _of_length(name, found, info)
        for key, one in found.items():
            yield from _of_entry(f"{name}.{key}", one, info.value_type, get_args(_plain(wanted.kind))[1])
    elif not _fits(found, wanted.kind):
        entries = list(_of_entries(name, found, wanted)) if isinstance(found, list) else []
        yield from entries
        if not entries:
            words = _words_of(wanted.kind)
            yield f"{name} {shown(found)} is not {any_of(words) if words else says(info)}"


def _of_entry(name: str, found: Any, info: inspect.Type, kind: Any) -> Iterator[str]:
    """Faults of an entry of a table that may have any keys."""
    if isinstance(info, inspect.StructType):
        yield from (f"{name}: {fault}" for fault in faults_of(found, info.cls))
    elif not _fits(found, kind):
        yield f"{name} {shown(found)} is not {says(info)}"


def _of_entries(name: str, found: list[Any], wanted: Wanted) -> Iterator[str]:
    """Faults of the length of a list, and of its entries where these are lists or have a description."""
    yield from _of_length(name, found, wanted.info)
    if isinstance(wanted.info, inspect.VarTupleType):
        item, kind = wanted.info.item_type, get_args(_plain(wanted.kind))[0]
        if isinstance(item, inspect.TupleType | inspect.Metadata):
            for number, one in enumerate(found, 1):
                yield from _of_entry(f"{name} {number}:", one, item, kind)


def _of_length(name: str, found: Any, info: inspect.Type) -> Iterator[str]:
    """Too few or too many entries of a list or of a table with any keys."""
    if not isinstance(info, inspect.ListType | inspect.VarTupleType | inspect.DictType):
        return
    if info.min_length and not found:
        yield f"no {name}"
    if info.max_length is not None and len(found) > info.max_length:
        yield f"{len(found)} {name} are more than {info.max_length}"


def _fits(found: Any, kind: Any) -> bool:
    try:
        msgspec.convert(found, kind)
    except msgspec.ValidationError:
        return False
    return True


def _plain(kind: Any) -> Any:
    """A type without the bounds that ``Annotated`` puts on it."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _words_of(kind: Any) -> list[str]:
    """The words of which a field holds one, in the order of its type; none where it holds something else."""
    parts = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    if any(get_origin(part) is not Literal for part in parts):
        return []
    return [word for part in parts for word in get_args(part) if word]


def _tables_in(info: inspect.Type) -> Structs:
    """The types of table that the entries of a list may be."""
    if not isinstance(info, inspect.ListType | inspect.VarTupleType):
        return ()
    item = info.item_type
    kinds = item.types if isinstance(item, inspect.UnionType) else (item,)
    return tuple(kind.cls for kind in kinds if isinstance(kind, inspect.StructType))


def _of_item(found: Any, kinds: Structs) -> Iterator[str]:
    if len(kinds) == 1 or not isinstance(found, Mapping):
        yield from faults_of(found, kinds[0])
        return
    tag = str(kinds[0].__struct_config__.tag_field)
    tags = {kind.__struct_config__.tag: kind for kind in kinds}
    named = found.get(tag)
    if isinstance(named, str) and named in tags:
        yield from (f"{named}: {fault}" for fault in faults_of(found, tags[named]))
    else:
        yield f"{tag} {shown(named)} is not one of {', '.join(map(str, tags))}"


def _called(found: Any) -> str:
    """What an entry of a list calls itself."""
    if not isinstance(found, Mapping):
        return ""
    return next((f" ({found[key]})" for key in NAMES if isinstance(found.get(key), str | int)), "")


def _number(info: inspect.IntType | inspect.FloatType) -> str:
    if info.ge is None:
        return "a whole number" if isinstance(info, inspect.IntType) else "a number"
    return f"a number of {info.ge:g} or more" if info.le is None else f"a number from {info.ge:g} to {info.le:g}"


def _is_text(info: inspect.Type) -> bool:
    if isinstance(info, inspect.UnionType):
        return any(map(_is_text, info.types))
    if isinstance(info, inspect.Metadata):
        return _is_text(info.type)
    return isinstance(info, inspect.StrType | inspect.LiteralType)

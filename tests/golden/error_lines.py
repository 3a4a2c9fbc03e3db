"""Every error message of the program as a template, collected from the source.

A message is the argument of an exception, a fault found by a check of tables or saves, or what a screen shows as an
error or a warning. Values that are filled in at run time are named in braces: ``{path}``. Texts from a variable, a
constant or another function of the same module are filled in where the source shows them.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from itertools import product
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "picket_duty"
#: Base classes of exceptions that are not defined in the program; error responses of the server count too.
FOREIGN = ("ClickException", "UsageError", "BadParameter", "NoSuchOption", "BadArgumentUsage")
#: Functions whose first argument is an error message, besides the exceptions.
REPORTERS = ("fail", "print_error", "_unusable", "_fail")
#: Variables and attributes that hold a remark on a save that the player is shown.
REMARKS = ("notice", "doubt", "trouble", "fault")
#: Modules whose functions return or yield faults as texts.
CHECKS = (
    "charts", "book/check_", "book/data.py", "book/effects.py", "book/references.py", "book/historical_days.py",
    "book/tables.py", "saves/loading.py", "companions/fill.py", "companions/registry.py",
)  # fmt: skip
#: No control flow and no programming error: these exceptions carry no message for a user.
SILENT = ("NotImplementedError", "AssertionError", "SystemExit", "StopIteration", "KeyboardInterrupt", "CancelledError")
MOST_VARIANTS = 12
LONGEST_PLACEHOLDER = 30


def error_lines() -> list[str]:
    """Every error message by module and kind, in the order of the source, without repetitions."""
    lines = []
    sources = {path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text("utf-8")) for path in modules()}
    errors = error_names(sources.values())
    for name, tree in sources.items():
        messages = list(dict.fromkeys(Module(name, tree, errors).messages()))
        if messages:
            lines += [f"== {name}", *messages]
    return lines


def modules() -> list[Path]:
    """The modules of the program in order."""
    return sorted(PACKAGE.rglob("*.py"))


def error_names(trees: Iterator[ast.Module] | object) -> set[str]:
    """The names of all exception classes: those of Python and click, and their subclasses in the program."""
    names = {
        name for name, kind in vars(builtins).items() if isinstance(kind, type) and issubclass(kind, BaseException)
    }
    names = names - set(SILENT) | set(FOREIGN)
    classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]  # type: ignore[attr-defined]
    while more := {
        node.name for node in classes if node.name not in names and any(_name_of(base) in names for base in node.bases)
    }:
        names |= more
    return names


class Module:
    """The messages of one module."""

    def __init__(self, name: str, tree: ast.Module, errors: set[str]) -> None:
        self.name = name
        self.tree = tree
        self.errors = errors
        self.checks = any(name.startswith(part) for part in CHECKS)
        self.constants = {
            target.id: node.value
            for node in tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        self.functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}

    def messages(self) -> Iterator[str]:
        """Each message with its kind in front: the exception, or ``fault``, ``notice``."""
        for scope in (node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)):
            for kind, expression in self._expressions(scope):
                for text in self._texts(expression, self._local(scope), 0):
                    if _is_message(text):
                        yield f"{kind}: {text}"

    def _expressions(self, scope: ast.AST) -> Iterator[tuple[str, ast.expr]]:
        """The expressions of a function that make a message; functions inside it have their own turn."""
        yields_faults = self.checks and "Iterator[str]" in ast.unparse(
            getattr(scope, "returns", None) or ast.Constant(0)
        )
        for node in _within(scope):
            if isinstance(node, ast.Call):
                yield from self._of_call(node)
            elif isinstance(node, ast.Yield) and node.value is not None and yields_faults:
                yield "fault", node.value
            elif (
                isinstance(node, ast.YieldFrom)
                and yields_faults
                and isinstance(node.value, ast.GeneratorExp | ast.List)
            ):
                value = node.value
                yield from (
                    ("fault", part) for part in ([value.elt] if isinstance(value, ast.GeneratorExp) else value.elts)
                )
            elif isinstance(node, ast.Assign | ast.AugAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                if any(_name_of(target) in (*REMARKS, "faults") for target in targets):
                    yield from (
                        ("notice" if _name_of(targets[0]) != "faults" else "fault", part) for part in _parts(node.value)
                    )

    def _of_call(self, call: ast.Call) -> Iterator[tuple[str, ast.expr]]:
        name = _name_of(call.func)
        if name in self.errors or name in REPORTERS or name.startswith("HTTP"):
            kind = "error" if name in REPORTERS or name.startswith("HTTP") else name
            yield from ((kind, argument) for argument in call.args)
            yield from ((kind, keyword.value) for keyword in call.keywords if keyword.arg in ("text", "message"))
        elif (
            name in ("append", "extend")
            and isinstance(call.func, ast.Attribute)
            and _name_of(call.func.value) == "faults"
        ):
            yield from (("fault", part) for argument in call.args for part in _parts(argument))
        elif name == "notify" and any(
            keyword.arg == "severity" and getattr(keyword.value, "value", "") in ("error", "warning", None)
            for keyword in call.keywords
        ):
            yield from (("screen", argument) for argument in call.args)
            yield from (("screen title", keyword.value) for keyword in call.keywords if keyword.arg == "title")

    def _local(self, scope: ast.AST) -> dict[str, list[ast.expr]]:
        """Every text that is assigned to each local variable."""
        assigned: dict[str, list[ast.expr]] = {}
        for node in _within(scope):
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                assigned.setdefault(node.targets[0].id, []).append(node.value)
        return assigned

    # -- texts of an expression --------------------------------------------------------

    def _texts(self, node: ast.expr, local: dict[str, list[ast.expr]], depth: int) -> list[str]:
        """The texts that an expression may have, with placeholders for values known only at run time."""
        return self._variants(node, local, depth)[:MOST_VARIANTS]

    def _variants(self, node: ast.expr, local: dict[str, list[ast.expr]], depth: int) -> list[str]:
        if isinstance(node, ast.Constant):
            return [str(node.value)]
        if isinstance(node, ast.JoinedStr):
            parts = [
                self._texts(part.value, local, depth + 1)
                if isinstance(part, ast.FormattedValue)
                else self._texts(part, local, depth)
                for part in node.values
            ]
            return ["".join(pieces) for pieces in product(*parts)]
        if isinstance(node, ast.IfExp):
            return self._texts(node.body, local, depth) + self._texts(node.orelse, local, depth)
        if isinstance(node, ast.BoolOp):
            return [text for value in node.values for text in self._texts(value, local, depth)]
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return [
                "".join(pair)
                for pair in product(self._texts(node.left, local, depth), self._texts(node.right, local, depth))
            ]
        if depth < 4 and (inner := self._known(node, local)):
            return [text for value, names in inner for text in self._texts(value, names, depth + 1)]
        return [_placeholder(node)]

    def _known(
        self, node: ast.expr, local: dict[str, list[ast.expr]]
    ) -> list[tuple[ast.expr, dict[str, list[ast.expr]]]]:
        """The expressions behind a variable, a constant or a function that returns texts; none if they are no texts."""
        if isinstance(node, ast.Name):
            values = local.get(node.id) or ([self.constants[node.id]] if node.id in self.constants else [])
            rest = {name: value for name, value in local.items() if name != node.id}
            return [(value, rest) for value in values] if values and all(map(_is_text, values)) else []
        if isinstance(node, ast.Call):
            function = self.functions.get(_name_of(node.func))
            if function is not None and function.returns is not None and ast.unparse(function.returns) == "str":
                returned = [part.value for part in _within(function) if isinstance(part, ast.Return) and part.value]
                if returned and all(map(_is_text, returned)):
                    return [(value, self._local(function)) for value in returned]
        return []


def _is_message(text: str) -> bool:
    """Whether a text is a message: it has words besides those of another error."""
    bare = text
    while "{" in bare:
        head, _, rest = bare.partition("{")
        bare = head + rest.partition("}")[2]
    return any(letter.isalpha() for letter in bare)


def _is_text(node: ast.expr) -> bool:
    if isinstance(node, ast.IfExp):
        return _is_text(node.body) and _is_text(node.orelse)
    if isinstance(node, ast.BinOp):
        return _is_text(node.left) or _is_text(node.right)
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _within(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function in order of the source, without functions defined inside it."""
    for node in ast.iter_child_nodes(scope):
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _within(node)


def _parts(node: ast.expr) -> list[ast.expr]:
    """The items of a list, the element of a comprehension, or the expression itself."""
    if isinstance(node, ast.List | ast.Tuple):
        return node.elts
    return [node.elt] if isinstance(node, ast.ListComp | ast.GeneratorExp) else [node]


def _name_of(node: ast.AST) -> str:
    """The last name of an expression such as ``click.UsageError``."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _placeholder(node: ast.expr) -> str:
    """A value known only at run time, named for the expression: ``{path}``, ``{names, ...}``."""
    return "{" + _named(node)[:LONGEST_PLACEHOLDER] + "}"


def _named(node: ast.expr) -> str:
    if isinstance(node, ast.Call):
        name = _name_of(node.func)
        if name == "join" and node.args:
            return f"{_named(node.args[0])}, ..."
        if name == "len" and node.args:
            return f"number of {_named(node.args[0])}"
        if name in ("max", "min", "next"):
            return name
        return _named(node.args[0]) if node.args else _named(node.func)
    if isinstance(node, ast.GeneratorExp | ast.ListComp):
        return _named(node.generators[0].iter)
    if isinstance(node, ast.Subscript | ast.Starred | ast.Await):
        return _named(node.value)
    if isinstance(node, ast.Lambda):
        return _named(node.body)
    if isinstance(node, ast.BinOp):
        return _named(node.left)
    return _name_of(node) or ast.unparse(node).replace("{", "(").replace("}", ")")

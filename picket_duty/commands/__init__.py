"""The command line: one module per family of commands."""

NAME = "picket-duty"
#: The shells with a completion script, and the variable by which their scripts ask for completions.
SHELLS = ("bash", "zsh", "fish")
ASKS = f"_{NAME.replace('-', '_')}_complete".upper()

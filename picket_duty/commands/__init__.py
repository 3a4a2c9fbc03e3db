"""The command line: one module per family of commands."""

import gc

NAME = "picket-duty"
#: The shells with a completion script, and the variable by which their scripts ask for completions.
SHELLS = ("bash", "zsh", "fish")
COMPLETION_VARIABLE = f"_{NAME.replace('-', '_')}_complete".upper()

# Set here, before libraries are imported: what imports and play allocate mostly stays in use and is
# rarely in cycles. Looking for cycles after every 700 objects, as Python does, costs 5 % of the
# start.
gc.set_threshold(20_000, 20, 20)

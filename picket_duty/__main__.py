"""``python -m picket_duty`` is the command ``picket-duty``."""

import sys

if __name__ == "__main__":
    # Python looks into the current folder first: a file there must not replace a library.
    if not sys.flags.safe_path:
        sys.path.append(sys.path.pop(0))

    from picket_duty.commands.main import main

    main(prog_name="picket-duty")

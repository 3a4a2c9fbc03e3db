"""``python -m picket_duty`` is the command ``picket-duty``."""

from picket_duty.commands.main import main

if __name__ == "__main__":
    main(prog_name="picket-duty")

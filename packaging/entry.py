"""The entry point of the executable. Worker processes start here too and then run only their
task.
"""

import multiprocessing

if __name__ == "__main__":
    multiprocessing.freeze_support()

    from picket_duty.commands.main import main

    main(prog_name="picket-duty")

"""Where an executable begins: a process that another one began for its own work does that and no more."""

import multiprocessing

if __name__ == "__main__":
    multiprocessing.freeze_support()

    from picket_duty.commands.main import main

    main(prog_name="picket-duty")

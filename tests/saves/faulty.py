"""The open file of a save, of which a test decides what it writes."""


class Faulty:
    """Put instead of the file of a save file; does the same unless a subclass says otherwise."""

    def __init__(self, save_file):
        self.file = save_file._file
        save_file._file = self

    def __getattr__(self, name):
        return getattr(self.file, name)

"""What an adversary does to the program: one case of each, fast; the long runs are in tests/fuzz."""

"""The screens of the companion games."""

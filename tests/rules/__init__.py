"""Every paragraph of the rules by a test; the modules are named for the chapters."""

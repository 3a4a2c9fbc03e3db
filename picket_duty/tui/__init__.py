"""The terminal interface: screens and widgets on the engine's public requests."""

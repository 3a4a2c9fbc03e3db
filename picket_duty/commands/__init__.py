"""The commands of the command line that are not about charts, each loaded when called."""

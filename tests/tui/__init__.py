"""Tests of the terminal interface."""

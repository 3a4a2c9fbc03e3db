"""Tests of every paragraph of the rules; the modules are named for the chapters."""

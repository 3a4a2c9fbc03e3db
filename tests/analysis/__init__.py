"""Tests of the captain's staff."""

"""Marks of tests that only some systems can run."""

import os

import pytest

POSIX = pytest.mark.skipif(os.name != "posix", reason="a means of POSIX systems")

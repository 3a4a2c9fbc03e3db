"""Tests of odds, analysis and captains."""

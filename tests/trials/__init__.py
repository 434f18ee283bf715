"""Tests of the Try it."""

"""Tests of the Why cards."""

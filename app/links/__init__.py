"""Shared loops: where they are kept, within which quota."""

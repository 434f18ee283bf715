"""The course pack: sheets of fifty minutes, read and checked, ready to be shown or printed."""

"""Changes of a source at a loop, one for each suggestion. Start reading at `offers.py`."""

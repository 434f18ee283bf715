"""Scenes: pictures that change in steps. One module makes each kind from facts of the core."""

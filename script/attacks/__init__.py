"""Attacks on a server of our own: what strangers may try, and what must hold then."""

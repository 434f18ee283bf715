"""Classes on this server: their members, exercises, attempts and grades."""

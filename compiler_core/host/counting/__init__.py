"""How often each line of a listing ran, what it loaded and stored, and what that adds up to."""

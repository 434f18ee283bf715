"""The key and value cache: its size, its two layouts, and requests that share its memory."""

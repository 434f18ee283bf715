"""The explorer of a reader's loop: what is asked for, and the panes that answer."""

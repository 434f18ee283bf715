"""The seven stages, one file each: from the state that the stage before left to a result."""

"""The playground of the textbook compiler."""

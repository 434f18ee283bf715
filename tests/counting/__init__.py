"""Counting: the plugin, the map from addresses to lines, counts against closed forms."""

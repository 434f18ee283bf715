"""Fusion: which nodes become one kernel, by rule or by cost, with every decision's reason."""

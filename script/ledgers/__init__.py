"""Figures of the pass ledger over the loops that ship."""

"""Addresses by which pages of one subject lead to another, and numbers as addresses hold them."""

"""Addresses by which pages of one subject lead to another."""

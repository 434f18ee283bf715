"""Requests whose answers depend on what a user wrote, answered in processes that can be ended."""

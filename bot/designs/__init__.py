"""Designs that players keep: `/garage`, and bringing one to a question."""

"""Qwixx (X1-X14): six dice, a sheet of four rows each, answers within 48 hours."""

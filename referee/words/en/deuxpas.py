"""What is said at a table of Deux-Pas."""

TEXTS: dict[str, str] = {}

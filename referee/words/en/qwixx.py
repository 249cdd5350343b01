"""What is said at a table of Qwixx."""

TEXTS: dict[str, str] = {}

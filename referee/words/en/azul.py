"""What is said at a table of Azul."""

TEXTS: dict[str, str] = {}

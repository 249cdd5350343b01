"""What all tables with seats say."""

TEXTS: dict[str, str] = {}

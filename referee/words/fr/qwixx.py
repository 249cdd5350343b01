"""Ce que dit une table de Qwixx."""

TEXTS: dict[str, str] = {}

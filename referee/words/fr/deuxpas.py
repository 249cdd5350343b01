"""Ce que dit une table de Deux-Pas."""

TEXTS: dict[str, str] = {}

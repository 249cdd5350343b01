"""Ce que dit une table de Azul."""

TEXTS: dict[str, str] = {}

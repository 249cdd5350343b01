"""Ce que disent toutes les tables à places fixes."""

TEXTS: dict[str, str] = {}

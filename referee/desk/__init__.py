"""The use cases: the only place where log, game and clock meet."""

"""The log: the only place that knows SQLite."""

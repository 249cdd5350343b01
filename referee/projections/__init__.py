"""From what stands in the log to read models. Pure."""

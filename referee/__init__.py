"""The referee of games that are played by posting on a forum."""

__version__ = "0.1.0"

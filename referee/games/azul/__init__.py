"""Azul (A1-A18): tiles taken from factories, put on lines, moved to a wall; two to four players."""

"""Deux-Pas: pawns of two steps that paint the board they cross."""

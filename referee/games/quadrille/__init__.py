"""Quadrille (Q1-Q14): an open 4 x 4 dance floor, copied from post to post."""

"""`python -m referee`."""

from referee.start import run

if __name__ == "__main__":
    run()

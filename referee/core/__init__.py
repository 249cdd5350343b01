"""Pure: what every game shares. No clock, no chance, no file is touched from here."""

"""Pictures and read models, drawn for terminals, forums and other programs."""

"""One module per act: read the world, call the heart, return a value."""

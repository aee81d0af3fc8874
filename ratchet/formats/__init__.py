"""Values → text; pure functions, one module per format."""

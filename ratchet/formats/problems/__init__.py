"""Formats in which a command says that it could not do what it was asked for, one module each."""

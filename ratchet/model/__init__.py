"""The nouns of ratchet: frozen values that need nothing but the standard library."""

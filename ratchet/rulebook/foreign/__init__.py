"""Rules that other tools have, into rules of ours."""

"""The tests: a mirror of `ratchet/`, plus stories, laws, oracles, rules and self."""

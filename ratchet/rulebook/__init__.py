"""YAML and TOML into rules, languages and settings; the one door to ruamel.yaml."""

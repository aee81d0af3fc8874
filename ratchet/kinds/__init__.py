"""Evidence into findings: one file per verb, each with its spec and how it is measured."""

"""The only code that touches disk, git or the environment."""

"""Findings × baseline → verdict; pure functions of values."""

@"%~dp0python.exe" -m ratchet %*

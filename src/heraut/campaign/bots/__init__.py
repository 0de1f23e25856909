"""Programs that play: behind the same commands as people."""

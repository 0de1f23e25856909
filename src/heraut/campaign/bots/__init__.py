"""Programs that play: behind the same commands as people, and knowing no more than they do."""

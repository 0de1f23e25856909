"""Who plays whom: optimal by each format's own order of goals, the same for the same seed, with the reasons."""

"""Whoever asked for it hears that a game waits for them: by e-mail, push, calendar, or in their group's channel."""

"""The format Steamroller 2011: its settings and what they decide, its variants, lists, times and scenarios."""

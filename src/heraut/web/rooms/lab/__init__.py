"""The lab on a page: whether an event has rounds enough, what was luck in it, whether a map is fair, who would win."""

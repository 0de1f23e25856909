"""Programs that play: behind the same commands as people, and knowing no more than they do."""

from heraut.campaign.bots.table import LEVELS, Level, answer, blinded, play, seated

__all__ = ["LEVELS", "Level", "answer", "blinded", "play", "seated"]

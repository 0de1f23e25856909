"""What is won at the end of an event: places, sums, the players' votes, a jury's choice."""

from heraut.tournament.awards.award import Award, By, VoteCounts, award_faults, criteria_of, usual_awards

__all__ = ["Award", "By", "VoteCounts", "award_faults", "criteria_of", "usual_awards"]

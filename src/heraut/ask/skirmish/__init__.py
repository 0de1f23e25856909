"""Questions about the skirmish: turns and pools, attacks, harm, command, odds."""

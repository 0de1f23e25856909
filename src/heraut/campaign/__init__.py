"""The map campaign of SAGA: the turn machine, its maps, its bots."""

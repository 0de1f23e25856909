"""The skirmish: turns of five seconds, actions, strikes, wounds, command."""

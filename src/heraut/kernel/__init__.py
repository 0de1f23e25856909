"""What every room stands on: names, messages, refusals, an engine's shape, sealed choices, the journal's protocol."""

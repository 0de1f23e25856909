"""What every room stands on: names and seats, messages, refusals, an engine's shape, sealed choices, the journal's protocol."""

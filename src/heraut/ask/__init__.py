"""Every pure rule as a named question with typed input and output."""

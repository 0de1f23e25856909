"""Published tables as data. The index of the clauses they come from is `rulesets.clauses`, for those who read it."""

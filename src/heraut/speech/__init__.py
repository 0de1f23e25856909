"""
What we say to people, in French and in English: one table of phrases per room and language.

`speech/<language>/<room>.toml` has five tables. `[refusals]` and `[reasons]` are keyed by code, `[events]` and
`[commands]` by type, `[awaits]` by code. A phrase quotes facts by name: `{asked}`, `{allowed}`, `{subject}` in a
refusal, the fields of an event or a command, the facts of a reason. A number may name what it counts, in both forms:
`{points:point|points}`.
"""

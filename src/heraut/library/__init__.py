"""What `import heraut` offers, by subject: `heraut/__init__.py` names it, `docs/library.md` shows it at work."""

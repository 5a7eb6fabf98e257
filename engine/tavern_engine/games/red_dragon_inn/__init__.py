"""The Red Dragon Inn. Its rules, numbered, are in RULES.md, how its cards are written is in README.md."""

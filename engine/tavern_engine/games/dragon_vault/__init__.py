"""Dragon's Vault. Its rules, numbered, are in RULES.md beside this file."""

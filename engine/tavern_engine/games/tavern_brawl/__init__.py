"""Tavern Brawl. Its rules, numbered, are in RULES.md beside this file."""

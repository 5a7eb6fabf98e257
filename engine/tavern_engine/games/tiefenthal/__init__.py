"""The Taverns of Tiefenthal, module 1. Its rules, numbered, are in RULES.md beside this file."""

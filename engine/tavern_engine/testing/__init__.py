"""The conformance kit for games."""

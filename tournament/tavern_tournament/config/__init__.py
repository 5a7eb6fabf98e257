"""The config of a league: read, checked all at once, resolved."""

"""The table in a browser: play, watch and review."""

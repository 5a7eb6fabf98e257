"""The folder of a game as it would lie in `tavern_engine/games`."""

"""How the table of each game is drawn: a module named like the game, with `draw` and, if it likes, `score`."""

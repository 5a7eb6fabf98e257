"""Last Call, a game for the tavern."""

"""The bots of the tavern: to come."""

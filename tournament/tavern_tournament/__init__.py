"""The league of the tavern: to come."""

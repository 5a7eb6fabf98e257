"""The bots of the tavern, and what it takes to write, find, check and measure one."""

"""The bots of a league as the referee asks them: in this process, in one of their own, or any program."""

"""Order-free TrueSkill of a league, and how sure it is."""

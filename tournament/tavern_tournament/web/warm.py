"""Imported by the process from which rooms are forked: all that each of them needs is loaded once, here, for all.

A room opens in a tenth of the time then, and shares this memory with the others.
"""

from __future__ import annotations

import gc
from contextlib import suppress

from tavern_bots.discover import remember
from tavern_engine import games
from tavern_tournament.solo.bots import hint_bot
from tavern_tournament.web.catalogue import languages
from tavern_tournament.web.scene import drawing_of

remember()
languages()
for game in games():
    with suppress(Exception):  # a game of others that fails is told of where it is played
        hint_bot(None, game)
        drawing_of(game)
        game.action_texts()
        game.card_texts()
gc.freeze()  # a collector that looks at shared memory makes copies of it

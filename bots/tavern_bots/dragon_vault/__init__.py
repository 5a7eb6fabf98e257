"""How Dragon's Vault is played."""

from tavern_bots.dragon_vault.reasons import REASONS
from tavern_bots.dragon_vault.rules import VaultRules
from tavern_bots.player import Player

PLAYER = Player(lambda game: VaultRules(), reasons=REASONS, tuned={"exploration": 0.35, "reuse": True})

"""How Dragon's Vault is played."""

from tavern_bots.dragon_vault.rules import REASONS, VaultRules
from tavern_bots.player import Player

PLAYER = Player(
    lambda game: VaultRules(),
    reasons=dict(enumerate(REASONS)),
    tuned={"exploration": 0.35, "reuse": True},
)

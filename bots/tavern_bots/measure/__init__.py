"""How strong, how much better, how well and how safe a bot plays: what `tavern-bots` measures."""

"""What every game shares: questions, the table that runs a game, chance, events, cards."""

"""Computer seats of earlier days, to measure later ones against."""

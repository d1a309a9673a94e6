"""Pictures of Car Wars, Sixth Edition, and the words that say the same.

Every function takes what a seat may see, the board's the last public events besides, and gives a
picture with its words; nothing else goes in.
"""

"""What is posted, as data: boards, hands, lobbies and their words."""

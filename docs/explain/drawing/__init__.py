"""The drawing of the pictures: `model` plays both games, `svg` draws boards, and a file per game has the pictures."""

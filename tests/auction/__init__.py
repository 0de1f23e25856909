"""A sealed-bid auction: the smallest engine that has a secret, dice, money and an end."""

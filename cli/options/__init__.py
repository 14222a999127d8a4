"""What commands share: their arguments and options, what they print, how they end."""

"""What all importers share: what one is, and how declarations are laid out."""

"""Boards as pictures, for pages, reports, editors, notebooks; and what stands where, for terminals, too."""

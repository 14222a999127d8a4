"""The page: one face for a game in a file, on a site, behind a server."""

"""What `gdl train` does besides learning values: policies."""

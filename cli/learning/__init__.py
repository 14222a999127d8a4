"""What `gdl train` does besides learning values: policies; and what it says where nothing can be learnt."""

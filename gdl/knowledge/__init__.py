"""Who knows what: how hidden things flow through checked rules, to decisions, texts and open variables."""

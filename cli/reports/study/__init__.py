"""What a study comes to, for people and programs: text, tables, a page with pictures."""

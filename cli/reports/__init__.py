"""What commands report: studies, comparisons, equilibria, pictures, films."""

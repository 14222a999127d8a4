"""From text to tree, and back to text: grammar, parser, the syntax tree, the formatter, syntax errors."""

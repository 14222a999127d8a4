"""The checked rules: types, expressions and statements, what they mean, and how they are printed."""

"""What people see: boards, colours, pictures, positions, tables."""

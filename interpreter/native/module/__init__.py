"""WebAssembly: instructions, values, memory, the binary and the text form."""

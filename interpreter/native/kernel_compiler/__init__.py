"""The small compiler for kernels: a typed part of Python, to WebAssembly."""

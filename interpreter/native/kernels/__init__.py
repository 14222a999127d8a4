"""Kernels: not run by Python, but compiled into the module of each ruleset (see `interpreter.native.kernel_compiler.compiler`)."""

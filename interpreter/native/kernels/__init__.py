"""Kernels: not run by Python, but compiled into the module of each ruleset by `interpreter.native.kernel_compiler`."""

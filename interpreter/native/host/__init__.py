"""Compiled rules in this process: instances, threads, the cache of code, jobs."""

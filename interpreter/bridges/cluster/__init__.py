"""Many machines: a running Dask scheduler hands out pieces of work, and its workers do them as threads here would."""

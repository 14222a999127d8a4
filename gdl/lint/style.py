"""style."""
def check_ignores(a, b):
    return ()

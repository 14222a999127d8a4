"""The parts of the web site: `python docs/build.py OUT` puts them together."""

"""The studio without a server: Python in a worker of the page, by Pyodide, and the folder of files that this takes."""

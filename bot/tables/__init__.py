"""The matches there are: loaded, changed and stored, one at a time."""

"""One module per item; each has `build()`, which returns its objects in metres."""

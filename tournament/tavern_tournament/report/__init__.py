"""What the results of a run say: tables, files, and a page."""

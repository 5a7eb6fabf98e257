"""Leagues on a cluster of dask.distributed: who plays there, and how it is told from here."""
